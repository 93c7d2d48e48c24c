"""Running programs: who has a bundle id, who is in front, and bringing a window of theirs there."""

from __future__ import annotations

from typing import Any, Final

import AppKit
import ApplicationServices as Ax

from agent.ports import ScreenRect

PATIENCE: Final = 0.25
"""Seconds to wait for a program that does not answer; the system's own limit is several seconds."""
GLANCE: Final = 0.03
"""The same where a button may be held meanwhile, which a wish to stop must not find held for longer."""


def pids_of(bundle_id: str) -> set[int]:
    """Of all its running copies. The owner's name of a window is no help: it is translated."""
    _hear_of_changes()
    programs = AppKit.NSRunningApplication.runningApplicationsWithBundleIdentifier_(bundle_id)
    return {int(program.processIdentifier()) for program in programs}


def is_front(pid: int) -> bool:
    """Whether the keyboard is the program's, as the accessibility interface tells at this moment."""
    return bool(_attribute(_program(pid, GLANCE), Ax.kAXFrontmostAttribute))


def bring_to_front(pid: int, bounds: ScreenRect) -> None:
    """The program, and of its windows the one nearest to `bounds`; out of the dock and out of hiding."""
    program = _program(pid, PATIENCE)
    _set(program, Ax.kAXHiddenAttribute, False)
    windows = _attribute(program, Ax.kAXWindowsAttribute) or ()
    if windows:
        window = min(windows, key=lambda window: _distance(window, bounds))
        if _attribute(window, Ax.kAXMinimizedAttribute):
            _set(window, Ax.kAXMinimizedAttribute, False)
        Ax.AXUIElementPerformAction(window, Ax.kAXRaiseAction)
    # Since macOS 14 a program cannot activate another one; the accessibility interface still can.
    _set(program, Ax.kAXFrontmostAttribute, True)


def _hear_of_changes() -> None:
    # The list of programs is brought up to date by the run loop, which a command does not have.
    AppKit.CFRunLoopRunInMode(AppKit.kCFRunLoopDefaultMode, 0.0, False)


def _program(pid: int, patience: float) -> Any:
    program = Ax.AXUIElementCreateApplication(pid)
    Ax.AXUIElementSetMessagingTimeout(program, patience)
    return program


def _attribute(element: Any, name: str) -> Any:
    """None when there is none, the program does not answer or may not be asked."""
    error, value = Ax.AXUIElementCopyAttributeValue(element, name, None)
    return value if error == Ax.kAXErrorSuccess else None


def _set(element: Any, name: str, value: bool) -> None:
    # Whether it worked is seen by the next look at the window.
    Ax.AXUIElementSetAttributeValue(element, name, value)


def _distance(window: Any, bounds: ScreenRect) -> float:
    place = _value(window, Ax.kAXPositionAttribute, Ax.kAXValueTypeCGPoint)
    size = _value(window, Ax.kAXSizeAttribute, Ax.kAXValueTypeCGSize)
    if place is None or size is None:
        return float("inf")
    return float(
        abs(place.x - bounds.x)
        + abs(place.y - bounds.y)
        + abs(size.width - bounds.width)
        + abs(size.height - bounds.height)
    )


def _value(window: Any, name: str, kind: int) -> Any:
    packed = _attribute(window, name)
    if packed is None:
        return None
    is_of_kind, value = Ax.AXValueGetValue(packed, kind, None)
    return value if is_of_kind else None
