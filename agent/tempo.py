"""How fast a finger moves, and how long a word takes it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import Final, Self

SAMPLE: Final = 1 / 60
"""Seconds between two looks of a phone at its finger; what happens in between it does not see."""
LONGEST: Final = 5.0
"""Seconds of any of a gesture's times; the watchdog takes longer rests for the end of it."""
TYPICAL_STEPS: Final = 3.3
"""From tile to tile in an ordinary word of four to five letters, and their mean length in pitches."""
TYPICAL_STRIDE: Final = 1.2
TYPICAL_HOVER: Final = 1.9
"""Pitches between two tiles of a 4 x 4 board, on average."""


@dataclass(frozen=True, slots=True)
class TimeModel:
    """Seconds that words take. A *pitch* is the distance from a tile to the next one."""

    press: float
    """For every word, however long: from press to the first move, and from release to the next press."""
    dwell: float
    """For every tile but the first."""
    stride: float
    """For every pitch with the button held."""
    hover: float
    """For every pitch on the way to a word."""

    def drag(self, tiles: int, length: float) -> float:
        """Seconds of a word with so many tiles on a path of so many pitches, without the way to it."""
        return self.press + self.dwell * (tiles - 1) + self.stride * length


@dataclass(frozen=True, slots=True)
class Tempo:
    """The times of a gesture in seconds; the defaults are what a phone without faults just follows."""

    hold: float = 0.030
    """From the press to the first move."""
    dwell: float = SAMPLE + 0.005
    """At rest on each later tile, the last one included: more than a `SAMPLE`, so that it is seen there."""
    stride: float = 0.006
    """A pitch with the button held."""
    gap: float = 0.020
    """From a release to the next press."""
    hover: float = 0.0
    """A pitch between two words; at 0 the pointer jumps."""
    step: float = 24.0
    """Points between two events of a drag, at most, or a quarter of a pitch where that is more."""

    def __post_init__(self) -> None:
        times = (self.hold, self.dwell, self.stride, self.gap, self.hover)
        is_possible = all(0 <= seconds <= LONGEST for seconds in times) and 1 <= self.step < inf
        if not (is_possible and self.dwell > 0):
            raise ValueError(f"No hand moves like this: {self}.")

    def slower(self, factor: float) -> Self:
        """Every time multiplied, up to the longest; the step stays."""

        def times(seconds: float) -> float:
            return min(seconds * factor, LONGEST)

        return replace(
            self,
            hold=times(self.hold),
            dwell=times(self.dwell),
            stride=times(self.stride),
            gap=times(self.gap),
            hover=times(self.hover),
        )

    def at_pace(self, seconds: float) -> Self:
        """So slow that an ordinary word takes `seconds`, with the way to it, which is gone at the speed of
        a drag; never faster than it is."""
        hand = replace(self, hover=max(self.hover, self.dwell + self.stride))
        factor = seconds / hand.typical_seconds()
        return hand.slower(factor) if factor > 1 else self

    def typical_seconds(self) -> float:
        drag = self.model().drag(1 + round(TYPICAL_STEPS), TYPICAL_STEPS * TYPICAL_STRIDE)
        return drag + self.hover * TYPICAL_HOVER

    def model(self, lag: float = 0.0) -> TimeModel:
        """`lag`: seconds that each word takes longer than its gesture says."""
        return TimeModel(self.hold + self.gap + lag, self.dwell, self.stride, self.hover)
