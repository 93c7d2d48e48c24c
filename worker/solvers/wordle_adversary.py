"""The game that changes its mind (Absurdle): it has no answer, but replies so that most words stay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from worker.kernels.patterns import pattern_matrix
from worker.solvers.wordle_clues import Clue
from worker.solvers.wordle_feedback import Mark, marks_of
from worker.solvers.wordle_left import left_after
from worker.solvers.wordle_words import WordleWords


def reply(words: WordleWords, clues: Sequence[Clue], guess: str) -> int:
    """The feedback that keeps most of the words left; of equal ones that which tells least.

    Raises:
        NoWordFits: the clues are not of such a game.
    """
    kept = replies(words, clues, guess)
    return min(kept, key=lambda code: (-kept[code], _told(code, words.length), code))


def replies(words: WordleWords, clues: Sequence[Clue], guess: str) -> Mapping[int, int]:
    """How many words each feedback would keep: of the listed answers, where one of them fits."""
    left = left_after(words, clues).numbers
    listed = left[words.columns[left] >= 0]
    left = listed if len(listed) else left
    codes, counts = np.unique(pattern_matrix(words.encode([guess]), words.codes[left]), return_counts=True)
    return dict(zip(codes.tolist(), counts.tolist(), strict=True))


def _told(code: int, length: int) -> tuple[int, int]:
    """Greens and yellows."""
    marks = marks_of(code, length)
    return marks.count(Mark.GREEN), marks.count(Mark.YELLOW)
