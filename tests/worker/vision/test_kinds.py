"""Which game a picture shows, and what is said when another one was asked for."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tests.drawing import encoded, rounded_box, write
from tests.kinds import KINDS, sample
from tests.pictures import WOOD, board_picture
from tests.selection import one_in
from tests.wordle_pictures import screen, several
from tests.wordle_themes import PALE, Theme
from worker.errors import GridNotFound
from worker.model import Kind, ScreenState
from worker.vision.read import ReadOptions, read_picture

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("kind", KINDS)
def test_only_what_is_needed_is_looked_for(kind: str) -> None:
    stages = read_picture(sample(kind).picture).ms.keys()
    further = {
        "wordhunt": set(),
        "wordsearch": {"page", "words"},
        "wordle": {"wordle"},
        "wheel": {"wheel"},
    }
    assert stages & {"page", "wordle", "wheel", "words", "tesseract"} == further[kind]


def test_several_wordle_boards_are_no_page_though_their_letters_are_a_crowd() -> None:
    drawn = several(5005)
    seen = read_picture(drawn.to_bytes())
    assert seen.kind is Kind.WORDLE
    boards = {(one.letters, one.marks) for one in (drawn, *drawn.others)}
    assert (tuple(seen.to_grid().row_texts()), seen.tiles) in boards
    assert len(seen.others) == len(boards) - 1


@pytest.mark.parametrize("theme", PALE, ids=lambda theme: str(theme.name))
def test_guesses_in_pale_colours_are_no_word_hunt(theme: Theme) -> None:
    drawn = several(8056, theme=theme)  # five guesses of five letters, on two boards
    seen = read_picture(drawn.to_bytes())
    assert seen.kind is Kind.WORDLE
    boards = {one.letters for one in (drawn, *drawn.others)}
    assert tuple(seen.to_grid().row_texts()) in boards


def test_guesses_behind_a_pattern_are_no_page_without_a_doubt() -> None:
    drawn = screen(7106, pitch=60)
    y, x = np.indices(drawn.canvas.shape[:2])
    waves = 0.9 + 0.1 * np.sin(0.7 * x + 0.3 * y)[:, :, None]  # as a camera sees them on a display
    worn = np.clip(drawn.canvas * waves + 4, 0, 255).astype(np.uint8)
    seen = read_picture(encoded(worn))
    assert seen.kind is Kind.WORDLE or all(cell.doubtful for cell in seen.cells)


@pytest.mark.parametrize(
    ("shape", "swipe"), one_in(3, itertools.product(["4x4", "5x5", "donut", "cross"], [0, 4]))
)
def test_boards_of_every_shape_are_word_hunt(shape: str, swipe: int) -> None:
    drawn = board_picture(81, theme=WOOD, shape=shape, pitch=90, swipe=swipe)
    seen = read_picture(drawn.to_bytes(".jpg"))
    assert (seen.kind, seen.state) == (Kind.WORDHUNT, ScreenState.PLAYING)
    assert (seen.rows, seen.cols) == (len(drawn.rows), len(drawn.rows[0]))


def test_a_small_word_search_may_be_asked_for() -> None:
    drawn = board_picture(82, theme=WOOD, pitch=90, phone=False)
    seen = read_picture(drawn.to_bytes(), ReadOptions(Kind.WORDSEARCH))
    assert seen.kind is Kind.WORDSEARCH
    assert seen.to_grid().row_texts() == list(drawn.rows)


@pytest.mark.parametrize(
    ("asked", "shown"),
    [("wordhunt", "wordle"), ("wordsearch", "wheel"), ("wordle", "wordsearch"), ("wheel", "wordhunt")],
)
def test_another_game_is_named(asked: str, shown: str) -> None:
    with pytest.raises(GridNotFound) as caught:
        read_picture(sample(shown).picture, ReadOptions(Kind(asked)))
    assert caught.value.details == {"seen": shown}


@pytest.mark.parametrize("kind", [None, Kind.WORDHUNT])
def test_the_end_of_a_round_is_a_screen_of_word_hunt(kind: Kind | None) -> None:
    canvas = np.full((1200, 600, 3), (60, 90, 40), np.uint8)
    write(canvas, "GAME OVER", (300, 500), 60, (255, 255, 255))
    write(canvas, "SCORE: 3000", (300, 640), 34, (255, 255, 255))
    seen = read_picture(encoded(canvas), ReadOptions(kind))
    assert (seen.kind, seen.state, seen.cells) == (Kind.WORDHUNT, ScreenState.OVER, ())
    assert seen.score == 3000


@pytest.mark.parametrize("letters", ["AAUD", "EBOWOA"])
def test_columns_of_empty_boxes_below_a_word_are_a_crossword(letters: str) -> None:
    """The boxes of every second column lie as close together as a board's tiles."""
    down = np.linspace(0, 1, 1555)[:, None, None]
    ground = np.array((140, 180, 240)) * (1 - down) + np.array((110, 60, 120)) * down
    canvas = np.repeat(ground.astype(np.uint8), 720, axis=1)
    for row, col in np.ndindex(4, 5):
        if row == 0 or col % 2 == 0:
            rounded_box(canvas, 200 + col * 64.8, 220 + row * 64.8, 60.8, 60.8, 6, (255, 255, 255))
    for col, letter in enumerate("STONE"):
        write(canvas, letter, (230 + col * 64.8, 250), 24, (40, 25, 25), weight=700)
    for place, letter in enumerate(letters):
        angle = 2 * np.pi * place / len(letters)
        x, y = 360 + 146 * np.sin(angle), 1151 - 146 * np.cos(angle)
        rounded_box(canvas, x - 54, y - 54, 108, 108, 54, (250, 250, 250))
        write(canvas, letter, (x, y), 52, (40, 25, 25), weight=700)
    seen = read_picture(encoded(canvas, ".jpg"))
    assert seen.kind is Kind.WHEEL
    assert "".join(cell.letters for cell in seen.cells) == letters
