"""What lies upon a tile from beyond its edge, in the colour of the letters or another: a message, a window.

A letter's strokes are thin and keep away from the edge; a cover is wide and reaches in from there.
"""

from __future__ import annotations

import cv2
import numpy as np

from worker.vision.lattice import Flags

WIDE = 0.24
"""Sides of a tile: what is as wide is no stroke of a letter."""
EDGE = 2
LEAST_EDGE = 0.08
"""Share of a tile's edge that a cover hides."""
LETTER = slice(0.28, 0.72)
"""The part of a tile, across and down, in which its letter stands."""


def cover_of(marked: Flags) -> Flags | None:
    """(side, side): the pixels of a cover among those that are not of a tile's fill; None without one."""
    side = len(marked)
    inner = slice(EDGE, side - EDGE)
    if marked.sum() - marked[inner, inner].sum() < LEAST_EDGE * 4 * EDGE * side:
        return None
    around = side // 4
    framed = cv2.copyMakeBorder(marked.astype(np.uint8), around, around, around, around, cv2.BORDER_REPLICATE)
    stroke = np.ones((round(WIDE * side),) * 2, np.uint8)
    wide = cv2.morphologyEx(framed, cv2.MORPH_OPEN, stroke)
    whole = cv2.morphologyEx(wide, cv2.MORPH_CLOSE, stroke)  # with what is written on it
    cover = cv2.dilate(whole, np.ones((3, 3), np.uint8))[around:-around, around:-around] > 0
    return np.asarray(cover) if cover.any() else None


def hides_letter(cover: Flags) -> bool:
    """Whether a cover reaches into the part of a tile in which its letter stands."""
    side = len(cover)
    part = slice(round(LETTER.start * side), round(LETTER.stop * side))
    return bool(cover[part, part].any())
