"""How the user stops a round: Escape, or the mouse in a corner of a display."""

from __future__ import annotations

from typing import Final

import Quartz

from agent.adapters.macos_displays import corners, displays
from agent.ports import ScreenPoint

ESCAPE: Final = 0x35
"""The key's place on every Mac keyboard (kVK_Escape of Carbon, which pyobjc does not wrap)."""
CORNER: Final = 3.0
"""Points from both edges that are a corner; the mouse stops at the last one or just before."""


class MacAbort:
    """Asks for the key and the place of the mouse whenever it is asked."""

    def reason(self) -> str | None:
        # Hardware only: what programs type is not the user's wish.
        if Quartz.CGEventSourceKeyState(Quartz.kCGEventSourceStateHIDSystemState, ESCAPE):
            return "Escape was pressed."
        if _is_in_a_corner(Quartz.CGEventGetLocation(Quartz.CGEventCreate(None))):
            return "The mouse was moved into a corner of the screen."
        return None


def _is_in_a_corner(place: ScreenPoint) -> bool:
    return any(
        abs(place.x - corner.x) <= CORNER and abs(place.y - corner.y) <= CORNER
        for display in displays()
        for corner in corners(display)
    )
