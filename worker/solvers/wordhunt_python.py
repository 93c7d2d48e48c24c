"""The word search on a board in plain Python: for one board in a process that has not loaded Numba.

The same idea as the kernel's (`worker.kernels.walk`): one walk over the prefixes that carries every path
which spells the prefix. Paths of a prefix stay in lexicographic order of their cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

from worker.lexicon import Lexicon
from worker.model import Path
from worker.solvers.wordhunt_tiles import AffixRules, Tile

_State = tuple[int, int, Path]
"""The piece that a path has come to, the pieces it has visited as a mask, its cells."""


class OutOfBudget(Exception):
    """More paths were tried than allowed."""


@dataclass(frozen=True, slots=True)
class Found:
    """A word with every path, in lexicographic order."""

    word: str
    paths: list[Path]


class _Pieces:
    """The letters of all tiles, as `worker.kernels.board` tells; those that open a tile are numbered as its
    cell."""

    def __init__(self, tiles: Sequence[Tile], cols: int, letters: int, rules: AffixRules) -> None:
        self._every_letter = (1 << letters) - 1
        self.openings = [cell for cell, tile in enumerate(tiles) if tile]
        self.cells = len(tiles)
        self.masks = [self._mask(tile[0]) if tile else 0 for tile in tiles]
        self.closes = [len(tile) == 1 for tile in tiles]
        self.onward: list[list[int]] = [[] for _ in tiles]
        """The pieces that may follow, ascending."""
        for cell in self.openings:
            last = self._chain(cell, tiles[cell])
            if cell not in rules.last_only:
                around = _around(cell, cols, len(tiles))
                self.onward[last] = [near for near in around if tiles[near] and near not in rules.first_only]
        self.near = [self.letters_of(pieces) for pieces in self.onward]
        """The letters that may follow, as a mask."""

    def _chain(self, cell: int, tile: Tile) -> int:
        """Append the letters of a tile after its first; returns its last piece."""
        piece = cell
        for code in tile[1:]:
            self.onward[piece] = [len(self.masks)]
            piece = len(self.masks)
            self.masks.append(self._mask(code))
            self.closes.append(False)
            self.onward.append([])
        self.closes[piece] = True
        return piece

    def _mask(self, code: int) -> int:
        return self._every_letter if code < 0 else 1 << code

    def letters_of(self, pieces: list[int]) -> int:
        letters = 0
        for piece in pieces:
            letters |= self.masks[piece]
        return letters


class BoardWalk:
    """One walk over one board. Lengths are in letters; `budget` is the number of paths that may be tried."""

    def __init__(
        self,
        tiles: Sequence[Tile],
        cols: int,
        lexicon: Lexicon,
        *,
        lengths: range,
        budget: int,
        rules: AffixRules,
    ) -> None:
        self._pieces = _Pieces(tiles, cols, len(lexicon.alphabet), rules)
        self._lexicon = lexicon
        self._lengths = lengths
        self._budget = budget

    def words(self) -> Iterator[Found]:
        """Every word in alphabetical order; raises OutOfBudget."""
        mask = self._lexicon.root_mask
        letters = self._pieces.letters_of(self._pieces.openings)
        return self._walk("", [], letters & mask, mask, self._lexicon.root_base)

    def _walk(self, prefix: str, states: list[_State], ahead: int, mask: int, base: int) -> Iterator[Found]:
        """Go on from a prefix, whose edges are (mask, base), with each of the letters ahead."""
        edges, longest = self._lexicon.edge_numbers, self._lengths.stop - 1
        while ahead:
            bit = ahead & -ahead
            ahead ^= bit
            longer = self._extend(states, bit) if prefix else self._start(bit)
            if not longer:
                continue
            at = 4 * (base + (mask & (bit - 1)).bit_count())
            onward, packed = edges[at], edges[at + 1]
            word = prefix + self._lexicon.alphabet[bit.bit_length() - 1]
            if packed & 1 and len(word) in self._lengths:
                paths = [path for piece, _, path in longer if self._pieces.closes[piece]]
                if paths:
                    yield Found(word, paths)
            if onward and len(word) < longest:
                near = 0
                for piece, _, _ in longer:
                    near |= self._pieces.near[piece]
                yield from self._walk(word, longer, near & onward, onward, packed >> 1)

    def _start(self, letter: int) -> list[_State]:
        masks = self._pieces.masks
        return [(cell, 1 << cell, (cell,)) for cell in self._pieces.openings if masks[cell] & letter]

    def _extend(self, states: list[_State], letter: int) -> list[_State]:
        """Every way to go on with the letter, given as its bit."""
        masks, near, onward, cells = (
            self._pieces.masks,
            self._pieces.near,
            self._pieces.onward,
            self._pieces.cells,
        )
        longer: list[_State] = []
        for piece, visited, path in states:
            if near[piece] & letter:
                for after in onward[piece]:
                    bit = 1 << after
                    if masks[after] & letter and not visited & bit:
                        longer.append((after, visited | bit, (*path, after) if after < cells else path))
        self._budget -= len(longer)
        if self._budget < 0:
            raise OutOfBudget
        return longer


def _around(cell: int, cols: int, cells: int) -> Iterator[int]:
    """The neighbours of a cell, ascending."""
    row, col = divmod(cell, cols)
    for near_row in range(max(row - 1, 0), min(row + 2, cells // cols)):
        for near_col in range(max(col - 1, 0), min(col + 2, cols)):
            if (near_row, near_col) != (row, col):
                yield near_row * cols + near_col


def drag_length(path: Path, cols: int) -> float:
    """From centre to centre, in cells."""
    diagonals = sum(a // cols != b // cols and a % cols != b % cols for a, b in pairwise(path))
    return len(path) - 1 - diagonals + diagonals * sqrt(2)
