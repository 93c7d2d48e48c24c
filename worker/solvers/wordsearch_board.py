"""A grid's tiles as letters that words can be compared with, and the lines through it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import compress
from math import lcm
from typing import TYPE_CHECKING, Final

from worker.errors import GridTooLarge
from worker.lexicon import Lexicon
from worker.model import AFFIX, WILDCARD, Grid, Path
from worker.solvers.wordsearch_options import Direction
from worker.solvers.wordsearch_words import fold, signs_of, split_letters

if TYPE_CHECKING:
    from dictionaries import Language

Tile = tuple[str, ...]
"""Letters; empty for a hole."""
WILD_TILE: Final[Tile] = (WILDCARD,)
UNREAD: Final[Tile] = ("\0",)
"""A letter that no word has."""


@dataclass(frozen=True)
class Folding:
    """What each of a grid's different tiles stands for."""

    tiles: Mapping[str, Tile]

    @cached_property
    def is_simple(self) -> bool:
        """Whether all are single signs that stand for themselves."""
        return all(tile == (raw,) and len(raw) == 1 for raw, tile in self.tiles.items()) and (
            WILDCARD not in self.tiles
        )

    @cached_property
    def is_plain(self) -> bool:
        """Whether all are single letters or holes."""
        return self.is_simple or all(len(tile) <= 1 and tile != WILD_TILE for tile in self.tiles.values())


@dataclass(frozen=True)
class Board:
    """A grid folded as the words are."""

    rows: int
    cols: int
    raw: tuple[str, ...]
    """The tiles as the grid has them."""
    folding: Folding
    signs: frozenset[str] = frozenset()
    """Those of them that are letters here, and so in words."""

    @classmethod
    def of(
        cls,
        grid: Grid,
        language: Language | None = None,
        *,
        keep_accents: bool = False,
        signs: frozenset[str] = frozenset(),
    ) -> Board:
        """For words that are folded likewise; `signs` are letters also where the grid has none."""
        tiles = frozenset(grid.tiles)
        signs |= signs_of(tiles)
        folding = _folding(tiles, language, keep_accents=keep_accents, signs=signs)
        return cls(grid.rows, grid.cols, grid.tiles, folding, signs)

    @classmethod
    def for_lexicon(cls, grid: Grid, lexicon: Lexicon) -> Board:
        """For a dictionary's words; what its alphabet lacks is a letter that no word has."""
        folded = {tile: _in_lexicon(tile, lexicon) for tile in set(grid.tiles)}
        return cls(grid.rows, grid.cols, grid.tiles, Folding(folded))

    def with_tiles(self, changed: Mapping[int, Tile]) -> Board:
        if not changed:
            return self
        raw, folded = list(self.raw), dict(self.folded)
        for cell, tile in changed.items():
            raw[cell] = f"{UNREAD[0]}{''.join(tile)}"  # as no grid has it
            folded[raw[cell]] = tile
        return Board(self.rows, self.cols, tuple(raw), Folding(folded), self.signs)

    @property
    def folded(self) -> Mapping[str, Tile]:
        return self.folding.tiles

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        return tuple(map(self.folded.__getitem__, self.raw))

    @property
    def is_simple(self) -> bool:
        """Whether every cell is a single sign that stands for itself."""
        return self.folding.is_simple

    @property
    def is_plain(self) -> bool:
        """Whether every cell is a single letter or a hole."""
        return self.folding.is_plain

    def without(self, used: Iterable[int]) -> tuple[int, ...]:
        """All other cells but the holes, in reading order."""
        left = bytearray(b"\1") * len(self.raw)
        for cell in used:
            left[cell] = False
        if all(self.folded.values()):
            return tuple(compress(range(len(left)), left))
        return tuple(cell for cell in compress(range(len(left)), left) if self.folded[self.raw[cell]])

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


@lru_cache(maxsize=64)
def _folding(
    tiles: frozenset[str], language: Language | None, *, keep_accents: bool, signs: frozenset[str]
) -> Folding:
    """Kept, since most grids have the same letters."""
    return Folding({tile: _folded(tile, language, keep_accents=keep_accents, signs=signs) for tile in tiles})


def _folded(tile: str, language: Language | None, *, keep_accents: bool, signs: frozenset[str]) -> Tile:
    if tile == WILDCARD:
        return WILD_TILE
    letters = tile if len(tile) == 1 else tile.strip(AFFIX)
    return split_letters(fold(letters, language, keep_accents=keep_accents, signs=signs))


def _in_lexicon(tile: str, lexicon: Lexicon) -> Tile:
    if tile == WILDCARD:
        return WILD_TILE
    codes = lexicon.codes(tile.strip(AFFIX))
    return UNREAD if tile and not codes else tuple(map(lexicon.alphabet.__getitem__, codes or ()))


def too_many_places() -> GridTooLarge:
    return GridTooLarge(
        "The words lie in more places than can be told.",
        hint="Use fewer wildcards, longer words or a smaller grid.",
    )


def too_much_to_try() -> GridTooLarge:
    return GridTooLarge(
        "There is too much to try: a wildcard, or a letter that may differ, stands for many letters.",
        hint="Use fewer wildcards, fewer words or a smaller grid.",
    )


def cycle(rows: int, cols: int, direction: Direction) -> int:
    """How many cells a line has that goes on at the opposite edge, until it is back where it began."""
    if not direction.row_step:
        return cols
    return lcm(rows, cols) if direction.col_step else rows
