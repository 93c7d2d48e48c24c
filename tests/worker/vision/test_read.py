"""From drawn pictures to boards: shapes, themes, photos, turns, crops; holes stay holes, doubts are told."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tests.drawing import encoded
from tests.pictures import SHAPES, THEMES, WOOD, Drawn, board_picture, draw_board, sample_board
from tests.selection import one_in
from worker.model import Kind, ReadGrid, ScreenState
from worker.vision.read import ReadOptions, read_picture

pytestmark = pytest.mark.slow


def assert_read_exactly(drawn: Drawn, grid: ReadGrid) -> None:
    assert str(grid.to_grid()) == "/".join(drawn.rows)
    for cell, letter in zip(grid.cells, "".join(drawn.rows), strict=True):
        assert (cell.letters or ".") == letter


NAMES = ("wood", "navy", "pale", "orange", "dark")
PAIRS = tuple(itertools.product(SHAPES, range(len(THEMES))))


@pytest.mark.parametrize(
    ("shape", "theme"),
    one_in(4, PAIRS),
    ids=[f"{shape}-{NAMES[theme]}" for shape, theme in PAIRS],
)
def test_shapes_and_themes(shape: str, theme: int) -> None:
    drawn = board_picture(len(shape) + theme, shape=shape, theme=THEMES[theme], pitch=80 + 20 * theme)
    grid = read_picture(drawn.to_bytes(".jpg"))
    assert (grid.kind, grid.state) == (Kind.WORDHUNT, ScreenState.PLAYING)
    assert_read_exactly(drawn, grid)
    centres = np.array([cell.centre for cell in grid.cells])
    assert np.nanmax(np.abs(centres - drawn.centres)) < 0.12 * grid.cells[0].box.width


@pytest.mark.parametrize("pitch", [36, 60, 240])
def test_crops_of_any_size(pitch: int) -> None:
    drawn = board_picture(pitch, pitch=pitch, phone=False, theme=WOOD)
    assert_read_exactly(drawn, read_picture(drawn.to_bytes()))


@pytest.mark.parametrize("turns", one_in(3, [0, 90, 180, 270]))
def test_photos_of_a_screen_in_every_turn(turns: int) -> None:
    rng = np.random.default_rng(turns)
    board = board_picture(40 + turns, theme=WOOD, pitch=100)
    drawn = board.photographed(rng, tilt=0.05, degrees=turns + 4.0, blur=1.2, noise=6)
    grid = read_picture(drawn.to_bytes(".jpg", 80))
    assert_read_exactly(drawn, grid)
    centres = np.array([cell.centre for cell in grid.cells])
    assert np.abs(centres - drawn.centres).max() < 0.15 * grid.cells[0].box.width


def test_full_screenshot_in_full_pixels() -> None:
    """The working copy is half as large; boxes and centres are those of the whole picture."""
    drawn = sample_board()
    grid = read_picture(drawn.to_bytes(".png"))
    assert_read_exactly(drawn, grid)
    assert grid.score == 3000
    assert not any(cell.doubtful for cell in grid.cells)
    box = grid.cells[5].box
    assert box.x < drawn.centres[5][0] < box.x + box.width
    assert box.y < drawn.centres[5][1] < box.y + box.height
    assert 150 < box.width < 260


def test_a_tile_without_a_letter_is_doubtful_and_a_hole_is_not() -> None:
    rows = ("SPR.", "EOND", "TALI", "CHUM")
    drawn = draw_board(rows, WOOD, 120, np.random.default_rng(1), phone=False)
    hole = read_picture(drawn.to_bytes()).cells[3]
    assert (hole.letters, hole.doubtful) == ("", False)
    canvas = draw_board(("SPRX", *rows[1:]), WOOD, 120, np.random.default_rng(1), phone=False).canvas
    x, y = (int(value) for value in drawn.centres[2] + [120, 0])
    canvas[y - 36 : y + 36, x - 36 : x + 36] = canvas[y - 40, x]  # paint the X over, leave its tile
    blank = read_picture(encoded(canvas)).cells[3]
    assert (blank.letters, blank.doubtful) == ("", True)
    assert blank.why


@pytest.mark.parametrize("seed", one_in(2, range(6)))
def test_a_swipe_never_makes_a_wrong_cell_that_is_not_doubtful(seed: int) -> None:
    drawn = board_picture(200 + seed, theme=WOOD, pitch=110, swipe=5)
    grid = read_picture(drawn.to_bytes())
    assert (grid.rows, grid.cols) == (4, 4)
    for cell, letter in zip(grid.cells, "".join(drawn.rows), strict=True):
        assert cell.letters == letter or cell.doubtful


def test_lower_threshold_doubts_less() -> None:
    data = board_picture(7, shape="5x5", pitch=70, phone=False).to_bytes(".jpg", 40)
    doubtful = [
        sum(cell.doubtful for cell in read_picture(data, ReadOptions(doubt_threshold=threshold)).cells)
        for threshold in (0.0, 0.9, 1.01)
    ]
    assert doubtful[0] <= doubtful[1] <= doubtful[2] == 25


def test_where_most_cells_are_doubtful_all_are() -> None:
    data = board_picture(7, shape="5x5", pitch=70, phone=False).to_bytes(".jpg", 40)
    for threshold in (0.99, 0.999, 0.9999, 0.99999):
        cells = read_picture(data, ReadOptions(doubt_threshold=threshold)).cells
        doubtful = sum(cell.doubtful for cell in cells)
        assert doubtful <= 12 or doubtful == 25


def test_stages_are_timed() -> None:
    ms = read_picture(board_picture(3).to_bytes()).ms
    assert set(ms) >= {"decode", "locate", "letters", "screen", "total"}
    assert ms["total"] >= max(value for stage, value in ms.items() if stage != "total")
