"""Small word lists for Wordle, made by chance of few letters so that they are hard to tell apart."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from worker.kernels.patterns import pattern_matrix
from worker.solvers.wordle import Solver
from worker.solvers.wordle_words import WordleWords

LETTERS = "abcd"


@st.composite
def games(draw: st.DrawFn, *, most: int = 12, weighted: bool = False) -> WordleWords:
    """Answers and further allowed words of 3 or 4 letters; answers weigh the same, or from 1 to 5."""
    length = draw(st.integers(3, 4))
    words = st.sets(st.text(LETTERS, min_size=length, max_size=length), min_size=1, max_size=most)
    answers = draw(words)
    weights = {word: draw(st.integers(1, 5)) for word in sorted(answers)} if weighted else None
    return WordleWords(answers, draw(words), weights)


@cache
def classic_solver(shared_data: Path) -> Solver:
    """The game's 2,315 answers and 12,972 words."""
    folder = shared_data / "wordle"
    answers, allowed = (
        (folder / name).read_text().split() for name in ("answers-2315.txt", "allowed-12972.txt")
    )
    words = WordleWords(answers, allowed)
    return Solver(words, pattern_matrix(words.codes, words.codes[words.answers]))
