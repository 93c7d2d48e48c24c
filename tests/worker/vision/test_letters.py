"""A board's letters are read only where there are some."""

from collections.abc import Callable

import numpy as np
import pytest

from tests.pictures import THEMES, board_picture
from worker.vision.glyphs import default_reader
from worker.vision.letters import read_letters
from worker.vision.patches import PATCH


def blank(rows: int, cols: int) -> np.ndarray:
    return np.full((rows, cols, PATCH, PATCH), 200, np.uint8)


def with_rings(rows: int, cols: int) -> np.ndarray:
    """Patches with a ring around a square in each."""
    patches = blank(rows, cols)
    for inset in (10, 18, 26):
        patches[:, :, inset:-inset, inset:-inset] = 30 if inset != 18 else 200
    return patches


@pytest.mark.parametrize("shape", [(4, 4), (12, 12)], ids=["small", "large"])
@pytest.mark.parametrize("draw", [blank, with_rings])
def test_nothing_where_no_letters_are(draw: Callable[[int, int], np.ndarray], shape: tuple[int, int]) -> None:
    assert read_letters(draw(*shape), default_reader()) is None


@pytest.mark.parametrize("name", ["4x4", "5x5"])
def test_letters_of_a_flat_board(name: str) -> None:
    drawn = board_picture(3, shape=name, theme=THEMES[1], pitch=PATCH, phone=False)
    rows, cols = len(drawn.rows), len(drawn.rows[0])
    left, top = np.round(drawn.centres.reshape(-1, 2)[0] - PATCH / 2).astype(int)
    grey = drawn.canvas[top : top + rows * PATCH, left : left + cols * PATCH].mean(axis=2).astype(np.uint8)
    patches = np.ascontiguousarray(grey.reshape(rows, PATCH, cols, PATCH).swapaxes(1, 2))
    letters = read_letters(patches, default_reader())
    assert letters is not None
    assert ["".join(row) for row in letters.texts] == list(drawn.rows)
