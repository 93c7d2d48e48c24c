"""A grid's tiles as letters that words can be compared with, and the lines through it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Final

from worker.lexicon import Lexicon
from worker.model import AFFIX, WILDCARD, Grid, Path
from worker.solvers.wordsearch_options import Direction
from worker.solvers.wordsearch_words import fold, split_letters

if TYPE_CHECKING:
    from dictionaries import Language

Tile = tuple[str, ...]
"""Letters; empty for a hole."""
WILD_TILE: Final[Tile] = (WILDCARD,)
UNREAD: Final[Tile] = ("\0",)
"""A letter that no word has."""


@dataclass(frozen=True)
class Board:
    """A grid folded as the words are."""

    rows: int
    cols: int
    kinds: tuple[Tile, ...]
    """The different tiles."""
    numbers: tuple[int, ...]
    """For each cell which of the kinds it has."""

    @classmethod
    def of(cls, grid: Grid, language: Language | None = None, *, keep_accents: bool = False) -> Board:
        """For words that are folded likewise."""
        return cls._with(grid, lambda tile: split_letters(fold(tile, language, keep_accents=keep_accents)))

    @classmethod
    def for_lexicon(cls, grid: Grid, lexicon: Lexicon) -> Board:
        """For a dictionary's words; what its alphabet lacks is a hole."""
        return cls._with(
            grid,
            lambda tile: tuple(map(lexicon.alphabet.__getitem__, lexicon.codes(tile.strip(AFFIX)) or ())),
        )

    @classmethod
    def _with(cls, grid: Grid, spell: Callable[[str], Tile]) -> Board:
        numbers = {tile: number for number, tile in enumerate(dict.fromkeys(grid.tiles))}
        kinds = tuple(WILD_TILE if tile == WILDCARD else spell(tile) for tile in numbers)
        return cls(grid.rows, grid.cols, kinds, tuple(map(numbers.__getitem__, grid.tiles)))

    def with_tiles(self, changed: Mapping[int, Tile]) -> Board:
        if not changed:
            return self
        kinds, numbers = list(self.kinds), list(self.numbers)
        for cell, tile in changed.items():
            numbers[cell] = len(kinds)
            kinds.append(tile)
        return Board(self.rows, self.cols, tuple(kinds), tuple(numbers))

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        return tuple(map(self.kinds.__getitem__, self.numbers))

    @cached_property
    def is_plain(self) -> bool:
        """Whether every cell is a single letter or a hole."""
        return all(len(tile) <= 1 and tile != WILD_TILE for tile in self.kinds)

    def cycle(self, direction: Direction) -> int:
        """How many cells a line has that goes on at the opposite edge, until it is back where it began."""
        if not direction.row_step:
            return self.cols
        return lcm(self.rows, self.cols) if direction.col_step else self.rows

    def next_cell(self, cell: int, direction: Direction, *, wrap: bool) -> int | None:
        row, col = cell // self.cols + direction.row_step, cell % self.cols + direction.col_step
        if wrap:
            return row % self.rows * self.cols + col % self.cols
        return row * self.cols + col if 0 <= row < self.rows and 0 <= col < self.cols else None

    def line(self, start: int, direction: Direction, letters: int, *, wrap: bool) -> Path:
        """The cells of a word of so many letters that is known to lie there."""
        step = direction.row_step * self.cols + direction.col_step
        if letters == 1:
            return (start,)
        if self.is_plain and not wrap:
            return tuple(range(start, start + step * letters, step))
        cells, cell = [start], start
        letters -= len(self.tiles[start])
        while letters:
            onward = self.next_cell(cell, direction, wrap=wrap)
            assert onward is not None, "a word leaves the grid"
            cell = onward
            letters -= len(self.tiles[cell])
            cells.append(cell)
        return tuple(cells)

    def spelled(self, cells: Path) -> list[str]:
        return [letter for cell in cells for letter in self.tiles[cell]]

    def mismatches(self, cells: Path, letters: tuple[str, ...]) -> tuple[int, ...]:
        """Positions in the word at which these cells have another letter."""
        pairs = zip(self.spelled(cells), letters, strict=True)
        return tuple(at for at, (read, letter) in enumerate(pairs) if read not in (letter, WILDCARD))
