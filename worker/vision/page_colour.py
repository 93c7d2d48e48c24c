"""Takes coloured marks off a page: what a pen or a highlighter left on and around its letters.

Letters are dark in every channel in which their own colour stands out from the paper; a pen of another colour
is bright in one of them at least. The least of the channels' darknesses is therefore the letters' alone.
"""

from __future__ import annotations

import cv2
import numpy as np

from worker.vision.candidates import LEAST_CONTRAST, Floats
from worker.vision.connected import connected
from worker.vision.decode import Pixels
from worker.vision.lattice import Flags
from worker.vision.page_strokes import Unstruck, struck_cells

TELLING = 0.5
"""Contrast of a channel, compared with the most telling one, from which on it has a say."""
INK = 0.7
"""Of the letters' contrast: pixels whose colour is theirs."""
COLOURED = 0.25
"""Share of the contrast by which the channels differ where a mark lies."""
LEAST_SHARE = 0.002
"""Of the page; with fewer such pixels there is nothing to take off."""
BROAD = 0.3
"""Cells: a mark as broad is a highlighter's, through which letters show, or has letters written upon it."""
LONG = 1.2
"""Cells: marks that are no longer are a letter's own edges."""
TOUCHED = 0.5
"""How dark a letter is where a mark has touched it."""
EDGE = 0.07
"""Cells: how wide the soft edge of a mark is, on both sides together."""
GAP = 0.16
"""Cells: gaps that an opaque pen has left in letters are closed up to this width."""


def without_marks(bgr: Pixels, darkness: Pixels, contrast: float, cell: tuple[int, int]) -> Unstruck | None:
    """The page in grey, letters dark, without what has another colour; None when nothing has.

    Args:
        bgr: (height, width, 3), ink being darker than the ground.
        darkness: (height, width), how much darker than the ground each pixel is.
        contrast: of a typical letter.
        cell: height and width of a cell, in pixels.
    """
    ink, paper = darkness > INK * contrast, darkness < max(0.1 * contrast, LEAST_CONTRAST)
    if not ink.any() or not paper.any():
        return None
    paper_colour, spans = _spans(bgr, ink, paper)
    telling = np.flatnonzero(spans >= TELLING * spans.max())
    if spans.max() < LEAST_CONTRAST or len(telling) < 2:
        return None
    shares = [_share(bgr, channel, paper_colour[channel], spans[channel]) for channel in telling.tolist()]
    least, most = np.minimum.reduce(shares), np.maximum.reduce(shares)
    marked = most - least > COLOURED
    if marked.mean() < LEAST_SHARE:
        return None
    short = min(cell)
    thin = _thin(marked, least > INK, short)
    closed = cv2.morphologyEx(least, cv2.MORPH_CLOSE, _square(GAP * short))
    letters = np.where(thin, closed, least)
    wide = cv2.dilate(thin.astype(np.uint8) * np.uint8(255), _square(EDGE * short))
    strokes = np.asarray(wide, np.uint8)
    touched = (thin & (letters > TOUCHED)).astype(np.uint8)
    return Unstruck(np.asarray(255 - 200 * letters, np.uint8), struck_cells(touched, *cell), strokes)


def _thin(marked: Flags, letters: Flags, short: int) -> Flags:
    """Marks as a pen makes them, longer than letters: the colours of JPEG run over letters' edges too."""
    broad = cv2.morphologyEx((marked | letters).view(np.uint8), cv2.MORPH_OPEN, _square(BROAD * short))
    thin = (marked & (broad == 0)).view(np.uint8)
    labels, stats = connected(thin)
    long = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1) > LONG * short
    long[0] = False
    return np.asarray(long[labels])


def _spans(bgr: Pixels, ink: Flags, paper: Flags) -> tuple[Floats, Floats]:
    """The paper's colour, and how much darker the letters are in each channel."""
    colours = np.median(bgr[paper][::7], axis=0), np.median(bgr[ink][::3], axis=0)
    return colours[0].astype(np.float32), (colours[0] - colours[1]).astype(np.float32)


def _share(bgr: Pixels, channel: int, paper: float, span: float) -> Floats:
    """How much of the way from paper to letter each pixel is in one channel, 0..1."""
    table = np.clip((paper - np.arange(256)) / span, 0, 1).astype(np.float32)
    return np.asarray(cv2.LUT(np.ascontiguousarray(bgr[:, :, channel]), table), np.float32)


def _square(side: float) -> Pixels:
    return np.ones((round(side) | 1,) * 2, np.uint8)
