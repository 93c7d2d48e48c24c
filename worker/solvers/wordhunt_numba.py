"""Boards, options and texts as the kernels take them.

Imported only when the kernels are wanted: it loads Numba.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from worker.kernels.answer import Rules
from worker.kernels.board import HOLE, WILD, Boards
from worker.kernels.json_bytes import CENTRE_STRIDE, POINTS_STRIDE, Texts
from worker.kernels.walk import Graph
from worker.lexicon import Lexicon
from worker.model import Grid, Point
from worker.solvers.wordhunt_options import PointTable, WordHuntOptions, centre_text
from worker.solvers.wordhunt_tiles import WILD_TILE, Tile


def graph_of(lexicon: Lexicon) -> Graph:
    return Graph(lexicon.edges.reshape(-1), np.uint64(lexicon.root_mask), np.uint64(lexicon.root_base))


def boards_of(grids: Sequence[Grid], tiles: Sequence[Sequence[Tile]]) -> Boards:
    """Boards with their tiles as letter codes."""
    firsts = [_first_code(tile) for board in tiles for tile in board]
    extras = [
        (index, cell, code)
        for index, board in enumerate(tiles)
        for cell, tile in enumerate(board)
        for code in tile[1:]
    ]
    extra_counts = np.bincount([index for index, _, _ in extras], minlength=len(grids))
    return Boards(
        rows=np.array([grid.rows for grid in grids]),
        cols=np.array([grid.cols for grid in grids]),
        tile_first=np.array([0, *accumulate(len(board) for board in tiles)]),
        tiles=np.array(firsts, np.int8),
        extra_first=np.concatenate([[0], np.cumsum(extra_counts)]).astype(np.int64),
        extra_cells=np.array([cell for _, cell, _ in extras], np.int32),
        extra_codes=np.array([code for _, _, code in extras], np.int8),
    )


def _first_code(tile: Tile) -> int:
    if not tile:
        return HOLE
    return WILD if tile == WILD_TILE else tile[0]


@lru_cache(maxsize=64)
def rules_of(options: WordHuntOptions, longest: int) -> Rules:
    """The options for a lexicon whose longest word has `longest` letters."""
    return Rules(
        min_length=options.min_length,
        max_length=min(longest, options.max_length or longest),
        points=np.array([0] + [options.points.of(length) for length in range(1, longest + 1)]),
        lengths=np.array(options.lengths_in_order(longest) or [], np.int64),
        limit=-1 if options.limit is None else options.limit,
        all_paths=options.all_paths,
    )


def texts_of(lexicon: Lexicon, points: PointTable, cells: int, centres: Sequence[Point] | None) -> Texts:
    """The texts of the JSON answer; `cells` is the largest board's number of cells."""
    letters, letter_sizes = _letter_texts(lexicon.alphabet)
    cell_texts, cell_sizes = _cell_texts(max(cells, 64))
    points_texts, points_sizes = _points_texts(points, lexicon.max_length)
    centre_texts, centre_sizes = _strided(
        [centre_text(point) + b"," for point in centres or ()], CENTRE_STRIDE
    )
    return Texts(
        letters, letter_sizes, points_texts, points_sizes, cell_texts, cell_sizes, centre_texts, centre_sizes
    )


@lru_cache(maxsize=16)
def _letter_texts(alphabet: str) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    return _packed([letter.encode() for letter in alphabet])


@lru_cache(maxsize=16)
def _cell_texts(cells: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    return _packed([b"%d," % cell for cell in range(cells)])


@lru_cache(maxsize=64)
def _points_texts(points: PointTable, longest: int) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
    texts = [b'","points":%d,"path":[' % points.of(max(length, 1)) for length in range(longest + 1)]
    return _strided(texts, POINTS_STRIDE)


def _packed(texts: list[bytes]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Texts of up to eight bytes as numbers, lowest byte first, and their sizes."""
    numbers = [int.from_bytes(text, "little") for text in texts]
    return np.array(numbers, np.uint64), np.array([len(text) for text in texts], np.uint64)


def _strided(texts: list[bytes], stride: int) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
    """Texts one after the other, each filled up to `stride` bytes, and their sizes."""
    joined = b"".join(text.ljust(stride, b"\0") for text in texts)
    return np.frombuffer(joined, np.uint8), np.array([len(text) for text in texts], np.uint64)
