"""Finds the line of a swipe on the tiles, and takes it off, so that the letter under it can be read."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.decode import Pixels
from worker.vision.medians import medians
from worker.vision.tiles import rim

CONTRAST = 0.15
"""Of a stroke against its tile, as a share of the letters' contrast: the grain of wood stays below it."""
LEAST_SHARE, MOST_SHARE = 0.015, 0.5
"""Share of the tile that a stroke covers."""
MOST_CELLS = 0.7
"""Share of the cells that strokes cross; what is seen in more of them belongs to the tiles."""


def find_strokes(patches: Pixels, *, dark: bool, contrast: float) -> npt.NDArray[np.bool_]:
    """(n, side, side): the pixels of a stroke in each patch (n, side, side); no pixels where there is none.

    On a board of dark letters a stroke is what is brighter than the tile, and the other way round; `contrast`
    is that of the letters, in grey levels.
    """
    side = patches.shape[-1]
    level = medians(patches[:, rim(side, outer=0.85)], axis=1).astype(np.float32)[:, None, None]
    beyond = (patches - level) if dark else (level - patches)
    beyond -= _common(beyond)
    strokes = (beyond > CONTRAST * contrast) & ~rim(side, inner=0.8)
    share = strokes.mean(axis=(1, 2))
    crossed = (share > LEAST_SHARE) & (share < MOST_SHARE)
    if crossed.mean() > MOST_CELLS:
        crossed[:] = False
    return np.asarray(strokes & crossed[:, None, None])


def _common(beyond: Floats) -> Floats:
    """(side, side): what most tiles have there, as the bright middle of dice; never less than none."""
    coarse = medians(beyond[:, ::2, ::2]).clip(0)
    return np.asarray(coarse.repeat(2, axis=0).repeat(2, axis=1), np.float32)


def without_stroke(patch: Pixels, stroke: npt.NDArray[np.bool_]) -> Pixels:
    """The patch (side, side) with its stroke painted over from both sides.

    Strokes let what is under them shine through, so that they seem to break off at each bar of the letter;
    they are joined first, and widened by their soft edges.
    """
    mask = stroke.astype(np.uint8)
    bar = np.ones((patch.shape[0] // 5, patch.shape[0] // 5), np.uint8)
    whole = cv2.dilate(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, bar), np.ones((5, 5), np.uint8))
    return np.asarray(cv2.inpaint(patch, whole, 4, cv2.INPAINT_TELEA), np.uint8)
