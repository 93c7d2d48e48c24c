"""The cells of a lattice as small upright pictures of one size."""

from __future__ import annotations

import cv2
import numpy as np

from worker.vision.decode import Picture, Pixels
from worker.vision.lattice import Lattice
from worker.vision.projection import Floats, Projection

PATCH = 64
"""Pixels along a side of a patch, which covers one pitch: a letter is then about 32 high."""


def cut_patches(picture: Picture, lattice: Lattice, *, margin: int = 0) -> Pixels:
    """Cut every cell, and `margin` cells around the board, as (rows, cols, PATCH, PATCH) grey patches.

    The lattice is in pixels of the working copy; the full picture is used where that copy is too coarse.
    """
    grey, projection = fine_enough(picture, lattice)
    rows, cols = lattice.rows + 2 * margin, lattice.cols + 2 * margin
    flat = _flattened(grey, projection, margin, rows, cols)
    return np.asarray(flat.reshape(rows, PATCH, cols, PATCH).swapaxes(1, 2))


def fine_enough(picture: Picture, lattice: Lattice) -> tuple[Pixels, Projection]:
    """The working copy and the projection in it, or the full picture where that copy is too coarse."""
    if picture.reduction > 1 and lattice.pitch < PATCH:
        return picture.full_grey, lattice.projection.scaled(picture.reduction)
    return picture.grey, lattice.projection


def _flattened(grey: Pixels, projection: Projection, margin: int, rows: int, cols: int) -> Pixels:
    """The board with its margin seen from straight above, PATCH pixels a cell."""
    corners = np.array([[-0.5, -0.5], [cols - 0.5, -0.5], [-0.5, rows - 0.5], [cols - 0.5, rows - 0.5]])
    around = projection.apply(corners - margin)
    grey, origin, factor = _cropped(grey, around, rows, cols)
    source = ((around - origin) * factor - 0.5 * (1 - factor)).astype(np.float32)
    target = ((corners + 0.5) * PATCH - 0.5).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(source, target)
    size = (cols * PATCH, rows * PATCH)
    flat = cv2.warpPerspective(grey, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)


def _cropped(grey: Pixels, around: Floats, rows: int, cols: int) -> tuple[Pixels, Floats, float]:
    """The part of the picture around the board, shrunk where a patch is much smaller than its cell.

    Sampling a large cell at few points would let the grain of wood or paper through.
    """
    height, width = grey.shape
    low = np.clip(np.floor(around.min(axis=0)), 0, [width - 2, height - 2]).astype(int)
    high = np.clip(np.ceil(around.max(axis=0)) + 1, low + 2, [width, height]).astype(int)
    part = grey[low[1] : high[1], low[0] : high[0]]
    span = np.abs(around[3] - around[0]).sum() / (rows + cols)
    factor = min(1.0, 1.4 * PATCH / max(float(span), 1.0))
    if factor < 0.8:
        part = np.asarray(
            cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8
        )
    else:
        factor = 1.0
    return part, low.astype(np.float32), factor
