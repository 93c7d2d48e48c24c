"""Whether tiles can be guesses, before any letter is read."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drawing import rounded_box, write
from worker.vision.wordle_cells import TILE, Cells
from worker.vision.wordle_glance import may_be_guesses

SIDE = TILE + 6


def cells(*, without: tuple[int, ...]) -> Cells:
    """A word above three rows of empty tiles, but not in the columns `without`."""
    canvas = np.full((4 * SIDE, 5 * SIDE, 3), (120, 130, 190), np.uint8)
    for row, col in np.ndindex(4, 5):
        if row == 0 or col not in without:
            rounded_box(canvas, col * SIDE + 3, row * SIDE + 3, TILE, TILE, 6, (255, 255, 255))
    for col, letter in enumerate("STONE"):
        write(canvas, letter, ((col + 0.5) * SIDE, SIDE / 2), 28, (40, 25, 25))
    return Cells(np.ascontiguousarray(canvas.reshape(4, SIDE, 5, SIDE, 3).swapaxes(1, 2)))


@pytest.mark.parametrize("without", [(1,), (1, 3), (0, 2, 4)])
def test_columns_that_end_are_a_crosswords(without: tuple[int, ...]) -> None:
    assert not may_be_guesses(cells(without=without))


def test_empty_rows_below_a_word_are_guesses_to_come() -> None:
    assert may_be_guesses(cells(without=()))
