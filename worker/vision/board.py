"""A lattice whose outline is settled, as it is seen before its letters are read."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from worker.vision.candidates import Floats
from worker.vision.decode import Pixels
from worker.vision.lattice import Flags, Lattice

PRESENT = 0.4
"""Likeness, relative to a typical cell, that tells a tile from bare ground: tiles under a swipe reach 0.44
and more, ground around a board 0.25 at most."""
LIFTED = 0.4
"""Lift that tells a tile from a hole: tiles come to 0.5 and more, lit or not, holes to 0.2."""
CLEAR = 0.85
"""Sameness of a board that leaves no doubt."""


@dataclass(frozen=True)
class Board:
    """A lattice whose outline is settled."""

    lattice: Lattice
    wide: Pixels
    """(rows + 2, cols + 2, side, side): a patch of each cell, and of the places around the board."""
    tiles: Floats
    """(rows, cols): how alike each cell's rim is to the others', a typical cell being 1; 0 without tiles."""
    lift: Floats
    """(rows, cols): how much each cell's ground stands out from the gaps, typically 1; 0 without."""
    sameness: float
    """How alike the rim of a typical cell is to what all have in common, -1 to 1."""
    open_edges: Flags
    """(rows, cols): cells of outer lines beside which another line of the board may lie."""

    @property
    def patches(self) -> Pixels:
        """(rows, cols, side, side): a patch of each cell."""
        return self.wide[1:-1, 1:-1]

    @property
    def has_tiles(self) -> bool:
        return bool(self.tiles.any())

    @property
    def has_lift(self) -> bool:
        """Whether tiles of another shade than the gaps between them were found."""
        return bool(self.lift.any())

    @property
    def present(self) -> Flags:
        """(rows, cols): cells with a tile, or on a board without tiles with a blob."""
        if self.has_lift:
            return self.lift > LIFTED
        return self.tiles > PRESENT if self.has_tiles else self.lattice.seen

    @property
    def promise(self) -> float:
        """About the number of cells, less for those that do not fit in."""
        if self.has_tiles:
            there = self.present if self.has_lift else 1  # gaps between tiles are alike, but not lifted
            return float((np.clip(self.tiles, 0, 1) * there).sum()) * self.sameness
        return float(self.lattice.seen.sum()) * self.lattice.fill

    @property
    def is_clear(self) -> bool:
        """Whether every cell is there and like the others: nothing better will be found here."""
        return self.sameness > CLEAR and bool(self.present.all())

    def covers(self, lattice: Lattice) -> bool:
        """Whether the middle of a lattice lies on this board."""
        x, y = (float(value) for value in lattice.middle)
        return cv2.pointPolygonTest(self.lattice.outline(), (x, y), False) >= 0

    def lies_beside(self, points: Floats) -> Flags:
        """(n,): whether points (n, 2) of the picture lie outside of it."""
        sides = np.array([self.lattice.cols, self.lattice.rows])
        far = np.abs(self.lattice.projection.inverse(points) - (sides - 1) / 2)
        return np.asarray(np.any(far > sides / 2, axis=1))

    def window(self, top: int, bottom: int, left: int, right: int) -> Board | None:
        """Rows top to bottom - 1 and columns left to right - 1."""
        lattice = self.lattice.window(top, bottom, left, right)
        part = slice(top, bottom), slice(left, right)
        if lattice is None:
            return None
        wide = self.wide[top : bottom + 2, left : right + 2]
        return Board(lattice, wide, self.tiles[part], self.lift[part], self.sameness, self.open_edges[part])
