"""A game too large for a proof: all 12,972 words as answers, by narrow searches of one start.

    python -m tests.benchmarks wordle_large

CPU time and time by the clock, on all cores, with the code loaded; some minutes. The checksum is the total of
guesses, counted by a player that knows nothing of the search; the bound is what no tree with that start comes
below. The list is that of the reference data.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

from tests.benchmarks.table import Table, Unavailable
from tests.reference.wordle_tree import total_of
from tests.shared_data import shared_data_dir
from worker.kernels.patterns import pattern_matrix
from worker.solvers.wordle_narrow import NarrowSearch
from worker.solvers.wordle_tree import TURN, TreeOptions
from worker.solvers.wordle_words import WordleWords

START = "lants"
WIDTHS = (16, 600)
TOTALS = {600: 52_896}


def tables() -> Iterator[Table]:
    path = shared_data_dir() / "wordle" / "allowed-12972.txt"
    if not path.is_file():
        raise Unavailable("the list of 12,972 words is not here")
    words = WordleWords(path.read_text().split())
    columns = ("start", "answers x allowed", "width", "CPU s", "s", "states", "bound", "checksum")
    table = Table("a good tree of a large game", columns)
    for width in WIDTHS:
        table.add(*_searched(words, width))
    yield table


def _searched(words: WordleWords, width: int) -> list[str]:
    cpu, clock = time.process_time(), time.perf_counter()
    patterns = pattern_matrix(words.codes, words.codes[words.answers])
    threads = len(os.sched_getaffinity(0))
    search = NarrowSearch(words, patterns, TreeOptions(START), width, threads=threads)
    while not search.run(TURN):
        pass
    result = search.result()
    cpu, clock = time.process_time() - cpu, time.perf_counter() - clock
    assert result.tree is not None
    total = total_of(result.tree, words.answer_words, words.allowed)
    checksum = f"{total:,}" if total <= TOTALS.get(width, total) else f"{total:,} IS WORSE"
    size = f"{len(words.answers):,} x {len(words):,}"
    return [
        START.upper(),
        size,
        str(width),
        f"{cpu:.0f}",
        f"{clock:.0f}",
        f"{result.nodes:,}",
        f"{result.lower_bound:,}",
        checksum,
    ]
