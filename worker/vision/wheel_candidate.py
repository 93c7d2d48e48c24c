"""A ring of letters that may be a wheel, and how much speaks for it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from worker.vision.lattice import Flags
from worker.vision.wheel_letters import UNSURE_COUNT, WheelLetter
from worker.vision.wheel_rings import Ring

UNREAD = 1.0
"""What a letter that cannot be read tells against a ring, when one that can be read speaks for it with 1."""


@dataclass(frozen=True, slots=True)
class Wheel:
    """A ring in pixels of the picture's working copy, with its letters."""

    ring: Ring
    letters: list[WheelLetter]
    evidence: float
    """0..1: how much the ring's place and surroundings speak for a wheel, whatever the letters."""

    @property
    def worth(self) -> float:
        """0..1: how sure it is that this is a wheel."""
        return self.evidence * float(np.mean([letter.letterlike for letter in self.letters]))

    def unsure(self) -> Wheel:
        """The same, with all letters doubtful because there may be more of them."""
        return replace(self, letters=[replace(one, why=one.why or UNSURE_COUNT) for one in self.letters])

    def with_crossed(self, crossed: Flags) -> Wheel:
        """The same, with the letters that a line crosses doubtful unless their ink is told from the line."""
        pairs = zip(self.letters, crossed.tolist(), strict=True)
        return replace(self, letters=[one.crossed() if line else one for one, line in pairs])

    @property
    def read(self) -> int:
        """How many letters were read."""
        return sum(one.text != "" for one in self.letters)

    @property
    def is_clear(self) -> bool:
        """Whether every letter was found by itself and read, so that no swipe is in the way."""
        return self.ring.found == self.ring.count and all(one.text and not one.why for one in self.letters)

    @property
    def fit(self) -> float:
        """How well the letters support this ring among others on the same disc."""
        read = sum(one.confidence * one.letterlike for one in self.letters)
        return read - UNREAD * sum(not one.text for one in self.letters)

    @property
    def support(self) -> float:
        """The same among rings anywhere: every second letter of a wheel is a ring too, but has less of it."""
        return self.worth * self.ring.count - UNREAD / 2 * sum(not one.text for one in self.letters)
