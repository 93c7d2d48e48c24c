"""What is ink on a flattened page: by the contrast of each cell's own letter, neighbours parted."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import LEAST_CONTRAST, Floats
from worker.vision.decode import Pixels
from worker.vision.lattice import Flags

INK = 0.42
"""Of a letter's contrast against the ground: what is ink."""
FAINTEST = 0.25
"""Contrast of a letter under a marker or in a shadow, compared with a typical one."""
JOINED = 0.75
"""As `INK`, near the border of two cells whose letters hang together: soft edges that meet are no ink."""
BORDER = 0.14
"""How near to a cell's border that is, in cells."""
COARSE = 4
"""The ground is measured on a copy so many times smaller."""


def find_ink(grey: Pixels, seen: Flags, height: int, width: int) -> tuple[Pixels, float]:
    """1 where a pixel of the page is ink, and the contrast of a typical letter in grey levels.

    `grey` has cells of height x width and a margin of one; `seen` (rows, cols) are cells with a letter.
    """
    darkness = np.asarray(cv2.subtract(_ground(grey, min(width, height)), grey), np.uint8)
    darkest = _darkest(darkness, height, width)
    contrast = float(np.median(darkest[1:-1, 1:-1][seen]))
    own = np.clip(darkest, max(FAINTEST * contrast, LEAST_CONTRAST), contrast)
    levels = np.repeat(np.repeat((INK * own).astype(np.uint8), height, axis=0), width, axis=1)
    ink = (darkness > levels).view(np.uint8)
    return _parted(ink, darkness, levels, height, width), contrast


def _ground(grey: Pixels, cell: int) -> Pixels:
    """The page without its strokes: what is narrower than half a cell is filled from around it."""
    small = cv2.resize(grey, None, fx=1 / COARSE, fy=1 / COARSE, interpolation=cv2.INTER_AREA)
    side = round(0.45 * cell / COARSE) | 1
    closed = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    smooth = cv2.blur(closed, (3, 3))
    return np.asarray(cv2.resize(smooth, grey.shape[::-1], interpolation=cv2.INTER_LINEAR), np.uint8)


def _darkest(darkness: Pixels, height: int, width: int) -> Floats:
    """For each cell, the margin's included, how much its darkest stroke stands out."""
    smooth = cv2.blur(darkness, (2, 2))
    rows, cols = smooth.shape[0] // height, smooth.shape[1] // width
    cells = smooth.reshape(rows, height, cols, width)
    inner = cells[:, height // 6 : -height // 6, :, width // 6 : -width // 6]
    return np.asarray(inner.max(axis=(1, 3)), np.float32)


def _parted(ink: Pixels, darkness: Pixels, levels: Pixels, height: int, width: int) -> Pixels:
    """Without the faint joints of what reaches from one cell into the next."""
    _, labels = cv2.connectedComponents(ink, connectivity=8, ltype=cv2.CV_32S)
    crossing = np.zeros(int(labels.max()) + 1, bool)
    for near, far in (
        (labels[:, width - 1 :: width], labels[:, width::width]),
        (labels[height - 1 :: height], labels[height::height]),
    ):
        both = near[:, : far.shape[1]][: far.shape[0]]
        crossing[both[(both == far)]] = True
    crossing[0] = False
    if not crossing.any():
        return ink
    faint = darkness < (JOINED / INK) * levels.astype(np.float32)
    return np.where(crossing[labels] & faint & _at_borders(ink.shape, height, width), 0, ink).astype(np.uint8)


def _at_borders(shape: tuple[int, ...], height: int, width: int) -> npt.NDArray[np.bool_]:
    down, across = (
        np.abs((np.arange(size) + 0.5 + side / 2) % side - side / 2) < BORDER * side
        for size, side in zip(shape, (height, width), strict=True)
    )
    return np.asarray(down[:, None] | across[None])
