"""Pictures without a board: nothing is read in them, or nothing that is not doubtful."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from os import cpu_count

import pytest

from tests.non_boards import NAMED, NON_BOARDS, non_board
from worker.errors import GridNotFound
from worker.model import Kind
from worker.vision.read import ReadOptions, read_picture

QUICK = {
    "hangman": 2,  # a part of the alphabet
    "listing": 5,  # letters of words, three by three
    "result_card": 1,
    "statistics": 1,
    "wordle_how_to_sheet": 4,  # outlines far beyond what looked like a board
}
"""Kinds that are told in a fraction of a second, and a seed of each."""
MANY, SOME, FEW = 200, 20, 6
"""Pictures of each kind that people are known to send, of the others, and with a board asked for."""
PART = 50
"""Pictures in one go of the long run."""
PARTS = [
    (name, range(first, min(first + PART, count)))
    for name in NON_BOARDS
    for count in [MANY if name in NAMED else SOME]
    for first in range(0, count, PART)
]


def invented(name: str, seed: int, *, kind: Kind | None = None) -> str:
    """The board that was read in such a picture, if any of its letters is not doubtful; else nothing."""
    try:
        seen = read_picture(non_board(name, seed), ReadOptions(kind=kind))
    except GridNotFound:
        return ""
    if all(cell.doubtful for cell in seen.cells if cell.letters):
        return ""
    return f"{name} {seed}: {seen.kind} {seen.to_grid()}"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seed"), QUICK.items())
def test_no_board_is_invented(name: str, seed: int) -> None:
    assert not invented(name, seed)


@pytest.mark.parametrize("kind", Kind)
def test_nor_the_board_that_is_asked_for(kind: Kind) -> None:
    assert not invented("wordle_shared_squares", 2, kind=kind)


@pytest.fixture(scope="module")
def processes() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(cpu_count(), mp_context=get_context("spawn")) as pool:
        yield pool


@pytest.mark.long
@pytest.mark.parametrize(("name", "seeds"), PARTS, ids=[f"{name}-{seeds[0]}" for name, seeds in PARTS])
def test_no_board_is_invented_in_any_of_many(name: str, seeds: range, processes: ProcessPoolExecutor) -> None:
    found = processes.map(partial(invented, name), seeds, chunksize=5)
    assert [board for board in found if board] == []


@pytest.mark.long
@pytest.mark.parametrize("name", NON_BOARDS)
@pytest.mark.parametrize("kind", Kind)
def test_nor_one_that_is_asked_for_in_any_of_a_few(
    name: str, kind: Kind, processes: ProcessPoolExecutor
) -> None:
    found = processes.map(partial(invented, name, kind=kind), range(FEW))
    assert [board for board in found if board] == []
