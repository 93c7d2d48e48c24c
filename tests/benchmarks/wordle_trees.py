"""Wordle's best decision trees: what finding them and proving them takes.

    python -m tests.benchmarks wordle_trees

    trees    the best tree after a start: the matrix of feedback, the search and the tree's growth, in CPU
             time and by the clock, with the code loaded; "cold" is the whole command in a new process with an
             empty cache, compiling included
    starts   the proof that no start is better; CPU time, on one core

The checksum is the total of guesses, counted by a player that knows nothing of the search. The lists are
those of the reference data, else the shipped ones.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from dictionaries import wordle_game
from tests.benchmarks.table import Table
from tests.reference.wordle_tree import total_of
from tests.shared_data import shared_data_dir
from worker.kernels.patterns import pattern_matrix
from worker.solvers.wordle_clues import Mode
from worker.solvers.wordle_tree import TreeOptions, TreeResult, search_tree
from worker.solvers.wordle_words import WordleWords


class Case(NamedTuple):
    answers: str
    allowed: str
    start: str
    mode: Mode
    most: int
    total: int


CASES = (
    Case("2315", "12972", "salet", Mode.EASY, 6, 7920),
    Case("2315", "12972", "salet", Mode.HARD, 6, 8122),
    Case("2315", "12972", "palet", Mode.HARD, 5, 8206),
    Case("2309", "14855", "tarse", Mode.EASY, 6, 7883),
    Case("3158", "14855", "tarse", Mode.EASY, 6, 11219),
    Case("3158", "14855", "tarse", Mode.HARD, 6, 11627),
)
SHIPPED = (Case("", "", "tarse", Mode.EASY, 6, 11219), Case("", "", "tarse", Mode.HARD, 6, 11627))


def tables() -> Iterator[Table]:
    cases = CASES if (shared_data_dir() / "wordle").is_dir() else SHIPPED
    yield trees(cases)
    yield starts(cases[0])


def trees(cases: tuple[Case, ...]) -> Table:
    columns = ("start, mode, guesses", "answers x allowed", "CPU s", "s", "cold CPU s", "cold s", "states")
    table = Table("the best tree after a start", (*columns, "checksum"))
    _searched(cases[0])
    for case in cases:
        words, result, cpu, clock = _searched(case)
        cold_cpu, cold_clock = _cold(case)
        table.add(
            f"{case.start.upper()}, {case.mode}, {case.most}",
            f"{len(words.answers):,} x {len(words):,}",
            *(f"{seconds:.2f}" for seconds in (cpu, clock, cold_cpu, cold_clock)),
            f"{result.nodes:,}",
            _checksum(case, words, result),
        )
    return table


def starts(case: Case) -> Table:
    table = Table(
        "the best start", ("answers x allowed", "start", "CPU s", "ms a start", "states", "checksum")
    )
    words, result, cpu, _ = _searched(case._replace(start=""))
    table.add(
        f"{len(words.answers):,} x {len(words):,}",
        str(result.start).upper(),
        f"{cpu:.0f}",
        f"{1000 * cpu / result.starts:.1f}",
        f"{result.nodes:,}",
        _checksum(case, words, result),
    )
    return table


def _searched(case: Case) -> tuple[WordleWords, TreeResult, float, float]:
    """Words, result, CPU seconds, seconds."""
    words = _words(case)
    cpu, clock = time.process_time(), time.perf_counter()
    patterns = pattern_matrix(words.codes, words.codes[words.answers])
    result = search_tree(words, patterns, TreeOptions(case.start or None, case.mode, case.most))
    return words, result, time.process_time() - cpu, time.perf_counter() - clock


def _words(case: Case) -> WordleWords:
    if not case.answers:
        game = wordle_game()
        return WordleWords(game.answers, game.allowed)
    answers, allowed = (path.read_text().split() for path in _files(case))
    return WordleWords(answers, allowed)


def _files(case: Case) -> tuple[Path, Path]:
    folder = shared_data_dir() / "wordle"
    return folder / f"answers-{case.answers}.txt", folder / f"allowed-{case.allowed}.txt"


def _cold(case: Case) -> tuple[float, float]:
    """CPU seconds and seconds of the command with nothing compiled."""
    options = ["--start", case.start, "--mode", case.mode, "--max-guesses", str(case.most), "--json"]
    if case.answers:
        answers, allowed = map(str, _files(case))
        options += ["--answers", answers, "--allowed", allowed]
    with tempfile.TemporaryDirectory() as cache:
        before, clock = os.times(), time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "app.cli", "wordle", "tree", *options],
            env={**os.environ, "TILEWISE_CACHE_DIR": cache},
            check=True,
            stdout=subprocess.DEVNULL,
        )
        after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return cpu, time.perf_counter() - clock


def _checksum(case: Case, words: WordleWords, result: TreeResult) -> str:
    if result.tree is None or not result.proven:
        return "NOT PROVEN"
    total = total_of(result.tree, words.answer_words, words.allowed, hard=case.mode == Mode.HARD)
    return f"{total:,}" if total == case.total else f"{total:,} DIFFERS"
