"""The way of the level maker that Tilewise grew out of: many boards by chance, the fullest is kept.

A board has three cells more a side than the wheel has letters. The words are shuffled, then sorted by length;
the first one goes to a corner, across or down; each further one to the place, among all where one of its
letters matches, where it crosses most others. What finds no place is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from numpy.random import PCG64

from worker.solvers.levels_layout import Layout, LayoutOptions, Placement

_MARGIN: Final = 3
_NO_FIT: Final = 0

Cells = dict[tuple[int, int], str]


def lay_out_by_chance(words: Sequence[str], options: LayoutOptions) -> Layout:
    """The fullest of so many boards as there are rounds, the first of several."""
    best = Layout.of([], words)
    for placed in islice(boards(words, options), options.rounds_or_default):
        if len(placed) > len(best.placements):
            known = {each.word for each in placed}
            layout = Layout.of(placed, [word for word in words if word not in known])
            best = layout if options.allows(layout) else best
    return best


def boards(words: Sequence[str], options: LayoutOptions) -> Iterator[list[Placement]]:
    """Board after board, without end; of a seed always the same ones."""
    side = min(wheel_size(words) + _MARGIN, options.max_side)
    fitting = [word for word in words if len(word) <= side]
    dice = PCG64(options.seed % 2**64)  # the raw numbers of a bit generator never change
    while True:
        yield _board(fitting, side, dice)


def wheel_size(words: Sequence[str]) -> int:
    """The letters of the smallest wheel from which each of the words can be formed."""
    wheel: Counter[str] = Counter()
    for word in words:
        wheel |= Counter(word)
    return wheel.total()


def _board(words: Sequence[str], side: int, dice: PCG64) -> list[Placement]:
    chance = dict(zip(words, dice.random_raw(len(words)).tolist(), strict=True)) if words else {}
    placed: list[Placement] = []
    cells: Cells = {}
    for word in sorted(words, key=lambda word: (-len(word), chance[word])):
        place = _best_place(word, cells, side, dice) if placed else _corner(word, side, dice)
        if place is not None:
            placed.append(place)
            cells.update(zip(place.cells(), word, strict=True))
    return placed


def _corner(word: str, side: int, dice: PCG64) -> Placement:
    bottom, right, across = (bool(dice.random_raw() >> 63) for _ in range(3))
    height, width = (1, len(word)) if across else (len(word), 1)
    return Placement(word, (side - height) * bottom, (side - width) * right, across)


def _best_place(word: str, cells: Cells, side: int, dice: PCG64) -> Placement | None:
    """The place with the most crossings; among equal ones, one by chance."""
    places = [(_crossings(place, cells, side), place) for place in _suggested(word, cells)]
    most = max((crossings for crossings, _ in places), default=_NO_FIT)
    best = [place for crossings, place in places if crossings == most]
    return best[dice.random_raw() % len(best)] if most > _NO_FIT else None


def _suggested(word: str, cells: Cells) -> Iterator[Placement]:
    """Across and down wherever one of its letters stands."""
    for k, letter in enumerate(word):
        for (row, col), found in cells.items():
            if found == letter:
                yield Placement(word, row, col - k, True)
                yield Placement(word, row - k, col, False)


def _crossings(place: Placement, cells: Cells, side: int) -> int:
    """How many words it crosses, or `_NO_FIT` where it does not fit."""
    down, right = (0, 1) if place.across else (1, 0)
    length = len(place.word)
    if min(place.row, place.col) < 0 or max(place.row + down * length, place.col + right * length) > side:
        return _NO_FIT
    if (place.row - down, place.col - right) in cells:
        return _NO_FIT
    if (place.row + down * length, place.col + right * length) in cells:
        return _NO_FIT
    crossings = 0
    for (row, col), letter in zip(place.cells(), place.word, strict=True):
        if (row, col) in cells:
            if cells[row, col] != letter:
                return _NO_FIT
            crossings += 1
        elif (row + right, col + down) in cells or (row - right, col - down) in cells:
            return _NO_FIT
    return crossings
