"""Pictures of a part of the screen, through mss."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import mss
import mss.tools
from mss.exception import ScreenShotError
from mss.screenshot import ScreenShot

from agent.errors import OutsideWindow, WindowLost
from agent.ports import Capture, ScreenRect

FAST = 1
"""How hard PNG is compressed, of 9: it goes to this machine's service, and the round does not wait."""


class X11Screen:
    """What is seen there, of whichever window it is; a pixel is a point."""

    def __init__(self, name: str | None = None) -> None:
        self._mss = mss.MSS(display=name)

    def capture(self, bounds: ScreenRect) -> Capture:
        """What lies beyond the edge of the screen is left out.

        Raises:
            OutsideWindow: nothing of it is on the screen.
        """
        return self.snapshot(bounds)()

    def snapshot(self, bounds: ScreenRect) -> Callable[[], Capture]:
        return partial(_capture_of, self._grab(bounds))

    def patch(self, bounds: ScreenRect) -> bytes:
        return bytes(self._grab(bounds).raw)

    def _grab(self, bounds: ScreenRect) -> ScreenShot:
        try:
            return self._mss.grab(self._seen(bounds))
        except (ScreenShotError, AssertionError) as failure:  # mss asserts that the server answers
            raise WindowLost(f"The screen cannot be captured: {failure or 'no answer'}") from failure

    def _seen(self, bounds: ScreenRect) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of the whole pixels on the screen."""
        whole = self._mss.monitors[0]
        left, top = max(round(bounds.x), whole["left"]), max(round(bounds.y), whole["top"])
        right = min(round(bounds.x + bounds.width), whole["left"] + whole["width"])
        bottom = min(round(bounds.y + bounds.height), whole["top"] + whole["height"])
        if right <= left or bottom <= top:
            raise OutsideWindow("That part of the window is not on the screen.")
        return left, top, right, bottom


def _capture_of(shot: ScreenShot) -> Capture:
    png = mss.tools.to_png(shot.rgb, shot.size, level=FAST)
    if png is None:
        raise AssertionError("without a file name the picture is returned")
    return Capture(png, shot.width, shot.height, ScreenRect(shot.left, shot.top, shot.width, shot.height))
