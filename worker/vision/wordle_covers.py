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
LEAST_EDGE = 0.15
"""Share of a tile's edge that a cover hides."""
LETTER = slice(0.28, 0.72)
"""The part of a tile, across and down, in which its letter stands."""


def cover_of(marked: Flags) -> Flags | None:
    """(side, side): the pixels of a cover among those that are not of a tile's fill; None without one."""
    if not _reaches_in(marked):
        return None
    around = len(marked) // 4
    stroke = np.ones((round(WIDE * len(marked)),) * 2, np.uint8)
    framed = cv2.copyMakeBorder(marked.astype(np.uint8), around, around, around, around, cv2.BORDER_REPLICATE)
    wide = cv2.morphologyEx(framed, cv2.MORPH_OPEN, stroke)
    count, parts = cv2.connectedComponents(wide[around:-around, around:-around])
    inner = [part for part in range(1, count) if _reaches_in(np.asarray(parts == part))]
    if not inner:
        return None
    cover = cv2.copyMakeBorder(
        np.isin(parts, inner).astype(np.uint8), around, around, around, around, cv2.BORDER_REPLICATE
    )
    whole = cv2.morphologyEx(cover, cv2.MORPH_CLOSE, stroke)  # with what is written on it
    return np.asarray(cv2.dilate(whole, np.ones((3, 3), np.uint8))[around:-around, around:-around] > 0)


def _reaches_in(flags: Flags) -> bool:
    """Whether enough of a tile's edge is marked."""
    side = len(flags)
    inner = slice(EDGE, side - EDGE)
    return bool(flags.sum() - flags[inner, inner].sum() >= LEAST_EDGE * 4 * EDGE * side)


def hides_letter(cover: Flags) -> bool:
    """Whether a cover reaches into the part of a tile in which its letter stands."""
    side = len(cover)
    part = slice(round(LETTER.start * side), round(LETTER.stop * side))
    return bool(cover[part, part].any())
