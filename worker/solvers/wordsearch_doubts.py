"""Doubtful cells: the letter that makes a missing word fit is taken to be what stands there.

The letter that makes most words fit is taken first, then the others are tried on the grid so corrected. A
cell that some word needs as it was read, also one that was found so, is no longer doubtful.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from worker.solvers.wordsearch_board import WILD_TILE, Board, Tile
from worker.solvers.wordsearch_search import Place, Search

INFERRED_LENGTH: Final = 3
"""A shorter word would say little about a cell."""


@dataclass(frozen=True, slots=True)
class Inference:
    """A cell, the letters taken, and the words (by number) that ask for them."""

    cell: int
    letters: Tile
    words: tuple[int, ...]


def infer(
    board: Board, search: Search, missing: Collection[int], doubtful: Collection[int]
) -> list[Inference]:
    """Letters of doubtful cells, none of which a word needs as it was read."""
    inferred: list[Inference] = []
    left, cells = set(missing), set(doubtful)
    while left and cells:
        words = [word for word in sorted(left) if len(search.words[word].letters) >= INFERRED_LENGTH]
        wishes = _wishes(board, search.of(words), cells)
        if not wishes:
            break
        (cell, letters), places = min(wishes.items(), key=lambda wish: (-_words(wish[1]), wish[0]))
        askers = {words[place.word] for place in places}
        inferred.append(Inference(cell, letters, tuple(sorted(askers))))
        board = corrected(board, inferred[-1:])
        left -= askers
        cells.difference_update(*(place.cells for place in places))
    return inferred


def _words(places: Iterable[Place]) -> int:
    return len({place.word for place in places})


def corrected(board: Board, inferred: Iterable[Inference]) -> Board:
    return board.with_tiles({inference.cell: inference.letters for inference in inferred})


def _wishes(board: Board, search: Search, cells: set[int]) -> dict[tuple[int, Tile], list[Place]]:
    """For each letter of a cell that would make words fit, where."""
    wishes: dict[tuple[int, Tile], list[Place]] = {}
    for place in search.places(board, may_differ=True):
        wish = _wish(board, search, place)
        if wish and wish[0] in cells:
            wishes.setdefault(wish, []).append(place)
    return wishes


def _wish(board: Board, search: Search, place: Place) -> tuple[int, Tile] | None:
    """The first cell of the place that is not as the word needs it, and what it needs."""
    letters, at = search.words[place.word].letters, 0
    for cell in place.cells:
        tile = board.tiles[cell]
        needed = letters[at : at + len(tile)]
        if tile not in (needed, WILD_TILE):
            return cell, needed
        at += len(tile)
    return None
