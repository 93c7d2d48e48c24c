"""The search along lines in plain Python: for a puzzle in a process that has not loaded Numba.

One walk a line, from each cell in each direction, carries every node of the words' trie which the line may
have come to; there are several only with wildcards and differing letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from worker.kernels.limits import MOST_PLACES
from worker.lexicon import Lexicon
from worker.solvers.wordsearch_board import WILD_TILE, Board, Tile, cycle, too_many_places
from worker.solvers.wordsearch_options import COMPASS, Direction, SearchOptions

LinePlace = tuple[int, int, int]
"""The word's number, its start cell, its direction as a number on the compass."""


class Node(Protocol):
    """A beginning of words, as the walk sees it."""

    @property
    def word(self) -> int: ...
    @property
    def letters(self) -> dict[str, Node]: ...


class ListNode:
    """A node of a list's trie; `word` is the place in the list of the word that ends here, or -1."""

    __slots__ = ("letters", "word")

    def __init__(self) -> None:
        self.word = -1
        self.letters: dict[str, Node] = {}


def trie_of(words: Iterable[Sequence[str]]) -> ListNode:
    root = ListNode()
    for number, letters in enumerate(words):
        node = root
        for letter in letters:
            onward = node.letters.get(letter)
            if onward is None:
                onward = node.letters[letter] = ListNode()
            assert isinstance(onward, ListNode)
            node = onward
        node.word = number
    return root


class LexiconNode:
    """A node of a dictionary's graph, opened when first visited; `word` is the word's number, or -1."""

    __slots__ = ("_base", "_letters", "_lexicon", "_mask", "_words_before", "word")

    def __init__(self, lexicon: Lexicon, mask: int, base: int, words_before: int, word: int = -1) -> None:
        self.word = word
        self._lexicon, self._mask, self._base, self._words_before = lexicon, mask, base, words_before
        self._letters: dict[str, Node] | None = None

    @classmethod
    def root(cls, lexicon: Lexicon) -> LexiconNode:
        return cls(lexicon, lexicon.root_mask, lexicon.root_base, 0)

    @property
    def letters(self) -> dict[str, Node]:
        if self._letters is None:
            self._letters = dict(self._edges())
        return self._letters

    def _edges(self) -> Iterator[tuple[str, Node]]:
        at, mask = 4 * self._base, self._mask
        while mask:
            code = (mask & -mask).bit_length() - 1
            mask &= mask - 1
            onward, packed, skip, _ = self._lexicon.edge_numbers[at : at + 4]
            number, ends = self._words_before + skip, packed & 1
            word = number if ends else -1
            yield (
                self._lexicon.alphabet[code],
                LexiconNode(self._lexicon, onward, packed >> 1, number + ends, word),
            )
            at += 4


def find_lines(
    board: Board, root: Node, options: SearchOptions, *, longest: int, may_differ: bool = False
) -> list[LinePlace]:
    """Every place of a word along a line, in any order; `longest` is in letters.

    Raises:
        GridTooLarge: more than `MOST_PLACES`.
    """
    walk = _Walk(board, options, longest=longest, may_differ=may_differ)
    places: list[LinePlace] = []
    for start in range(len(board.tiles)):
        places += walk.from_cell(start, root)
        if len(places) > MOST_PLACES:
            raise too_many_places()
    return places


class _Walk:
    def __init__(self, board: Board, options: SearchOptions, *, longest: int, may_differ: bool) -> None:
        self._board, self._wrap, self._may_differ = board, options.wrap, may_differ
        self._ways = [
            (
                COMPASS.index(way),
                way,
                min(longest, cycle(board.rows, board.cols, way)) if options.wrap else longest,
            )
            for way in COMPASS
            if way in options.directions
        ]

    def from_cell(self, start: int, root: Node) -> Iterator[LinePlace]:
        tile = self._board.tiles[start]
        first = [(root, self._may_differ)] if tile else []
        states = list(_extend(first, tile))
        if states:
            for number, way, most_cells in self._ways:
                for word in self._along(start, way, states, most_cells):
                    yield word, start, number

    def _along(
        self, cell: int, way: Direction, states: list[tuple[Node, bool]], most_cells: int
    ) -> Iterator[int]:
        """The words of one line, whose first cell has led to these nodes."""
        found: set[int] = set()
        for _ in range(most_cells):
            found.update(node.word for node, _ in states if node.word >= 0)
            onward = self._board.next_cell(cell, way, wrap=self._wrap)
            if onward is None or not self._board.tiles[onward]:
                break
            cell = onward
            states = list(_extend(states, self._board.tiles[cell]))
            if not states:
                break
        return iter(found)


def _extend(states: Iterable[tuple[Node, bool]], tile: Tile) -> Iterable[tuple[Node, bool]]:
    """The nodes that a tile leads to; the flag says whether one letter may still differ."""
    for letter in tile:
        states = _extend_wild(states) if tile == WILD_TILE else _extend_letter(states, letter)
    return states


def _extend_wild(states: Iterable[tuple[Node, bool]]) -> Iterator[tuple[Node, bool]]:
    return ((onward, may_differ) for node, may_differ in states for onward in node.letters.values())


def _extend_letter(states: Iterable[tuple[Node, bool]], letter: str) -> Iterator[tuple[Node, bool]]:
    for node, may_differ in states:
        if may_differ:
            yield from ((onward, other == letter) for other, onward in node.letters.items())
        elif letter in node.letters:
            yield node.letters[letter], False
