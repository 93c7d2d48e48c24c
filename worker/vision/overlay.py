"""Draws what was read onto the picture it was read from."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from worker.model import Box, ReadCell, ReadGrid
from worker.vision.decode import DecodeLimits, Pixels, decode

Colour = tuple[int, int, int]

SURE: Colour = (80, 200, 60)
DOUBTFUL: Colour = (40, 60, 240)
OTHER: Colour = (200, 160, 60)
PATH: Colour = (240, 120, 30)
PLATE: Colour = (255, 255, 255)


def draw_overlay(
    data: bytes, grid: ReadGrid, *, path: Sequence[int] = (), limits: DecodeLimits | None = None
) -> bytes:
    """The picture with boxes, letters and confidences of its cells, and a word's path, as PNG bytes.

    Doubtful cells are red. Raises as `decode` does when the bytes are no picture.
    """
    canvas = decode(data, limits).bgr.copy()
    for cell in grid.cells:
        if cell.letters or cell.doubtful:
            _draw_cell(canvas, cell)
    for box in filter(None, (*grid.others, grid.start)):
        _draw_box(canvas, box, OTHER)
    _draw_path(canvas, [grid.cells[cell] for cell in path])
    return cv2.imencode(".png", canvas)[1].tobytes()


def _draw_cell(canvas: Pixels, cell: ReadCell) -> None:
    colour = DOUBTFUL if cell.doubtful else SURE
    _draw_box(canvas, cell.box, colour)
    height = max(cell.box.height // 5, 8)
    label = f"{cell.letters or '?'} {cell.confidence:.0%}"
    x, y = cell.box.x, cell.box.y
    cv2.rectangle(canvas, (x, y), (x + round(height * 3.6), y + height + height // 2), PLATE, -1)
    scale = height / 22  # Hershey's capitals are 22 pixels high at scale 1
    origin = (x + height // 4, y + height + height // 4)
    cv2.putText(
        canvas, label, origin, cv2.FONT_HERSHEY_SIMPLEX, scale, colour, max(height // 10, 1), cv2.LINE_AA
    )


def _draw_box(canvas: Pixels, box: Box, colour: Colour) -> None:
    corner = (box.x + box.width, box.y + box.height)
    cv2.rectangle(canvas, (box.x, box.y), corner, colour, max(box.height // 40, 1))


def _draw_path(canvas: Pixels, cells: Sequence[ReadCell]) -> None:
    if not cells:
        return
    points = np.array([cell.centre for cell in cells], np.int32)
    width = max(cells[0].box.height // 10, 2)
    cv2.polylines(canvas, [points], False, PATH, width, cv2.LINE_AA)
    cv2.circle(canvas, tuple(points[0].tolist()), width * 2, PATH, -1, cv2.LINE_AA)
