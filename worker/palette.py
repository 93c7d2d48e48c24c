"""Colours that tell words apart: 24 of the 256 that terminals know, each readable on black and on white."""

from __future__ import annotations

from typing import Final

WORD_CODES: Final = (
    160, 27, 28, 166, 93, 30, 199, 94, 33, 65, 201, 138,
    168, 31, 104, 100, 126, 60, 197, 25, 134, 131, 128, 62,
)  # fmt: skip
"""Numbers as in `ESC[38;5;Nm`, those next to each other far apart."""

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
