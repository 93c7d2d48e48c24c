"""The marks that a guess gets, as numbers, letters and emoji squares.

*Feedback* is a number in base 3, the first letter its most significant digit: 0 grey, 1 yellow, 2 green.
`21000` is green, yellow, grey, grey, grey: `int("21000", 3)`; all green is `3 ** length - 1`.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Final

from worker.errors import BadOption

LENGTHS: Final = range(3, 13)
"""How many letters the words of a game may have."""


class Mark(IntEnum):
    GREY = 0
    YELLOW = 1
    GREEN = 2


class Squares(StrEnum):
    """How a game is shared: on a dark or a light page, or for people who see colours badly."""

    DARK = "dark"
    LIGHT = "light"
    HIGH_CONTRAST = "high-contrast"


_SHOWN: Final = {
    Squares.DARK: "\u2b1b\U0001f7e8\U0001f7e9",  # black, yellow, green
    Squares.LIGHT: "\u2b1c\U0001f7e8\U0001f7e9",  # white, yellow, green
    Squares.HIGH_CONTRAST: "\u2b1b\U0001f7e6\U0001f7e7",  # black, blue, orange
}
_LETTERS: Final = "byg"
_READ: Final = {
    **dict.fromkeys("bx-._0", Mark.GREY),
    **dict.fromkeys("y1", Mark.YELLOW),
    **dict.fromkeys("g2", Mark.GREEN),
    **{square: mark for squares in _SHOWN.values() for square, mark in zip(squares, Mark, strict=True)},
}
_VARIATION: Final = "\ufe0f"
"""Asks for a picture of the sign before it; some phones add it to black and white squares."""


def feedback(guess: str, answer: str) -> int:
    """What the game says to a guess.

    >>> feedback_text(feedback("geese", "those"), 5)
    'bbbgg'
    """
    marks = [Mark.GREEN if a == b else Mark.GREY for a, b in zip(guess, answer, strict=True)]
    unmatched = [letter for letter, mark in zip(answer, marks, strict=True) if mark is not Mark.GREEN]
    for place, letter in enumerate(guess):
        if marks[place] is not Mark.GREEN and letter in unmatched:
            marks[place] = Mark.YELLOW
            unmatched.remove(letter)
    return code_of(marks)


def code_of(marks: list[Mark]) -> int:
    """The number of some marks."""
    code = 0
    for mark in marks:
        code = 3 * code + mark
    return code


def marks_of(code: int, length: int) -> list[Mark]:
    """The marks of a number, first letter first."""
    return [Mark(code // 3**place % 3) for place in reversed(range(length))]


def parse_feedback(text: str, length: int) -> int:
    """Read marks as people write them: `gybbb`, `GYBBB`, `21000`, `gyx--`, or emoji squares of any kind.

    Raises:
        BadOption: a sign that is no mark, or not `length` of them.
    """
    signs = [sign for sign in text.lower() if sign != _VARIATION and not sign.isspace()]
    strange = next((sign for sign in signs if sign not in _READ), None)
    if strange is not None:
        raise BadOption(f"{strange!r} in the feedback {text!r} is no mark.", hint=_HINT, option="feedback")
    if len(signs) != length:
        raise BadOption(
            f"The feedback {text!r} has {len(signs)} marks, the word {length} letters.",
            hint=_HINT,
            option="feedback",
        )
    return code_of([_READ[sign] for sign in signs])


_HINT: Final = "Write one mark a letter: g green, y yellow, b (or x, -) grey; 2, 1, 0; or emoji squares."


def feedback_text(code: int, length: int) -> str:
    """The marks as letters: `gybbb`."""
    return "".join(_LETTERS[mark] for mark in marks_of(code, length))


def feedback_squares(code: int, length: int, squares: Squares = Squares.DARK) -> str:
    """The marks as emoji squares."""
    return "".join(_SHOWN[squares][mark] for mark in marks_of(code, length))


def all_green(length: int) -> int:
    """The feedback of the answer itself."""
    return int(3**length - 1)
