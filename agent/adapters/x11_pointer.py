"""The mouse, moved and pressed through the XTEST extension, and how the user stops it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from Xlib import XK, X
from Xlib.ext import xtest

from agent.adapters.x11_connection import Connection, Glance, lost_server
from agent.ports import Permission, ScreenPoint

LEFT: Final = 1
HOTKEY: Final = "Escape"
CORNER: Final = 2
"""Pixels from both edges that are a corner."""


class X11Pointer:
    """Every call returns when the server has done it. Points are whole pixels here."""

    def __init__(self, connection: Connection) -> None:
        self._x = connection

    def position(self) -> ScreenPoint:
        with lost_server():
            place = self._x.glance()
            return ScreenPoint(place.x, place.y)

    def move(self, to: ScreenPoint) -> None:
        with lost_server():
            self._place(to)
            self._x.settle()

    def drag(self, to: ScreenPoint) -> None:
        self.move(to)

    def press(self, at: ScreenPoint) -> None:
        self._button(X.ButtonPress, at)

    def release(self, at: ScreenPoint) -> None:
        self._button(X.ButtonRelease, at)

    def release_all(self) -> None:
        with lost_server():
            if self._x.settle().is_held:
                xtest.fake_input(self._x.display, X.ButtonRelease, LEFT)
                self._x.settle()

    def _button(self, event: int, at: ScreenPoint) -> None:
        with lost_server():
            self._place(at)
            xtest.fake_input(self._x.display, event, LEFT)
            self._x.settle()

    def _place(self, at: ScreenPoint) -> None:
        xtest.fake_input(self._x.display, X.MotionNotify, x=round(at.x), y=round(at.y))


class X11Abort:
    """The key that is pressed, and the place of the mouse."""

    def __init__(self, connection: Connection) -> None:
        self._x = connection
        self._key = connection.display.keysym_to_keycode(XK.string_to_keysym(HOTKEY))

    def reason(self) -> str | None:
        with lost_server():
            seen = self._x.glance()
        if seen.is_down(self._key):
            return f"{HOTKEY} was pressed."
        if self._is_in_a_corner(seen):
            return "The mouse was moved into a corner of the screen."
        return None

    def _is_in_a_corner(self, seen: Glance) -> bool:
        right, bottom = self._x.screen.width_in_pixels - 1, self._x.screen.height_in_pixels - 1
        x: int = min(seen.x, right - seen.x)
        y: int = min(seen.y, bottom - seen.y)
        return x < CORNER and y < CORNER


class X11Permissions:
    """X11 lets every program of the user look and press; what can be missing is X11 itself."""

    def __init__(self, connection: Connection, session: str) -> None:
        """`session` is the kind that the desktop tells in XDG_SESSION_TYPE, empty where it tells none."""
        self._x = connection
        self._session = session

    def missing(self) -> Sequence[Permission]:
        lacks = []
        if not self._x.display.has_extension("XTEST"):
            lacks.append(Permission("XTEST", "Start the X server with its XTEST extension."))
        if self._session == "wayland":
            lacks.append(Permission("X11 session", "Choose an X11 (Xorg) session when you log in."))
        return lacks
