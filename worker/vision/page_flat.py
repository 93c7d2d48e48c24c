"""A page of letters seen from straight above, its cells of one size, however its paper lies."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from worker.vision.candidates import Floats
from worker.vision.decode import Picture, Pixels
from worker.vision.page_ink import find_ink
from worker.vision.page_lattice import PageLattice

CELL = 44
"""Pixels along the shorter side of a flattened cell: a letter is then some 20 to 30 high."""


@dataclass(frozen=True)
class FlatPage:
    """The page with a margin of one cell on every side."""

    grey: Pixels
    """((rows + 2) height, (cols + 2) width), ink being darker than the ground."""
    height: int
    width: int
    """Of a cell, in pixels."""
    ink: Pixels
    """1 where a pixel is as dark as letters are."""
    contrast: float
    """Of a typical letter against what surrounds it, in grey levels."""

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns, without the margin."""
        rows, cols = self.grey.shape
        return rows // self.height - 2, cols // self.width - 2

    def corner(self, cell: int) -> tuple[int, int]:
        """Left and top of a cell, counted row by row."""
        row, col = divmod(cell, self.shape[1])
        return (col + 1) * self.width, (row + 1) * self.height


def flatten(picture: Picture, page: PageLattice, *, dark: bool) -> FlatPage:
    """`dark` tells whether the page's letters are darker than its ground."""
    across, down = page.steps
    factor = CELL / min(across, down)
    width, height = round(across * factor), round(down * factor)
    grey = _flattened(picture, page.expected(1, halves=True), factor, (height, width))
    grey = grey if dark else np.asarray(cv2.bitwise_not(grey), np.uint8)
    return FlatPage(grey, height, width, *find_ink(grey, page.seen, height, width))


def _flattened(picture: Picture, corners: Floats, factor: float, cell: tuple[int, int]) -> Pixels:
    """`corners` (rows + 1, cols + 1, 2) of cells in the working copy; `factor` leads to the flat page."""
    grey, scale = picture.grey, 1.0
    if picture.reduction > 1 and factor > 0.8:
        grey, scale = picture.full_grey, float(picture.reduction)
    if factor / scale < 0.7:  # few samples of a large cell would let the paper's grain through
        shrink = 1.3 * factor / scale
        grey = np.asarray(
            cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8
        )
        scale *= shrink
    maps = _between(corners * scale + 0.5 * (scale - 1), *cell)
    way = cv2.INTER_LINEAR if factor / scale < 1.5 else cv2.INTER_CUBIC
    flat = cv2.remap(grey, maps[:, :, 0], maps[:, :, 1], way, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)


def _between(corners: Floats, height: int, width: int) -> Floats:
    """Where each pixel of the flat page comes from: bilinear between the corners of its cell."""
    rows, cols = corners.shape[0] - 1, corners.shape[1] - 1
    down = (np.arange(rows * height) + 0.5) / height
    across = (np.arange(cols * width) + 0.5) / width
    places = np.meshgrid(across.astype(np.float32), down.astype(np.float32))
    return np.asarray(cv2.remap(corners, places[0], places[1], cv2.INTER_LINEAR), np.float32)
