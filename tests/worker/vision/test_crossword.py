"""The crossword above a drawn wheel: its boxes, its letters, and no letter that does not stand there."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from tests.drawing import Canvas, rounded_box, write
from tests.wheel_pictures import SMALL, DrawnWheel, wheel_picture
from worker.vision.crossword import find_crossword
from worker.vision.crossword_boxes import find_boxes
from worker.vision.glyphs import default_reader

SEEDS = range(200, 240)


def above(drawn: DrawnWheel) -> Canvas:
    """The part of the screen above the wheel's letters."""
    return drawn.canvas[: round(min(y for _, y in drawn.centres) - drawn.height)]


@cache
def reading(seed: int) -> tuple[DrawnWheel, tuple[str, ...]]:
    drawn = wheel_picture(seed, swipe="", sizes=SMALL)
    part = above(drawn)
    return drawn, find_crossword(part, part, set(drawn.letters), default_reader())


def boxes_picture(rows: tuple[str, ...], pitch: float, side: float) -> Canvas:
    canvas = np.full((400, 400, 3), (90, 120, 60), np.uint8)
    for row, line in enumerate(rows):
        for col, sign in enumerate(line):
            x, y = 40 + col * pitch, 30 + row * pitch
            if sign != ".":
                rounded_box(canvas, x, y, side, side, 4, (250, 250, 250))
            if sign not in ".#":
                write(canvas, sign, (x + side / 2, y + side / 2), round(side / 2), (20, 20, 20))
    return canvas


@pytest.mark.long
def test_no_letter_is_invented() -> None:
    for seed in SEEDS:
        drawn, found = reading(seed)
        if [len(row) for row in found] != [len(row) for row in drawn.crossword]:
            continue
        pairs = zip("".join(found), "".join(drawn.crossword), strict=True)
        assert all(sign in ("#", ".", true) for sign, true in pairs), seed


def test_holes_and_letters_are_told_from_boxes() -> None:
    rows = ("###.#", "#.#.#", "#A###", "..N..", "..T..")
    picture = boxes_picture(rows, 48, 44)
    assert find_crossword(picture, picture, set("ANT"), default_reader()) == rows


def test_a_letter_that_the_wheel_has_not_is_a_box_to_fill() -> None:
    picture = boxes_picture(("###", "#W#", "..#"), 50, 46)
    assert find_crossword(picture, picture, set("ANT"), default_reader()) == ("###", "###", "..#")


def test_boxes_have_pitch_side_and_place() -> None:
    boxes = find_boxes(boxes_picture(("##", ".#", ".#"), 60, 54))
    assert boxes is not None
    assert abs(boxes.pitch - 60) < 1
    assert abs(boxes.side - 54) < 3
    assert np.allclose(boxes.origin, (40 + 27, 30 + 27), atol=1.5)
    assert boxes.shape == (3, 2)
    twice = boxes.scaled(2)
    assert np.allclose(twice.origin, np.array(boxes.origin) * 2 + 0.5)


def test_there_may_be_no_crossword() -> None:
    plain = np.full((300, 300, 3), 200, np.uint8)
    assert find_crossword(plain, plain, set("ABC"), default_reader()) == ()
