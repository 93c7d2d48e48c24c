"""A page of letters seen from straight above, its cells of one size, however its paper lies."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from worker.vision.candidates import Floats
from worker.vision.decode import Picture, Pixels
from worker.vision.lattice import Flags
from worker.vision.page_colour import without_marks
from worker.vision.page_ink import Ink, find_ink
from worker.vision.page_lattice import PageLattice
from worker.vision.page_strokes import without_strokes

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
    ink: Ink
    struck: Flags
    """(rows, cols): cells from whose letter a pen's stroke was taken off."""
    marks: Pixels
    """As `grey`, 255 where marks of another colour were, and with them what was under them."""
    strokes: Pixels
    """As `grey`, 255 where straight strokes of a pen are."""

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
    larger = picture.reduction > 1 and factor > 0.8
    scale = float(picture.reduction) if larger else 1.0
    grey = picture.full_grey if larger else picture.grey
    flat = _flattened(grey, scale, page, factor, (height, width))
    return _with_ink(flat if dark else np.asarray(cv2.bitwise_not(flat), np.uint8), page, height, width)


def flatten_unmarked(picture: Picture, page: PageLattice, flat: FlatPage, *, dark: bool) -> FlatPage | None:
    """The same page without marks of another colour than its letters; None when it has none."""
    cell = flat.height, flat.width
    factor = CELL / min(page.steps)
    bgr = _flattened(picture.working_bgr, 1.0, page, factor, cell)
    bgr = bgr if dark else np.asarray(cv2.bitwise_not(bgr), np.uint8)
    found = without_marks(bgr, flat.ink.darkness, flat.ink.contrast, cell)
    if found is None:
        return None
    bare = _with_ink(found.grey, page, flat.height, flat.width)
    return replace(bare, struck=found.struck, marks=found.strokes)


def flatten_unstruck(page: PageLattice, flat: FlatPage) -> FlatPage | None:
    """The same page without straight pen strokes; None when it has none."""
    cell = flat.height, flat.width
    found = without_strokes(flat.grey, flat.ink.darkness, flat.ink.contrast, cell)
    if found is None:
        return None
    bare = _with_ink(found.grey, page, flat.height, flat.width)
    return replace(bare, struck=found.struck | flat.struck, marks=flat.marks, strokes=found.strokes)


def _with_ink(grey: Pixels, page: PageLattice, height: int, width: int) -> FlatPage:
    ink = find_ink(grey, page.seen, height, width)
    none = np.zeros_like(grey)
    return FlatPage(grey, height, width, ink, np.zeros(page.seen.shape, bool), none, none)


def _flattened(
    pixels: Pixels, scale: float, page: PageLattice, factor: float, cell: tuple[int, int]
) -> Pixels:
    """`pixels` are `scale` times as large as the working copy, from which `factor` leads to the flat page."""
    if factor / scale < 0.7:  # few samples of a large cell would let the paper's grain through
        shrink = 1.3 * factor / scale
        pixels = np.asarray(
            cv2.resize(pixels, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8
        )
        scale *= shrink
    corners = page.expected(1, halves=True) * scale + 0.5 * (scale - 1)
    way = cv2.INTER_LINEAR if factor / scale < 1.5 else cv2.INTER_CUBIC
    # Row by row: the maps of a whole page are eight times as large as the page.
    rows = (
        cv2.remap(pixels, *_between(corners[row : row + 2], *cell), way, borderMode=cv2.BORDER_REPLICATE)
        for row in range(len(corners) - 1)
    )
    return np.concatenate(list(rows), axis=0).astype(np.uint8, copy=False)


def _between(corners: Floats, height: int, width: int) -> tuple[Floats, Floats]:
    """The x and the y from which each pixel of a row of cells comes: bilinear between its cell's corners.

    `corners` is (2, cols + 1, 2): those above the row and those below it.
    """
    down = ((np.arange(height, dtype=np.float32) + 0.5) / height)[:, None, None]
    across = ((np.arange(width, dtype=np.float32) + 0.5) / width)[None]
    lines = corners[0] * (1 - down) + corners[1] * down
    sides = np.stack([lines[:, :-1], lines[:, 1:]], axis=-1)  # (height, cols, 2, left and right)
    x, y = (sides[:, :, axis].reshape(-1, 2) @ np.concatenate([1 - across, across]) for axis in range(2))
    return x.reshape(height, -1), y.reshape(height, -1)
