"""Pictures without a board: nothing is read in them, or nothing that is not doubtful."""

from __future__ import annotations

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
    "result_card": 1,
    "statistics": 1,
    "wordle_how_to_sheet": 4,  # outlines far beyond what looked like a board
}
"""Kinds that are told in a fraction of a second, and a seed of each."""
MANY, SOME = 200, 40
"""Pictures of each kind that people are known to send, and of the others."""


def invented(name: str, seed: int, *, kind: Kind | None = None) -> str:
    """The board that was read in such a picture, if any of its letters is not doubtful; else nothing."""
    try:
        seen = read_picture(non_board(name, seed), ReadOptions(kind=kind))
    except GridNotFound:
        return ""
    if all(cell.doubtful for cell in seen.cells if cell.letters):
        return ""
    return f"{name} {seed}: {seen.kind} {seen.to_grid()}"


@pytest.mark.parametrize(("name", "seed"), QUICK.items())
def test_no_board_is_invented(name: str, seed: int) -> None:
    assert not invented(name, seed)


@pytest.mark.parametrize("kind", Kind)
def test_nor_the_board_that_is_asked_for(kind: Kind) -> None:
    assert not invented("wordle_shared_squares", 2, kind=kind)


@pytest.mark.long
@pytest.mark.parametrize("name", NON_BOARDS)
@pytest.mark.parametrize("kind", [None, *Kind], ids=lambda kind: kind or "auto")
def test_no_board_is_invented_in_any_of_many(name: str, kind: Kind | None) -> None:
    count = MANY if name in NAMED and kind is None else SOME
    with ProcessPoolExecutor(cpu_count(), mp_context=get_context("spawn")) as pool:
        found = pool.map(partial(invented, name, kind=kind), range(count), chunksize=5)
        assert [board for board in found if board] == []
