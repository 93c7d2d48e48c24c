"""A plan drawn on the picture that it was made from: an SVG that every browser shows."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from agent.geometry import to_pixel
from agent.ports import Capture, PixelPoint, ScreenPoint

LISTED_WIDTH: Final = 0.45
"""Of the list beside the picture, in widths of the picture."""


@dataclass(frozen=True, slots=True)
class Line:
    """A drag."""

    label: str
    points: tuple[ScreenPoint, ...]
    is_good: bool = True


def plan_svg(capture: Capture, lines: Sequence[Line]) -> str:
    """The capture with every drag in the order of the rainbow, red first, and their labels beside it."""
    width, height = capture.width, capture.height
    full = width * (1 + LISTED_WIDTH)
    picture = base64.b64encode(capture.png).decode()
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full:.0f} {height}">',
            f'<rect width="{full:.0f}" height="{height}" fill="white"/>',
            f'<image width="{width}" height="{height}" href="data:image/png;base64,{picture}"/>',
            *_drags(capture, lines),
            *_labels(capture, lines),
            "</svg>\n",
        ]
    )


def _drags(capture: Capture, lines: Sequence[Line]) -> Iterator[str]:
    stroke = capture.width / 150
    for number, line in enumerate(lines):
        pixels = [to_pixel(point, capture) for point in line.points]
        colour = _colour(number, len(lines))
        yield (
            f'<polyline points="{" ".join(map(_pair, pixels))}" fill="none" stroke="{colour}" '
            f'stroke-width="{stroke:.1f}" stroke-linejoin="round" opacity="0.6">'
            f"<title>{escape(line.label)}</title></polyline>"
        )
        start = pixels[0]
        yield f'<circle cx="{start.x:.1f}" cy="{start.y:.1f}" r="{stroke:.1f}" fill="{colour}"/>'


def _labels(capture: Capture, lines: Sequence[Line]) -> Iterator[str]:
    """In two columns as small as they have to be."""
    column = capture.width * LISTED_WIDTH / 2
    rows = max((len(lines) + 1) // 2, 1)
    size = min(capture.height / (rows + 2), column / 9)
    for number, line in enumerate(lines):
        x = capture.width + size / 2 + column * (number // rows)
        y = size * (1.5 + number % rows)
        style = "" if line.is_good else ' text-decoration="line-through"'
        yield (
            f'<text x="{x:.0f}" y="{y:.1f}" font-family="sans-serif" font-size="{size * 0.8:.1f}" '
            f'fill="{_colour(number, len(lines))}"{style}>{number + 1} {escape(line.label)}</text>'
        )


def _colour(number: int, count: int) -> str:
    return f"hsl({300 * number / max(count, 1):.0f} 90% 40%)"


def _pair(point: PixelPoint) -> str:
    return f"{point.x:.1f},{point.y:.1f}"
