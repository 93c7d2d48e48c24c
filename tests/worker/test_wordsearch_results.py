"""What the kernels write is what `json` would make of the same hits."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.selection import examples
from tests.word_lists import lexicon_of
from tests.worker.solvers.test_wordsearch import grids, plain_tiles, words
from worker.model import Grid
from worker.results import object_to_bytes
from worker.solvers.wordsearch import Engine, SearchOptions, solve
from worker.solvers.wordsearch_dictionary import DictionaryOptions, find_words
from worker.solvers.wordsearch_flat import FlatHits
from worker.solvers.wordsearch_ranks import WordRanks
from worker.wordsearch_results import found_json, solution_json

ENGINES: tuple[Engine, Engine] = ("numba", "python")


def parsed(members: dict[str, Any]) -> Any:
    return json.loads(object_to_bytes(members))


@settings(deadline=None, max_examples=examples(60))
@given(
    grid=grids(kinds=[plain_tiles], most_cells=130, most_rows=12),
    listed=words,
    twice=st.booleans(),
)
def test_places_of_a_list(grid: Grid, listed: list[str], twice: bool) -> None:
    options = SearchOptions(palindromes_twice=twice)
    by_numba, by_python = (
        solution_json(grid, solve(grid, listed, options, engine=engine), listed) for engine in ENGINES
    )
    assert parsed(by_numba) == parsed(by_python)


@settings(deadline=None, max_examples=examples(60))
@given(
    grid=grids(kinds=[plain_tiles]),
    listed=st.sets(st.text("abcd", min_size=1, max_size=6), min_size=1, max_size=30),
    level=st.none() | st.integers(1, 3),
    limit=st.none() | st.integers(1, 9),
)
def test_places_of_a_dictionary(grid: Grid, listed: set[str], level: int | None, limit: int | None) -> None:
    ranks = WordRanks(dict.fromkeys(sorted(listed)[::2], level) if level else {}, len(listed))
    by_numba, by_python = (
        found_json(
            grid,
            find_words(grid, lexicon_of(listed), DictionaryOptions(min_length=2), ranks=ranks, engine=engine),
            limit,
        )
        for engine in ENGINES
    )
    assert parsed(by_numba) == parsed(by_python)


def test_words_that_json_has_to_quote() -> None:
    listed = ['the "cat"', "dög\\", "ねこいぬ"]
    grid = Grid.parse("THECATDOG/ねこいぬXXXXX")
    told = parsed(solution_json(grid, solve(grid, listed, engine="numba"), listed))
    assert [hit["word"] for hit in told["hits"]] == listed


def test_a_large_grid() -> None:
    """Numbers of cells with more digits."""
    grid = Grid(400, 300, ("X",) * (400 * 300 - 3) + ("C", "A", "T"))
    (hit,) = parsed(solution_json(grid, solve(grid, ["cat"], engine="numba"), ["cat"]))["hits"]
    assert (hit["start"], hit["end"], hit["cells"]) == ([399, 297], [399, 299], [119_997, 119_998, 119_999])


def test_flat_hits_are_a_sequence_of_hits() -> None:
    grid = Grid.parse("CATS/XXXX")
    hits = solve(grid, ["CATS", "CAT"], engine="numba").hits
    assert isinstance(hits, FlatHits)
    assert [hit.word for hit in hits] == ["CATS", "CAT"]
    assert hits[-1].cells == (0, 1, 2) and hits[-1] in hits
    assert hits == tuple(hits) and hits[:1] == (hits[0],) and hits[::-1] == tuple(reversed(hits))
    assert {hits: 1}[hits] == 1 and repr(hits) == repr(tuple(hits))
    with pytest.raises(IndexError):
        hits[2]
