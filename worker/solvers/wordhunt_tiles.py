"""A board's tiles as letter codes of a lexicon's alphabet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from worker.errors import GridTooLarge
from worker.lexicon import Lexicon
from worker.model import AFFIX, WILDCARD, Grid

Tile = tuple[int, ...]
"""Letter codes; empty for a hole, `WILD_TILE` for a wildcard."""
WILD_TILE: Final[Tile] = (-1,)
MOST_LETTERS: Final = 60_000


def has_affixes(grid: Grid) -> bool:
    """Whether some tiles may only begin words, or only end them."""
    return AFFIX in "".join(grid.tiles)


class AffixRules(NamedTuple):
    """Cells with which words may only begin, and those with which they may only end."""

    first_only: frozenset[int]
    last_only: frozenset[int]

    @classmethod
    def of(cls, grid: Grid) -> AffixRules:
        first = (cell for cell, tile in enumerate(grid.tiles) if tile.endswith(AFFIX))
        last = (cell for cell, tile in enumerate(grid.tiles) if tile.startswith(AFFIX))
        return cls(frozenset(first), frozenset(last))


def tiles_of(grids: Sequence[Grid], lexicon: Lexicon) -> list[list[Tile]]:
    """The tiles of each board; one that no word can hold, of another alphabet or too long, is a hole.

    Raises:
        GridTooLarge: more cells or letters than the search has numbers for.
    """
    known: dict[str, Tile] = {WILDCARD: WILD_TILE}
    for grid in grids:
        for tile in set(grid.tiles) - known.keys():
            codes = lexicon.codes(tile.strip(AFFIX)) or ()
            known[tile] = codes if len(codes) <= lexicon.max_length else ()
    boards = [[known[tile] for tile in grid.tiles] for grid in grids]
    if any(max(len(board), sum(map(len, board))) > MOST_LETTERS for board in boards):
        raise GridTooLarge(f"A board may have up to {MOST_LETTERS:,} letters.")
    return boards
