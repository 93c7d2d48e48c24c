"""Word search against the algorithm that it started from and against `ahocorasick_rs`.

    python -m tests.benchmarks wordsearch

All figures are CPU time, the best of some rounds in which the contenders take turns, each as often in a row
as fills some milliseconds; lists and automata are made ready before. `ahocorasick_rs` is used in three ways:
as one would write it, line by line; with all lines cut by slices and joined to one text, at once; and the
mere search of a text that is cut before.

    answer  the whole answer from a grid of tiles, in order: places, words that are missing, unused cells; a
            place becomes a value when it is looked at; against all at once, and line by line
    JSON    the same and its JSON, as a client gets it, with the grid's letters
    places  from a text a row to words, cells and directions; as the answer
    lines   the kernel alone, from the grid as numbers to places as numbers; against the mere search

The checksum is the number of places, in which all have to agree place by place.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from dictionaries import find
from tests.benchmarks.table import Table, cpu_seconds
from tests.benchmarks.wordsearch_peers import ByAhoCorasick, Case, Ends, by_original
from tests.shared_data import shared_data_dir
from tests.word_lists import WordList, enable, word_list
from worker.lexicon import Lexicon, open_lexicon
from worker.model import Kind
from worker.results import object_to_bytes, typed_json
from worker.solvers.wordsearch import SearchOptions, Solver
from worker.solvers.wordsearch_dictionary import DictionaryOptions, find_words
from worker.solvers.wordsearch_numba import KernelWords, kernel_words, unpacked
from worker.wordsearch_results import found_json, solution_json

CASES = ((20, 20, 20), (100, 1_000, 20), (1000, 10_000, 3))
"""Side, words, rounds."""
ORIGINAL_ROUNDS = {20: 5, 100: 1}
"""By side; the largest grid would take the original hours."""
SIDES = (100, 200, 500, 1000, 2000, 3000)
SHORTEST = 3
TURN = 0.005
"""Seconds of a contender's turn."""
SAMPLE_CELLS = 2
"""Of a 50 x 50 grid, which would take the original half an hour."""
OPTIONS = SearchOptions(palindromes_twice=True)


def tables() -> Iterator[Table]:
    words = _words()
    listed = sorted(words.words())
    dice = random.Random(1)
    yield lists([Case.drawn(side, dice.sample(listed, count)) for side, count, _ in CASES])
    with tempfile.TemporaryDirectory() as cache:
        lexicon = open_lexicon(words, Path(cache))
        yield dictionary(Case.drawn(50, listed, laid=100), lexicon)
    yield bent(Case.drawn(50, dice.sample(listed, 3_000), laid=100))
    yield growth(dice.sample(listed, 1_000))


def _words() -> WordList:
    """ENABLE where the reference data is, else the shipped list: all words of three letters and more."""
    shared_data = shared_data_dir()
    source = enable(shared_data) if shared_data.is_dir() else find("en")
    return word_list(word for word in source.words() if len(word) >= SHORTEST)


COLUMNS = (
    "answer",
    "JSON",
    "places",
    "lines",
    "original",
    "aho: line by line",
    "at once",
    "search",
    "checksum",
)


def lists(cases: Sequence[Case]) -> Table:
    table = Table(
        "lists: ms (how many times as fast as the original; as ahocorasick_rs)", ("grid, words", *COLUMNS)
    )
    for case, (side, count, rounds) in zip(cases, CASES, strict=True):
        words = KernelWords.of_list([tuple(word.upper()) for word in case.words])
        solver = Solver(case.words, OPTIONS, engine="numba")
        contenders: dict[str, Callable[[], object]] = {
            "lines": partial(words.places_in, words.field(case.capitals), OPTIONS),
            "places": partial(_places, words, case.capitals),
            "answer": partial(solver.solve, case.grid),
            "JSON": partial(_list_json, case, solver),
        }
        hits = solver.solve(case.grid).hits
        found = [(case.number[hit.word], hit.start, hit.end) for hit in hits]
        table.add(f"{side} x {side}, {count:,}", *_row(case, contenders, found, rounds))
    return table


def dictionary(case: Case, lexicon: Lexicon) -> Table:
    table = Table(
        f"all {len(lexicon):,} words of a dictionary: ms, as above (the original from {SAMPLE_CELLS} cells)",
        ("grid", *COLUMNS),
    )
    words, options = kernel_words(lexicon, SHORTEST), DictionaryOptions(OPTIONS, min_length=SHORTEST)
    contenders: dict[str, Callable[[], object]] = {
        "lines": partial(words.places_in, words.field(case.rows), OPTIONS),
        "places": partial(_places, words, case.rows),
        "answer": partial(find_words, case.grid, lexicon, options, engine="numba"),
        "JSON": partial(_dictionary_json, case, lexicon, options),
    }
    solved = find_words(case.grid, lexicon, options, engine="numba")
    found = [(case.number[word.word], hit.start, hit.end) for word in solved.words for hit in word.hits]
    table.add(f"{case.side} x {case.side}", *_row(case, contenders, found, rounds=20))
    return table


