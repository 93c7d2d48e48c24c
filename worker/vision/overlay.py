"""Draws what was read onto the picture it was read from."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from worker.errors import BadInput
from worker.model import Box, Point, ReadCell, ReadGrid
from worker.vision.decode import DecodeLimits, Pixels, decode

Colour = tuple[int, int, int]

SURE: Colour = (80, 160, 40)
DOUBTFUL: Colour = (40, 40, 220)
OTHER: Colour = (200, 160, 60)
PATH: Colour = (230, 90, 20)
TEXT: Colour = (255, 255, 255)

PATH_OPACITY = 0.7
"""The letters under a path stay readable."""


def draw_overlay(
    data: bytes,
    grid: ReadGrid,
    *,
    path: Sequence[int] = (),
    limits: DecodeLimits | None = None,
    suffix: str = ".png",
) -> bytes:
    """The picture as bytes of a file, with a word's path, or without one what was read in each cell.

    Doubtful cells are red and labelled in either case. Raises as `decode` does when the bytes are no picture.

    Args:
        suffix: the file's ending, which says the format: .png, .jpg, .jpeg or .webp.
    """
    canvas = decode(data, limits).bgr.copy()
    for cell in grid.cells:
        if cell.doubtful or (cell.letters and not path):
            _draw_cell(canvas, cell)
    for box in filter(None, (*grid.others, grid.start)):
        _draw_box(canvas, box, OTHER)
    if path:
        cells = [grid.cells[cell] for cell in path]
        canvas = _with_path(canvas, [cell.centre for cell in cells], min(cell.box.height for cell in cells))
    return encoded(canvas, suffix)


def encoded(canvas: Pixels, suffix: str) -> bytes:
    written, content = cv2.imencode(suffix, canvas)
    if not written:  # WebP takes 16,383 pixels a side, JPEG 65,500
        height, width = canvas.shape[:2]
        message = f"A picture of {width} x {height} pixels cannot be written as {suffix}."
        raise BadInput(message, hint="Name a .png file.")
    return content.tobytes()


def _draw_cell(canvas: Pixels, cell: ReadCell) -> None:
    colour = DOUBTFUL if cell.doubtful else SURE
    _draw_box(canvas, cell.box, colour)
    _draw_label(canvas, cell.box, f"{cell.letters or '?'} {cell.confidence:.0%}", colour)


def _draw_label(canvas: Pixels, box: Box, text: str, colour: Colour) -> None:
    """A plate along the cell's lower edge, where it covers least of the letter."""
    height = max(box.height // 7, 8)
    scale = height / 30  # a plate has room for its text's ascenders and descenders
    (width, _), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 1)
    left, bottom = box.x, box.y + box.height
    cv2.rectangle(canvas, (left, bottom - height), (left + width + height // 2, bottom), colour, cv2.FILLED)
    origin = (left + height // 4, bottom - height // 4)
    cv2.putText(canvas, text, origin, cv2.FONT_HERSHEY_SIMPLEX, scale, TEXT, 1, cv2.LINE_AA)


def _draw_box(canvas: Pixels, box: Box, colour: Colour) -> None:
    corner = (box.x + box.width, box.y + box.height)
    cv2.rectangle(canvas, (box.x, box.y), corner, colour, max(box.height // 40, 1))


def _with_path(canvas: Pixels, points: Sequence[Point], cell_height: int) -> Pixels:
    """A dot where the drag starts, a line through the cells, an arrow head where it ends."""
    line = np.array(points, np.float32).round().astype(np.int32)
    width = max(cell_height // 10, 2)
    drawn = canvas.copy()
    cv2.circle(drawn, tuple(line[0].tolist()), 2 * width, PATH, cv2.FILLED, cv2.LINE_AA)
    cv2.polylines(drawn, [line], False, PATH, width, cv2.LINE_AA)
    if len(line) > 1:
        tip = 2.5 * width / float(np.hypot(*(line[-1] - line[-2])))
        before, end = tuple(line[-2].tolist()), tuple(line[-1].tolist())
        cv2.arrowedLine(drawn, before, end, PATH, width, cv2.LINE_AA, tipLength=tip)
    return np.asarray(cv2.addWeighted(drawn, PATH_OPACITY, canvas, 1 - PATH_OPACITY, 0), np.uint8)
