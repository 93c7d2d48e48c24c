"""Word Hunt boards a second on one core, against the algorithm that it all started from.

    python -m tests.benchmarks wordhunt

The kernels solve every board of a kind in one call, the original the first ones of them, taking turns. All
figures are CPU time, the best of five rounds. The checksum is the sum of all points, compared with the sum
that other solvers have counted for these boards. Without the reference data, boards of our own are solved
with the shipped list, and nobody has counted those.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np

from dictionaries import Dictionary, find
from tests.benchmarks.boards import Boards, drawn_boards, reference_boards
from tests.benchmarks.table import Table, cpu_seconds
from tests.reference.wordhunt_original import OriginalSolver, Trie
from tests.shared_data import shared_data_dir
from tests.word_lists import WordList, enable
from worker.kernels import paths
from worker.lexicon import Lexicon, build_image, open_lexicon
from worker.model import Grid
from worker.solvers import wordhunt_numba as convert
from worker.solvers.wordhunt import WordHuntOptions, solve, solve_json, solve_many_json
from worker.solvers.wordhunt_tiles import tiles_of

ROUNDS = 5


def tables() -> Iterator[Table]:
    words, boards, source = _material()
    with tempfile.TemporaryDirectory() as cache:
        lexicon = open_lexicon(words, Path(cache))
        yield word_graph(words, Path(cache), source)
        yield rates(boards, lexicon, Trie(words.words()), source)
        yield spread(boards, lexicon)
        yield end_to_end(boards[0], lexicon)


def _material() -> tuple[WordList | Dictionary, list[Boards], str]:
    """Word list, boards and what to call them."""
    shared_data = shared_data_dir()
    if shared_data.is_dir():
        return enable(shared_data), reference_boards(shared_data), "ENABLE"
    words = find("en")
    source = f"the shipped English list and boards of our own, since {shared_data} is absent"
    return words, drawn_boards(words.words()), source


def rates(boards: list[Boards], lexicon: Lexicon, trie: Trie, source: str) -> Table:
    table = Table(
        f"boards a second on one core (times the original); {source}",
        ("boards", "original", "score only", "words + best path", "complete JSON", "sum of points"),
    )
    for kind in boards:
        grids = kind.grids
        contenders = kernels_on(grids, lexicon)
        points = {contender() for contender in contenders.values()}  # compiles, too
        timed: dict[str, Callable[[], object]] = {**contenders}
        timed["original"] = lambda grids=grids[: kind.sample]: original(grids, trie)  # type: ignore[misc]
        seconds = cpu_seconds(timed, rounds=ROUNDS)
        base = kind.sample / seconds["original"]
        rates = [len(grids) / seconds[name] for name in contenders]
        table.add(
            kind.name,
            f"{base:,.1f}",
            *(f"{rate:,.0f} ({rate / base:,.0f}x)" for rate in rates),
            _checked(points, kind.counted),
        )
    return table


def _checked(points: set[int], counted: int | None) -> str:
    """Whether all three forms of the answer have the sum that others counted."""
    if counted is None:
        return f"{max(points)}, not counted by others" if len(points) == 1 else f"{points} DIFFER"
    return f"{counted} as counted" if points == {counted} else f"{points} INSTEAD OF {counted}"


def kernels_on(grids: list[Grid], lexicon: Lexicon) -> dict[str, Callable[[], int]]:
    """The three forms of the answer, each a function that returns the points of all boards."""
    graph, rules = convert.graph_of(lexicon), convert.rules_of(WordHuntOptions(), lexicon.max_length)
    boards = convert.boards_of(grids, tiles_of(grids, lexicon))
    totals = np.zeros((len(grids), 2), np.int64)
    first = np.zeros(len(grids) + 1, np.int64)
    texts = convert.texts_of(lexicon, WordHuntOptions().points, len(grids[0].tiles), None)

    def score_only() -> int:
        paths.score_boards(graph, boards, rules, totals)
        return int(totals[:, 1].sum())

    def words_and_paths() -> int:
        paths.find_words(graph, boards, rules, totals, first)
        return int(totals[:, 1].sum())

    def complete_json() -> int:
        _, out = paths.find_words_json(graph, boards, rules, texts, totals, first)
        text, ends = out[: first[-1]].tobytes(), first.tolist()
        answers = [text[start:end] for start, end in pairwise(ends)]
        assert len(answers) == len(grids)
        return int(totals[:, 1].sum())

    return {"score": score_only, "paths": words_and_paths, "json": complete_json}


def original(grids: list[Grid], trie: Trie) -> None:
    for grid in grids:
        rows = range(0, len(grid.tiles), grid.cols)
        OriginalSolver([list(grid.tiles[row : row + grid.cols]) for row in rows], trie).solve()


def spread(boards: list[Boards], lexicon: Lexicon) -> Table:
    """How long single boards take in the kernel, JSON included."""
    table = Table("one board, CPU microseconds", ("boards", "p50", "p99", "slowest", "p99 / p50"))
    for kind in boards:
        times = np.array([_kernel_seconds(grid, lexicon) for grid in kind.grids]) * 1e6
        p50, p99 = np.percentile(times, [50, 99])
        table.add(kind.name, f"{p50:,.1f}", f"{p99:,.1f}", f"{times.max():,.1f}", f"{p99 / p50:.1f}")
    return table


def _kernel_seconds(grid: Grid, lexicon: Lexicon) -> float:
    """Of many runs on one board the mean: a single one is too short for the clock."""
    repeat = max(2, 400 // len(grid.tiles))
    run = kernels_on([grid] * repeat, lexicon)["json"]
    run()
    return min(_timed(run) for _ in range(3)) / repeat


def _timed(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def end_to_end(boards: Boards, lexicon: Lexicon) -> Table:
    """From grids to answers through the solver's functions."""
    grids = boards.grids
    table = Table(
        f"through worker.solvers.wordhunt, {boards.name}", ("call", "boards a second", "microseconds a board")
    )
    calls: dict[str, Callable[[], object]] = {
        "solve_many_json, 1,000 boards a call": lambda: solve_many_json(grids, lexicon),
        "solve_json, Numba": lambda: [solve_json(grid, lexicon, engine="numba") for grid in grids],
        "solve, Numba": lambda: [solve(grid, lexicon, engine="numba") for grid in grids],
        "solve, Python": lambda: [solve(grid, lexicon, engine="python") for grid in grids],
    }
    for call, seconds in cpu_seconds(calls, rounds=3).items():
        table.add(call, f"{len(grids) / seconds:,.0f}", f"{seconds / len(grids) * 1e6:,.1f}")
    return table


def word_graph(words: WordList | Dictionary, cache: Path, source: str) -> Table:
    """Building and opening the list's word graph."""
    table = Table(f"word graph of {source}", ("step", "milliseconds"))
    build = cpu_seconds({"build": lambda: build_image(words)}, rounds=3)["build"]
    open_lexicon(words, cache)
    steps = {
        "open": lambda: open_lexicon(words, cache),
        "open and verify": lambda: open_lexicon(words, cache, verify=True),
    }
    table.add("build", f"{build * 1e3:,.0f}")
    for step, run in steps.items():
        table.add(step, f"{min(_timed(run) for _ in range(50)) * 1e3:.3f}")
    return table
