"""What is ink on a flattened page: by the contrast of each cell's own letter, neighbours parted."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import LEAST_CONTRAST, Floats
from worker.vision.connected import Labels, connected
from worker.vision.decode import Pixels
from worker.vision.lattice import Flags

INK = 0.42
"""Of a letter's contrast against the ground: what is ink."""
THIN = 0.25
"""The same of a thin stroke beside such ink: in small print hairlines are half as dark as stems."""
FUZZ = 0.1
"""Share of the ink that may be as dark as thin strokes, but apart from all letters: on a page with more of it
thin strokes cannot be told from noise."""
FAINTEST = 0.25
"""Contrast of a letter under a marker or in a shadow, compared with a typical one."""
JOINED = 0.75
"""As `INK`, near the border of two cells whose letters hang together: soft edges that meet are no ink."""
BORDER = 0.14
"""How near to a cell's border that is, in cells."""
COARSE = 4
"""The ground is measured on a copy so many times smaller."""


class Ink(NamedTuple):
    """What stands out from the ground of a flat page."""

    darkness: Pixels
    """How much darker than the ground each pixel is."""
    labels: Labels
    """Connected ink; 0 is the ground, and scraps too faint to be a letter have labels too."""
    stats: Labels
    """(labels, 5): as of OpenCV's connected components; what is no ink has no area."""
    depth: Floats
    """(rows, cols): how much each cell's darkest stroke stands out, in grey levels."""
    contrast: float
    """Of a typical letter, in grey levels."""


def find_ink(grey: Pixels, seen: Flags, height: int, width: int) -> Ink:
    """The ink of a page, its neighbours parted.

    `grey` has cells of height x width and a margin of one; `seen` (rows, cols) are cells with a letter.
    """
    darkness = np.asarray(cv2.subtract(_ground(grey, min(width, height)), grey), np.uint8)
    depth = _darkest(darkness, height, width)
    contrast = float(np.median(depth[1:-1, 1:-1][seen]))
    own = np.clip(depth, max(FAINTEST * contrast, LEAST_CONTRAST), contrast)
    ink = darkness > _spread(INK * own, grey.shape)
    thin = darkness > _spread(THIN * own, grey.shape)
    labels, stats = connected(thin.view(np.uint8))
    kept = np.zeros(len(stats), bool)
    kept[labels[ink]] = True
    kept[0] = False
    crossing = _crossing(labels, len(stats), height, width)
    fuzz = int(stats[1:, cv2.CC_STAT_AREA][~kept[1:]].sum())
    if fuzz > FUZZ * int(ink.sum()):
        kept[:] = False
    if kept.any() and not crossing.any():
        stats[~kept, cv2.CC_STAT_AREA] = 0
    else:
        thin = (kept & ~crossing)[labels]
        del labels  # the largest thing on the way, and there will be two more of it
        ink = thin | _parted(ink, darkness, own, height, width)
        labels, stats = connected(ink.view(np.uint8))
    return Ink(darkness, labels, stats, depth[1:-1, 1:-1], contrast)


def _spread(levels: Floats, shape: tuple[int, ...]) -> Pixels:
    """A level a cell to one a pixel."""
    return np.asarray(cv2.resize(levels.astype(np.uint8), shape[::-1], interpolation=cv2.INTER_NEAREST))


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


def _parted(ink: Flags, darkness: Pixels, own: Floats, height: int, width: int) -> Flags:
    """Without the faint joints of what reaches from one cell into the next."""
    count, labels = cv2.connectedComponents(ink.view(np.uint8), connectivity=8, ltype=cv2.CV_32S)
    crossing = _crossing(np.asarray(labels, np.int32), count, height, width)
    if not crossing.any():
        return ink
    faint = darkness < _spread(JOINED * own, ink.shape)
    return np.asarray(ink & ~(crossing[labels] & faint & _at_borders(ink.shape, height, width)))


def _crossing(labels: Labels, count: int, height: int, width: int) -> Flags:
    """(count,): the labels that reach across a border between cells."""
    crossing = np.zeros(count, bool)
    for near, far in (
        (labels[:, width - 1 :: width], labels[:, width::width]),
        (labels[height - 1 :: height], labels[height::height]),
    ):
        both = near[:, : far.shape[1]][: far.shape[0]]
        crossing[both[(both == far)]] = True
    crossing[0] = False
    return crossing


def _at_borders(shape: tuple[int, ...], height: int, width: int) -> npt.NDArray[np.bool_]:
    down, across = (
        np.abs((np.arange(size) + 0.5 + side / 2) % side - side / 2) < BORDER * side
        for size, side in zip(shape, (height, width), strict=True)
    )
    return np.asarray(down[:, None] | across[None])
