"""Words and grids as the line kernels take them.

Imported only when the kernels are wanted: it loads Numba.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, chain
from struct import Struct
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from worker.errors import BadOption
from worker.kernels.limits import MOST_PLACES
from worker.kernels.lines import (
    GAP,
    NO_CELL,
    SLACK,
    WILD,
    Field,
    Rules,
    Tiles,
    field_of,
    find_any,
    find_plain,
)
from worker.kernels.lines_sieve import Sieve, build_sieve
from worker.kernels.lines_told import unpack_all
from worker.kernels.lines_words import (
    MOST_LETTERS,
    MOST_NODES,
    Dawg,
    Spelling,
    Trie,
    build_trie,
    spell_words,
)
from worker.lexicon import Lexicon
from worker.solvers.wordsearch_board import WILD_TILE, Board, Tile, cycle, too_many_places, too_much_to_try
from worker.solvers.wordsearch_options import COMPASS, SearchOptions
from worker.solvers.wordsearch_python import LinePlace

_TRIPLE: Final = Struct("=iii")
FEW: Final = 300
"""Words for which a sieve of three letters lets pass little enough; it stays close to the processor."""


class KernelWords:
    """A list or a dictionary made ready for the kernels: the words, their letters' numbers, the sieve."""

    def __init__(
        self, words: Any, count: int, codes: dict[str, int], longest: int, *, least: int = 1
    ) -> None:
        self._words, self._codes, self._longest, self._least = words, codes, longest, least
        self._sieve = Sieve(*build_sieve(words, len(codes), least, count <= FEW))

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
        longest, least = int(lengths.max(initial=0)), int(lengths.min()) if words else 1
        return cls(trie, len(words), codes, longest, least=least)

    @classmethod
    def of_lexicon(cls, lexicon: Lexicon, *, least: int) -> KernelWords:
        codes = {letter: code for code, letter in enumerate(lexicon.alphabet, 1)}
        return cls(_graph(lexicon), len(lexicon), codes, lexicon.max_length, least=least)

    def places(self, board: Board, options: SearchOptions, *, may_differ: bool = False) -> NDArray[np.uint64]:
        """Every place of every word, sorted; `worker.kernels.lines` tells what the numbers mean.

        Raises:
            GridTooLarge: more than `MOST_PLACES`, or more to try than takes some seconds.
        """
        several = sorted({tile for tile in board.folded.values() if len(tile) > 1})
        field = self.board_field(board, several)
        if options.wrap:
            field = _torus(field, self._longest)
        if board.is_plain and not may_differ:
            return in_order(self.places_in(field, options))
        rules = Rules(len(self._codes), self._longest, self._least, may_differ)
        most = self.most_cells(field, options)
        found, is_all = find_any(self._words, field, self._tiles(several), most, rules)
        if not is_all:
            raise too_much_to_try()
        return in_order(found)

    def places_in(self, field: Field, options: SearchOptions) -> NDArray[np.uint64]:
        """The same in any order, and one more than `MOST_PLACES` at least rather than an error, in a field of
        single letters and holes: no cell is a Python object."""
        most = self.most_cells(field, options)
        found: NDArray[np.uint64] = find_plain(self._words, self._sieve, field, most, self._least)
        return found

    def field(self, rows: Sequence[str]) -> Field:
        """A grid of single letters, a text a row, spelled as the words are."""
        return _field(_signs("".join(rows)), self._by_sign, len(rows), len(rows[0]))

    def board_field(self, board: Board, several: Sequence[Tile] = ()) -> Field:
        """The board as numbers; `several` are its tiles of several letters."""
        if board.is_simple:
            return _field(_signs("".join(board.raw)), self._by_sign, board.rows, board.cols)
        return self._field(board, {raw: self._code(tile, several) for raw, tile in board.folded.items()})

    def most_cells(self, field: Field, options: SearchOptions) -> NDArray[np.int64]:
        """By direction how many cells a word may have."""
        return _most_cells(field.rows, field.cols, options, self._longest)

    @cached_property
    def _by_sign(self) -> NDArray[np.int16]:
        """The code of each sign, as far as words have some; the last one is that of all others."""
        letters = [letter for letter in self._codes if len(letter) == 1]
        return _table({letter: self._codes[letter] for letter in letters}, len(self._codes) + 1)

    def _field(self, board: Board, codes: Mapping[str, int]) -> Field:
        """The codes are those of the tiles as the grid has them."""
        if all(len(raw) == 1 for raw in codes):
            return _field(_signs("".join(board.raw)), _table(codes, NO_CELL), board.rows, board.cols)
        numbers = np.fromiter(map(codes.__getitem__, board.raw), np.int16, len(board.raw))
        places = np.arange(len(numbers), dtype=np.uint32)
        return _field(places, numbers, board.rows, board.cols)

    def _tiles(self, several: Sequence[Tile]) -> Tiles:
        letters = [self._codes.get(letter, len(self._codes) + 1) for tile in several for letter in tile]
        return Tiles(np.array([0, *accumulate(map(len, several))]), np.array(letters, np.int64))

    def _code(self, tile: Tile, several: Sequence[Tile]) -> int:
        if not tile:
            return NO_CELL
        if tile == WILD_TILE:
            return WILD
        return self._codes.get(tile[0], len(self._codes) + 1) if len(tile) == 1 else -2 - several.index(tile)


