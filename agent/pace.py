"""How slowly to drag, learned from what comes of it.

A word that counts only when it is dragged again, slower, was not followed by the phone: the next drags
are slower, too, and so they are after several misses in a row. A run of words that count makes them quicker
again, down to the tempo that was asked for. A word that is missed both times was refused: that is no reason.
What a word takes beyond its gesture (checks, retries, a slow screen) is measured, too, so that the plan
counts with it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Self

from agent.tempo import Tempo, TimeModel

SLOWER: Final = 1.25
"""After a word that the phone did not follow."""
SUSPICIOUS: Final = 3
"""Misses in a row that are hardly all refusals."""
QUICKER: Final = 0.92
STREAK: Final = 6
"""Words that count in a row before it goes quicker."""
SLOWEST: Final = 4.0
RETRY: Final = 1.6
"""A word is retried so much slower than it was dragged at first."""
MEMORY: Final = 0.8
"""Of measured times: the weight of what was known before."""
FIRST_DROPS: Final = 0.03
"""Share of drags that a phone is expected not to follow, before any was seen."""


@dataclass(frozen=True, slots=True)
class Pace:
    tempo: Tempo
    """The quickest."""
    slowness: float = 1.0
    streak: int = 0
    lag: float = 0.0
    """Seconds that a word takes longer than its gesture."""

    def for_attempt(self, attempt: int) -> Tempo:
        """1 is the first."""
        return self.tempo.slower(self.slowness * RETRY ** (attempt - 1))

    def model(self) -> TimeModel:
        """What a word takes at this pace; rounded, so that a plan is not made anew for nothing."""
        return self.tempo.slower(round(self.slowness, 2)).model(round(self.lag, 2))

    def after_hit(self) -> Self:
        if self.streak + 1 < STREAK:
            return replace(self, streak=self.streak + 1)
        return replace(self, streak=0, slowness=max(self.slowness * QUICKER, 1.0))

    def after_drop(self) -> Self:
        """The phone did not follow."""
        return replace(self, streak=0, slowness=min(self.slowness * SLOWER, SLOWEST))

    def after_miss(self, in_a_row: int) -> Self:
        """A word has not counted, for whatever reason; so many have not by now."""
        return self.after_drop() if in_a_row >= SUSPICIOUS else replace(self, streak=0)

    def measured(self, planned: float, taken: float) -> Self:
        """A word took so many seconds in place of those planned; single outliers count little."""
        lag = min(max(taken - planned, 0.0), 0.5)
        return replace(self, lag=MEMORY * self.lag + (1 - MEMORY) * lag)


def blame_of_phone(chance: float, drops: float = FIRST_DROPS) -> float:
    """How likely it is after a miss that the drag was not followed, rather than the word refused.

    Args:
        chance: that the game knows the word.
        drops: the share of drags that are not followed.
    """
    unfollowed, unknown = drops, (1 - drops) * (1 - chance)
    return unfollowed / (unfollowed + unknown) if unfollowed + unknown > 0 else 1.0
