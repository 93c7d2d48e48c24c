"""A plan drawn on the picture that it was made from: an SVG that every browser shows.

Hundreds of drags upon each other could not be told apart: the first ones are drawn on the picture, and each
has a small board of its own beside it.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, sqrt
from typing import Final

from agent.geometry import Board, to_pixel
from agent.ports import Capture, Path, PixelPoint

ON_PICTURE: Final = 6
"""Drags that are drawn on the picture itself."""
SMALL: Final = 0.16
"""Side of a small board with its margin, in widths of the picture."""
LABEL: Final = 0.3
"""Height of its label, in sides."""


@dataclass(frozen=True, slots=True)
class Line:
    """A drag."""

    label: str
    path: Path


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where a small board is drawn, and how tiles of the picture come there."""

    x: float
    y: float
    side: float
    origin: PixelPoint
    """Of the board in the picture."""
    scale: float

    def place(self, point: PixelPoint) -> PixelPoint:
        x = self.x + (point.x - self.origin.x) * self.scale
        return PixelPoint(x, self.y + (point.y - self.origin.y) * self.scale)


def plan_svg(capture: Capture, board: Board, lines: Sequence[Line]) -> str:
    """The capture with the first drags, and every drag on a board of its own, in their order."""
    side = capture.width * SMALL
    columns = _columns(lines)
    width = capture.width + columns * side
    height = max(capture.height, ceil(len(lines) / columns) * side * (1 + LABEL))
    picture = base64.b64encode(capture.png).decode()
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
            f'font-family="sans-serif">',
            f'<rect width="{width:.0f}" height="{height:.0f}" fill="white"/>',
            f'<image width="{capture.width}" height="{capture.height}" '
            f'href="data:image/png;base64,{picture}"/>',
            *_on_picture(capture, board, lines[:ON_PICTURE]),
            *_small_boards(capture, board, lines, side),
            "</svg>\n",
        ]
    )


def _on_picture(capture: Capture, board: Board, lines: Sequence[Line]) -> Iterator[str]:
    stroke = capture.width / 120
    for number, line in enumerate(lines):
        # Side by side where they run over the same tiles.
        shift = (number - (len(lines) - 1) / 2) * stroke
        pixels = [PixelPoint(p.x + shift, p.y + shift) for p in _pixels(capture, board, line.path)]
        colour = f"hsl({360 * number / ON_PICTURE:.0f} 90% 40%)"
        yield _polyline(pixels, stroke, colour, f"{number + 1} {line.label}")
        start = pixels[0]
        yield f'<circle cx="{start.x:.1f}" cy="{start.y:.1f}" r="{stroke * 1.5:.1f}" fill="{colour}"/>'


def _small_boards(capture: Capture, board: Board, lines: Sequence[Line], side: float) -> Iterator[str]:
    tiles = _pixels(capture, board, [cell for cell, centre in enumerate(board.centres) if centre is not None])
    left, top = min(tile.x for tile in tiles), min(tile.y for tile in tiles)
    extent = max(max(tile.x for tile in tiles) - left, max(tile.y for tile in tiles) - top)
    for number, line in enumerate(lines):
        row, column = divmod(number, _columns(lines))
        frame = _Frame(
            x=capture.width + (column + 0.15) * side,
            y=(row * (1 + LABEL) + 0.1) * side,
            side=side,
            origin=PixelPoint(left, top),
            scale=0.7 * side / extent,
        )
        path = [frame.place(pixel) for pixel in _pixels(capture, board, line.path)]
        placed = [frame.place(tile) for tile in tiles]
        yield from _small_board(frame, placed, path, f"{number + 1} {line.label}")


def _columns(lines: Sequence[Line]) -> int:
    """As many as rows."""
    return max(ceil(sqrt(len(lines))), 1)


def _small_board(
    frame: _Frame, tiles: Sequence[PixelPoint], pixels: Sequence[PixelPoint], label: str
) -> Iterator[str]:
    dot = frame.side / 40
    for tile in tiles:
        yield f'<circle cx="{tile.x:.1f}" cy="{tile.y:.1f}" r="{dot:.1f}" fill="silver"/>'
    yield _polyline(pixels, dot * 1.5, "seagreen", label)
    yield f'<circle cx="{pixels[0].x:.1f}" cy="{pixels[0].y:.1f}" r="{dot * 2:.1f}" fill="seagreen"/>'
    # A letter is about half as wide as it is high.
    size = frame.side * min(1 / 7, 1.7 / len(label))
    yield (
        f'<text x="{frame.x:.1f}" y="{frame.y + 0.98 * frame.side:.1f}" font-size="{size:.1f}">'
        f"{escape(label)}</text>"
    )


def _pixels(capture: Capture, board: Board, cells: Sequence[int]) -> list[PixelPoint]:
    return [to_pixel(board.centre(cell), capture) for cell in cells]


def _polyline(pixels: Sequence[PixelPoint], stroke: float, colour: str, title: str) -> str:
    points = " ".join(f"{pixel.x:.1f},{pixel.y:.1f}" for pixel in pixels)
    return (
        f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{stroke:.1f}" '
        f'stroke-linejoin="round" opacity="0.8"><title>{escape(title)}</title></polyline>'
    )
