"""How words are marked in text, SVG and pictures: their colours, and the cells that one stroke covers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from worker.model import Path

WORD_CODES: Final = (
    160, 27, 28, 166, 93, 30, 199, 94, 33, 65, 201, 138,
    168, 31, 104, 100, 126, 60, 197, 25, 134, 131, 128, 62,
)  # fmt: skip
"""Numbers as in `ESC[38;5;Nm`: 24 of the 256, each readable on black and on white, neighbours far apart."""

_LEVELS: Final = (0, 95, 135, 175, 215, 255)


def word_code(number: int) -> int:
    """The colour of the word with this number in its list."""
    return WORD_CODES[number % len(WORD_CODES)]


def rgb_of(code: int) -> tuple[int, int, int]:
    """Red, green, blue, 0 to 255, of a colour of the cube, 16 to 231.

    >>> rgb_of(160)
    (215, 0, 0)
    """
    red, rest = divmod(code - 16, 36)
    return _LEVELS[red], _LEVELS[rest // 6], _LEVELS[rest % 6]


def strokes(path: Path, cols: int) -> Iterator[Path]:
    """A path cut where it goes on at the opposite edge of the grid.

    >>> list(strokes((2, 3, 0, 1), cols=4))
    [(2, 3), (0, 1)]
    """
    first = 0
    for at, (cell, onward) in enumerate(pairwise(path), start=1):
        (row, col), (to_row, to_col) = divmod(cell, cols), divmod(onward, cols)
        if abs(to_row - row) > 1 or abs(to_col - col) > 1:
            yield path[first:at]
            first = at
    yield path[first:]
