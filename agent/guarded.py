"""Pointers around the one that moves the mouse: hard limits, the watchdog, the log."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NoReturn, Protocol

from agent.errors import LimitReached, WatchdogLost
from agent.log import EventLog
from agent.ports import Clock, Pointer, ScreenPoint
from agent.watchdog import MOVED, PRESSED, RELEASED

WINDOW_SECONDS: Final = 1.0
"""Over which events are counted."""


class Guard(Protocol):
    """The watchdog, as the pointer needs it."""

    def tell(self, step: bytes) -> None:
        """Raises WatchdogLost."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What no round may exceed, whatever was planned."""

    seconds: float = 120.0
    """From the first event; a round of the game has 80."""
    presses: int = 1000
    """Drags and the taps on Start; a board with more words than that cannot be played in a round."""
    events_per_second: int = 1000
    """As fast as the quickest mice report."""


class LimitedPointer:
    """Refuses what goes beyond the limits and all that comes after, but never to release, and not the one
    move that puts the cursor back."""

    def __init__(self, pointer: Pointer, limits: Limits, clock: Clock) -> None:
        self._pointer = pointer
        self._limits = limits
        self._clock = clock
        self._began: float | None = None
        self._reached: str | None = None
        """Which limit."""
        self._may_go_home = False
        self._presses = 0
        self._recent: deque[float] = deque()

    def position(self) -> ScreenPoint:
        return self._pointer.position()

    def move(self, to: ScreenPoint) -> None:
        if not self._may_go_home:
            self._count()
        self._may_go_home = False
        self._pointer.move(to)

    def press(self, at: ScreenPoint) -> None:
        self._count_press()
        self._pointer.press(at)

    def drag(self, to: ScreenPoint) -> None:
        self._count()
        self._pointer.drag(to)

    def release(self, at: ScreenPoint) -> None:
        self._pointer.release(at)

    def release_all(self) -> None:
        self._pointer.release_all()

    def _count_press(self) -> None:
        self._count()
        self._presses += 1
        if self._presses > self._limits.presses:
            self._refuse(f"{self._limits.presses} drags")

    def _count(self) -> None:
        if self._reached is not None:
            self._refuse(self._reached)
        now = self._clock.now()
        self._began = now if self._began is None else self._began
        if now - self._began > self._limits.seconds:
            self._refuse(f"{self._limits.seconds:g} seconds")
        self._recent.append(now)
        while self._recent[0] <= now - WINDOW_SECONDS:
            self._recent.popleft()
        if len(self._recent) > self._limits.events_per_second:
            self._refuse(f"{self._limits.events_per_second} mouse events a second")

    def _refuse(self, limit: str) -> NoReturn:
        if self._reached is None:
            self._reached, self._may_go_home = limit, True
        raise LimitReached(f"The limit of {limit} is reached.")


class WatchedPointer:
    """Tells the watchdog before the button goes down, and after it is up."""

    def __init__(self, pointer: Pointer, watchdog: Guard) -> None:
        self._pointer = pointer
        self._watchdog = watchdog

    def position(self) -> ScreenPoint:
        return self._pointer.position()

    def move(self, to: ScreenPoint) -> None:
        self._pointer.move(to)

    def press(self, at: ScreenPoint) -> None:
        self._watchdog.tell(PRESSED)
        self._pointer.press(at)

    def drag(self, to: ScreenPoint) -> None:
        self._watchdog.tell(MOVED)
        self._pointer.drag(to)

    def release(self, at: ScreenPoint) -> None:
        self._pointer.release(at)
        self._watchdog.tell(RELEASED)

    def release_all(self) -> None:
        """Also without a watchdog, whose loss may be why this is called."""
        self._pointer.release_all()
        with suppress(WatchdogLost):
            self._watchdog.tell(RELEASED)


class LoggedPointer:
    """Writes every event before it is made."""

    def __init__(self, pointer: Pointer, log: EventLog) -> None:
        self._pointer = pointer
        self._log = log

    def position(self) -> ScreenPoint:
        return self._pointer.position()

    def move(self, to: ScreenPoint) -> None:
        self._write("move", to)
        self._pointer.move(to)

    def press(self, at: ScreenPoint) -> None:
        self._write("press", at)
        self._pointer.press(at)

    def drag(self, to: ScreenPoint) -> None:
        self._write("drag", to)
        self._pointer.drag(to)

    def release(self, at: ScreenPoint) -> None:
        self._write("release", at)
        self._pointer.release(at)

    def release_all(self) -> None:
        self._pointer.release_all()
        self._log.write("release_all")

    def _write(self, event: str, point: ScreenPoint) -> None:
        self._log.write(event, x=round(point.x, 2), y=round(point.y, 2))
