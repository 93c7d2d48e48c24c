"""The mouse through Quartz: events made here, with fractions of points, deltas, one number a gesture.

A program that shows a phone takes a press for a drag only when what follows are *dragged* events; plain moves
are ignored. Some look at how far the mouse went (the delta fields) rather than at where it is, so both are
there and agree: deltas are whole points whose sum is the way that was gone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import Quartz

from agent.errors import PointerFailed
from agent.ports import ScreenPoint


class QuartzPointer:
    """Posts to the HID tap, where the events of a real mouse come in."""

    def __init__(self, *, deltas: bool = True) -> None:
        """`deltas`: whether events tell how far the mouse went; `calibrate` finds out what works."""
        self._source = Quartz.CGEventSourceCreate(Quartz.kCGEventSourceStateHIDSystemState)
        # Otherwise the system holds the user's own mouse back for a while after each of our events.
        Quartz.CGEventSourceSetLocalEventsSuppressionInterval(self._source, 0.0)
        self._deltas = deltas
        self._gesture = 0
        self._last: ScreenPoint | None = None
        self._held = False

    def position(self) -> ScreenPoint:
        place = Quartz.CGEventGetLocation(Quartz.CGEventCreate(None))
        return ScreenPoint(place.x, place.y)

    def move(self, to: ScreenPoint) -> None:
        self._post(Quartz.kCGEventMouseMoved, to)

    def press(self, at: ScreenPoint) -> None:
        self._gesture += 1
        # Held from here on: an event that fails may have been taken all the same.
        self._held = True
        self._post(Quartz.kCGEventLeftMouseDown, at)

    def drag(self, to: ScreenPoint) -> None:
        self._post(Quartz.kCGEventLeftMouseDragged, to)

    def release(self, at: ScreenPoint) -> None:
        self._post(Quartz.kCGEventLeftMouseUp, at)
        self._held = False

    def release_all(self) -> None:
        if self._held or _is_down():
            self.release(self.position())

    def _post(self, kind: int, place: ScreenPoint) -> None:
        event = Quartz.CGEventCreateMouseEvent(
            self._source, kind, (place.x, place.y), Quartz.kCGMouseButtonLeft
        )
        if event is None:
            raise PointerFailed("macOS made no mouse event.")
        self._describe(event, kind, place)
        Quartz.CGEventPost(Quartz.kCGHIDEventTap, event)
        self._last = place

    def _describe(self, event: Any, kind: int, place: ScreenPoint) -> None:
        if kind != Quartz.kCGEventMouseMoved:
            Quartz.CGEventSetIntegerValueField(event, Quartz.kCGMouseEventNumber, self._gesture)
            Quartz.CGEventSetIntegerValueField(event, Quartz.kCGMouseEventClickState, 1)
            pressure = 0.0 if kind == Quartz.kCGEventLeftMouseUp else 1.0
            Quartz.CGEventSetDoubleValueField(event, Quartz.kCGMouseEventPressure, pressure)
        if self._deltas:
            across, down = self._way_to(place)
            Quartz.CGEventSetIntegerValueField(event, Quartz.kCGMouseEventDeltaX, across)
            Quartz.CGEventSetIntegerValueField(event, Quartz.kCGMouseEventDeltaY, down)

    def _way_to(self, place: ScreenPoint) -> tuple[int, int]:
        """Rounded so that the steps of a way add up to the way."""
        last = self._last or place
        return round(place.x) - round(last.x), round(place.y) - round(last.y)


def open_pointer(*, deltas: bool = True) -> QuartzPointer:
    return QuartzPointer(deltas=deltas)


def open_releaser() -> Callable[[], None]:
    """A way to let the button go for another process, whatever the button's state seems to be."""
    pointer = QuartzPointer()

    def release() -> None:
        pointer.release(pointer.position())

    return release


def _is_down() -> bool:
    # The combined state knows events that programs made, too.
    return bool(
        Quartz.CGEventSourceButtonState(
            Quartz.kCGEventSourceStateCombinedSessionState, Quartz.kCGMouseButtonLeft
        )
    )
