"""A Mac's displays: rectangles of one plane of points, its origin the main display's top left corner."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final

import Quartz

from agent.ports import ScreenPoint, ScreenRect

MOST_DISPLAYS: Final = 32


def displays() -> list[ScreenRect]:
    _, numbers, _ = Quartz.CGGetActiveDisplayList(MOST_DISPLAYS, None, None)
    return [_rect(Quartz.CGDisplayBounds(number)) for number in numbers]


def corners(rect: ScreenRect, inset: float = 0.0) -> Iterator[ScreenPoint]:
    """The four corners, each moved inwards by `inset` points both ways."""
    for x in (rect.x + inset, rect.x + rect.width - inset):
        for y in (rect.y + inset, rect.y + rect.height - inset):
            yield ScreenPoint(x, y)


def whole(bounds: ScreenRect) -> ScreenRect:
    """The whole points that `bounds` touches; on Retina windows may stand on halves."""
    left, top = math.floor(bounds.x), math.floor(bounds.y)
    right, bottom = math.ceil(bounds.x + bounds.width), math.ceil(bounds.y + bounds.height)
    return ScreenRect(left, top, right - left, bottom - top)


def _rect(bounds: Any) -> ScreenRect:
    return ScreenRect(bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height)
