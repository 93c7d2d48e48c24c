"""A mouse that moves nothing and remembers everything: for dry runs."""

from __future__ import annotations

from typing import NamedTuple

from agent.ports import Clock, ScreenPoint


class Recorded(NamedTuple):
    at: float
    kind: str
    """`move`, `press`, `drag` or `release`."""
    point: ScreenPoint


class Recorder:
    """A `Pointer`."""

    def __init__(self, clock: Clock, start: ScreenPoint | None = None) -> None:
        self.events: list[Recorded] = []
        self.is_held = False
        self._clock = clock
        self._position = start or ScreenPoint(0, 0)

    def position(self) -> ScreenPoint:
        return self._position

    def move(self, to: ScreenPoint) -> None:
        self._record("move", to)

    def press(self, at: ScreenPoint) -> None:
        self.is_held = True
        self._record("press", at)

    def drag(self, to: ScreenPoint) -> None:
        self._record("drag", to)

    def release(self, at: ScreenPoint) -> None:
        self._record("release", at)
        self.is_held = False

    def release_all(self) -> None:
        if self.is_held:
            self.release(self._position)

    def _record(self, kind: str, point: ScreenPoint) -> None:
        self._position = point
        self.events.append(Recorded(self._clock.now(), kind, point))
