"""Word Hunt boards a second on one core, against the algorithm that it all started from (ENABLE word list).

    python -m tests.benchmarks wordhunt

The kernels solve every board of a kind in one call, the original the first ones of them, taking turns. All
figures are CPU time, the best of five rounds. The checksum is the sum of all points, compared with the sum
that other solvers have counted for these boards.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from tests.benchmarks.table import Table, Unavailable, cpu_seconds
from tests.reference.wordhunt_original import OriginalSolver, Trie
from tests.word_lists import WordList, enable
from worker.kernels import paths
from worker.lexicon import Lexicon, build_image, open_lexicon
from worker.model import Grid
from worker.solvers import wordhunt_numba as convert
from worker.solvers.wordhunt import WordHuntOptions, solve, solve_json, solve_many_json
from worker.solvers.wordhunt_tiles import tiles_of

SHARED_DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
ROUNDS = 5


@dataclass(frozen=True)
class Kind:
    """A file of boards; the first `sample` of them are for the original."""

    name: str
    file: str
    sample: int

    def boards(self) -> tuple[list[Grid], int]:
        """The boards, q read as `Qu`, and the points on all of them as others have counted them."""
        grids, points = [], 0
        for line in (SHARED_DATA / "boards" / f"{self.file}.txt").read_text().splitlines():
            if not line.startswith("#"):
                letters, _, counted, *_ = line.split()
                side = round(len(letters) ** 0.5)
                tiles = tuple("QU" if letter == "q" else letter.upper() for letter in letters)
                grids.append(Grid(side, side, tiles))
                points += int(counted)
        return grids, points


KINDS = (
    Kind("4x4 dice", "boards-4x4", 250),
    Kind("4x4 dense", "boards-4x4-dense", 25),
    Kind("5x5", "boards-5x5", 80),
    Kind("6x6", "boards-6x6", 40),
    Kind("10x10", "boards-10x10", 5),
)


def tables() -> Iterator[Table]:
    if not SHARED_DATA.is_dir():
        raise Unavailable(f"the reference boards are not at {SHARED_DATA}")
    words = enable(SHARED_DATA)
    with tempfile.TemporaryDirectory() as cache:
        lexicon = open_lexicon(words, Path(cache))
        yield word_graph(words, Path(cache))
        yield rates(lexicon, Trie(words.words()))
        yield spread(lexicon)
        yield end_to_end(lexicon)


def rates(lexicon: Lexicon, trie: Trie) -> Table:
    table = Table(
        "boards a second on one core (times the original)",
        ("boards", "original", "score only", "words + best path", "complete JSON", "sum of points"),
    )
    for kind in KINDS:
        grids, counted = kind.boards()
        contenders = kernels_on(grids, lexicon)
        points = {contender() for contender in contenders.values()}  # compiles, too
        timed: dict[str, Callable[[], object]] = {**contenders}
        timed["original"] = lambda grids=grids[: kind.sample]: original(grids, trie)  # type: ignore[misc]
        seconds = cpu_seconds(timed, rounds=ROUNDS)
        base = kind.sample / seconds["original"]
        rates = [len(grids) / seconds[name] for name in contenders]
        check = f"{counted} as counted" if points == {counted} else f"{points} INSTEAD OF {counted}"
        table.add(kind.name, f"{base:,.1f}", *(f"{rate:,.0f} ({rate / base:,.0f}x)" for rate in rates), check)
    return table


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


def spread(lexicon: Lexicon) -> Table:
    """How long single boards take in the kernel, JSON included."""
    table = Table("one board, CPU microseconds", ("boards", "p50", "p99", "slowest", "p99 / p50"))
    for kind in KINDS:
        times = np.array([_kernel_seconds(grid, lexicon) for grid in kind.boards()[0]]) * 1e6
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


def end_to_end(lexicon: Lexicon) -> Table:
    """From grids to answers through the solver's functions, 4 x 4 dice boards."""
    grids = KINDS[0].boards()[0]
    table = Table(
        "through worker.solvers.wordhunt, 4x4 dice", ("call", "boards a second", "microseconds a board")
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


def word_graph(words: WordList, cache: Path) -> Table:
    """Building and opening ENABLE's word graph."""
    table = Table("word graph of ENABLE", ("step", "milliseconds"))
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
