"""Takes the line of a swipe off a tile, so that the letter under it can be read."""

from __future__ import annotations

import cv2
import numpy as np

from worker.vision.decode import Pixels
from worker.vision.tiles import rim

LEAST_LIGHT = 12
"""Grey levels by which a line differs from the tile it crosses."""
LEAST_SHARE, MOST_SHARE = 0.015, 0.5
"""Share of the tile that a line covers."""


def without_stroke(patch: Pixels, *, dark: bool) -> Pixels | None:
    """The patch with its stroke painted over from both sides; None when it shows none.

    On a board of dark letters a stroke is what is brighter than the tile, and the other way round.
    """
    level = float(np.median(patch[rim(patch.shape[0], outer=0.85)]))
    beyond = patch.astype(np.float32) - level if dark else level - patch.astype(np.float32)
    inner = ~rim(patch.shape[0], inner=0.88)
    strongest = float(beyond[inner].max())
    if strongest < LEAST_LIGHT:
        return None
    stroke = (beyond > 0.35 * strongest) & inner
    if not LEAST_SHARE < stroke.mean() < MOST_SHARE:
        return None
    soft_edges = cv2.dilate(stroke.astype(np.uint8), np.ones((5, 5), np.uint8))
    return np.asarray(cv2.inpaint(patch, soft_edges, 4, cv2.INPAINT_TELEA), np.uint8)
