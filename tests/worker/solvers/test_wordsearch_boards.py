"""Puzzles that others have published, with their solutions where those are published too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from worker.model import Grid
from worker.solvers.wordsearch import Engine, SearchOptions, solve
from worker.solvers.wordsearch_message import leftover

NUMBERS = [f"{number:02}" for number in range(1, 21)]
ABSENT = {
    "07": {"haskell"},
    "10": {"NERDS"},
    "11": {"paraj", "ratre"},
    "15": {"gato", "amor"},
}
MESSAGES = {"16": "TEST", "17": "ILTEMPOLIBERO"}
COUNTED = {"02": 4, "20": 18}
BENT = {"18"}


class Puzzle(NamedTuple):
    grid: Grid
    words: list[str]
    places: dict[str, list[tuple[int, int, int, int]]]
    """Row and column of the first and the last letter."""


def puzzle(shared_data: Path, number: str) -> Puzzle:
    folder = shared_data / "wordsearch"
    grid = Grid.parse((folder / f"{number}.grid.txt").read_text("utf-8"), max_side=100)
    solution = folder / f"{number}.solution.json"
    places = json.loads(solution.read_text("utf-8")) if solution.is_file() else {}
    words = [word for word in (folder / f"{number}.words.txt").read_text("utf-8").splitlines() if word]
    return Puzzle(grid, words, {word: [tuple(place) for place in found] for word, found in places.items()})


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["python", "numba"])
@pytest.mark.parametrize("number", NUMBERS)
def test_published_puzzles(shared_data: Path, number: str, engine: Engine) -> None:
    grid, words, places = puzzle(shared_data, number)
    solution = solve(grid, words, SearchOptions(bent=number in BENT), engine=engine)
    assert {*solution.missing} == ABSENT.get(number, set())
    for word, published in places.items():
        found = [
            (*divmod(hit.start, grid.cols), *divmod(hit.end, grid.cols))
            for hit in solution.hits
            if hit.word == word
        ]
        assert sorted(found) == sorted(published), word
    assert leftover(grid, solution.unused) == MESSAGES.get(number, leftover(grid, solution.unused))
    assert len(solution.hits) == COUNTED.get(number, len(solution.hits))
    for hit in solution.hits:
        spelled = "".join(grid.tiles[cell] for cell in hit.cells)
        assert spelled == hit.key


def test_bent_words_are_in_no_lines(shared_data: Path) -> None:
    grid, words, _ = puzzle(shared_data, "18")
    assert solve(grid, words).missing
    assert not list(_apart(solve(grid, words[-50:], SearchOptions(bent=True)).hits, grid.cols))


def _apart(hits: object, cols: int) -> Iterator[object]:
    """Hits with a step to a cell that is no neighbour, or with a cell twice."""
    assert isinstance(hits, tuple)
    for hit in hits:
        steps = zip(hit.cells, hit.cells[1:], strict=False)
        far = any(max(abs(a // cols - b // cols), abs(a % cols - b % cols)) != 1 for a, b in steps)
        if far or len({*hit.cells}) < len(hit.cells):
            yield hit
