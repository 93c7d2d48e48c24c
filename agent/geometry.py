"""From pixels to points and back: the only place that does it.

A capture shows exactly its `bounds`, so its scale is its pixels over their points, for each axis by itself:
2 on one display, 1 on the next, 1.5 where the desktop is scaled. Nothing else is assumed of displays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import dist
from typing import Final, Self

from agent.errors import NoBoard
from agent.ports import Capture, PixelBox, PixelPoint, ScreenPoint, ScreenRect, Solution

FAR_GAPS: Final = 4
"""One towards each corner of the board."""


def to_screen(point: PixelPoint, capture: Capture) -> ScreenPoint:
    """Where a pixel of the capture is on the desktop."""
    bounds = capture.bounds
    return ScreenPoint(
        bounds.x + point.x * bounds.width / capture.width, bounds.y + point.y * bounds.height / capture.height
    )


def to_pixel(point: ScreenPoint, capture: Capture) -> PixelPoint:
    """The inverse of `to_screen`; off the capture for points that it does not show."""
    bounds = capture.bounds
    return PixelPoint(
        (point.x - bounds.x) * capture.width / bounds.width,
        (point.y - bounds.y) * capture.height / bounds.height,
    )


def rect_on_screen(box: PixelBox, capture: Capture) -> ScreenRect:
    corner = to_screen(PixelPoint(box.x, box.y), capture)
    opposite = to_screen(PixelPoint(box.x + box.width, box.y + box.height), capture)
    return ScreenRect(corner.x, corner.y, opposite.x - corner.x, opposite.y - corner.y)


def around(rects: Iterable[ScreenRect]) -> ScreenRect:
    """The smallest one that holds them all; there has to be one."""
    left, top, right, bottom = zip(
        *((rect.x, rect.y, rect.x + rect.width, rect.y + rect.height) for rect in rects), strict=True
    )
    return ScreenRect(min(left), min(top), max(right) - min(left), max(bottom) - min(top))


def shifted(rect: ScreenRect, dx: float, dy: float) -> ScreenRect:
    return ScreenRect(rect.x + dx, rect.y + dy, rect.width, rect.height)


def is_same_size(one: ScreenRect, other: ScreenRect, tolerance: float = 0.5) -> bool:
    return abs(one.width - other.width) <= tolerance and abs(one.height - other.height) <= tolerance


@dataclass(frozen=True, slots=True)
class Board:
    """The board on the desktop; `centres` has one for each cell, None for a hole."""

    window: ScreenRect
    """Where the window was when it was captured."""
    centres: tuple[ScreenPoint | None, ...]
    area: ScreenRect
    """Around all tiles; nothing is dragged beyond."""
    pitch: float
    """Points from a tile's centre to the nearest other."""

    @classmethod
    def of(cls, solution: Solution, capture: Capture) -> Self:
        """Raises NoBoard where the cells are no board."""
        rects = [None if box is None else rect_on_screen(box, capture) for box in solution.cells]
        tiles = [rect for rect in rects if rect is not None]
        centres = tuple(None if rect is None else rect.centre for rect in rects)
        if len(tiles) < 2 or (pitch := nearest(centres)) <= 0:
            raise NoBoard(f"{len(tiles)} tiles are no board.")
        return cls(capture.bounds, centres, around(tiles), pitch)

    def centre(self, cell: int) -> ScreenPoint:
        """Raises NoBoard for a hole or a cell that the board lacks."""
        centre = self.centres[cell] if 0 <= cell < len(self.centres) else None
        if centre is None:
            raise NoBoard(f"Cell {cell} is no tile of this board.")
        return centre

    def in_window(self, bounds: ScreenRect) -> Self | None:
        """The same board after its window was moved; None when it was resized, too."""
        if not is_same_size(bounds, self.window):
            return None
        dx, dy = bounds.x - self.window.x, bounds.y - self.window.y
        if dx == 0 == dy:
            return self
        centres = tuple(centre and ScreenPoint(centre.x + dx, centre.y + dy) for centre in self.centres)
        return type(self)(bounds, centres, shifted(self.area, dx, dy), self.pitch)

    def gaps(self) -> tuple[ScreenRect, ...]:
        """Small squares where four tiles meet: the one next to the board's middle, and those furthest from
        it. No tile lies there, and what covers the board covers them."""
        side, middle = self.pitch / 6, self.area.centre
        corners = [
            ScreenPoint(centre.x + self.pitch / 2, centre.y + self.pitch / 2)
            for centre in self.centres
            if centre is not None
        ]
        inner = [corner for corner in corners if self.area.contains(corner, self.pitch / 2)] or [middle]
        inner.sort(key=lambda corner: dist((corner.x, corner.y), (middle.x, middle.y)))
        return tuple(
            ScreenRect(corner.x - side / 2, corner.y - side / 2, side, side)
            for corner in (inner[0], *inner[1:][-FAR_GAPS:])
        )


def nearest(centres: Sequence[ScreenPoint | None]) -> float:
    """The smallest distance between two of them."""
    points = [(centre.x, centre.y) for centre in centres if centre is not None]
    return min(dist(one, other) for place, one in enumerate(points) for other in points[:place])
