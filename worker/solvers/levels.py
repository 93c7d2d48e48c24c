"""Packs of levels: what is asked for, and what a level is.

wheel       the letters that a player has, each to be used at most as often as it is there
full word   a word of all letters of its wheel; every level has one, so no two levels share a longest word
grid word   a word of the crossword; bonus words are all others that the wheel forms
lemma       what a word is a form of: `cat` of `cats`; a level has one grid word of a lemma
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from worker.errors import BadOption
from worker.solvers.levels_layout import Layout

MOST_LEVELS: Final = 20_000
SMALLEST_WHEEL: Final = 3
LARGEST_WHEEL: Final = 12
MOST_GRID_WORDS: Final = 40
SPACING: Final = 200
"""Levels between two that have the same longest word, at least."""
MOST_FALL: Final = 0.02
"""By how much of its range the difficulty may fall from one level to any later one."""


@dataclass(frozen=True, slots=True)
class PackOptions:
    """What a pack is like; the same options and words make the same pack."""

    count: int
    """Levels."""
    seed: int = 0
    min_letters: int = 4
    max_letters: int = 8
    """Of a wheel."""
    min_words: int = 3
    max_words: int = 14
    """Of a grid; larger wheels have more than the minimum."""
    max_side: int = 10
    """Rows and columns of a grid."""
    max_aspect: float = 1.5
    """How many times as long as the other a side of a grid may be."""
    rounds: int = 300
    """For each layout that is tried, see `LayoutOptions`."""

    def __post_init__(self) -> None:
        _check("count", self.count, 1, MOST_LEVELS)
        _check("min_letters", self.min_letters, SMALLEST_WHEEL, LARGEST_WHEEL)
        _check("max_letters", self.max_letters, self.min_letters, LARGEST_WHEEL)
        _check("min_words", self.min_words, 2, MOST_GRID_WORDS)
        _check("max_words", self.max_words, self.min_words, MOST_GRID_WORDS)
        _check("max_side", self.max_side, self.max_letters, 30)
        _check("rounds", self.rounds, 0, 100_000)
        if not 1 <= self.max_aspect <= 10:
            raise BadOption(f"The aspect is 1 to 10, not {self.max_aspect}.", option="max_aspect")


def _check(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        said = name.replace("_", " ").capitalize()
        raise BadOption(f"{said} is {least:,} to {most:,}, not {value:,}.", option=name)


@dataclass(frozen=True, slots=True)
class PlannedLevel:
    """Words that wait for their layout."""

    words: tuple[str, ...]
    """The commonest full word first, then as they were chosen."""

    @property
    def letters(self) -> str:
        """The wheel, sorted."""
        return "".join(sorted(self.words[0]))


@dataclass(frozen=True, slots=True)
class Level:
    """A level to be played."""

    letters: str
    """The wheel's letters in the order in which they are shown, clockwise."""
    layout: Layout
    difficulty: float
    """0 to 100, see `levels_difficulty`."""

    @property
    def longest(self) -> str:
        """The full word, the first one by alphabet where there are several."""
        full = (each.word for each in self.layout.placements if len(each.word) == len(self.letters))
        return min(full)
