"""Words and grids as the line kernels take them.

Imported only when the kernels are wanted: it loads Numba.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from worker.errors import BadOption
from worker.kernels.lines import (
    NO_CELL,
    PAD,
    START_SHIFT,
    WILD,
    WORD_SHIFT,
    Field,
    Rules,
    Tiles,
    Ways,
    find_any,
    find_plain,
)
from worker.kernels.lines_words import MOST_LETTERS, MOST_NODES, Dawg, Sieve, Trie, build_sieve, build_trie
from worker.lexicon import Lexicon
from worker.solvers.wordsearch_board import WILD_TILE, Board, Tile
from worker.solvers.wordsearch_options import COMPASS, SearchOptions
from worker.solvers.wordsearch_python import LinePlace


class KernelWords:
    """A list or a dictionary made ready for the kernels: the words, their letters' numbers, the sieve."""

    def __init__(self, words: Any, codes: dict[str, int], longest: int, *, least: int = 1) -> None:
        self._words, self._codes, self._longest, self._least = words, codes, longest, least
        self._sieve = Sieve(*build_sieve(words, len(codes), least))

    @classmethod
    def of_list(cls, words: Sequence[Sequence[str]]) -> KernelWords:
        """Raises BadOption: too many letters."""
        codes = {letter: code for code, letter in enumerate(sorted(set(chain.from_iterable(words))), 1)}
        letters = np.fromiter(map(codes.__getitem__, chain.from_iterable(words)), np.int64)
        if len(codes) > MOST_LETTERS or len(letters) >= MOST_NODES:
            raise BadOption("The list of words has too many letters.", option="words")
        lengths = np.fromiter(map(len, words), np.int64)
        slots, ends, shift = build_trie(letters, lengths)
        trie = Trie(slots, ends, np.uint64(shift))  # Numba gives it back as an int
        return cls(trie, codes, int(lengths.max(initial=0)))

    @classmethod
    def of_lexicon(cls, lexicon: Lexicon, *, least: int) -> KernelWords:
        graph = Dawg(lexicon.edges.reshape(-1), np.uint64(lexicon.root_mask), np.uint64(lexicon.root_base))
        codes = {letter: code for code, letter in enumerate(lexicon.alphabet, 1)}
        return cls(graph, codes, lexicon.max_length, least=least)

    def places(self, board: Board, options: SearchOptions, *, may_differ: bool = False) -> NDArray[np.uint64]:
        """Every place of every word, sorted; `worker.kernels.lines` tells what the numbers mean."""
        field, tiles = self._field(board, wrap=options.wrap)
        ways = ways_of(board, options, self._longest)
        if board.is_plain and not may_differ:
            found = find_plain(self._words, self._sieve, field, ways, self._least)
        else:
            rules = Rules(len(self._codes), self._longest, self._least, may_differ)
            found = find_any(self._words, field, tiles, ways, rules)
        found.sort()
        return found  # type: ignore[no-any-return]

    def _field(self, board: Board, *, wrap: bool) -> tuple[Field, Tiles]:
        """The grid with its margin, and its tiles of several letters."""
        several = sorted({tile for tile in board.kinds if len(tile) > 1})
        kinds = np.array([self._code(tile, several) for tile in board.kinds], np.int16)
        codes = kinds[np.array(board.numbers)].reshape(board.rows, board.cols)
        letters = [self._codes.get(letter, len(self._codes) + 1) for tile in several for letter in tile]
        first = np.cumsum([0, *map(len, several)])
        return padded(codes, self._longest if wrap else 0), Tiles(first, np.array(letters, np.int64))

    def _code(self, tile: Tile, several: Sequence[Tile]) -> int:
        if not tile:
            return NO_CELL
        if tile == WILD_TILE:
            return WILD
        return self._codes.get(tile[0], len(self._codes) + 1) if len(tile) == 1 else -2 - several.index(tile)


def unpacked(places: NDArray[np.uint64]) -> list[LinePlace]:
    """Places as word, start cell and direction."""
    whole = places.view(np.int64)
    starts = whole >> START_SHIFT & ((1 << WORD_SHIFT - START_SHIFT) - 1)
    directions = whole & ((1 << START_SHIFT) - 1)
    return list(zip((whole >> WORD_SHIFT).tolist(), starts.tolist(), directions.tolist(), strict=True))


def padded(codes: NDArray[np.int16], around: int) -> Field:
    """A field of int16 codes (rows, cols); its margin has no cells, or `around` cells of the opposite
    edges."""
    rows, cols = codes.shape
    margin = max(around, PAD)
    wide = np.pad(codes, margin, mode="wrap") if around else np.pad(codes, margin)
    return Field(wide.reshape(-1), rows, cols, margin)


def ways_of(board: Board, options: SearchOptions, longest: int) -> Ways:
    """The directions wanted; a word has as many cells as it has letters at most."""
    wanted = [way for way in COMPASS if way in options.directions]
    most = [min(longest, board.cycle(way)) if options.wrap else longest for way in wanted]
    return Ways(
        np.array([COMPASS.index(way) for way in wanted]),
        np.array([way.row_step for way in wanted]),
        np.array([way.col_step for way in wanted]),
        np.array(most),
    )
