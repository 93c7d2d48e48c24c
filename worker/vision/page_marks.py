"""Marks on a page: connected ink that could be a letter, however small."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from worker.vision.candidates import LEAST_CONTRAST, Blobs
from worker.vision.connected import connected
from worker.vision.decode import Pixels

CONTRASTS = (0.3, 0.12, 0.05)
"""Of ink against the mean around it, as shares of the picture's range of grey levels: faint print last."""
DIMMEST = 0.4
"""Light on the page's darkest part, compared with its brightest, that is allowed for."""
PARTS = 16
"""The square around a pixel whose mean is its ground is this many times smaller than the picture."""
SMALLEST = 5
"""Pixels: what is less high cannot be read."""
LEAST_FILL = 0.08
"""Share of its box that a letter inks; frames and curves ink less."""


def find_marks(grey: Pixels, contrast: float) -> Iterator[Blobs]:
    """Dark marks, then bright ones."""
    yield _marks_of(_standing_out(grey, contrast, dark=True), dark=True)
    yield _marks_of(_standing_out(grey, contrast, dark=False), dark=False)


def _standing_out(grey: Pixels, contrast: float, *, dark: bool) -> Pixels:
    """Not 0 where the picture is that much darker, or brighter, than around."""
    low, high = np.percentile(grey[::4, ::4], (1, 99))
    side = max(min(grey.shape) // PARTS, 4 * SMALLEST) | 1
    mean = cv2.blur(grey, (side, side), borderType=cv2.BORDER_REPLICATE)
    level = contrast * float(high - low)
    # Ink on paper in the shade is as many times darker than its paper as elsewhere, so less in grey levels.
    shades = np.clip(np.arange(256) / max(float(high), 1), DIMMEST if dark else 1, 1) * level
    least = cv2.LUT(mean, np.maximum(shades, LEAST_CONTRAST).astype(np.uint8))
    difference = cv2.subtract(mean, grey) if dark else cv2.subtract(grey, mean)
    return np.asarray(cv2.compare(difference, least, cv2.CMP_GT), np.uint8)


def _marks_of(mask: Pixels, *, dark: bool) -> Blobs:
    _, stats = connected(mask)
    x, y, width, height, area = stats[1:].astype(np.float32).T
    longer, shorter = np.maximum(width, height), np.minimum(width, height)
    fits = (longer >= SMALLEST) & (longer <= min(mask.shape) / 4) & (shorter * 12 >= longer)
    fits &= area >= LEAST_FILL * width * height
    centres = np.column_stack([x + width / 2, y + height / 2])[fits]
    return Blobs(centres, np.column_stack([width, height])[fits], np.full(int(fits.sum()), dark))
