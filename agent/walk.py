"""Words in the order in which they are dragged, with the ways between them.

A *leg* is one path of a word, known by where it starts, where it ends and how long it takes; what lies in
between does not matter for the order. The legs are a ring: it is opened at `HOME`, which stands for where the
finger is at first and for nowhere at last, so that no way leads back.

A *gap* is the way from one leg to the next. Boards have few tiles, so that many gaps lead from the same tile
to the same tile: they are kept by kind, and the best place for a word is found among kinds, not among words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

HOME: Final = -1


class Leg(NamedTuple):
    start: int
    """A cell."""
    end: int
    seconds: float
    variant: int
    """Which of the word's paths."""


class Place(NamedTuple):
    """Where a word would go at least cost."""

    extra: float
    """Seconds that the walk takes longer then."""
    gap: tuple[int, int]
    leg: Leg


class Walk:
    def __init__(self, hover: Sequence[Sequence[float]], start: int | None = None) -> None:
        """`hover`: seconds from tile to tile with no button held; `start`: where the finger is, if that
        matters."""
        self._nowhere = len(hover)
        self._hover = [[*row, 0.0] for row in hover] + [[0.0] * (self._nowhere + 1)]
        self._legs = {HOME: Leg(self._nowhere, self._nowhere if start is None else start, 0.0, 0)}
        self._next = {HOME: HOME}
        self._before = {HOME: HOME}
        self._rank = {HOME: 0.0}
        self._gaps: dict[tuple[int, int], list[int]] = {}
        self._open_gap(HOME)
        self.seconds = 0.0

    def __contains__(self, word: int) -> bool:
        return word in self._legs

    def __len__(self) -> int:
        return len(self._legs) - 1

    def __iter__(self) -> Iterator[tuple[int, Leg]]:
        """Words with their legs, in order."""
        word = self._next[HOME]
        while word != HOME:
            yield word, self._legs[word]
            word = self._next[word]

    def best_place(self, legs: Sequence[Leg]) -> Place:
        """The cheapest gap for the cheapest of a word's legs; there has to be one."""
        hover, least, found = self._hover, float("inf"), None
        for leg in legs:
            onward = hover[leg.end]
            for gap in self._gaps:
                here, there = gap
                extra = leg.seconds + hover[here][leg.start] + onward[there] - hover[here][there]
                if extra < least:
                    least, found = extra, (gap, leg)
        if found is None:
            raise ValueError("a word without legs")
        return Place(least, *found)

    def insert(self, word: int, place: Place, *, early: bool) -> None:
        """Into the first gap of the place's kind, or into the last one."""
        self.insert_after(
            (min if early else max)(self._gaps[place.gap], key=self._rank.__getitem__), word, place.leg
        )

    def append(self, word: int, leg: Leg) -> None:
        self.insert_after(self._before[HOME], word, leg)

    def insert_after(self, before: int, word: int, leg: Leg) -> None:
        after = self._next[before]
        self.seconds += self._extra(before, leg, after)
        self._close_gap(before)
        self._legs[word] = leg
        self._next[before], self._next[word] = word, after
        self._before[word], self._before[after] = before, word
        later = self._rank[before] + 2.0 if after == HOME else self._rank[after]
        self._rank[word] = (self._rank[before] + later) / 2
        self._open_gap(before)
        self._open_gap(word)

    def remove(self, word: int) -> None:
        before, after = self._before.pop(word), self._next[word]
        self._close_gap(before)
        self._close_gap(word)
        leg = self._legs.pop(word)
        del self._next[word], self._rank[word]
        self._next[before], self._before[after] = after, before
        self._open_gap(before)
        self.seconds -= self._extra(before, leg, after)

    def advance(self) -> tuple[int, Leg] | None:
        """Take the first word off: the finger is at its end from now on. None when there is none."""
        word = self._next[HOME]
        if word == HOME:
            return None
        leg = self._legs[word]
        self.remove(word)
        after = self._next[HOME]
        self._close_gap(HOME)
        self.seconds -= self._hover[self._legs[HOME].end][self._legs[after].start]
        self._legs[HOME] = Leg(self._nowhere, leg.end, 0.0, 0)
        self.seconds += self._hover[leg.end][self._legs[after].start]
        self._open_gap(HOME)
        return word, leg

    def saved(self, word: int) -> float:
        """Seconds that the walk would be shorter without the word."""
        return self._extra(self._before[word], self._legs[word], self._next[word])

    def _extra(self, before: int, leg: Leg, after: int) -> float:
        here, there = self._legs[before].end, self._legs[after].start
        hover = self._hover
        return leg.seconds + hover[here][leg.start] + hover[leg.end][there] - hover[here][there]

    def _open_gap(self, before: int) -> None:
        self._gaps.setdefault(self._kind(before), []).append(before)

    def _close_gap(self, before: int) -> None:
        gaps = self._gaps[kind := self._kind(before)]
        gaps.remove(before)
        if not gaps:
            del self._gaps[kind]

    def _kind(self, before: int) -> tuple[int, int]:
        return self._legs[before].end, self._legs[self._next[before]].start
