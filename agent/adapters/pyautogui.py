"""The mouse through PyAutoGUI, which knows macOS, X11 and Windows.

Its drags are right only as `dragTo(mouseDownUp=False)`: on macOS a plain move with the button held is none.
Its pauses and its own fail-safe are off: whoever plays waits on a clock of its own and asks Abort before each
event, and neither may keep a button from being released.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

from agent.errors import NotSupported, PointerFailed
from agent.ports import ScreenPoint


class PyAutoGuiPointer:
    """Points are rounded to whole ones: PyAutoGUI would cut off what is behind the point."""

    def __init__(self, gui: Any) -> None:
        self._gui = gui
        self._held = False

    def position(self) -> ScreenPoint:
        x, y = self._gui.position()
        return ScreenPoint(x, y)

    def move(self, to: ScreenPoint) -> None:
        _post(self._gui.moveTo, to)

    def press(self, at: ScreenPoint) -> None:
        # Held from here on: an event that fails may have been taken all the same.
        self._held = True
        _post(self._gui.mouseDown, at)

    def drag(self, to: ScreenPoint) -> None:
        # By its name: the default, "primary", is looked up for presses only, and macOS's drags refuse it.
        _post(self._gui.dragTo, to, mouseDownUp=False, button=self._gui.LEFT)

    def release(self, at: ScreenPoint) -> None:
        _post(self._gui.mouseUp, at)
        self._held = False

    def release_all(self) -> None:
        if self._held:
            _post(self._gui.mouseUp, None)
            self._held = False


def _post(event: Callable[..., None], at: ScreenPoint | None, **options: object) -> None:
    """Raises PointerFailed with whatever PyAutoGUI and what is below it raise."""
    place = () if at is None else (round(at.x), round(at.y))
    try:
        event(*place, _pause=False, **options)
    except Exception as failure:
        raise PointerFailed(f"PyAutoGUI could not move or press: {failure}") from failure


def open_pointer() -> PyAutoGuiPointer:
    """PyAutoGUI, set up for drags whose times are given.

    Raises:
        NotSupported: it is not installed, or there is no desktop.
    """
    gui = _loaded()
    gui.PAUSE = 0
    gui.DARWIN_CATCH_UP_TIME = 0
    gui.FAILSAFE = False
    return PyAutoGuiPointer(gui)


def _loaded() -> Any:
    if sys.platform == "linux" and not os.environ.get("DISPLAY"):
        raise NotSupported("PyAutoGUI needs an X display.", hint="Run it in an X11 session.")
    try:
        import pyautogui
    except ImportError as error:
        raise NotSupported(
            f"PyAutoGUI cannot be used here: {error}.", hint="Install what the agent needs: make agent."
        ) from None
    # On Linux it connects to the display while it is imported, fails with whatever comes up, and ends the
    # program where Python lacks tkinter.
    except (Exception, SystemExit) as failure:
        raise NotSupported(
            f"PyAutoGUI does not start: {failure}", hint="Say --pointer x11, which needs less."
        ) from None
    return pyautogui
