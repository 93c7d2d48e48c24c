"""Boards in mid-swipe: the line is found where it runs, and the letters under it are read."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.pictures import LINE, SHAPES, THEMES, WOOD, Drawn, Line, Theme, board_picture, draw_board
from worker.errors import GridNotFound
from worker.vision.lattice import Flags
from worker.vision.read import read_picture
from worker.vision.stroke_removal import StrokeLevels, paint_over, shine_through
from worker.vision.strokes import find_strokes
from worker.vision.swipe_levels import without_swipe
from worker.vision.swipes import find_swipe

SHADES = {
    "red": Line(colour=(50, 50, 230)),
    "blue and pale": Line(width=0.2, opacity=0.5, colour=(235, 110, 40)),
    "black and wide": Line(width=0.28, opacity=0.6, colour=(20, 20, 20)),
}
LINES = {"as in the game": LINE, "thick": Line(width=0.18), "thin": Line(width=0.08, opacity=0.75)}

FEWEST_EXACT = 98
"""Of every hundred."""
FEWEST_AT_REST = 99
"""Of every hundred of 1,000."""


def swiped(seed: int, line: Line = LINE) -> Drawn:
    """A board of any shape and theme with three to seven tiles swiped."""
    shape = list(SHAPES)[seed // len(THEMES) % len(SHAPES)]
    return board_picture(seed, shape=shape, theme=THEMES[seed % len(THEMES)], swipe=3 + seed % 5, line=line)


def read_as(drawn: Drawn) -> str:
    try:
        return str(read_picture(drawn.to_bytes(".jpg")).to_grid())
    except GridNotFound:
        return ""


def flat_patches(drawn: Drawn) -> npt.NDArray[np.uint8]:
    """(rows, cols, 64, 64) grey patches of a board that was drawn with 64 pixels a cell."""
    grey = np.asarray(cv2.cvtColor(drawn.canvas, cv2.COLOR_BGR2GRAY), np.uint8)
    patches = [
        grey[round(y) - 32 : round(y) + 32, round(x) - 32 : round(x) + 32] for x, y in drawn.centres.tolist()
    ]
    return np.stack(patches).reshape(len(drawn.rows), -1, 64, 64)


def wooden(swipe: int, line: Line = LINE) -> Drawn:
    rng = np.random.default_rng(5)
    rows = ("STAR", "ENIL", "GROP", "DUET")
    return draw_board(rows, WOOD, 64, rng, phone=False, swipe=swipe, line=line)


def path_of(seed: int, theme: Theme, line: Line) -> tuple[Drawn, Flags]:
    """A board of 64 pixels a cell in mid-swipe, and the cells whose middle the line changes.

    The same board is drawn once more with a line that is not to be seen.
    """
    boards = [
        board_picture(seed, theme=theme, pitch=64, phone=False, swipe=6, line=line._replace(opacity=opacity))
        for opacity in (line.opacity, 0.0)
    ]
    swiped_patches, bare = (flat_patches(board).astype(int) for board in boards)
    change = np.abs(swiped_patches - bare)[:, :, 13:51, 13:51]
    return boards[0], np.asarray((change > 2).mean(axis=(2, 3)) > 0.04)


class TestFindSwipe:
    @pytest.mark.parametrize("theme", THEMES)
    def test_none_on_a_board_at_rest(self, theme: Theme) -> None:
        board = board_picture(0, theme=theme, pitch=64, phone=False)
        assert find_swipe(flat_patches(board), contrast=120) is None

    @pytest.mark.parametrize("width", [0.05, 0.08, 0.12, 0.2, 0.3, 0.4])
    def test_width_and_cells(self, width: float) -> None:
        """Cells are crossed where the picture differs from that of the same board at rest."""
        line = Line(width=width)
        swipe = find_swipe(flat_patches(wooden(5, line)), contrast=180)
        assert swipe is not None
        assert swipe.half == pytest.approx(32 * width + 0.5, abs=1)  # antialiasing adds a little
        change = np.abs(flat_patches(wooden(5, line)).astype(int) - flat_patches(wooden(0)))
        lit = (change[:, :, 16:48, 16:48] > 5).mean(axis=(2, 3)) > 0.5
        assert swipe.crossed.tolist() == lit.tolist()

    @pytest.mark.parametrize("theme", THEMES[::2])
    @pytest.mark.parametrize("line", SHADES.values(), ids=SHADES)
    def test_any_shade(self, line: Line, theme: Theme) -> None:
        """Lighter or darker than its tiles, whatever their neighbours are: no arm is missed."""
        board, crossed = path_of(1, theme, line)
        swipe = find_swipe(flat_patches(board), contrast=120)
        assert swipe is not None
        assert swipe.crossed.tolist() == crossed.tolist()


class TestWithoutSwipe:
    def test_letters_come_back_from_under_the_line(self) -> None:
        patches = flat_patches(wooden(5))
        swipe = find_swipe(patches, contrast=180)
        assert swipe is not None
        lifted, shining = without_swipe(patches, swipe, dark=True)
        assert shining
        bare = flat_patches(wooden(5, Line(opacity=0.0)))[swipe.crossed].astype(int)
        middle = np.s_[:, 16:48, 16:48]
        assert np.abs(lifted[middle] - bare[middle]).mean() < 8
        assert np.abs(patches[swipe.crossed][middle] - bare[middle]).mean() > 16

    @pytest.mark.parametrize("line", [Line(dots=1.5), Line(arrow=True)], ids=["dots", "arrow"])
    def test_dots_and_arrow_heads_go_with_the_line(self, line: Line) -> None:
        patches = flat_patches(wooden(5, line))
        swipe = find_swipe(patches, contrast=180)
        assert swipe is not None
        lifted, _ = without_swipe(patches, swipe, dark=True)
        bare = flat_patches(wooden(5, Line(opacity=0.0)))[swipe.crossed].astype(int)
        middle = np.s_[:, 16:48, 16:48]
        assert np.abs(lifted[middle] - bare[middle]).mean() < 13

    def test_nothing_is_left_around_the_letter(self) -> None:
        """The outline of a pale lit tile would be stronger than its letter."""
        patches = flat_patches(wooden(5))
        swipe = find_swipe(patches, contrast=180)
        assert swipe is not None
        lifted, _ = without_swipe(patches, swipe, dark=True)
        assert np.ptp(lifted[:, 0], axis=1).max() == 0

    def test_nothing_shines_through_an_opaque_line(self) -> None:
        patches = flat_patches(wooden(5, Line(opacity=1.0)))
        swipe = find_swipe(patches, contrast=180)
        assert swipe is not None
        _, shining = without_swipe(patches, swipe, dark=True)
        assert not shining


class TestFindStrokes:
    def test_the_bright_middle_of_every_tile_is_none(self) -> None:
        patches = np.full((16, 64, 64), 180, np.uint8)
        for patch in patches:
            cv2.circle(patch, (32, 32), 24, 225, -1)
        assert not find_strokes(patches, dark=True, contrast=150).any()
        patches[:3, 28:36] = 255
        crossed = find_strokes(patches, dark=True, contrast=150).any(axis=(1, 2))
        assert crossed.tolist() == [True] * 3 + [False] * 13


class TestRemoval:
    def test_levels_under_the_stroke_are_stretched(self) -> None:
        patch = np.full((64, 64), 200, np.uint8)
        patch[:, 32:] = 20
        bare, core = patch.copy(), np.zeros((64, 64), bool)
        core[20:40] = True
        patch[core] = patch[core] * 0.2 + 200
        levels = StrokeLevels(200, 20, 240, 204)
        seen = shine_through(patch, core, np.zeros_like(core), levels)
        assert np.abs(seen.astype(int) - bare).mean() < 4

    def test_hidden_parts_are_filled_from_around(self) -> None:
        patch, hidden = np.full((64, 64), 90, np.uint8), np.zeros((64, 64), bool)
        hidden[20:30], patch[20:30] = True, 255
        assert np.abs(paint_over(patch, hidden).astype(int) - 90).max() <= 2


@pytest.mark.slow
def test_boards_in_mid_swipe() -> None:
    drawings = [swiped(seed) for seed in range(4)]
    assert sum(read_as(drawn) == "/".join(drawn.rows) for drawn in drawings) >= 3


@pytest.mark.long
@pytest.mark.parametrize("first", [0, 1000])
@pytest.mark.parametrize("name", LINES)
def test_many_boards_in_mid_swipe(name: str, first: int) -> None:
    drawings = (swiped(seed, LINES[name]) for seed in range(first, first + 100))
    exact = sum(read_as(drawn) == "/".join(drawn.rows) for drawn in drawings)
    print(f"{name}: {exact} of 100 boards in mid-swipe exact")  # noqa: T201 - this run's figure
    assert exact >= FEWEST_EXACT


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(10))
def test_many_boards_at_rest(hundred: int) -> None:
    shapes = list(SHAPES)
    seeds = range(100 * hundred, 100 * hundred + 100)
    drawings = ((seed, board_picture(seed, shape=shapes[seed % len(shapes)])) for seed in seeds)
    wrong = [seed for seed, drawn in drawings if read_as(drawn) != "/".join(drawn.rows)]
    print(f"{100 - len(wrong)} of 100 drawn boards exact, wrong: {wrong}")  # noqa: T201 - this run's figure
    assert 100 - len(wrong) >= FEWEST_AT_REST
