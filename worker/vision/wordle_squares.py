"""Evenly coloured squares: what the tiles of a Wordle board are, filled or outlined, whatever their colours.

Where neighbouring pixels differ there is an edge; what hangs together without an edge is a plate. A tile's
plate is its fill around the letter, or the ground inside its outline; both have a square box. Nothing is
known about colours, so that no theme, dimming or colour shift matters. A second look suits the picture: a
lower threshold finds faint outlines on a clear screen, a higher one sees past the noise of another.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Blobs
from worker.vision.connected import connected
from worker.vision.decode import Pixels

USUAL, ROUGH, FAINT = 14, 22, 5
"""Differences of neighbouring pixels, in levels of a channel, that are an edge: on usual screens, on those
compressed hard, and of outlines and fills that are close to their ground."""
EVEN, CLEAR = 3, 0.5
"""A picture is clear if pixels around which no channel differs by more levels make up this share."""
SMALLEST = 9
"""Pixels along a side of a plate; a letter on a smaller tile cannot be read."""
SQUARE = 1.3
"""Longest ratio of the sides of a plate's box."""
LEAST_FILL = 0.3
"""Share of its box that a plate fills; a letter, its edges and pen strokes take the rest."""
GRAIN, SOFT = 28, 8
"""Such differences in copies without noise: of sharp edges, which stay, and of those that blur has left."""
_NEAR = np.ones((3, 3), np.uint8)


def edge_contrast(bgr: Pixels) -> Pixels:
    """(height, width): how much the pixels around each one differ, in the channel where they differ most."""
    spread = cv2.morphologyEx(bgr, cv2.MORPH_GRADIENT, _NEAR)
    blue, green, red = cv2.split(spread)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def smoothed_contrasts(bgr: Pixels) -> Iterator[tuple[Pixels, int]]:
    """The `edge_contrast` of smoother copies, and the differences that are an edge there."""
    yield edge_contrast(np.asarray(cv2.bilateralFilter(bgr, 5, 60, 2), np.uint8)), GRAIN
    yield edge_contrast(np.asarray(cv2.medianBlur(bgr, 5), np.uint8)), SOFT


def halved(pixels: Pixels) -> Pixels:
    """Half as wide and high; the last of an odd number of rows or columns is left out."""
    height, width = (side // 2 * 2 for side in pixels.shape[:2])
    even = pixels[:height, :width]
    return np.asarray(cv2.resize(even, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


def squares_at(contrast: Pixels, step: int) -> Blobs:
    """The square plates between edges of more than `step` levels."""
    flat = cv2.threshold(contrast, step, 255, cv2.THRESH_BINARY_INV)[1]
    _, stats = connected(np.asarray(flat, np.uint8), corners=False)
    boxes: npt.NDArray[np.float32] = stats[1:].astype(np.float32)
    width, height = boxes[:, 2], boxes[:, 3]
    longer, shorter = np.maximum(width, height), np.minimum(width, height)
    largest = min(contrast.shape) // 2
    fits = (shorter >= SMALLEST) & (longer <= largest) & (longer <= SQUARE * shorter)
    fits &= boxes[:, 4] >= LEAST_FILL * width * height
    kept = boxes[fits]
    return Blobs(kept[:, :2] + kept[:, 2:4] / 2, kept[:, 2:4], np.zeros(len(kept), bool))
