"""A pack's levels in order: rising difficulty, and the same words not again at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from worker.solvers.levels import MOST_FALL

_WINDOW: Final = 24
"""Levels among which the next one is chosen."""
_REMEMBERED: Final = 12
"""Levels whose words a player remembers."""
_SLACK: Final = MOST_FALL / 2
"""Of the range of difficulty: how much harder than the easiest that is left the next level may be."""


@dataclass(frozen=True, slots=True)
class Rated:
    """What the order of levels is decided by."""

    number: int
    """The caller's own, to tell levels apart."""
    difficulty: float
    density: float
    words: frozenset[str]
    lemma: str
    """Of the longest word."""


def arranged(levels: Sequence[Rated], count: int) -> list[int]:
    """The numbers of so many of the levels, the easiest first.

    The difficulty never falls by more than `MOST_FALL` of its range.
    """
    kept = _thinned(sorted(levels, key=lambda level: (level.difficulty, level.number)), count)
    return [level.number for level in _varied(kept)]


def _thinned(levels: Sequence[Rated], count: int) -> list[Rated]:
    """The levels without the sparsest of each of as many groups as there are levels too many."""
    spare = len(levels) - count
    kept: list[Rated] = []
    for group in range(spare):
        start, end = (len(levels) * edge // spare for edge in (group, group + 1))
        members = levels[start:end]
        sparsest = min(members, key=lambda level: (level.density, level.number))
        kept += [level for level in members if level is not sparsest]
    return kept if spare > 0 else list(levels)


def _varied(levels: Sequence[Rated]) -> list[Rated]:
    """Of levels about equally hard always the one that has the fewest words of the last ones."""
    if not levels:
        return []
    slack = _SLACK * (levels[-1].difficulty - levels[0].difficulty)
    waiting = deque(levels)
    recent: deque[Rated] = deque(maxlen=_REMEMBERED)
    ordered: list[Rated] = []
    while waiting:
        window = [waiting[place] for place in range(min(_WINDOW, len(waiting)))]
        near = [level for level in window if level.difficulty <= window[0].difficulty + slack]
        following = min(near, key=lambda level: (_repetition(level, recent), level.difficulty, level.number))
        waiting.remove(following)
        recent.append(following)
        ordered.append(following)
    return ordered


def _repetition(level: Rated, recent: Sequence[Rated]) -> float:
    """How much of it a player has just had, more for what was last."""
    return sum(
        (len(level.words & before.words) / len(level.words) + (level.lemma == before.lemma)) * weight
        for weight, before in enumerate(recent, start=1)
    )
