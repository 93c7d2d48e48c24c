"""Tiles with several letters, with values in corners, with badges."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.drawing import write
from tests.pictures import Drawn
from tests.tile_pictures import LOOKS, valued_board
from worker.errors import GridNotFound
from worker.model import Grid, ReadCell
from worker.vision.glyphs import default_reader
from worker.vision.read import read_picture
from worker.vision.tile_words import read_word

KINDS: dict[str, Callable[[int], Drawn]] = {
    "values": valued_board,
    "several": partial(valued_board, several=3),
    "badges": partial(valued_board, badges=6),
}
FEWEST_EXACT = {"values": 38, "several": 31, "badges": 36}
"""Of 40; small letters of a tile may touch, which no reading parts."""


def tile(text: str, *, light: bool = False) -> npt.NDArray[np.uint8]:
    """A patch of 64 pixels with a text across it and a value in its corner."""
    canvas = np.full((256, 256, 3), 40 if light else 225, np.uint8)
    ink = (230, 230, 230) if light else (30, 30, 30)
    write(canvas, text, (128, 136), 64 if len(text) < 4 else 48, ink)
    write(canvas, "12", (40, 44), 30, ink)
    return np.asarray(cv2.resize(canvas[:, :, 0], (64, 64), interpolation=cv2.INTER_AREA), np.uint8)


def cells_of(drawn: Drawn) -> tuple[ReadCell, ...]:
    try:
        return read_picture(drawn.to_bytes(".jpg")).cells
    except GridNotFound:
        return ()


def is_exact(drawn: Drawn) -> bool:
    return tuple(cell.letters for cell in cells_of(drawn)) == Grid.parse("/".join(drawn.rows)).tiles


class TestReadWord:
    @pytest.mark.parametrize("light", [False, True], ids=["dark ink", "light ink"])
    @pytest.mark.parametrize("text", ["Er", "He", "Th", "An", "ING", "OVER-", "-ING", "-LY", "PRE-"])
    def test_letters_and_hyphen(self, text: str, light: bool) -> None:
        word = read_word(tile(text, light=light), default_reader(), dark=not light, contrast=190)
        assert word is not None
        assert word.text == text.upper()

    @pytest.mark.parametrize("text", "EIWMOQ")
    def test_a_single_letter_is_no_word(self, text: str) -> None:
        assert read_word(tile(text), default_reader(), dark=True, contrast=190) is None

    def test_nor_is_a_blank_tile(self) -> None:
        assert read_word(np.full((64, 64), 200, np.uint8), default_reader(), dark=True, contrast=190) is None


@pytest.mark.parametrize("look", range(len(LOOKS)))
def test_a_value_in_the_corner_is_no_letter(look: int) -> None:
    assert is_exact(valued_board(look, look=LOOKS[look]))


def test_a_board_with_words_on_tiles() -> None:
    assert is_exact(valued_board(1, several=3, look=LOOKS[0]))


@pytest.mark.long
@pytest.mark.parametrize("name", KINDS)
def test_many_boards_of_valued_tiles(name: str) -> None:
    """Counts exact boards, and lets no wrong tile pass that is not doubtful."""
    exact, unflagged = 0, []
    for seed in range(40):
        drawn = KINDS[name](seed)
        exact += is_exact(drawn)
        pairs = zip(cells_of(drawn), Grid.parse("/".join(drawn.rows)).tiles, strict=False)
        unflagged += [
            (seed, cell, text) for cell, text in pairs if cell.letters != text and not cell.doubtful
        ]
    print(f"{name}: {exact} of 40 boards exact")  # noqa: T201 - this run's figure
    assert not unflagged
    assert exact >= FEWEST_EXACT[name]
