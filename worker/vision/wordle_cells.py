"""The cells of a board, cut out one pitch wide, in colour."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from worker.vision.candidates import Floats
from worker.vision.decode import Picture, Pixels
from worker.vision.lattice import Lattice
from worker.vision.projection import Projection
from worker.vision.wordle_colours import Fills, Light, fills_of, light_for
from worker.vision.wordle_squares import halved

TILE = 64
"""Pixels along a side of a tile's patch: a letter is then about 32 high."""
HALVED_FROM = 1.6
"""How many times larger than wanted a picture must be to be halved."""


@dataclass(frozen=True)
class Cells:
    """(rows, cols, side, side, 3): a patch of each cell, one pitch wide."""

    patches: Pixels

    @property
    def rim(self) -> int:
        """Pixels between the edge of a cell and the even part of its tile."""
        return (int(self.patches.shape[2]) - TILE) // 2

    @cached_property
    def tiles(self) -> Pixels:
        """(rows, cols, TILE, TILE, 3): the even part of each tile with its letter."""
        inside = slice(self.rim, self.rim + TILE)
        return np.ascontiguousarray(self.patches[:, :, inside, inside])

    @cached_property
    def light(self) -> Light:
        return light_for(self.tiles)

    @cached_property
    def fills(self) -> Fills:
        return fills_of(self.tiles, self.light)

    @cached_property
    def ground(self) -> Floats:
        """(3,): the colour between the tiles."""
        corners = self.patches[:, :, [0, 0, -1, -1], [0, -1, 0, -1]].reshape(-1, 3)
        return np.asarray(np.median(corners, axis=0), np.float32)

    @cached_property
    def borders(self) -> Floats:
        """(rows, cols, 3): the colour around each tile's even part that is farthest from the ground's."""
        side = self.patches.shape[2]
        middle = slice(side // 4, side - side // 4)
        turned = [np.rot90(self.patches, turns, axes=(2, 3)) for turns in range(4)]
        bands = np.concatenate([cell[:, :, : self.rim + 3, middle] for cell in turned], axis=3)
        lines = np.median(bands, axis=3)
        far = np.linalg.norm(lines - self.ground, axis=3).argmax(axis=2)
        return np.asarray(np.take_along_axis(lines, far[:, :, None, None], axis=2)[:, :, 0], np.float32)


def cut_cells(picture: Picture, lattice: Lattice, share: float) -> Cells:
    """The cells of a board whose tiles take a `share` of the pitch, with tiles `TILE` pixels wide."""
    pixels, projection = picture.working_bgr, lattice.projection
    if picture.reduction > 1 and lattice.extent < TILE:
        pixels, projection = picture.bgr, projection.scaled(picture.reduction)
    side = 2 * round(TILE / share / 2)
    flat = flattened(pixels, projection, (lattice.rows, lattice.cols), side)
    return Cells(np.ascontiguousarray(flat.reshape(lattice.rows, side, lattice.cols, side, 3).swapaxes(1, 2)))


def flattened(pixels: Pixels, projection: Projection, shape: tuple[int, int], pitch: int) -> Pixels:
    """The board of `shape` rows and columns, seen from straight above at `pitch` pixels a cell.

    What is larger in the picture is shrunk first, so that no pixel is skipped.
    """
    rows, cols = shape
    corners = np.array([[-0.5, -0.5], [cols - 0.5, -0.5], [-0.5, rows - 0.5], [cols - 0.5, rows - 0.5]])
    around = projection.apply(corners)
    part, origin, factor = _cropped(pixels, around, pitch * (rows + cols))
    source = ((around - origin) * factor - 0.5).astype(np.float32)
    target = ((corners + 0.5) * pitch - 0.5).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(source, target)
    size = (cols * pitch, rows * pitch)
    return np.asarray(cv2.warpPerspective(part, matrix, size, flags=cv2.INTER_LINEAR), np.uint8)


def _cropped(pixels: Pixels, around: Floats, wanted: int) -> tuple[Pixels, Floats, float]:
    """The part of the picture around the board, halved until interpolation skips no pixel."""
    height, width = pixels.shape[:2]
    low = np.clip(np.floor(around.min(axis=0)), 0, [width - 2, height - 2]).astype(int)
    high = np.clip(np.ceil(around.max(axis=0)) + 1, low + 2, [width, height]).astype(int)
    part = pixels[low[1] : high[1], low[0] : high[0]]
    size, factor = float(np.abs(around[3] - around[0]).sum()), 1.0
    while size * factor > HALVED_FROM * wanted:
        part, factor = halved(part), factor / 2
    return part, low.astype(np.float32), factor
