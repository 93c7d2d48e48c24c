"""Letters that each stand on a small disc or tile: the ring found is one of seats, not of letters."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from worker.vision.decode import Pixels
from worker.vision.glyphs import cut_glyph
from worker.vision.wheel_letters import PATCH, cut_patches
from worker.vision.wheel_rings import Ring

INSIDE = 0.8
"""Side of the part of a seat that is looked at, as a share of the seat: within a round one."""
HEIGHTS = (0.3, 0.75)
"""Of a letter, as a share of its seat."""
SAME_HEIGHT = 1.2
"""Tallest over lowest letter."""


class Seated(NamedTuple):
    """Letters on seats."""

    height: float
    """Median, in pixels."""
    dark: bool


def letters_on(grey: Pixels, ring: Ring) -> Seated | None:
    """What stands on the seats of a ring; None unless there is something of one height and ink on each."""
    patches = cut_patches(grey, ring.corners(), INSIDE * ring.height)
    for dark in (True, False):
        glyphs = [cut_glyph(patch, dark=dark) for patch in patches]
        heights = np.array([glyph.box.height if glyph else 0.0 for glyph in glyphs]) * (INSIDE / PATCH)
        low, high = float(heights.min()), float(heights.max())
        if HEIGHTS[0] < low and high < min(HEIGHTS[1], SAME_HEIGHT * low):
            return Seated(float(np.median(heights)) * ring.height, dark)
    return None
