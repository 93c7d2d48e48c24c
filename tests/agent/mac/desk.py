"""What stands on the simulated Mac's desk: displays, programs with windows, and the picture of it all."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from PIL import Image


class Point(NamedTuple):
    x: float
    y: float


class Size(NamedTuple):
    width: float
    height: float


class Rect(NamedTuple):
    origin: Point
    size: Size

    @classmethod
    def of(cls, x: float, y: float, width: float, height: float) -> Rect:
        return cls(Point(x, y), Size(width, height))

    @property
    def right(self) -> float:
        return self.origin.x + self.size.width

    @property
    def bottom(self) -> float:
        return self.origin.y + self.size.height

    def meets(self, other: Rect) -> bool:
        across = self.origin.x < other.right and other.origin.x < self.right
        return across and self.origin.y < other.bottom and other.origin.y < self.bottom


@dataclass(frozen=True, slots=True)
class Display:
    number: int
    bounds: Rect
    scale: int = 1
    """Pixels a point."""


@dataclass(slots=True)
class DeskWindow:
    number: int
    bounds: Rect
    title: str | None = ""
    """None: macOS does not tell it."""
    layer: int = 0
    alpha: float = 1.0
    minimised: bool = False
    colour: tuple[int, int, int] | None = (90, 140, 60)
    """None: nothing of it is seen."""


@dataclass(slots=True)
class Program:
    pid: int
    bundle: str
    name: str
    windows: list[DeskWindow] = field(default_factory=list)
    hidden: bool = False
    answers: bool = True
    """Whether it answers the accessibility interface."""


def picture(area: Rect, scale: int, displays: list[Display], windows: list[DeskWindow]) -> Image.Image:
    """The area in pixels: black off the displays, blue on them, then the windows, the last one on top."""
    image = Image.new("RGB", (round(area.size.width * scale), round(area.size.height * scale)))
    for display in displays:
        _fill(image, area, scale, display.bounds, (20, 40, 160))
    for window in windows:
        if window.colour is not None:
            _fill(image, area, scale, window.bounds, window.colour)
    return image


def _fill(image: Image.Image, area: Rect, scale: int, what: Rect, colour: tuple[int, int, int]) -> None:
    left, top = what.origin.x - area.origin.x, what.origin.y - area.origin.y
    right, bottom = what.right - area.origin.x, what.bottom - area.origin.y
    image.paste(
        colour, (round(left * scale), round(top * scale), round(right * scale), round(bottom * scale))
    )
