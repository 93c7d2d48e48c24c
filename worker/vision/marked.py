"""Draws the words of a word search: lassos on the picture that it was read from, or on a drawing of ours."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from worker.errors import BadOption
from worker.marking import rgb_of, strokes, word_code
from worker.model import Grid, Path, Point, ReadGrid
from worker.vision.decode import DecodeLimits, Pixels, decode
from worker.vision.overlay import Colour, encoded

FILL_OPACITY = 0.22
"""The letters under a lasso stay readable."""
ACROSS = 0.8
"""Of a cell, so that the lassos of words side by side do not touch."""
CELL = 48
"""Pixels along the side of a cell of our own drawing."""
MARGIN = CELL // 2
LETTER = 24
"""Pixels that a letter is high, with what hangs below the line."""
LINE = 28
"""Pixels from one line of the list to the next."""
BETWEEN = 24
"""Pixels between its columns."""
LISTED = 18
"""Pixels that a word of the list is high."""
WEIGHT = 500
INK: Colour = (30, 30, 30)
PAPER: Colour = (255, 255, 255)
MOST_PIXELS = 150_000_000

Mark = tuple[int, Path]
"""A word's number, which says its colour, and its cells."""


class _Stroke(NamedTuple):
    points: npt.NDArray[np.int32]
    """Shape (n, 2): x, y in pixels."""
    width: int
    colour: Colour


def mark_picture(
    data: bytes,
    seen: ReadGrid,
    marks: Sequence[Mark],
    *,
    limits: DecodeLimits | None = None,
    suffix: str = ".png",
) -> bytes:
    """The picture with a lasso around each word; raises as `decode` does when the bytes are no picture."""
    canvas = decode(data, limits).bgr.copy()
    centres = [cell.centre for cell in seen.cells]
    width = _across(centres, seen.cols)
    _draw(canvas, _strokes_at(centres, seen.cols, marks, width))
    return encoded(canvas, suffix)


def draw_grid(grid: Grid, marks: Sequence[Mark], *, words: Sequence[str] = (), suffix: str = ".png") -> bytes:
    """A drawing of a typed grid with a lasso around each word, and a list of words below.

    Raises:
        BadOption: the drawing would be too large.
    """
    height, width = grid.rows * CELL + 2 * MARGIN, grid.cols * CELL + 2 * MARGIN
    face = cv2.FontFace("sans")
    widest = max((_width(word, LISTED, face) for word in words), default=0) + BETWEEN
    width = max(width, widest + 2 * MARGIN)
    lines = _in_columns(words, widest, width - 2 * MARGIN)
    below = height
    height += LINE * len(lines) + MARGIN * bool(lines)
    if height * width > MOST_PIXELS:
        raise BadOption(
            f"A grid of {grid.rows} x {grid.cols} is too large for a picture.",
            hint="Name a .svg or .html file.",
            option="output",
        )
    canvas: Pixels = np.full((height, width, 3), PAPER, np.uint8)
    centres = [_centre(cell, grid.cols) for cell in range(len(grid.tiles))]
    _draw(canvas, _strokes_at(centres, grid.cols, marks, round(ACROSS * CELL)))
    for tile, centre in zip(grid.tiles, centres, strict=True):
        if tile:
            _write(canvas, tile[:1] + tile[1:].lower(), centre, face)
    for row, line in enumerate(lines):
        for x, word in line:
            cv2.putText(canvas, word, (MARGIN + x, below + row * LINE + LISTED), INK, face, LISTED, WEIGHT)
    return encoded(canvas, suffix)


def _in_columns(words: Sequence[str], widest: int, width: int) -> list[list[tuple[int, str]]]:
    """Lines of words, each with how far from the left it begins."""
    columns = max(1, min(len(words), width // widest))
    step = width // columns
    return [
        [(column * step, word) for column, word in enumerate(words[first : first + columns])]
        for first in range(0, len(words), columns)
    ]


def _centre(cell: int, cols: int) -> Point:
    row, col = divmod(cell, cols)
    return Point(MARGIN + (col + 0.5) * CELL, MARGIN + (row + 0.5) * CELL)


def _across(centres: Sequence[Point], cols: int) -> int:
    """The breadth of lassos: a share of what lies between neighbouring cells."""
    points = np.array(centres, np.float64).reshape(-1, cols, 2)
    steps = [np.diff(points, axis=axis).reshape(-1, 2) for axis in (0, 1)]
    lengths = [float(np.median(np.hypot(*step.T))) for step in steps if len(step)]
    return max(round(ACROSS * min(lengths)), 3) if lengths else CELL


def _strokes_at(centres: Sequence[Point], cols: int, marks: Sequence[Mark], width: int) -> Iterator[_Stroke]:
    for number, path in marks:
        red, green, blue = rgb_of(word_code(number))
        for cells in strokes(path, cols):
            points = np.array([centres[cell] for cell in cells]).round().astype(np.int32)
            yield _Stroke(points, width, (blue, green, red))


def _draw(canvas: Pixels, lassos: Iterator[_Stroke]) -> None:
    for lasso in lassos:
        _fill_and_outline(canvas, lasso)


def _fill_and_outline(canvas: Pixels, lasso: _Stroke) -> None:
    """A round-ended band through the points, in the part of the picture where it lies."""
    room = lasso.width // 2 + 3
    height, width = canvas.shape[:2]
    left, top = np.maximum(lasso.points.min(axis=0) - room, 0).tolist()
    right, bottom = np.minimum(lasso.points.max(axis=0) + room + 1, (width, height)).tolist()
    mask = np.zeros((max(bottom - top, 0), max(right - left, 0)), np.uint8)
    if not mask.size:
        return
    cv2.polylines(mask, [lasso.points - (left, top)], False, 255, lasso.width, cv2.LINE_AA)
    if len(lasso.points) == 1:
        x, y = (lasso.points[0] - (left, top)).tolist()
        cv2.circle(mask, (x, y), lasso.width // 2, 255, cv2.FILLED, cv2.LINE_AA)
    part = canvas[top:bottom, left:right]
    share = mask[:, :, None].astype(np.float32) / 255 * FILL_OPACITY
    part[:] = np.round(part * (1 - share) + np.array(lasso.colour, np.float32) * share).astype(np.uint8)
    outline, _ = cv2.findContours((mask > 127).astype(np.uint8), cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(part, outline, -1, lasso.colour, max(lasso.width // 16, 1), cv2.LINE_AA)


def _write(canvas: Pixels, text: str, centre: Point, face: cv2.FontFace) -> None:
    """A letter in the middle of its cell, whatever its script; all of a script on one line."""
    size = LETTER if len(unicodedata.normalize("NFD", text)) < 3 else LETTER * 3 // 4
    width = _width(text, size, face)
    origin = round(centre.x - width / 2), round(centre.y + size * 0.36)
    cv2.putText(canvas, text, origin, INK, face, size, WEIGHT)


def _width(text: str, size: int, face: cv2.FontFace) -> int:
    _, _, width, _ = cv2.getTextSize((0, 0), text, (0, 0), face, size, WEIGHT)
    return width
