"""Every window that the window server knows, front-most first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import Quartz

from agent.ports import ScreenRect


@dataclass(frozen=True, slots=True)
class ListedWindow:
    handle: int
    """The window server's number of it."""
    pid: int
    layer: int
    """0 for ordinary windows, more for what floats above them."""
    title: str
    """Empty without the permission to record the screen."""
    alpha: float
    bounds: ScreenRect


def windows_on_screen() -> list[ListedWindow]:
    """Those that can be seen, front-most first; the desktop and its icons are left out."""
    return _listed(Quartz.kCGWindowListOptionOnScreenOnly | Quartz.kCGWindowListExcludeDesktopElements)


def all_windows() -> list[ListedWindow]:
    """Also the minimised ones, those of hidden programs and those on other desktops, in no order."""
    return _listed(Quartz.kCGWindowListOptionAll | Quartz.kCGWindowListExcludeDesktopElements)


def _listed(options: int) -> list[ListedWindow]:
    # None without a window server, as over ssh.
    entries = Quartz.CGWindowListCopyWindowInfo(options, Quartz.kCGNullWindowID) or ()
    return [_window(entry) for entry in entries]


def _window(entry: Mapping[str, Any]) -> ListedWindow:
    bounds = entry[Quartz.kCGWindowBounds]
    return ListedWindow(
        handle=int(entry[Quartz.kCGWindowNumber]),
        pid=int(entry[Quartz.kCGWindowOwnerPID]),
        layer=int(entry[Quartz.kCGWindowLayer]),
        title=str(entry.get(Quartz.kCGWindowName) or ""),
        alpha=float(entry.get(Quartz.kCGWindowAlpha, 1.0)),
        bounds=ScreenRect(*(float(bounds[side]) for side in ("X", "Y", "Width", "Height"))),
    )
