"""A board's letters are read only where there are some."""

from collections.abc import Callable

import numpy as np
import pytest

from tests.drawing import write
from tests.pictures import THEMES, board_picture
from worker.vision.glyphs import cut_glyph, default_reader
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


def test_a_qu_that_runs_out_of_its_patch_is_no_sure_q() -> None:
    canvas = np.full((PATCH, 6 * PATCH, 3), 225, np.uint8)
    for cell, text in enumerate(["H", "E", "Qu", "T", "A", "L"]):
        shift = 0.2 if text == "Qu" else 0
        write(canvas, text, ((cell + 0.5 + shift) * PATCH, PATCH / 2), 28, (30, 30, 30), weight=700)
    patches = np.ascontiguousarray(canvas[:, :, 0].reshape(PATCH, 6, PATCH).swapaxes(0, 1))
    glyph = cut_glyph(patches[2])
    assert glyph is not None
    assert glyph.cut_off
    letters = read_letters(np.stack([patches] * 3), default_reader())
    assert letters is not None
    assert (letters.confidence[:, 2] < 0.9).all()
    assert (letters.confidence[:, 3:] > 0.9).all()


def test_lines_of_text_cut_into_pieces_are_no_letters_of_a_board() -> None:
    """As where backs of books, each with its title along it, are taken for columns of tiles."""
    patches = np.full((4, 4, PATCH, PATCH), 200, np.uint8)
    for row in range(4):
        line = np.full((PATCH, 4 * PATCH, 3), 200, np.uint8)
        write(line, "NIMENY YAWOTH"[row:], (2 * PATCH, PATCH / 2), PATCH // 2, (20, 20, 20), weight=700)
        patches[row] = line[:, :, 0].reshape(PATCH, 4, PATCH).swapaxes(0, 1)
    assert read_letters(patches, default_reader()) is None
