"""What a Word Hunt answer is to hold: which lengths count, what they are worth, in which order."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from worker.errors import BadOption
from worker.model import Point

MOST_POINTS: Final = 10**9
MOST_PIXELS: Final = 10**9


@dataclass(frozen=True, slots=True)
class PointTable:
    """Points of a word by its number of letters.

    >>> PointTable((0, 0, 100, 400), step=300).of(6)
    1000
    """

    by_length: tuple[int, ...]
    """For words of 1, 2, 3 ... letters."""
    step: int = 0
    """What each letter adds beyond the table's end."""

    def __post_init__(self) -> None:
        if not self.by_length or any(abs(points) > MOST_POINTS for points in (*self.by_length, self.step)):
            raise BadOption(f"A points table needs at least one number, none beyond {MOST_POINTS:,}.")

    def of(self, length: int) -> int:
        beyond = max(length - len(self.by_length), 0)
        return self.by_length[length - beyond - 1] + beyond * self.step


WORDHUNT_POINTS: Final = PointTable((0, 0, 100, 400, 800, 1400, 1800, 2200), step=400)
"""The game's own; from ten letters on public sources disagree."""
BOGGLE_POINTS: Final = PointTable((0, 0, 1, 1, 2, 3, 5, 11))
POINT_TABLES: Final = {"wordhunt": WORDHUNT_POINTS, "boggle": BOGGLE_POINTS}


class Order(StrEnum):
    """How words are sorted; words that are still equal go by the alphabet."""

    POINTS = "points"
    """Most points first, then the longest."""
    LENGTH = "length"
    """The longest first."""
    WORD = "word"
    EASY = "easy"
    """The shortest first: to win without raising suspicion."""


@dataclass(frozen=True, slots=True)
class WordHuntOptions:
    """Lengths are in letters: a `[Qu]` tile counts two."""

    min_length: int = 3
    max_length: int | None = None
    points: PointTable = WORDHUNT_POINTS
    order: Order = Order.POINTS
    limit: int | None = None
    """How many words are returned; all that were found are counted."""
    all_paths: bool = False

    def __post_init__(self) -> None:
        if self.min_length < 1:
            raise BadOption(f"The minimum length is at least 1, not {self.min_length}.", option="min_length")
        if self.max_length is not None and self.max_length < self.min_length:
            raise BadOption(
                f"The maximum length {self.max_length} is below the minimum {self.min_length}.",
                option="max_length",
            )
        if self.limit is not None and self.limit < 0:
            raise BadOption(f"The limit is at least 0, not {self.limit}.", option="limit")

    def lengths_in_order(self, longest: int) -> list[int] | None:
        """Word lengths up to `longest` as the order wants them; None when it does not go by length.

        Points depend on the length alone, so every order but the alphabetical one is an order of lengths.
        """
        lengths = range(self.min_length, min(longest, self.max_length or longest) + 1)
        match self.order:
            case Order.POINTS:
                return sorted(lengths, key=lambda length: (-self.points.of(length), -length))
            case Order.LENGTH:
                return list(reversed(lengths))
            case Order.EASY:
                return list(lengths)
            case Order.WORD:
                return None


def centre_text(centre: Point) -> bytes:
    """A centre as JSON, to a tenth of a pixel; raises BadOption."""
    if not (abs(centre.x) <= MOST_PIXELS and abs(centre.y) <= MOST_PIXELS):
        raise BadOption(f"A centre of {centre} lies in no picture.", option="centres")
    return b"[%.1f,%.1f]" % centre
