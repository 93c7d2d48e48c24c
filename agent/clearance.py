"""Whether a drag may go on: asked before every event of it that presses or moves."""

from __future__ import annotations

from collections.abc import Callable

from agent.errors import OutsideWindow
from agent.geometry import Board
from agent.ports import ScreenPoint, Window


def clearance(board: Board, window: Window) -> Callable[[ScreenPoint], str | None]:
    """Tells of a point why it must not be touched now, None where it may.

    What it gives raises OutsideWindow for a point that is not on the board: none is ever planned there.
    """

    def trouble(point: ScreenPoint) -> str | None:
        state = window.find()
        if state is None or state.is_minimised or not state.is_front or state.is_covered:
            return "the window is not in front"
        if state.bounds != board.window:
            return "the window was moved"
        if not (board.area.contains(point) and state.bounds.contains(point)):
            raise OutsideWindow(f"({point.x:.0f}, {point.y:.0f}) is not on the board, or not in its window.")
        return None

    return trouble
