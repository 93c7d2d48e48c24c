"""Plays gestures: the only place that moves the mouse during a round.

Before every event it asks whether to stop, whether the mouse is where it was put (if it is not, the user
moved it), and whether the window is still as it was. Whatever ends a gesture, the button is up afterwards.
Events that are late push those after them back: a tile is rested on for its time, also on a busy machine. A
move between two tiles that would be late is left out, since the next one lies further on the same way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from math import dist
from typing import Final

from agent.errors import UserStopped
from agent.gesture import Event, Gesture
from agent.ports import Abort, Clock, Pointer, ScreenPoint

SLICE: Final = 0.02
"""Seconds that are slept at most before it is asked again whether to stop."""
IDLE: Final = 0.004
"""A wait of so many seconds is long enough to plan a little."""
TAP: Final = 0.05
"""Seconds for which a button is pressed that is to be clicked."""
TOLERANCE: Final = 3.0
"""Points by which a system may put the mouse beside what it was told."""
ECHO: Final = 4
"""Events that a system may take to say where the mouse is."""
PUNCTUAL: Final = 0.003
"""Seconds that an event may take from when it is due: no more goes off the rest on its tile."""
COSTLY: Final = 0.002
"""Seconds of a look at the window, above which it is only looked at on tiles."""


@dataclass(frozen=True, slots=True)
class Played:
    seconds: float
    released: float
    """When the button went up."""
    broken: str | None
    """Why it was broken off; None when it was played to its end."""


class Player:
    def __init__(
        self, pointer: Pointer, clock: Clock, abort: Abort, *, idle: Callable[[], None] | None = None
    ) -> None:
        """`idle` is called in waits; it takes a millisecond or so."""
        self._pointer = pointer
        self._clock = clock
        self._abort = abort
        self._idle = idle
        self._put: deque[ScreenPoint] = deque(maxlen=ECHO)
        self._look_cost = 0.0

    def play(
        self,
        gesture: Gesture,
        trouble: Callable[[ScreenPoint], str | None],
        before_release: Callable[[], None] | None = None,
    ) -> Played:
        """Play the gesture, or the part of it until there is trouble.

        Args:
            trouble: tells why no event may be made at a point now; None when it may.

        Raises:
            UserStopped: the button is up by then, as after any other error.
        """
        begun = start = self._clock.now()
        try:
            for event in gesture.events:
                if event.is_between and self._clock.now() > start + event.at:
                    continue
                start = max(start, self._wait_until(start + event.at) - event.at)
                if (why := self._trouble(event, trouble)) is not None:
                    self._pointer.release_all()
                    return self._played(begun, why)
                if event.kind == "release" and before_release is not None:
                    before_release()
                self._make(event)
                if event.is_tile:
                    start = max(start, self._clock.now() - PUNCTUAL - event.at)
        except BaseException:
            self._pointer.release_all()
            raise
        return self._played(begun, None)

    def click(
        self, at: ScreenPoint, trouble: Callable[[ScreenPoint], str | None], seconds: float = TAP
    ) -> bool:
        """Press and release, long enough to be seen; False when there was trouble before, and nothing was
        pressed. Raises UserStopped."""
        tap = Gesture((Event(0.0, "press", at), Event(seconds, "release", at)))
        return self.play(tap, trouble).broken is None

    def wait(self, seconds: float) -> None:
        """Raises UserStopped."""
        self._wait_until(self._clock.now() + seconds)

    def check(self) -> None:
        """Raises UserStopped where somebody wants that, or moved the mouse."""
        if (reason := self._abort.reason()) is not None:
            raise UserStopped(reason)
        if self._put and not self.has_mouse():
            here = self._pointer.position()
            away = round(min(dist((here.x, here.y), (put.x, put.y)) for put in self._put))
            raise UserStopped(f"The mouse was moved, {away} points from where it was put.")

    def has_mouse(self) -> bool:
        """Whether the mouse was moved, and is still where it was put."""
        if not self._put:
            return False
        here = self._pointer.position()
        return any(max(abs(here.x - put.x), abs(here.y - put.y)) <= TOLERANCE for put in self._put)

    def _wait_until(self, moment: float) -> float:
        """The time afterwards. Raises UserStopped."""
        self.check()
        while (left := moment - (now := self._clock.now())) > 0:
            if left >= IDLE and self._idle is not None:
                self._idle()
                left = moment - self._clock.now()
            self._clock.sleep(min(left, SLICE))
            self.check()
        return now

    def _trouble(self, event: Event, trouble: Callable[[ScreenPoint], str | None]) -> str | None:
        if event.kind == "release" or (self._look_cost > COSTLY and not event.is_tile):
            return None
        asked = self._clock.now()
        why = trouble(event.point)
        self._look_cost = self._clock.now() - asked
        return why

    def _make(self, event: Event) -> None:
        # Before it is made: one that fails may have moved the mouse all the same.
        self._put.append(event.point)
        match event.kind:
            case "move":
                self._pointer.move(event.point)
            case "press":
                self._pointer.press(event.point)
            case "drag":
                self._pointer.drag(event.point)
            case "release":
                self._pointer.release(event.point)

    def _played(self, begun: float, broken: str | None) -> Played:
        now = self._clock.now()
        return Played(now - begun, now, broken)
