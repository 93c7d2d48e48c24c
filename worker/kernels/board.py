"""Boards as the search sees them.

A *piece* is one letter of a tile. A tile with several letters is a chain of pieces: the neighbours lead to
its first piece, each piece to the next, and the last piece to the neighbours; so the search steps letter by
letter on any board. A board of up to 64 pieces is *narrow*: sets of pieces are 64-bit numbers. Any other is
*wide*.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.kernels.bits import trailing_zeros
from worker.kernels.compiled import inlined, kernel

HOLE: Final = -1
WILD: Final = 32
"""Codes of tiles beside those of letters, 0 to 31."""

NOWHERE: Final = 0xFFFF
"""The piece before the first."""

# The parts of a narrow board's table, uint64 (TABLE_SIZE,)
LANES: Final = np.uint64(0)
"""The letters of each piece as a 32-bit mask, two pieces a number."""
NEIGHBOURS: Final = np.uint64(32)
"""The set of pieces that may follow each piece."""
CODES: Final = np.uint64(96)
"""Each piece's letter."""
GROUPS: Final = np.uint64(160)
"""The set of pieces that can stand for each letter."""
OPENING: Final = np.uint64(192)
"""The set of pieces that open a tile."""
CLOSING: Final = np.uint64(193)
"""The set of pieces that close a tile: only there a word may end."""
TABLE_SIZE: Final = 194

_0: Final = np.uint64(0)
_1: Final = np.uint64(1)
_5: Final = np.uint64(5)
_7: Final = np.uint64(7)
_ALL_LETTERS: Final = np.uint64(0xFFFFFFFF)


class Boards(NamedTuple):
    """Boards of any shapes, one after the other; entry i of `..._first` is where board i begins, and one
    more."""

    rows: NDArray[np.int64]
    cols: NDArray[np.int64]
    tile_first: NDArray[np.int64]
    tiles: NDArray[np.int8]
    """The code of each tile's first letter."""
    extra_first: NDArray[np.int64]
    extra_cells: NDArray[np.int32]
    """Cells of multi-letter tiles, once for each letter after the first, in order."""
    extra_codes: NDArray[np.int8]


class Pieces(NamedTuple):
    """The pieces of one board, in the search's order."""

    cell: NDArray[np.int32]
    spot: NDArray[np.int32]
    """The cell counted with a margin, row * (cols + 2) + col, which tells straight moves from diagonal
    ones."""
    code: NDArray[np.uint8]
    opens: NDArray[np.uint8]
    """1 for the first letter of a tile."""
    follow: NDArray[np.int32]
    """The tile's next piece, or -1 at its end."""
    first: NDArray[np.int32]
    """For each cell its first piece, or -1."""
    last: NDArray[np.int32]
    """For each cell its last piece."""


class Wide(NamedTuple):
    """What the search of a wide board looks up, by piece."""

    neighbours: NDArray[np.int32]
    """(8 * pieces,): the pieces that may follow, ascending, -1 for none."""
    toward: NDArray[np.uint8]
    """(32 * pieces,): for each letter which of the neighbours can stand for it, as bits."""
    near: NDArray[np.uint64]
    """Letters next to the piece, as a mask."""
    letters: NDArray[np.uint64]
    """Letters the piece can stand for, as a mask."""
    torus: NDArray[np.uint64]
    """The cell's place on an 8 x 8 torus, as one bit: different cells of a short path have different ones."""


@kernel
def new_pieces(pieces: int, cells: int) -> Any:
    return Pieces(
        np.empty(pieces, np.int32),
        np.empty(pieces, np.int32),
        np.empty(pieces, np.uint8),
        np.empty(pieces, np.uint8),
        np.empty(pieces, np.int32),
        np.empty(cells, np.int32),
        np.empty(cells, np.int32),
    )


@kernel
def new_wide(pieces: int) -> Any:
    return Wide(
        np.empty(8 * pieces, np.int32),
        np.empty(32 * pieces, np.uint8),
        np.empty(pieces, np.uint64),
        np.empty(pieces, np.uint64),
        np.empty(pieces, np.uint64),
    )


@kernel
def place_pieces(boards: Any, i: int, pieces: Any, starts: Any) -> tuple[int, bool]:
    """Lay out board i; returns the number of pieces and whether wildcards are among them.

    On a narrow board without wildcards pieces are sorted by letter, so that the lowest bit of a set of pieces
    is its first letter; on any other they keep the order of cells. `starts` is int64 (34,), to work in.
    """
    tile, end = boards.tile_first[i], boards.tile_first[i + 1]
    extra, extra_end = boards.extra_first[i], boards.extra_first[i + 1]
    for bucket in range(len(starts)):
        starts[bucket] = 0
    for k in range(tile, end):
        starts[boards.tiles[k] + 1] += 1
    holes, wild = starts[0], starts[WILD + 1]
    for k in range(extra, extra_end):
        starts[boards.extra_codes[k] + 1] += 1
    count = end - tile + extra_end - extra - holes
    sort = count <= 64 and wild == 0
    starts[0] = 0
    for code in range(WILD):
        starts[code + 1] += starts[code]
    _place_tiles(boards, i, pieces, starts, sort)
    for k in range(extra, extra_end):
        bucket = boards.extra_codes[k] if sort else 0
        _place_extra(boards, k, pieces, starts[bucket])
        starts[bucket] += 1
    return count, wild > 0


