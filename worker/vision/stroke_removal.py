"""Takes a stroke off a letter: what shines through is made strong again, and soft edges are filled in.

A translucent stroke of opacity `a` and level `s` over a letter leaves `(1 - a) * letter + a * s`: under it,
too, there are two levels, a little apart, and they tell ink from ground as well as the two outside do.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]

_FILL_RADIUS = 3
_SMOOTH = 0.7
"""Deviation, in pixels, of the smoothing under a stroke, where noise is magnified with the letter."""


class StrokeLevels(NamedTuple):
    """Grey levels of a tile, of its letter, and of the stroke over each of the two."""

    ground: float
    ink: float
    over_ground: float
    over_ink: float


def shine_through(patch: Pixels, core: Flags, edge: Flags, levels: StrokeLevels) -> Pixels:
    """The patch (side, side) without its stroke, of which something shines through.

    Args:
        core: where the stroke covers fully.
        edge: its soft outline, filled in from both sides.
    """
    share = (smoothed(patch) - levels.over_ground) / (levels.over_ink - levels.over_ground)
    below = levels.ground + (levels.ink - levels.ground) * np.clip(share, 0, 1)
    seen = np.where(core, np.clip(below, 0, 255), patch).astype(np.uint8)
    return paint_over(seen, edge)


def smoothed(patch: Pixels) -> npt.NDArray[np.float32]:
    """The patch (side, side) with less noise."""
    return cv2.GaussianBlur(patch, (0, 0), _SMOOTH).astype(np.float32)


def paint_over(patch: Pixels, hidden: Flags) -> Pixels:
    """The patch (side, side) with what is hidden filled in from around it."""
    return np.asarray(cv2.inpaint(patch, hidden.view(np.uint8), _FILL_RADIUS, cv2.INPAINT_TELEA), np.uint8)
