"""The window that is played in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import Quartz

from agent.adapters.macos_displays import corners, displays, whole
from agent.adapters.macos_programs import bring_to_front, is_front, pids_of
from agent.adapters.macos_window_list import ListedWindow, all_windows, windows_on_screen
from agent.desktop import Target
from agent.ports import ScreenRect, WindowState

LEAST_SIDE: Final = 100.0
"""Points; programs own smaller windows that are no windows to the user: tool tips, a bar beside the phone."""
EDGE: Final = 2.0
"""Points by which a window may stand over the edge of the displays."""


class MacWindow:
    """Looked up by the program's bundle id, a part of its title or its number.

    Once found it stays the one for as long as it exists, whatever else its program opens.
    """

    def __init__(self, target: Target) -> None:
        self._target = target
        self._found: int | None = None

    def find(self) -> WindowState | None:
        on_screen = windows_on_screen()
        window = _numbered(on_screen, self._found) or self._looked_up(on_screen)
        if window is None:
            return None
        self._found = window.handle
        if window not in on_screen:
            return _state(window, is_front=False, is_minimised=True, is_covered=False)
        above = on_screen[: on_screen.index(window)]
        return _state(
            window,
            is_front=is_front(window.pid) and not any(_is_sibling(other, window) for other in above),
            is_minimised=False,
            is_covered=any(_covers(other, window) for other in above) or not _is_on_displays(window.bounds),
        )

    def activate(self, state: WindowState) -> None:
        window = _numbered(all_windows(), state.handle)
        if window is not None:
            bring_to_front(window.pid, window.bounds)

    def _looked_up(self, on_screen: Sequence[ListedWindow]) -> ListedWindow | None:
        """The same as before though hidden, else the front-most wanted, else the largest hidden one."""
        everything = sorted(all_windows(), key=_area, reverse=True)
        same = _numbered(everything, self._found)
        return same or self._first_wanted([*on_screen, *everything])

    def _first_wanted(self, windows: Sequence[ListedWindow]) -> ListedWindow | None:
        wanted = self._target
        if wanted.window_id is not None:
            return _numbered(windows, wanted.window_id)
        pids = None if wanted.bundle_id is None else pids_of(wanted.bundle_id)
        title = (wanted.title or "").casefold()
        for window in windows:
            is_theirs = pids is None or window.pid in pids
            if is_theirs and _is_ordinary(window) and title in window.title.casefold():
                return window
        return None


def _numbered(windows: Sequence[ListedWindow], handle: int | None) -> ListedWindow | None:
    return next((window for window in windows if window.handle == handle), None)


def _is_ordinary(window: ListedWindow) -> bool:
    return window.layer == 0 and min(window.bounds.width, window.bounds.height) >= LEAST_SIDE


def _is_sibling(other: ListedWindow, window: ListedWindow) -> bool:
    return other.pid == window.pid and _is_ordinary(other)


def _covers(other: ListedWindow, window: ListedWindow) -> bool:
    """Whether `other`, which is in front of it, takes a part of what the user sees of the window.

    From the dock upwards the system keeps windows as large as a display of which next to nothing is seen; of
    those only an open menu counts.
    """
    if other.pid == window.pid and not _is_ordinary(other):
        return False
    menu = Quartz.CGWindowLevelForKey(Quartz.kCGPopUpMenuWindowLevelKey)
    is_solid = other.layer < Quartz.CGWindowLevelForKey(Quartz.kCGDockWindowLevelKey) or other.layer == menu
    return is_solid and other.alpha > 0 and other.bounds.overlaps(window.bounds)


def _is_on_displays(bounds: ScreenRect) -> bool:
    shown = displays()
    return all(any(display.contains(corner) for display in shown) for corner in corners(bounds, EDGE))


def _area(window: ListedWindow) -> float:
    return window.bounds.width * window.bounds.height


def _state(window: ListedWindow, *, is_front: bool, is_minimised: bool, is_covered: bool) -> WindowState:
    return WindowState(
        handle=window.handle,
        title=window.title,
        bounds=whole(window.bounds),  # as pictures of it have them
        is_front=is_front,
        is_minimised=is_minimised,
        is_covered=is_covered,
    )
