"""The card that explains the game is told from a running round, and its button and the score are found."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drawing import Canvas, encoded, maze_pattern, rounded_box, shadow, write
from tests.pictures import WOOD, board_picture, draw_board
from worker.model import ScreenState
from worker.vision.read import read_picture
from worker.vision.screen import DEMO_BOARD, is_demo_board

BUTTON = (350, 1120, 300, 110)


def how_to_card(rows: tuple[str, ...], *, heading: str = "How to play:") -> Canvas:
    """A white card with a heading, a small board and a Start button, on the game's table."""
    canvas = np.full((1600, 1000, 3), WOOD.table, np.uint8)
    maze_pattern(canvas, 60, WOOD.pattern)
    rounded_box(canvas, 90, 300, 820, 1000, 6, (255, 255, 255))
    write(canvas, heading, (500, 390), 62, (0, 0, 0), weight=800)
    write(canvas, "Connect letters together by dragging your", (500, 490), 24, (0, 0, 0), weight=700)
    write(canvas, "finger. Make as many words as you can.", (500, 540), 24, (0, 0, 0), weight=700)
    board = draw_board(rows, WOOD, 96, np.random.default_rng(1), phone=False).canvas[30:-30, 30:-30]
    top, left = 600, (1000 - board.shape[1]) // 2
    canvas[top : top + board.shape[0], left : left + board.shape[1]] = board
    x, y, width, height = BUTTON
    shadow(canvas, x, y, width, height, 14)
    rounded_box(canvas, x, y, width, height, 14, (140, 226, 155))
    write(canvas, "Start", (x + width / 2, y + height / 2), 36, (0, 0, 0), weight=700)
    return canvas


@pytest.mark.parametrize("rows", [DEMO_BOARD, ("STAR", "ENIL", "GROP", "DUET")], ids=["demo", "another"])
@pytest.mark.parametrize("scale", [1, 2])
def test_how_to_card(rows: tuple[str, ...], scale: int) -> None:
    """By its heading, whatever board it shows; at phone size and as a small mirrored window."""
    canvas = how_to_card(rows)[::scale, ::scale]
    seen = read_picture(encoded(np.ascontiguousarray(canvas)))
    assert seen.state is ScreenState.HOW_TO_PLAY
    assert seen.cells == ()
    assert seen.start is not None
    x, y, width, height = (value / scale for value in BUTTON)
    assert abs(seen.start.centre.x - x - width / 2) < 0.1 * width
    assert abs(seen.start.centre.y - y - height / 2) < 0.25 * height


def test_demo_board_without_its_heading() -> None:
    seen = read_picture(encoded(how_to_card(DEMO_BOARD, heading=" ")))
    assert seen.state is ScreenState.HOW_TO_PLAY


def test_a_board_with_a_button_below_is_still_a_board() -> None:
    seen = read_picture(encoded(how_to_card(("STAR", "ENIL", "GROP", "DUET"), heading="Round two")))
    assert seen.state is ScreenState.PLAYING
    assert str(seen.to_grid()) == "STAR/ENIL/GROP/DUET"


def test_demo_letters_may_be_misread_a_little() -> None:
    letters = np.array([list(row) for row in DEMO_BOARD])
    letters[0, 0] = letters[3, 3] = ""
    assert is_demo_board(letters)
    assert not is_demo_board(letters.T[:, :3])
    assert not is_demo_board(np.array([list("STAR"), list("ENIL"), list("GROP"), list("DUET")]))


@pytest.mark.parametrize("seed", range(4))
def test_score(seed: int) -> None:
    """`board_picture` writes a hundred points a word; the number of words is drawn first."""
    seen = read_picture(board_picture(seed, theme=WOOD, pitch=150).to_bytes(".jpg", 95))
    assert seen.score is not None
    assert seen.score % 100 == 0
