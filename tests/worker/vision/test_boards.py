"""The outline of a board: as many rows and columns as it has, whatever lies on and beside its tiles."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.drawing import Canvas, encoded, installed_fonts, rounded_box, write
from tests.pictures import SHAPES, THEMES, WOOD, Drawn, Line, board_picture, draw_board, random_letters
from worker.errors import GridNotFound
from worker.vision.board import Board
from worker.vision.boards import find_boards, strong_blobs
from worker.vision.decode import Picture, decode
from worker.vision.read import read_picture

pytestmark = pytest.mark.slow


def first_board(drawn: Drawn) -> Board:
    return first_in(decode(drawn.to_bytes(".jpg")))


def first_in(picture: Picture) -> Board:
    return next(find_boards(picture, strong_blobs(picture)))[0]


def shape_of(drawn: Drawn) -> tuple[int, int]:
    return len(drawn.rows), len(drawn.rows[0])


def is_in_place(drawn: Drawn) -> bool:
    """Whether the board is read whole, and every cell within an eighth of the pitch of its place."""
    seen = read_picture(drawn.to_bytes(".jpg"))
    if (seen.rows, seen.cols) != shape_of(drawn):
        return False
    middles = drawn.centres.reshape(*shape_of(drawn), 2)
    pitch = np.nanmedian(np.diff(middles[:, :, 0], axis=1))
    read = np.array([(cell.centre.x, cell.centre.y) for cell in seen.cells]).reshape(middles.shape)
    return bool(np.nanmax(np.abs(read - middles)) < pitch / 8)


def in_mid_swipe(seed: int) -> Drawn:
    """A third of the tiles are lit and under a thick line: it hides their edges and cuts their letters."""
    shape, theme = list(SHAPES)[seed % len(SHAPES)], THEMES[seed % len(THEMES)]
    return board_picture(seed, shape=shape, theme=theme, swipe=6, line=Line(0.18))


def test_in_mid_swipe() -> None:
    assert all(is_in_place(in_mid_swipe(seed)) for seed in range(4))


@pytest.mark.long
def test_many_in_mid_swipe() -> None:
    assert sum(is_in_place(in_mid_swipe(seed)) for seed in range(100)) >= 95


def test_a_column_of_wide_letters() -> None:
    """They reach to the rims of their tiles."""
    rows = (".FLR.", "MSLBT", "WE.BH", "WGUOP", ".TBS.")
    drawn = draw_board(rows, THEMES[4], 110, np.random.default_rng(1))
    assert first_board(drawn).lattice.seen.shape == (5, 5)


def test_buttons_below_are_no_row() -> None:
    drawn = draw_board(("STAR", "ENIL", "GROP", "DUET"), WOOD, 110, np.random.default_rng(1))
    x, y = drawn.centres[12]
    for col in (0, 3):
        rounded_box(drawn.canvas, x + 110 * col - 47, y + 110 - 47, 94, 94, 9, WOOD.tile)
    assert first_board(drawn).lattice.seen.shape == (4, 4)


def with_wide_edges(seed: int) -> Drawn:
    """Letters by lot, but in one or more outer rows and columns only wide ones, or the narrowest."""
    rng = np.random.default_rng(seed)
    shape = list(SHAPES)[seed % len(SHAPES)]
    grid = np.array([list(row) for row in random_letters(rng, shape)])
    for side in rng.permutation(4)[: 1 + seed % 4]:
        line = np.rot90(grid, side)[0]  # a view: the top row of that turn
        few = rng.choice(list("MWI" if rng.random() < 0.5 else "MW"), len(line))
        line[:] = np.where(line == ".", ".", few)
    rows = tuple("".join(row) for row in grid)
    theme, pitch = THEMES[int(rng.integers(len(THEMES)))], int(rng.integers(48, 180))
    return draw_board(rows, theme, pitch, rng, font=str(rng.choice(installed_fonts())))


def test_every_second_key_is_no_board() -> None:
    """Letters with dots are higher than the others: not all of a row are of one size."""
    keys = "QWERTZUIOPÜ", "ASDFGHJKLÖÄ", "YXCVBNM"
    canvas = np.full((900, 1170, 3), 214, np.uint8)
    for row, line in enumerate(keys):
        for col, key in enumerate(line):
            x, y = 585 + (col - len(line) / 2) * 101.7, 150 + 170 * row
            rounded_box(canvas, x + 5, y, 91.7, 140, 12, (255, 255, 255))
            write(canvas, key, (x + 50.85, y + 70), 42, (0, 0, 0), weight=700)
    with pytest.raises(GridNotFound):
        read_picture(encoded(canvas))


def test_outer_lines_of_wide_letters() -> None:
    assert all(is_in_place(with_wide_edges(seed)) for seed in range(4))


@pytest.mark.long
def test_many_outer_lines_of_wide_letters() -> None:
    assert all(is_in_place(with_wide_edges(seed)) for seed in range(4, 40))


def test_a_line_of_other_tiles_is_told() -> None:
    """Wide letters hide the edges of a column of lit tiles: whether it is a part of the board is in doubt."""
    drawn = draw_board(("STAR", "ENIL", "GROP", "DUET"), WOOD, 110, np.random.default_rng(1))
    x, y = drawn.centres[3]
    for row in range(4):
        middle = x + 110, y + 110 * row
        rounded_box(drawn.canvas, middle[0] - 47, middle[1] - 47, 94, 94, 30, WOOD.swiped)
        write(drawn.canvas, "W", middle, 49, WOOD.letter, weight=700)
    board = first_board(drawn)
    assert board.lattice.cols == 5 or board.open_edges[:, -1].all()


def softly_shaded(seed: int, side: int, ground: int) -> tuple[Canvas, tuple[str, ...]]:
    """White tiles on nearly white ground, told by the soft shadow below them alone."""
    rng = np.random.default_rng(seed)
    rows = tuple("".join(rng.choice(list("AEIOTNSRLDHCUMPGBYFWVK"), side)) for _ in range(side))
    pitch, gap = 640 / side, 640 / side * float(rng.uniform(0.06, 0.16))
    tile, corners = (
        pitch - gap,
        [(40 + pitch * col, 200 + pitch * row) for row, col in np.ndindex(side, side)],
    )
    shade = np.zeros((960, 720), np.float32)
    for x, y in corners:
        shade[round(y + 0.03 * tile) : round(y + 1.03 * tile), round(x) : round(x + tile)] = 0.18
    soft = cv2.GaussianBlur(shade, (0, 0), 0.05 * tile)
    canvas = np.asarray(ground * (1 - np.repeat(soft[:, :, None], 3, axis=2)), np.uint8)
    for (x, y), letter in zip(corners, "".join(rows), strict=True):
        rounded_box(canvas, x, y, tile, tile, 0.12 * tile, (255, 255, 255))
        write(canvas, letter, (x + tile / 2, y + tile / 2), round(0.38 * tile), (50, 40, 40))
    return canvas, rows


@pytest.mark.parametrize("side", [4, 5, 6])
@pytest.mark.parametrize("ground", [246, 250, 255])
def test_white_tiles_with_a_soft_shadow_on_white(side: int, ground: int) -> None:
    canvas, rows = softly_shaded(side, side, ground)
    seen = read_picture(encoded(canvas))
    assert tuple(seen.to_grid().row_texts()) == rows
    assert not any(cell.doubtful for cell in seen.cells)


def test_white_tiles_with_hard_shadows_on_white() -> None:
    """Halfway between two letters stands the edge of a shadow, which looks like a letter itself."""
    rows = "EYRWC", "NSBEF", "OUERT", "TWHGT", "FSHAS"
    canvas = np.full((960, 720, 3), 255, np.uint8)
    for (row, col), letter in zip(np.ndindex(5, 5), "".join(rows), strict=True):
        x, y = 50 + 130 * col, 180 + 130 * row
        rounded_box(canvas, x + 6, y + 9, 112, 112, 11, (178, 178, 178))
        rounded_box(canvas, x, y, 112, 112, 11, (255, 255, 255))
        write(canvas, letter, (x + 56, y + 56), 44, (60, 40, 40))
    seen = read_picture(encoded(canvas))
    assert tuple(seen.to_grid().row_texts()) == rows
