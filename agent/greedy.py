"""Words put behind a walk one by one, the best next one first: a plan to begin with."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from agent.stock import Stock
from agent.walk import Leg, Walk


def append_in_order(walk: Walk, stock: Stock, left: Collection[int], room: float, short_first: bool) -> None:
    """For a finger that jumps, for which it does not matter where it is.

    Args:
        left: numbers of words that are not in the walk.
        room: seconds that the walk may become longer.
    """
    for number in sorted(left, key=stock.by_length if short_first else stock.by_density):
        leg = stock.legs[number][0]
        if leg.seconds <= room:
            walk.append(number, leg)
            room -= leg.seconds


def append_nearest(
    walk: Walk,
    stock: Stock,
    left: Collection[int],
    room: float,
    short_first: bool,
    *,
    hover: Sequence[Sequence[float]],
    here: int | None,
) -> None:
    """For a finger that takes time from word to word: each is the best from where the one before it ends.

    Args:
        hover: seconds from cell to cell with no button held.
        here: the cell at which the walk ends, if that is known.
    """
    open_words = set(left)
    while (found := _best_next(stock, open_words, room, short_first, hover, here)) is not None:
        number, leg, seconds = found
        walk.append(number, leg)
        open_words.discard(number)
        room -= seconds
        here = leg.end


def _best_next(
    stock: Stock,
    left: Collection[int],
    room: float,
    short_first: bool,
    hover: Sequence[Sequence[float]],
    here: int | None,
) -> tuple[int, Leg, float] | None:
    """The word, its leg and the seconds with the way to it; None when there is room for none."""
    ways = [0.0] * len(hover) if here is None else hover[here]
    best, found = (-1.0, 0.0), None
    for number in left:
        worth, tiles = stock.worth[number], len(stock.words[number].text)
        for leg in stock.legs[number]:
            seconds = leg.seconds + ways[leg.start]
            rating = (-float(tiles), -seconds) if short_first else (worth / seconds, 0.0)
            if seconds <= room and (found is None or rating > best):
                best, found = rating, (number, leg, seconds)
    return found
