"""What another reader may change of a board: it fills doubtful cells, and nothing else.

network   C A ? D        asked    C A ? D        other reader   C A R D        result   C A R D
          E ? G H                 E ? G H                       E F G H                 E F G H
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from worker.model import AFFIX, WILDCARD, Box, CellSource, Kind, ReadCell, ReadGrid, ScreenState
from worker.options import LlmMode

Tiles = Sequence[Sequence[str]]
"""Rows of tiles in capitals; "" a hole, "?" a cell that is not known."""

ONE_READER = 0.8
"""Confidence of a letter that only a reader without calibrated probabilities has read."""
MOSTLY = 0.5
"""Share of doubtful cells from which on a board is implausible; swipes and smudges hide fewer."""
MOST_LETTERS, MOST_OF_AFFIX = 3, 6
"""Of one tile, as `Qu`, `Ing`; and of one that only begins or ends words, as `Over-`."""


def asked_for(grid: ReadGrid | None, mode: LlmMode) -> bool:
    """Whether there is anything to ask: no board at all, a doubtful cell, or any board at all."""
    if mode is LlmMode.NEVER:
        return False
    if grid is None or mode is LlmMode.ALWAYS:
        return grid is None or bool(grid.cells)
    return any(cell.doubtful for cell in grid.cells)


def is_implausible(grid: ReadGrid) -> bool:
    """Whether so much of a board is doubtful that it may be none, or of another shape."""
    return sum(cell.doubtful for cell in grid.cells) > MOSTLY * len(grid.cells)


def guess_of(grid: ReadGrid, *, every_cell: bool = False) -> list[list[str]]:
    """The board as tiles, with "?" for the doubtful cells (or for all that are no holes)."""
    tiles = [WILDCARD if _is_asked(cell, every_cell) else cell.letters for cell in grid.cells]
    return [tiles[start : start + grid.cols] for start in range(0, len(tiles), grid.cols)]


def has_shape(tiles: Tiles, rows: int, cols: int) -> bool:
    return len(tiles) == rows and all(len(row) == cols for row in tiles)


def filled(grid: ReadGrid, tiles: Tiles, source: CellSource, *, every_cell: bool = False) -> ReadGrid:
    """The board with the doubtful cells (or with all that are no holes) as another reader has them.

    A letter that contradicts one the network was sure of is taken when every cell was asked for, and doubtful
    from then on. What is no letter changes nothing.

    Raises:
        ValueError: tiles of another shape.
    """
    if not has_shape(tiles, grid.rows, grid.cols):
        raise ValueError(f"{grid.rows} x {grid.cols} tiles expected")
    flat = [tile for row in tiles for tile in row]
    cells = [
        _filled(cell, tile.strip().upper(), source) if _is_asked(cell, every_cell) else cell
        for cell, tile in zip(grid.cells, flat, strict=True)
    ]
    return replace(grid, cells=tuple(cells))


def board_of(tiles: Tiles, size: tuple[int, int], source: CellSource, kind: Kind) -> ReadGrid:
    """A board of which nothing but its letters is known: it is somewhere in a picture of that size."""
    whole = Box(0, 0, *size)
    flat = (tile.strip().upper() for row in tiles for tile in row)
    cells = (
        ReadCell(tile, ONE_READER / 2, whole, whole.centre, source, True, "no board was found")
        for tile in (tile if is_tile(tile) else "" for tile in flat)
    )
    return ReadGrid(kind, ScreenState.PLAYING, len(tiles), len(tiles[0]), tuple(cells))


def all_doubtful(grid: ReadGrid) -> ReadGrid:
    """The same board with none of its letters trusted."""
    why = "most of the board was in doubt"
    return replace(grid, cells=tuple(replace(one, doubtful=True, why=one.why or why) for one in grid.cells))


def is_tile(text: str) -> bool:
    """Whether a text may stand on a tile."""
    letters = text.removeprefix(AFFIX) if text.startswith(AFFIX) else text.removesuffix(AFFIX)
    most = MOST_LETTERS if letters == text else MOST_OF_AFFIX
    return letters.isalpha() and len(letters) <= most


def _is_asked(cell: ReadCell, every_cell: bool) -> bool:
    return cell.doubtful or (every_cell and cell.letters != "")


def _filled(cell: ReadCell, tile: str, source: CellSource) -> ReadCell:
    if not is_tile(tile):
        return cell
    if tile == cell.letters:
        return replace(cell, confidence=max(cell.confidence, ONE_READER), doubtful=False, why=None)
    why = None if cell.doubtful else f"the network read {cell.letters}"
    confidence = ONE_READER if cell.doubtful else ONE_READER / 2
    return replace(
        cell, letters=tile, confidence=confidence, source=source, doubtful=why is not None, why=why
    )