def _list_json(case: Case, solver: Solver) -> bytes:
    told = solution_json(case.grid, solver.solve(case.grid), case.words)
    return object_to_bytes({**typed_json(case.grid, {}, Kind.WORDSEARCH), **told})


def _dictionary_json(case: Case, lexicon: Lexicon, options: DictionaryOptions) -> bytes:
    told = found_json(case.grid, find_words(case.grid, lexicon, options, engine="numba"), None)
    return object_to_bytes({**typed_json(case.grid, {}, Kind.WORDSEARCH), **told})


def _places(words: KernelWords, rows: Sequence[str]) -> object:
    return list(unpacked(words.places_in(words.field(rows), OPTIONS)))


def _row(case: Case, contenders: dict[str, Callable[[], object]], found: Ends, rounds: int) -> list[str]:
    aho = ByAhoCorasick(case)
    seconds = _seconds(
        {
            "line by line": aho.line_by_line,
            "at once": aho.at_once,
            "search": aho.search,
            **contenders,
        },
        rounds,
    )
    original, places = _original(case)
    agree = sorted(found) == sorted(aho.at_once()) == sorted(aho.line_by_line())
    agree = agree and (places is None or sorted(places) == sorted(found))
    return [
        *(
            _against(seconds[name], original, seconds["at once"], seconds["line by line"])
            for name in ("answer", "JSON", "places")
        ),
        _against(seconds["lines"], original, seconds["search"]),
        _ms(original),
        *(_ms(seconds[name]) for name in ("line by line", "at once", "search")),
        f"{len(found):,}" if agree else "THEY DIFFER",
    ]


def _seconds(contenders: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The best time of each, which runs so often in a turn that the clock and cold memory hardly count."""
    often = {}
    for name, run in contenders.items():
        run()  # compiles, and makes the list ready
        started = time.process_time()
        run()
        often[name] = max(1, round(TURN / (time.process_time() - started + 1e-6)))
    turns = {name: partial(_repeat, run, often[name]) for name, run in contenders.items()}
    return {name: each / often[name] for name, each in cpu_seconds(turns, rounds=rounds).items()}


def _repeat(run: Callable[[], object], times: int) -> None:
    for _ in range(times):
        run()


def _original(case: Case) -> tuple[float | None, Ends | None]:
    """Its time, and its places where it was let search the whole grid."""
    if case.side == 50:
        cells = [case.side * case.side // 2 + case.side // 2 + at for at in range(SAMPLE_CELLS)]
        started = time.process_time()
        by_original(case, cells)
        return (time.process_time() - started) * case.side**2 / SAMPLE_CELLS, None
    if case.side not in ORIGINAL_ROUNDS:
        return None, None
    places = by_original(case)
    timed = cpu_seconds({"original": partial(by_original, case)}, rounds=ORIGINAL_ROUNDS[case.side])
    return timed["original"], places


def _ms(seconds: float | None) -> str:
    if seconds is None:
        return "-"
    return f"{1000 * seconds:,.2f}" if seconds < 1 else f"{1000 * seconds:,.0f}"


def _against(seconds: float, original: float | None, *aho: float) -> str:
    times = "" if original is None else f"{original / seconds:,.0f}x; "
    return f"{1000 * seconds:.3f} ({times}{', '.join(f'{rival / seconds:.1f}x' for rival in aho)})"


def bent(case: Case) -> Table:
    table = Table(
        "bent paths, by the Word Hunt kernel",
        ("grid, words", "ms", "places"),
    )
    solver = Solver(case.words, SearchOptions(bent=True))
    found = len(solver.solve(case.grid).hits)
    seconds = cpu_seconds({"bent": partial(solver.solve, case.grid)}, rounds=5)
    table.add(
        f"{case.side} x {case.side}, {len(case.words):,}", f"{1000 * seconds['bent']:.1f}", f"{found:,}"
    )
    return table


def growth(listed: Sequence[str]) -> Table:
    """A thousand words each time, all of them laid."""
    table = Table(
        "time by the number of cells (`lines`, 1,000 words)", ("grid", "cells", "ms", "ns a cell", "places")
    )
    words = KernelWords.of_list([tuple(word.upper()) for word in listed])
    for side in SIDES:
        field = words.field(Case.drawn(side, listed).capitals)
        run = partial(words.places_in, field, OPTIONS)
        found = len(run())
        seconds = _seconds({"lines": run}, rounds=5)["lines"]
        each = 1e9 * seconds / side**2
        table.add(f"{side} x {side}", f"{side**2:,}", f"{1000 * seconds:.2f}", f"{each:.1f}", f"{found:,}")
    return table
