"""The card that explains the game is told from a running round, and its button and the score are found."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tests.drawing import Canvas, Colour, encoded, maze_pattern, rounded_box, shadow, write
from tests.pictures import THEMES, WOOD, Theme, board_picture, draw_board
from tests.selection import one_in
from worker.model import Box, ScreenState
from worker.vision.decode import decode
from worker.vision.glyphs import default_reader
from worker.vision.read import read_picture
from worker.vision.screen import DEMO_BOARD, Screen, is_demo_board, look_without_board

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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rows", "scale"),
    one_in(3, itertools.product([DEMO_BOARD, ("STAR", "ENIL", "GROP", "DUET")], [1, 2])),
    ids=["demo-1", "demo-2", "another-1", "another-2"],
)
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


@pytest.mark.slow
def test_demo_board_without_its_heading() -> None:
    seen = read_picture(encoded(how_to_card(DEMO_BOARD, heading=" ")))
    assert seen.state is ScreenState.HOW_TO_PLAY


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize("theme", one_in(2, THEMES), ids=["wood", "navy", "pale", "orange", "dark"])
@pytest.mark.parametrize("pitch", [60, 150])
def test_score(theme: Theme, pitch: int) -> None:
    """In small print the zeros run together."""
    drawn = draw_board(("STAR", "ENIL", "GROP", "DUET"), theme, pitch, np.random.default_rng(2))
    words = int(np.random.default_rng(2).integers(0, (2, 60, 40))[2])  # as drawn for minutes, seconds, words
    assert read_picture(drawn.to_bytes(".jpg", 95)).score == 100 * words


def end_screen(text: str, *, ground: Colour = (40, 30, 30), ink: Colour = (255, 255, 255)) -> Canvas:
    canvas = np.full((1400, 800, 3), ground, np.uint8)
    write(canvas, text, (400, 500), 44, ink, weight=700)
    write(canvas, "Play again", (400, 900), 24, ink)
    return canvas


@pytest.mark.parametrize("text", ["Game over", "Time's up!", "You won!", "ROUND OVER"])
@pytest.mark.parametrize("colours", [((40, 30, 30), (255, 255, 255)), ((240, 240, 245), (20, 20, 20))])
def test_the_end_of_a_round(text: str, colours: tuple[Colour, Colour]) -> None:
    picture = decode(encoded(end_screen(text, ground=colours[0], ink=colours[1]), ".jpg"))
    assert look_without_board(picture, default_reader()) == Screen(ScreenState.OVER)


def test_the_final_score() -> None:
    picture = decode(encoded(end_screen("FINAL SCORE: 3200")))
    screen = look_without_board(picture, default_reader())
    assert screen is not None and (screen.state, screen.score) == (ScreenState.OVER, 3200)
    assert screen.score_box is not None and holds(screen.score_box, (400, 500))


@pytest.mark.slow
@pytest.mark.parametrize("gap", [0.2, 0.6, 0.9])
@pytest.mark.parametrize("zoom", [1, 3])
def test_the_score_is_found_where_it_stands(gap: float, zoom: int) -> None:
    """Fonts have wide word spaces and narrow ones."""
    drawn = board_picture(3, theme=WOOD, phone=False)
    above = np.full((260, drawn.canvas.shape[1], 3), drawn.canvas[0, 0], np.uint8)
    above[:160] = 255
    label, digits = text_width("SCORE:"), text_width("2700")
    write(above, "SCORE:", (40 + label / 2, 80), 30, (0, 0, 0), weight=700)
    write(above, "2700", (40 + label + 30 * gap + digits / 2, 80), 30, (0, 0, 0), weight=700)
    canvas = np.repeat(np.repeat(np.vstack([above, drawn.canvas]), zoom, axis=0), zoom, axis=1)
    seen = read_picture(encoded(canvas))
    assert seen.score == 2700
    assert seen.score_box is not None and holds(seen.score_box, ((40 + label) * zoom, 80 * zoom))


def text_width(text: str) -> int:
    """Pixels at a height of 30."""
    canvas = np.full((100, 600, 3), 255, np.uint8)
    write(canvas, text, (300, 50), 30, (0, 0, 0), weight=700)
    columns = np.flatnonzero((canvas < 128).any(axis=(0, 2)))
    return int(columns[-1] - columns[0])


def holds(box: Box, place: tuple[float, float]) -> bool:
    x, y = place
    return box.x < x < box.x + box.width and box.y < y < box.y + box.height and box.height < box.width


@pytest.mark.parametrize("size", [(800, 1400), (1170, 2532)])
def test_a_card_with_a_start_button_and_no_board(size: tuple[int, int]) -> None:
    canvas = np.full((size[1], size[0], 3), (225, 235, 230), np.uint8)
    middle = size[0] // 2
    write(canvas, "Round 2", (middle, 400), 40, (30, 30, 30), weight=700)
    rounded_box(canvas, middle - 150, 760, 300, 120, 30, (60, 140, 40))
    write(canvas, "START", (middle, 820), 36, (255, 255, 255), weight=700)
    seen = read_picture(encoded(canvas))
    assert seen.state is ScreenState.HOW_TO_PLAY and seen.cells == ()
    assert seen.start is not None
    assert abs(seen.start.x - (middle - 150)) < 8 and abs(seen.start.width - 300) < 16


@pytest.mark.parametrize("height", [11, 12, 13, 14, 16])
def test_a_start_button_hugs_small_capitals(height: int) -> None:
    """On a small mirrored window, where the plate is hardly three times as high as its letters."""
    canvas = np.full((844, 390, 3), (225, 235, 230), np.uint8)
    width, high = 8 * height, 3 * height
    rounded_box(canvas, 195 - width // 2, 460, width, high, height // 2, (60, 140, 40))
    write(canvas, "START", (195, 460 + high / 2), height, (255, 255, 255), weight=700)
    seen = read_picture(encoded(canvas))
    assert seen.state is ScreenState.HOW_TO_PLAY and seen.start is not None
    assert abs(seen.start.width - width) < 8 and abs(seen.start.height - high) < 8


def test_the_word_start_alone_is_no_button() -> None:
    assert look_without_board(decode(encoded(end_screen("START"))), default_reader()) is None


@pytest.mark.parametrize("text", ["Good morning", "Overview", "Your words", "Settings"])
def test_other_words_end_nothing(text: str) -> None:
    assert look_without_board(decode(encoded(end_screen(text))), default_reader()) is None


@pytest.mark.slow
def test_a_board_below_the_end_is_none() -> None:
    seen = read_picture(encoded(how_to_card(("STAR", "ENIL", "GROP", "DUET"), heading="Time's up!")))
    assert seen.state is ScreenState.OVER
    assert seen.cells == ()