@lru_cache(maxsize=8)
def kernel_words(lexicon: Lexicon, min_length: int) -> KernelWords:
    return KernelWords.of_lexicon(lexicon, least=min_length)


def spelling_of(lexicon: Lexicon, numbers: NDArray[np.int64]) -> Spelling:
    """The dictionary's words with these numbers; letters are places in its alphabet."""
    return Spelling(*spell_words(_graph(lexicon), numbers, lexicon.max_length))


def spelled(spelling: Spelling, alphabet: str) -> list[str]:
    signs = np.insert(_signs(alphabet)[spelling.letters], spelling.first[1:], ord(" "))
    return signs.tobytes().decode("utf-32-le").split()


def _graph(lexicon: Lexicon) -> Dawg:
    return Dawg(lexicon.edges.reshape(-1), np.uint64(lexicon.root_mask), np.uint64(lexicon.root_base))


def in_order(places: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The places sorted; raises GridTooLarge when there are more than `MOST_PLACES`."""
    if len(places) > MOST_PLACES:
        raise too_many_places()
    places.sort()
    return places


def unpacked(places: NDArray[np.uint64]) -> Iterator[LinePlace]:
    """Places as word, start cell and direction."""
    triples: NDArray[np.int32] = unpack_all(places)
    return _TRIPLE.iter_unpack(triples.tobytes())


def _signs(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le"), np.uint32)


def _table(codes: Mapping[str, int], beyond: int) -> NDArray[np.int16]:
    """Codes by sign, `beyond` for all others."""
    table = np.full(max(map(ord, codes), default=0) + 2, beyond, np.int16)
    for sign, code in codes.items():
        table[ord(sign)] = code
    return table


def _field(signs: NDArray[np.uint32], codes: NDArray[np.int16], rows: int, cols: int) -> Field:
    flat, width, first = field_of(signs, codes, rows, cols)
    return Field(flat, rows, cols, width, first)


def _torus(field: Field, around: int) -> Field:
    """The same with so many cells of the opposite edges, or a few more, in its margins."""
    rows, cols, margin = field.rows, field.cols, max(around, GAP)
    inner = field.codes[field.first : field.first + rows * field.width].reshape(rows, -1)[:, :cols]
    wide = np.pad(inner, margin, mode="wrap")
    flat = np.concatenate([wide.reshape(-1), np.full(SLACK, NO_CELL, np.int16)])
    width = cols + 2 * margin
    return Field(flat, rows, cols, width, margin * width + margin)


@lru_cache(maxsize=64)
def _most_cells(rows: int, cols: int, options: SearchOptions, longest: int) -> NDArray[np.int64]:
    """By direction how many cells a word may have: as many as letters at most."""
    most = [min(longest, cycle(rows, cols, way)) if options.wrap else longest for way in COMPASS]
    return np.array([cells * (way in options.directions) for cells, way in zip(most, COMPASS, strict=True)])
