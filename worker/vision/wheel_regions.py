"""Regions of a picture that an edge encloses: discs and boxes, whatever their colours are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.connected import connected
from worker.vision.decode import Pixels

Ints = npt.NDArray[np.int32]

STEEPNESS = (5, 12, 30)
"""Levels of a channel between neighbouring pixels that make an edge: from faint glass to strong colours."""


class Regions(NamedTuple):
    """What hangs together between edges of one steepness."""

    labels: Ints
    """(height, width): the region of each pixel, 0 on edges."""
    boxes: Ints
    """(n, 5): x, y, width, height, number of pixels of each region; the first row stands for the edges."""


def find_regions(pixels: Pixels) -> Iterator[Regions]:
    """The regions of a grey or colour picture for each steepness, the faintest edges first."""
    blurred = cv2.GaussianBlur(pixels, (3, 3), 0)
    slope = cv2.morphologyEx(blurred, cv2.MORPH_GRADIENT, np.ones((2, 2), np.uint8))
    steepest = slope
    if slope.ndim == 3:
        steepest = cv2.max(cv2.max(slope[:, :, 0], slope[:, :, 1]), slope[:, :, 2])
    for steep in STEEPNESS:
        flat = cv2.threshold(steepest, steep - 1, 1, cv2.THRESH_BINARY_INV)[1]
        yield Regions(*connected(np.asarray(flat, np.uint8), corners=False))
