"""Looks at the score: its pixels between two words, its digits in the background.

Reading digits takes the service a tenth of a second, in which the next word can be dragged: it is asked from
another thread, about captures made between two words.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from math import inf
from typing import Final

from agent.ports import Capture, Clock, Reading, Screen, ScreenRect, Solver

LEVELS: Final = 40
"""Of 256, by which a sample differs that has changed; mirrored pictures are films, whose pixels always stir a
little."""
SHARE: Final = 0.005
"""Of all samples, that change at least with a digit."""
SAMPLES: Final = 6000
"""Bytes that are compared at most."""
SLOW: Final = 0.015
"""Seconds of a look at the pixels: no longer ones are taken with the button held, for a stop would wait."""
READ_EVERY: Final = 0.8
"""Seconds between two readings of the digits, while words are dragged."""


class Witness:
    def __init__(self, screen: Screen, solver: Solver, clock: Clock, executor: Executor) -> None:
        self._screen = screen
        self._solver = solver
        self._clock = clock
        self._executor = executor
        self._patches: dict[str, tuple[ScreenRect, bytes]] = {}
        self._asked: tuple[float, Future[Reading]] | None = None
        self._last_asked = -inf
        self._look_cost = 0.0

    @property
    def is_slow(self) -> bool:
        """Whether the last look at pixels took long, as it does where another program takes the pictures."""
        return self._look_cost > SLOW

    def has_changed(self, name: str, area: ScreenRect) -> bool | None:
        """Whether the pixels there are others than when this was asked last; None when that was elsewhere, or
        never."""
        patch = self._look(area)
        known = self._patches.get(name)
        self._patches[name] = area, patch
        return None if known is None or known[0] != area else look_different(known[1], patch)

    def differs(self, name: str, area: ScreenRect) -> bool:
        """Whether the pixels there are others than at first; never at first, nor elsewhere."""
        patch = self._look(area)
        known = self._patches.get(name)
        if known is None or known[0] != area:
            self._patches[name] = area, patch
            return False
        return look_different(known[1], patch)

    def _look(self, area: ScreenRect) -> bytes:
        asked = self._clock.now()
        patch = self._screen.patch(area)
        self._look_cost = self._clock.now() - asked
        return patch

    def forget(self, name: str) -> None:
        """Every place whose name begins like that."""
        self._patches = {known: patch for known, patch in self._patches.items() if not known.startswith(name)}

    def ask(self, bounds: ScreenRect) -> None:
        """Begin to read the window's digits, when it is time to and the last answer is there."""
        if self._asked is not None or self._clock.now() - self._last_asked < READ_EVERY:
            return
        self._last_asked = self._clock.now()
        snapshot = self._screen.snapshot(bounds)
        self._asked = self._clock.now(), self._executor.submit(self._read, snapshot)

    def _read(self, snapshot: Callable[[], Capture]) -> Reading:
        return self._solver.read(snapshot())

    def answer(self) -> tuple[float, Reading] | None:
        """What was read, with the time of its capture; None while nothing was.

        Raises:
            ServiceAway: and other errors of the service.
        """
        if self._asked is None or not self._asked[1].done():
            return None
        captured, future = self._asked
        self._asked = None
        return captured, future.result()

    def read_now(self, bounds: ScreenRect) -> tuple[float, Reading]:
        """Wait for the digits. Raises errors of the service."""
        capture: Capture = self._screen.capture(bounds)
        return self._clock.now(), self._solver.read(capture)


def look_different(one: bytes, other: bytes) -> bool:
    """Whether more has changed between two pictures of a place than a film's noise."""
    if one == other:
        return False
    if len(one) != len(other):
        return True
    stride = len(one) // SAMPLES + 1
    stride += stride % 2 == 0  # so that every colour is among the samples
    changed = sum(abs(a - b) > LEVELS for a, b in zip(one[::stride], other[::stride], strict=True))
    return changed > SHARE * (len(one) / stride)
