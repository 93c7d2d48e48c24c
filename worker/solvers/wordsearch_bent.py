"""Words on bent paths: from cell to any neighbouring cell, none twice, by the Word Hunt kernel.

The kernel takes up to 32 letters at a time, so lists of scripts with more are searched in parts. A letter
that differs is searched as a word of its own for each letter in each place.

Imported only when bent paths are wanted: it loads Numba.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from worker.errors import BadOption, GridTooLarge
from worker.kernels import paths
from worker.kernels.answer import Rules
from worker.kernels.board import HOLE, WILD, Boards
from worker.kernels.limits import MOST_PLACES
from worker.kernels.walk import Graph
from worker.lexicon import Lexicon
from worker.lexicon_build import MAX_WORD_LENGTH, build_graph
from worker.model import Path
from worker.solvers.wordsearch_board import WILD_TILE, Board, Tile, too_many_places

MOST_LETTERS: Final = 30
"""Of a part; and one more for all others."""
MOST_SPELLINGS: Final = 200_000
"""Words with one letter differing, a few seconds' to make a graph of."""

_SYMBOLS: Final = "".join(chr(ord("A") + code) for code in range(MOST_LETTERS))
_OTHER: Final = "z"

BentPlace = tuple[int, Path]
"""The word's number and its cells."""


def find_paths(
    board: Board, words: Sequence[tuple[str, ...]], *, best_only: bool, may_differ: bool
) -> list[BentPlace]:
    """Every path of every word, or of each word the one that is shortest to drag.

    Raises:
        BadOption: a word that is too long, or too many of which one letter may differ; GridTooLarge.
    """
    if any(len(word) > MAX_WORD_LENGTH for word in words):
        raise BadOption(f"Words on bent paths have up to {MAX_WORD_LENGTH} letters.", option="words")
    found: set[BentPlace] = set()
    for part in _parts(words):
        found.update(_Part(words, part, may_differ=may_differ).paths(board, best_only=best_only))
    return sorted(found)


def _parts(words: Sequence[tuple[str, ...]]) -> Iterator[list[int]]:
    """Numbers of words that have few enough different letters together."""
    part: list[int] = []
    letters: set[str] = set()
    for number in sorted(range(len(words)), key=words.__getitem__):
        if len(letters.union(words[number])) > MOST_LETTERS and part:
            yield part
            part, letters = [], set()
        part.append(number)
        letters.update(words[number])
    if part:
        yield part


class _Part:
    """Words as the kernel takes them: each letter one of `_SYMBOLS`."""

    def __init__(self, words: Sequence[tuple[str, ...]], part: Sequence[int], *, may_differ: bool) -> None:
        letters = sorted({letter for number in part for letter in words[number]})
        if len(letters) > MOST_LETTERS:
            raise BadOption(
                f"A word on a bent path has up to {MOST_LETTERS} different letters.", option="words"
            )
        self._symbols = dict(zip(letters, _SYMBOLS, strict=False))
        self._alphabet = _SYMBOLS[: len(letters)] + (_OTHER if may_differ else "")
        self._numbers: dict[str, list[int]] = {}
        for number in part:
            spelled = "".join(map(self._symbols.__getitem__, words[number]))
            for spelling in self._differing(spelled) if may_differ else (spelled,):
                self._numbers.setdefault(spelling, []).append(number)
            if len(self._numbers) > MOST_SPELLINGS:
                raise BadOption("Too many words for bent paths with a letter that differs.", option="fuzzy")
        self._may_differ = may_differ

    def _differing(self, spelled: str) -> Iterator[str]:
        yield spelled
        for at, symbol in enumerate(spelled):
            for other in self._alphabet.replace(symbol, ""):
                yield spelled[:at] + other + spelled[at + 1 :]

    def paths(self, board: Board, *, best_only: bool) -> Iterator[BentPlace]:
        built = build_graph(self._numbers, self._alphabet)
        graph = Graph(built.edges.reshape(-1), np.uint64(built.root_mask), np.uint64(built.root_base))
        spellings = sorted(self._numbers)  # as the symbols are in order, so are the words of the graph
        tiles = [self._tile(tile) for tile in board.tiles]
        for spelling, path in _walk(board, tiles, graph, range(1, built.max_length + 1), best_only=best_only):
            yield from ((number, path) for number in self._numbers[spellings[spelling]])

    def _tile(self, tile: Tile) -> list[int]:
        symbols = [self._symbols.get(letter, _OTHER) for letter in tile]
        return _codes(tile, [self._alphabet.find(symbol) for symbol in symbols])


def find_lexicon_paths(
    board: Board, lexicon: Lexicon, *, min_length: int, best_only: bool
) -> Iterator[BentPlace]:
    """The dictionary's words of at least so many letters, as `find_paths`, by their numbers in it; the board
    is one for this lexicon. Raises GridTooLarge."""
    graph = Graph(lexicon.edges.reshape(-1), np.uint64(lexicon.root_mask), np.uint64(lexicon.root_base))
    tiles = [_codes(tile, [lexicon.alphabet.find(letter) for letter in tile]) for tile in board.tiles]
    return _walk(board, tiles, graph, range(min_length, lexicon.max_length + 1), best_only=best_only)


def _codes(tile: Tile, codes: list[int]) -> list[int]:
    """A tile as the kernel takes it; a hole when no word can have one of its letters."""
    if tile == WILD_TILE:
        return [WILD]
    return codes if codes and min(codes) >= 0 else [HOLE]


def _walk(
    board: Board, tiles: Sequence[list[int]], graph: Graph, lengths: range, *, best_only: bool
) -> Iterator[BentPlace]:
    """The words' numbers in the graph with their paths; raises GridTooLarge."""
    totals, word_first = np.zeros((1, 2), np.int64), np.zeros(2, np.int64)
    rules = Rules(
        min_length=lengths.start,
        max_length=lengths.stop - 1,
        points=np.zeros(lengths.stop, np.int64),
        lengths=np.empty(0, np.int64),
        limit=-1,
        all_paths=not best_only,
    )
    answered, answer = paths.find_words(graph, _boards(board, tiles), rules, totals, word_first)
    if answered < 1:
        raise GridTooLarge("This grid has too many bent paths that spell the beginning of a word.")
    words = int(word_first[1])
    path_first = answer.path_first[: words + 1].tolist()
    if path_first[-1] > MOST_PLACES:
        raise too_many_places()
    cell_first = answer.cell_first[: path_first[-1] + 1].tolist()
    cells = answer.cells[: cell_first[-1]].tolist()
    for word, number in enumerate(answer.numbers[:words].tolist()):
        for path in range(path_first[word], path_first[word + 1]):
            yield number, tuple(cells[cell_first[path] : cell_first[path + 1]])


def _boards(board: Board, tiles: Sequence[list[int]]) -> Boards:
    extras = [(cell, code) for cell, tile in enumerate(tiles) for code in tile[1:]]
    return Boards(
        rows=np.array([board.rows]),
        cols=np.array([board.cols]),
        tile_first=np.array([0, len(tiles)]),
        tiles=np.array([tile[0] for tile in tiles], np.int8),
        extra_first=np.array([0, len(extras)]),
        extra_cells=np.array([cell for cell, _ in extras], np.int32),
        extra_codes=np.array([code for _, code in extras], np.int8),
    )
