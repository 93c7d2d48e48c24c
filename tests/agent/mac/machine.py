"""A simulated Mac: answers the functions that the adapters call, and keeps every mouse event that is posted.

Windows and programs behave as Apple's documentation and PyAutoGUI's long use of the functions say; what no
document says is not simulated. Functions bear Apple's names; `stub` checks what they are called with.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from PIL import Image

from tests.agent.mac.accessibility import Accessibility
from tests.agent.mac.classes import RunningApplications
from tests.agent.mac.desk import DeskWindow, Display, Point, Program, Rect, picture

MOVED, DOWN, UP, DRAGGED = 5, 1, 2, 6
"""Event types, as in the wheels; `test_stub` compares."""
PADDING = 8
"""Bytes behind each row of pixels."""


@dataclass(slots=True)
class Thing:
    """An opaque object of macOS."""

    is_a: str
    holds: Any = None


@dataclass(slots=True)
class MouseEvent:
    kind: int
    place: Point
    button: int
    fields: dict[int, float] = field(default_factory=dict)
    is_a: str = "__CGEvent"


@dataclass(frozen=True, slots=True)
class Posted:
    at: float
    """By the machine's clock."""
    tap: int
    event: MouseEvent


class Machine(Accessibility):
    def __init__(self, displays: list[Display], programs: list[Program], now: Callable[[], float]) -> None:
        super().__init__(programs)
        self.displays = displays
        self.now = now
        self.mouse = Point(400.0, 300.0)
        self.is_down = False
        self.keys: set[int] = set()
        self.posted: list[Posted] = []
        self.listeners: list[Callable[[Posted], None]] = []
        self.painters: list[Callable[[], None]] = []
        """Called before a picture is taken."""
        self.suppression = 0.25
        self.may_record = True
        self.asked: list[str] = []
        self.NSRunningApplication = RunningApplications(self)

    @property
    def NSEvent(self) -> SimpleNamespace:
        """Cocoa counts from the main display's bottom left corner upwards."""
        high = self.CGDisplayPixelsHigh(0)
        return SimpleNamespace(mouseLocation=lambda: Point(self.mouse.x, high - self.mouse.y))

    # --- events

    def CGEventSourceCreate(self, state: int) -> Thing:
        return Thing("__CGEventSource", state)

    def CGEventSourceSetLocalEventsSuppressionInterval(self, source: Thing, seconds: float) -> None:
        self.suppression = seconds

    def CGEventCreate(self, source: Thing | None) -> MouseEvent:
        return MouseEvent(0, self.mouse, 0)

    def CGEventGetLocation(self, event: MouseEvent) -> Point:
        return event.place

    def CGEventCreateMouseEvent(
        self, source: Thing | None, kind: int, place: tuple[float, float], button: int
    ) -> MouseEvent | None:
        return MouseEvent(kind, Point(*place), button)

    def CGEventSetIntegerValueField(self, event: MouseEvent, number: int, value: int) -> None:
        event.fields[number] = value

    def CGEventSetDoubleValueField(self, event: MouseEvent, number: int, value: float) -> None:
        event.fields[number] = value

    def CGEventPost(self, tap: int, event: MouseEvent) -> None:
        posted = Posted(self.now(), tap, event)
        self.posted.append(posted)
        self.mouse = event.place
        self.is_down = event.kind == DOWN or (self.is_down and event.kind != UP)
        for listener in self.listeners:
            listener(posted)

    def CGEventSourceButtonState(self, state: int, button: int) -> bool:
        return self.is_down and button == 0

    def CGEventSourceKeyState(self, state: int, key: int) -> bool:
        return key in self.keys

    # --- displays

    def CGGetActiveDisplayList(
        self, most: int, numbers: None, count: None
    ) -> tuple[int, tuple[int, ...], int]:
        listed = tuple(display.number for display in self.displays[:most])
        return 0, listed, len(listed)

    def CGDisplayBounds(self, number: int) -> Rect:
        return self._display(number).bounds

    def CGMainDisplayID(self) -> int:
        return next(display.number for display in self.displays if display.bounds.origin == (0, 0))

    def CGDisplayPixelsWide(self, number: int) -> int:
        return round(self._display(number).bounds.size.width)

    def CGDisplayPixelsHigh(self, number: int) -> int:
        return round(self._display(number).bounds.size.height)

    def _display(self, number: int) -> Display:
        # PyAutoGUI asks for number 0 and gets the main display.
        return next(
            display for display in self.displays if display.number == (number or self.CGMainDisplayID())
        )

    # --- windows

    def CGWindowLevelForKey(self, key: int) -> int:
        return {4: 0, 5: 3, 7: 20, 8: 24, 11: 101}[key]

    def CGWindowListCopyWindowInfo(self, options: int, relative_to: int) -> list[dict[str, Any]]:
        shown = self.shown()
        listed = shown if options & 1 else [*shown, *reversed(self.not_shown())]
        return [self._info(program, window) for program, window in listed]

    def _info(self, program: Program, window: DeskWindow) -> dict[str, Any]:
        (x, y), (width, height) = window.bounds
        info = {
            "kCGWindowNumber": window.number,
            "kCGWindowOwnerPID": program.pid,
            "kCGWindowOwnerName": program.name,
            "kCGWindowLayer": window.layer,
            "kCGWindowAlpha": window.alpha,
            "kCGWindowBounds": {"X": x, "Y": y, "Width": width, "Height": height},
        }
        if self.may_record and window.title is not None:
            info["kCGWindowName"] = window.title
        return info

    # --- pictures

    def CGRectMake(self, x: float, y: float, width: float, height: float) -> Rect:
        return Rect.of(x, y, width, height)

    def CGWindowListCreateImage(self, area: Rect, options: int, window: int, how: int) -> Thing | None:
        if not self.may_record:
            return None
        for paint in self.painters:
            paint()
        scales = [display.scale for display in self.displays if display.bounds.meets(area)]
        scale = max(scales, default=1) if how & 8 else 1
        windows = [window for _, window in reversed(self.shown())]
        return Thing("CGImage", picture(area, scale, self.displays, windows))

    def CGImageGetWidth(self, image: Thing) -> int:
        return int(image.holds.width)

    def CGImageGetHeight(self, image: Thing) -> int:
        return int(image.holds.height)

    def CGImageGetBitsPerPixel(self, image: Thing) -> int:
        return 32

    def CGImageGetBytesPerRow(self, image: Thing) -> int:
        return int(image.holds.width) * 4 + PADDING

    def CGImageGetDataProvider(self, image: Thing) -> Thing:
        return Thing("CGDataProvider", image)

    def CGDataProviderCopyData(self, provider: Thing) -> bytes:
        image = provider.holds.holds
        pixels, row = image.convert("RGBA").tobytes(), image.width * 4
        junk = bytes([len(self.asked) % 256]) * PADDING
        self.asked.append("pixels")
        return b"".join(pixels[start : start + row] + junk for start in range(0, len(pixels), row))

    def CFDataCreateMutable(self, allocator: None, capacity: int) -> bytearray:
        return bytearray()

    def CGImageDestinationCreateWithData(
        self, data: bytearray, kind: str, count: int, options: None
    ) -> Thing:
        return Thing("CGImageDestination", [data, kind])

    def CGImageDestinationAddImage(self, destination: Thing, image: Thing, options: None) -> None:
        destination.holds.append(image.holds)

    def CGImageDestinationFinalize(self, destination: Thing) -> bool:
        data, kind, image = destination.holds
        file = io.BytesIO()
        image.save(file, kind.removeprefix("public."))
        data.extend(file.getvalue())
        return True

    def CGImageSourceCreateWithData(self, data: bytes, options: None) -> Thing:
        return Thing("CGImageSource", data)

    def CGImageSourceCreateImageAtIndex(self, source: Thing, index: int, options: None) -> Thing:
        return Thing("CGImage", Image.open(io.BytesIO(source.holds)).convert("RGB"))

    # --- permissions

    def CGPreflightScreenCaptureAccess(self) -> bool:
        return self.may_record

    def CGRequestScreenCaptureAccess(self) -> bool:
        self.asked.append("record")
        return self.may_record

    def CGPreflightPostEventAccess(self) -> bool:
        return self.may_control

    def CGRequestPostEventAccess(self) -> bool:
        return self.may_control

    # --- the run loop

    def CFRunLoopRunInMode(self, mode: str, seconds: float, until_handled: bool) -> int:
        self.known = {program.pid for program in self.programs}
        return 1
