"""Wordle: the matrix of all feedback, suggestions, strategies.

    python -m tests.benchmarks wordle

All figures are CPU time. The lists are the 2,315 answers and 12,972 words of the reference data, where it is,
else the shipped ones.

    matrix       the feedback of every guess for every answer, by Numba, by NumPy (a line a letter and place),
                 by plain Python (some guesses, the rest reckoned); the checksum is the sum of all feedback
    suggestions  two clues, drawn: words left, then milliseconds; "cold" opens the mapped matrix as well, in a
                 new process that has loaded its code
    strategies   every answer looked for, from SALET, with letter frequencies from their own start word; the
                 checksum is the total of guesses, with the games lost
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dictionaries import wordle_game
from tests.benchmarks.table import Table, cpu_seconds
from tests.reference.wordle import feedback_of
from tests.shared_data import shared_data_dir
from worker.kernels.patterns import pattern_matrix
from worker.solvers.wordle import Clue, Mode, Solver, Strategy, WordleOptions, WordleWords, feedback
from worker.solvers.wordle_series import opening, play, summary
from worker.wordle_patterns import open_patterns

SAMPLE = 10
"""Guesses that plain Python scores."""
GAMES = 100
START = "salet"
COLD = """
import sys, time
from pathlib import Path
from tests.benchmarks.wordle import game_words
from worker import kernels
kernels.use_cache(Path(sys.argv[1]))
from worker.solvers.wordle import Clue, Solver
from worker.wordle_patterns import open_patterns
words = game_words()
clues = [Clue.parse(text) for text in sys.argv[2:]]
Solver(words).suggest([clues])  # loads the code
start = time.process_time()
Solver(words, open_patterns(words, Path(sys.argv[1]))).suggest([clues])
print(time.process_time() - start)
"""


def game_words() -> WordleWords:
    """The lists that the figures are about."""
    folder = shared_data_dir() / "wordle"
    if not folder.is_dir():
        game = wordle_game()
        return WordleWords(game.answers, game.allowed)
    answers, allowed = (folder / name for name in ("answers-2315.txt", "allowed-12972.txt"))
    return WordleWords(answers.read_text().split(), allowed.read_text().split())


def tables() -> Iterator[Table]:
    words = game_words()
    yield matrix(words)
    with tempfile.TemporaryDirectory() as cache:
        yield suggestions(words, Path(cache))
    yield strategies(words)


def matrix(words: WordleWords) -> Table:
    guesses, answers = words.codes, words.codes[words.answers]
    table = Table(
        f"matrix of {len(guesses):,} x {len(answers):,}", ("by", "ms", "ns a pair", "times", "checksum")
    )
    made = {"Numba": partial(pattern_matrix, guesses, answers), "NumPy": partial(by_numpy, guesses, answers)}
    checksums = {name: int(run().sum(dtype=np.int64)) for name, run in made.items()}
    seconds = cpu_seconds(made, rounds=3)
    sample = words.allowed[:: len(words) // SAMPLE][:SAMPLE]
    seconds["Python"], scored = _by_python(sample, words.answer_words)
    seconds["Python"] *= len(words) / len(sample)
    rows = [words.number[word] for word in sample]
    agree = scored == int(made["Numba"]()[rows].sum(dtype=np.int64))
    checksums["Python"] = checksums["Numba"] if agree else -1
    pairs = len(guesses) * len(answers)
    for name, taken in seconds.items():
        checksum = f"{checksums[name]:,}" if checksums[name] == checksums["Numba"] else "DIFFERS"
        each = f"{1e9 * taken / pairs:.2f}"
        table.add(name, f"{1000 * taken:,.0f}", each, f"{taken / seconds['Numba']:,.1f}", checksum)
    return table


def by_numpy(guesses: NDArray[np.uint8], answers: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The matrix by whole arrays: greens at once, then each place takes a letter that is still unmatched."""
    length, which = guesses.shape[1], np.arange(len(answers))
    often = np.zeros((int(max(guesses.max(), answers.max())) + 1, len(answers)), np.int8)
    for place in range(length):
        often[answers[:, place], which] += 1
    out = np.zeros((len(guesses), len(answers)), np.uint8)
    for row, guess in enumerate(guesses):
        green = guess[:, None] == answers.T
        unmatched = {letter: often[letter].copy() for letter in guess.tolist()}
        for place, letter in enumerate(guess.tolist()):
            unmatched[letter] -= green[place]
        for place, letter in enumerate(guess.tolist()):
            yellow = ~green[place] & (unmatched[letter] > 0)
            unmatched[letter] -= yellow
            out[row] += (2 * green[place] + yellow).astype(np.uint8) * np.uint8(3 ** (length - 1 - place))
    return out


def _by_python(guesses: Sequence[str], answers: Sequence[str]) -> tuple[float, int]:
    start = time.process_time()
    total = sum(feedback_of(guess, answer) for guess in guesses for answer in answers)
    return time.process_time() - start, total


def suggestions(words: WordleWords, cache: Path) -> Table:
    table = Table(f"suggestions after two clues, {GAMES} games", ("mode", "left", "p50 ms", "p95 ms", "most"))
    solver = Solver(words, open_patterns(words, cache))
    drawn = list(_two_clues(words))
    for mode in Mode:
        taken, left = [], []
        for clues in drawn:
            start = time.process_time()
            advice = solver.suggest([clues], WordleOptions(mode=mode))
            taken.append(1000 * (time.process_time() - start))
            left.append(len(advice.left))
        table.add(mode, f"{np.median(left):.0f}", *_quantiles(taken))
    cold = [1000 * _cold_seconds(cache, clues) for clues in drawn[1:6]]
    table.add("easy, cold", "", *_quantiles(cold))
    return table


def _two_clues(words: WordleWords) -> Iterator[list[Clue]]:
    """Guesses of answers by chance; the first pair warms the kernels up."""
    dice = random.Random(6)
    for _ in range(GAMES + 1):
        answer, *guesses = dice.sample(words.answer_words, 3)
        yield [Clue(guess, feedback(guess, answer)) for guess in guesses]


def _cold_seconds(cache: Path, clues: Sequence[Clue]) -> float:
    command = [sys.executable, "-c", COLD, str(cache), *map(str, clues)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(done.stdout)


def _quantiles(taken: Sequence[float]) -> list[str]:
    return [f"{value:.1f}" for value in (np.median(taken), np.quantile(taken, 0.95), max(taken))]


def strategies(words: WordleWords) -> Table:
    table = Table(
        f"every one of {len(words.answers):,} answers",
        ("strategy", "mode", "start", "s", "average", "worst", "checksum"),
    )
    solver = Solver(words, pattern_matrix(words.codes, words.codes[words.answers]))
    games: list[tuple[Strategy, Mode]] = [(strategy, Mode.EASY) for strategy in Strategy]
    games += [(Strategy.OPTIMAL, Mode.HARD), (Strategy.OPTIMAL, Mode.STRICT)]
    for strategy, mode in games:
        options = WordleOptions(strategy, mode)
        first = opening(solver, options) if strategy is Strategy.FREQUENCY else START
        start = time.process_time()
        told = summary(play(solver, first, words.answer_words, options))
        seconds = time.process_time() - start
        checksum = f"{told.total:,}" + (f", {len(told.lost)} lost" if told.lost else "")
        table.add(
            strategy, mode, first, f"{seconds:.1f}", f"{told.average:.5f}", max(told.histogram), checksum
        )
    return table
