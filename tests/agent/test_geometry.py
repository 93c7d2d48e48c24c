"""Pixels and points, on displays of every scale and place."""

from __future__ import annotations

from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.errors import NoBoard
from agent.geometry import Board, around, rect_on_screen, to_pixel, to_screen
from agent.ports import Capture, PixelBox, PixelPoint, Reading, ScreenPoint, ScreenRect, Solution

places = st.floats(-5000, 5000)
sizes = st.floats(50, 3000)
captures = st.builds(
    lambda x, y, width, height, scale: Capture(
        b"", max(round(width * scale), 1), max(round(height * scale), 1), ScreenRect(x, y, width, height)
    ),
    places,
    places,
    sizes,
    sizes,
    st.sampled_from((1.0, 1.5, 2.0, 3.0)),
)


def four_tiles(*, hole: bool = False) -> tuple[PixelBox | None, ...]:
    """2 x 2, 40 pixels each, 60 apart."""
    boxes = [PixelBox(100 + 60 * col, 200 + 60 * row, 40, 40) for row in (0, 1) for col in (0, 1)]
    return (None, *boxes[1:]) if hole else tuple(boxes)


def board_at(x: float, y: float, *, scale: float = 2.0, hole: bool = False) -> Board:
    capture = Capture(b"", round(300 * scale), round(400 * scale), ScreenRect(x, y, 300, 400))
    return Board.of(Solution(Reading("playing"), four_tiles(hole=hole), ()), capture)


@given(captures, st.floats(0, 1), st.floats(0, 1))
def test_a_pixel_goes_to_the_desktop_and_back(capture: Capture, across: float, down: float) -> None:
    pixel = PixelPoint(capture.width * across, capture.height * down)
    there = to_screen(pixel, capture)
    back = to_pixel(there, capture)
    assert capture.bounds.contains(there, margin=-1e-6)
    assert isclose(back.x, pixel.x, abs_tol=1e-6) and isclose(back.y, pixel.y, abs_tol=1e-6)


@pytest.mark.parametrize(
    ("scale", "expected"),
    [
        (1.0, ScreenPoint(-880, 130)),  # a display left of the main one
        (2.0, ScreenPoint(-940, 90)),  # Retina: two pixels a point
        (1.5, ScreenPoint(-920, 50 + 80 / 1.5)),
    ],
)
def test_the_scale_is_measured(scale: float, expected: ScreenPoint) -> None:
    capture = Capture(b"", round(300 * scale), round(600 * scale), ScreenRect(-1000, 50, 300, 600))
    there = to_screen(PixelPoint(120, 80), capture)
    assert (there.x, there.y) == pytest.approx((expected.x, expected.y))


def test_both_axes_have_a_scale_of_their_own() -> None:
    capture = Capture(b"", 200, 100, ScreenRect(0, 0, 100, 100))
    assert rect_on_screen(PixelBox(20, 20, 40, 40), capture) == ScreenRect(10, 20, 20, 40)


def test_a_board_knows_its_tiles() -> None:
    board = board_at(-500, 10, scale=2)
    assert board.centre(0) == ScreenPoint(-440, 120)
    assert board.pitch == 30
    assert board.area == ScreenRect(-450, 110, 50, 50)


def test_holes_are_no_tiles() -> None:
    board = board_at(0, 0, hole=True)
    with pytest.raises(NoBoard):
        board.centre(0)
    with pytest.raises(NoBoard):
        board.centre(4)


def test_a_single_tile_is_no_board() -> None:
    solution = Solution(Reading("playing"), (PixelBox(0, 0, 9, 9), None), ())
    with pytest.raises(NoBoard):
        Board.of(solution, Capture(b"", 9, 9, ScreenRect(0, 0, 9, 9)))


@given(places, places)
def test_a_board_moves_with_its_window(dx: float, dy: float) -> None:
    board = board_at(100, 100)
    moved = board.in_window(ScreenRect(100 + dx, 100 + dy, 300, 400))
    assert moved is not None
    fresh = board_at(100 + dx, 100 + dy)
    for cell in range(4):
        assert (moved.centre(cell).x, moved.centre(cell).y) == pytest.approx(
            (fresh.centre(cell).x, fresh.centre(cell).y)
        )


def test_a_resized_window_needs_a_new_look() -> None:
    assert board_at(0, 0).in_window(ScreenRect(0, 0, 310, 400)) is None


def test_the_middle_gap_touches_no_tile() -> None:
    board = board_at(0, 0, scale=1)  # tiles end at 140 and begin again at 160
    (gap,) = board.gaps()
    assert gap.centre == ScreenPoint(150, 250)
    assert gap.width < 20


@given(st.lists(st.builds(ScreenRect, places, places, sizes, sizes), min_size=1, max_size=9))
def test_around_holds_all(rects: list[ScreenRect]) -> None:
    whole = around(rects)
    assert all(whole.contains(rect.centre) for rect in rects)