@kernel
def _place_tiles(boards: Any, i: int, pieces: Any, starts: Any, sort: bool) -> None:
    cols, tiles, start = boards.cols[i], boards.tiles, boards.tile_first[i]
    cells, spots, codes, opens, follow = pieces.cell, pieces.spot, pieces.code, pieces.opens, pieces.follow
    margin = 0  # of the rows above
    row_end = cols
    if not sort:
        starts[0] = 0
    for cell in range(boards.tile_first[i + 1] - start):
        if cell == row_end:
            margin += 2
            row_end += cols
        code = tiles[start + cell]
        if code == HOLE:
            pieces.first[cell] = -1
            continue
        bucket = code if sort else 0
        piece = starts[bucket]
        starts[bucket] += 1
        cells[piece] = cell
        spots[piece] = cell + margin
        codes[piece] = code
        opens[piece] = 1
        follow[piece] = -1
        pieces.first[cell] = pieces.last[cell] = piece


@kernel
def _place_extra(boards: Any, k: int, pieces: Any, piece: int) -> None:
    cell = boards.extra_cells[k]
    before = pieces.last[cell]
    pieces.follow[before] = piece
    pieces.last[cell] = piece
    pieces.cell[piece] = cell
    pieces.spot[piece] = pieces.spot[before]
    pieces.code[piece] = boards.extra_codes[k]
    pieces.opens[piece] = 0
    pieces.follow[piece] = -1


@kernel
def fill_narrow(pieces: Any, count: int, rows: int, cols: int, table: Any) -> None:
    """Fill the table of a narrow board."""
    for k in range(len(table)):
        table[k] = _0
    cells, codes, opens, follow, first = pieces.cell, pieces.code, pieces.opens, pieces.follow, pieces.first
    for piece in range(count):
        one = _1 << np.uint64(piece)
        code = np.uint64(codes[piece])
        letters = _ALL_LETTERS if code >> _5 else _1 << code
        table[LANES + np.uint64(piece >> 1)] |= letters << np.uint64(32 * (piece & 1))
        table[CODES + np.uint64(piece)] = code
        if code >> _5:
            for letter in range(32):
                table[GROUPS + np.uint64(letter)] |= one
        else:
            table[GROUPS + code] |= one
        if opens[piece]:
            table[OPENING] |= one
        if follow[piece] >= 0:
            after = _1 << np.uint64(follow[piece])
        else:
            table[CLOSING] |= one
            after = _pieces_around(first, cells[piece], rows, cols)
        table[NEIGHBOURS + np.uint64(piece)] = after


@inlined
def _pieces_around(first: Any, cell: int, rows: int, cols: int) -> Any:
    """The set of first pieces around a cell of a narrow board."""
    row = cell // cols
    col = cell - row * cols
    around = _0
    for r in range(max(row - 1, 0), min(row + 2, rows)):
        for c in range(max(col - 1, 0), min(col + 2, cols)):
            neighbour = first[r * cols + c]
            if neighbour >= 0 and (r != row or c != col):
                around |= _1 << np.uint64(neighbour)
    return around


@kernel
def fill_wide(pieces: Any, count: int, rows: int, cols: int, wide: Any) -> None:
    """Fill what the search of a wide board looks up."""
    for k in range(32 * count):
        wide.toward[k] = 0
    for piece in range(count):
        code = np.uint64(pieces.code[piece])
        wide.near[piece] = _0
        wide.letters[piece] = _ALL_LETTERS if code >> _5 else _1 << code
        cell = pieces.cell[piece]
        wide.torus[piece] = _1 << np.uint64((cell // cols & 7) * 8 + (cell % cols & 7))
    for piece in range(count):
        _fill_neighbours(pieces, piece, rows, cols, wide)
        for direction in range(8):
            neighbour = wide.neighbours[8 * piece + direction]
            if neighbour < 0:
                break
            letters = wide.letters[neighbour]
            wide.near[piece] |= letters
            while letters != _0:
                wide.toward[np.uint64(32 * piece) + trailing_zeros(letters)] |= np.uint8(1 << direction)
                letters &= letters - _1


@kernel
def _fill_neighbours(pieces: Any, piece: int, rows: int, cols: int, wide: Any) -> None:
    at = 8 * piece
    for k in range(at, at + 8):
        wide.neighbours[k] = -1
    if pieces.follow[piece] >= 0:
        wide.neighbours[at] = pieces.follow[piece]
        return
    row = pieces.cell[piece] // cols
    col = pieces.cell[piece] - row * cols
    for r in range(max(row - 1, 0), min(row + 2, rows)):
        for c in range(max(col - 1, 0), min(col + 2, cols)):
            neighbour = pieces.first[r * cols + c]
            if neighbour >= 0 and (r != row or c != col):
                wide.neighbours[at] = neighbour
                at += 1
