"""One drawn picture of each game with all that is to be read in it."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from tests.list_pages import page_with_list
from tests.pictures import WOOD, board_picture
from tests.wheel_pictures import wheel_picture
from tests.wordle_pictures import screen

KINDS = ("wordhunt", "wordsearch", "wordle", "wheel")


class Sample(NamedTuple):
    """A picture, and the members of its result that are known."""

    picture: bytes
    result: dict[str, Any]


@cache
def sample(kind: str) -> Sample:
    """A plain picture that is read exactly."""
    nothing = {"kind": kind, "state": "playing", "tiles": [], "words": [], "crossword": []}
    match kind:
        case "wordhunt":
            board = board_picture(2, theme=WOOD, pitch=100)
            return Sample(board.to_bytes(), {**nothing, "letters": list(board.rows)})
        case "wordsearch":
            page = page_with_list()
            letters = page.grid.to_grid().row_texts()
            words = [*page.words[::2], *page.words[1::2]]  # printed in two columns, read one after the other
            return Sample(page.picture.data, {**nothing, "letters": letters, "words": words})
        case "wordle":
            game = screen(11, cols=5, pitch=80, font="sans")
            marks = list(game.marks)
            return Sample(game.to_bytes(), {**nothing, "letters": list(game.letters), "tiles": marks})
        case "wheel":
            wheel = wheel_picture(3, count=6, swipe="", font="sans")
            boxes = list(wheel.crossword)
            return Sample(wheel.to_bytes(), {**nothing, "letters": [wheel.letters], "crossword": boxes})
    raise ValueError(kind)
