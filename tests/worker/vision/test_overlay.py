"""The overlay shows a path or what was read, where it is, and leaves the rest of the picture alone."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.drawing import Canvas, encoded
from worker.errors import BadInput
from worker.model import Box, Kind, ReadCell, ReadGrid, ScreenState
from worker.vision.overlay import DOUBTFUL, PATH, SURE, draw_overlay

SIDE = 60
GREY = np.full((3 * SIDE, 4 * SIDE, 3), 200, np.uint8)


def cell(index: int, *, doubtful: bool = False) -> ReadCell:
    """One of two cells side by side in the middle of the picture."""
    box = Box(SIDE + index * SIDE, SIDE, SIDE, SIDE)
    return ReadCell("AB"[index], 0.4 if doubtful else 1.0, box, box.centre, doubtful=doubtful)


def overlay(*cells: ReadCell, path: tuple[int, ...] = ()) -> Canvas:
    seen = ReadGrid(Kind.WORDHUNT, ScreenState.PLAYING, 1, 2, cells)
    png = draw_overlay(encoded(GREY), seen, path=path)
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture.astype(np.uint8)


def pixels_of(picture: Canvas, colour: tuple[int, int, int]) -> int:
    return int((picture == colour).all(axis=2).sum())


def test_cells_are_framed_and_labelled_and_nothing_else_is_touched() -> None:
    drawn = overlay(cell(0), cell(1))
    assert drawn.shape == GREY.shape
    assert pixels_of(drawn, SURE) > 8 * SIDE - 20  # two frames
    assert (drawn[:SIDE] == 200).all()
    assert (drawn[2 * SIDE + 2 :] == 200).all()


def test_doubtful_cells_are_red_whether_or_not_a_path_is_drawn() -> None:
    assert pixels_of(overlay(cell(0), cell(1)), DOUBTFUL) == 0
    assert pixels_of(overlay(cell(0), cell(1, doubtful=True)), DOUBTFUL) > 3 * SIDE
    assert pixels_of(overlay(cell(0), cell(1, doubtful=True), path=(0, 1)), DOUBTFUL) > 2 * SIDE


def test_a_path_joins_its_cells_and_lets_the_letters_shine_through() -> None:
    drawn = overlay(cell(0), cell(1), path=(0, 1))
    middle = drawn[SIDE + SIDE // 2, 2 * SIDE]
    between = [0.7 * path + 0.3 * 200 for path in PATH]
    assert np.allclose(middle, between, atol=2)
    assert pixels_of(drawn, SURE) == 0


@pytest.mark.parametrize(("suffix", "side"), [(".webp", 16_384), (".jpg", 65_536)])
def test_a_picture_too_large_for_its_format_is_refused(suffix: str, side: int) -> None:
    seen = ReadGrid(Kind.WORDHUNT, ScreenState.PLAYING, 1, 2, (cell(0), cell(1)))
    with pytest.raises(BadInput, match=f"{side} x 8") as refused:
        draw_overlay(encoded(np.zeros((8, side, 3), np.uint8)), seen, suffix=suffix)
    assert ".png" in refused.value.hint
