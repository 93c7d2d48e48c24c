"""Draws what the stages of reading a picture return; knows nothing of how they come to it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from worker.vision.candidates import Blobs
from worker.vision.decode import Pixels
from worker.vision.lattice import Lattice

Colour = tuple[int, int, int]

DARK: Colour = (200, 90, 30)
BRIGHT: Colour = (30, 140, 240)
LINE: Colour = (60, 160, 60)
BEST: Colour = (40, 40, 220)
TEXT: Colour = (30, 30, 30)
PAPER: Colour = (255, 255, 255)

TILE = 64
"""Pixels along a side of a picture in a table."""
CAPTION = 18
"""Pixels below it for a text."""


def in_colour(grey: Pixels) -> Pixels:
    """A copy to draw on."""
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)


def with_blobs(grey: Pixels, blobs: Blobs) -> Pixels:
    """A box around each blob, in one colour for dark and another for bright ones."""
    canvas = in_colour(grey)
    low = np.round(blobs.centres - blobs.sizes / 2).astype(int).tolist()
    high = np.round(blobs.centres + blobs.sizes / 2).astype(int).tolist()
    for first, last, dark in zip(low, high, blobs.dark.tolist(), strict=True):
        cv2.rectangle(canvas, tuple(first), tuple(last), DARK if dark else BRIGHT, 1)
    return canvas


def with_lattices(grey: Pixels, lattices: Sequence[Lattice], best: Lattice | None) -> Pixels:
    """The outline of every lattice; of the best one its lines, too, and the blobs found in it."""
    canvas = in_colour(grey)
    for lattice in lattices:
        _outline(canvas, lattice, LINE, 1)
    if best is not None:
        _outline(canvas, best, BEST, 3)
        for line in (*best.centres(), *best.centres().swapaxes(0, 1)):
            cv2.polylines(canvas, [np.round(line).astype(np.int32)], False, BEST, 1, cv2.LINE_AA)
        for x, y in np.round(best.points[best.seen]).astype(int).tolist():
            cv2.circle(canvas, (x, y), 4, BEST, cv2.FILLED, cv2.LINE_AA)
    return canvas


def _outline(canvas: Pixels, lattice: Lattice, colour: Colour, width: int) -> None:
    corners = np.round(lattice.outline()).astype(np.int32)
    cv2.polylines(canvas, [corners], True, colour, width, cv2.LINE_AA)


def table(pictures: Sequence[Pixels | None], captions: Sequence[str], cols: int) -> Pixels:
    """Grey pictures side by side, `cols` in a row, each with a caption; None leaves its place empty."""
    rows = -(-len(pictures) // cols)
    canvas = np.full((rows * (TILE + CAPTION), cols * (TILE + 4), 3), PAPER, np.uint8)
    for index, (picture, caption) in enumerate(zip(pictures, captions, strict=True)):
        row, col = divmod(index, cols)
        x, y = col * (TILE + 4), row * (TILE + CAPTION)
        if picture is not None and picture.size:
            canvas[y : y + TILE, x : x + TILE] = in_colour(_fitted(picture))
        _write(canvas, caption, x, y + TILE + CAPTION - 5)
    return canvas


def _fitted(picture: Pixels) -> Pixels:
    way = cv2.INTER_AREA if max(picture.shape) > TILE else cv2.INTER_NEAREST
    return np.asarray(cv2.resize(picture, (TILE, TILE), interpolation=way), np.uint8)


def _write(canvas: Pixels, text: str, x: int, y: int) -> None:
    # OpenCV's plain face has ASCII only; elsewhere letters with accents keep them.
    plain = text.encode("ascii", "replace").decode()
    cv2.putText(canvas, plain, (x + 2, y), cv2.FONT_HERSHEY_SIMPLEX, 0.42, TEXT, 1, cv2.LINE_AA)
