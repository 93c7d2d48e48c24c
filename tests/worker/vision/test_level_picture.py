"""Levels as pictures: of the right size, with letters only where they are wanted."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.app.test_render_levels import LEVEL
from worker.errors import BadOption
from worker.levels_drawing import draw_curve, draw_level, level_in
from worker.vision.level_picture import CELL, DISC, MARGIN

Pixels = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]


def pixels(content: bytes) -> Pixels:
    decoded = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    assert decoded is not None
    return np.asarray(decoded, np.uint8)


def test_letters_stand_in_the_boxes_of_a_filled_one() -> None:
    empty, filled = (pixels(draw_level(LEVEL, filled=filled)) for filled in (False, True))
    height = 3 * CELL + 2 * MARGIN
    assert empty.shape == filled.shape == (height + 2 * DISC + MARGIN, 2 * DISC + 2 * MARGIN, 3)
    differing = (empty != filled).any(axis=2)
    left = (empty.shape[1] - 3 * CELL) // 2
    for row in range(3):
        for col in range(3):
            top, start = MARGIN + row * CELL, left + col * CELL
            box = differing[top : top + CELL, start : start + CELL]
            assert box.any() == (row == 0 or col == 0)
    assert not differing[height:].any(), "the wheel is there in both"


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".webp"])
def test_formats(suffix: str) -> None:
    assert pixels(draw_level(LEVEL, filled=True, suffix=suffix)).ndim == 3


def test_a_curve_rises() -> None:
    tiers = [{"name": "beginner", "difficulty": 0.0, "levels": 2}]
    flat, steep = (
        pixels(draw_curve({"curve": [[1, 10.0], [9, last]], "tiers": tiers})) for last in (10.0, 90.0)
    )
    assert flat.shape == steep.shape and (flat != steep).any()


def test_a_level_that_is_not_there() -> None:
    pack = b'{"format":"tilewise-levels","levels":[\n{"number":1}\n]}\n'
    assert level_in(pack, 1) == {"number": 1}
    with pytest.raises(BadOption):
        level_in(pack, 2)
    assert level_in(b'{"rows":1}', 5) == {"rows": 1}
