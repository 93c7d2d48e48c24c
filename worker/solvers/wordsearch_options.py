"""How a word search is searched: where words may run, what counts as one, which places are told."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from worker.errors import BadOption

if TYPE_CHECKING:
    from dictionaries import Language


class Direction(StrEnum):
    """Where a word runs, as on a compass with north at the top; in this order places are listed."""

    row_step: int
    col_step: int

    E = "e", 0, 1
    SE = "se", 1, 1
    S = "s", 1, 0
    SW = "sw", 1, -1
    W = "w", 0, -1
    NW = "nw", -1, -1
    N = "n", -1, 0
    NE = "ne", -1, 1

    def __new__(cls, name: str, row_step: int = 0, col_step: int = 0) -> Direction:
        direction = str.__new__(cls, name)
        direction._value_ = name
        direction.row_step, direction.col_step = row_step, col_step
        return direction

    @property
    def opposite(self) -> Direction:
        return COMPASS[(COMPASS.index(self) + 4) % 8]


COMPASS: Final = tuple(Direction)
ALL_DIRECTIONS: Final = frozenset(Direction)
DIRECTION_SETS: Final = {
    "all": ALL_DIRECTIONS,
    "forwards": frozenset({Direction.E, Direction.SE, Direction.S, Direction.NE}),
    "straight": frozenset({Direction.E, Direction.S, Direction.W, Direction.N}),
    "diagonal": frozenset({Direction.SE, Direction.SW, Direction.NW, Direction.NE}),
    "across-down": frozenset({Direction.E, Direction.S}),
}


def directions_of(text: str) -> frozenset[Direction]:
    """Read `e,s,se` or the name of a set; of several sets, what all of them hold.

    >>> sorted(directions_of("forwards,straight"))
    [<Direction.E: 'e'>, <Direction.S: 's'>]

    Raises:
        BadOption: a name that is none, or nothing is left.
    """
    names = [name for name in text.lower().replace(",", " ").split() if name]
    single = {Direction(name) for name in names if name in ALL_DIRECTIONS}
    sets = [DIRECTION_SETS[name] for name in names if name in DIRECTION_SETS]
    unknown = [name for name in names if name not in ALL_DIRECTIONS and name not in DIRECTION_SETS]
    if unknown:
        known = ", ".join([*COMPASS, *DIRECTION_SETS])
        raise BadOption(f"There is no direction {unknown[0]!r}; there are {known}.", option="directions")
    wanted = (single or ALL_DIRECTIONS).intersection(*sets) if names else frozenset()
    if not wanted:
        raise BadOption("No direction is left to search in.", option="directions")
    return frozenset(wanted)


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """Every rule that can be chosen; wildcards, holes and tiles with several letters are the grid's own."""

    directions: frozenset[Direction] = ALL_DIRECTIONS
    overlapping: bool = True
    """Whether of several words that start in the same cell and direction all count, or only the shortest."""
    palindromes_twice: bool = False
    """Whether a palindrome is told from both ends."""
    first_only: bool = False
    """Whether only a word's first place is told (if bent: the one that is shortest to drag)."""
    wrap: bool = False
    """Whether lines go on at the opposite edge, until they would meet themselves."""
    fuzzy: int = 0
    """How many letters (0 or 1) may differ in a word that is nowhere as it is written, if it has at least
    `FUZZY_LENGTH` letters: a shorter one would be everywhere."""
    bent: bool = False
    """Whether words go on to any neighbouring cell, as in Boggle, instead of along a line."""
    keep_accents: bool = False
    language: Language | None = None
    """Whose letters are kept apart though they look accented, e.g. the Spanish n with its tilde."""

    def __post_init__(self) -> None:
        if not self.directions:
            raise BadOption("No direction is left to search in.", option="directions")
        if self.fuzzy not in (0, 1):
            raise BadOption(f"Up to 1 letter may differ, not {self.fuzzy}.", option="fuzzy")
        if self.bent and self.wrap:
            raise BadOption("Bent paths do not wrap around the edges.", option="wrap")


FUZZY_LENGTH: Final = 4
CONSOLE_OPTIONS: Final = SearchOptions(overlapping=False, palindromes_twice=True)
"""The rules of the word-search console; with its `-o`, overlapping."""
