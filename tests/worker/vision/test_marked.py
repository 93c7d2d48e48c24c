"""Lassos on pictures and on drawings: around their words, over the letters, in the words' colours."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.drawing import Canvas, encoded
from worker.errors import BadOption
from worker.marking import rgb_of, word_code
from worker.model import Box, Grid, Kind, Path, ReadCell, ReadGrid, ScreenState
from worker.vision.marked import CELL, MARGIN, draw_grid, mark_picture

SIDE = 40
GREY = np.full((5 * SIDE, 6 * SIDE, 3), 200, np.uint8)


def decoded(content: bytes) -> Canvas:
    picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture.astype(np.uint8)


def marked(*marks: tuple[int, Path]) -> Canvas:
    """A grey picture with a grid of 3 x 4 cells in its middle."""
    boxes = [Box(SIDE + col * SIDE, SIDE + row * SIDE, SIDE, SIDE) for row in range(3) for col in range(4)]
    cells = tuple(ReadCell("A", 1.0, box, box.centre) for box in boxes)
    seen = ReadGrid(Kind.WORDSEARCH, ScreenState.PLAYING, 3, 4, cells)
    return decoded(mark_picture(encoded(GREY), seen, marks))


def centre(cell: int) -> tuple[int, int]:
    """Row and column of the pixel in the middle of a cell."""
    row, col = divmod(cell, 4)
    return SIDE + row * SIDE + SIDE // 2, SIDE + col * SIDE + SIDE // 2


@pytest.mark.parametrize("path", [(0, 1, 2), (0, 5, 10), (9, 5, 1), (7,), (0, 1, 5, 6), (2, 3, 0)])
def test_every_letter_of_a_word_is_inside_and_no_other(path: Path) -> None:
    picture = marked((0, path))
    for cell in range(12):
        assert (picture[centre(cell)] != 200).any() == (cell in path), cell


def test_letters_shine_through_in_the_colour_of_the_word() -> None:
    first, second = (marked((number, (0, 1)))[centre(0)] for number in (0, 1))
    for pixel, number in ((first, 0), (second, 1)):
        red, green, blue = rgb_of(word_code(number))
        expected = 0.78 * 200 + 0.22 * np.array([blue, green, red])
        assert np.allclose(pixel, expected, atol=2)


def test_outlines_have_the_full_colour() -> None:
    red, green, blue = rgb_of(word_code(2))
    assert (marked((2, (4, 5, 6))) == (blue, green, red)).all(axis=2).sum() > 2 * 2 * SIDE


def test_a_word_at_the_edge_of_the_picture() -> None:
    cells = tuple(ReadCell("A", 1.0, Box(x, 0, 4, 4), Box(x, 0, 4, 4).centre) for x in (0, 6 * SIDE - 4))
    seen = ReadGrid(Kind.WORDSEARCH, ScreenState.PLAYING, 1, 2, cells)
    assert decoded(mark_picture(encoded(GREY), seen, [(0, (0, 1))])).shape == GREY.shape


def test_nothing_found_leaves_the_picture_alone() -> None:
    assert (marked() == GREY).all()


def test_a_drawing_has_its_letters_in_their_cells() -> None:
    picture = decoded(draw_grid(Grid.parse("AÑ/.[Qu]"), []))
    assert picture.shape == (2 * CELL + 2 * MARGIN,) * 2 + (3,)
    for cell, has_ink in enumerate([True, True, False, True]):
        row, col = divmod(cell, 2)
        top, left = MARGIN + row * CELL, MARGIN + col * CELL
        dark = np.argwhere(picture[top : top + CELL, left : left + CELL].max(axis=2) < 128)
        assert bool(len(dark)) is has_ink
        if has_ink:
            assert np.abs(dark.mean(axis=0) - CELL / 2).max() < CELL / 8
    assert (picture[:MARGIN] == 255).all()


def test_the_list_stands_below_in_columns() -> None:
    grid = Grid(6, 6, ("A",) * 36)
    plain, listed = (
        decoded(draw_grid(grid, [], words=words)) for words in ((), ("TIGER", "SEA LION", "EEL"))
    )
    assert (listed[: len(plain)] == plain).all() and len(listed) > len(plain)
    below = np.argwhere(listed[len(plain) :].max(axis=2) < 128)
    assert below[:, 1].min() >= MARGIN and below[:, 1].max() < listed.shape[1] - MARGIN


def test_a_long_word_makes_room_for_itself() -> None:
    picture = decoded(draw_grid(Grid.parse("AB/CD"), [], words=["HIPPOPOTAMUS AMPHIBIUS"]))
    assert (picture[:, -MARGIN:] == 255).all()
    assert picture.shape[1] > 2 * CELL + 2 * MARGIN


def test_a_drawing_that_no_picture_can_hold() -> None:
    with pytest.raises(BadOption, match="too large for a picture"):
        draw_grid(Grid(600, 600, ("A",) * 360_000), [])
