"""Blobs of other sizes that stand on the cells of a lattice.

A lattice is found among blobs of about one size. On the same board may stand letters that are wider or lower
(W beside J), and letters that the line of a swipe runs into: the more cells tell where they lie, the better
the lattice fits.
"""

from __future__ import annotations

import numpy as np

from worker.vision.candidates import Blobs
from worker.vision.lattice import Flags, Lattice, lattice_of
from worker.vision.lattice_steps import Ints

ON_CELL = 0.15
"""How far off the middle of its cell such a blob may stand, in steps."""
MOST_UNLIKE = 1.6
"""How many times larger or smaller than the others it may be."""


def with_others(lattice: Lattice, blobs: Blobs) -> Lattice:
    """The lattice with the blobs that stand on its empty cells, fitted anew; itself if it has none."""
    if lattice.fill == 1:
        return lattice
    fitting, (col, row) = _fitting(lattice, blobs, margin=0)
    points = lattice.points.copy()
    points[row, col] = blobs.centres[fitting]
    points[lattice.seen] = lattice.points[lattice.seen]
    return lattice_of(points, lattice.extent, robust=True) or lattice


def lettered(lattice: Lattice, blobs: Blobs) -> Flags:
    """(rows + 2, cols + 2): cells, and places around the board, on which a blob stands."""
    there = np.pad(lattice.seen, 1)
    _, (col, row) = _fitting(lattice, blobs, margin=1)
    there[row + 1, col + 1] = True
    return there


def _fitting(lattice: Lattice, blobs: Blobs, *, margin: int) -> tuple[Ints, Ints]:
    """(n,): the blobs that stand on cells, up to `margin` cells outside; (2, n): column and row of each.

    Of several on one cell the one that fits best comes last.
    """
    first, last = -1 - margin, np.array([lattice.cols, lattice.rows]) + margin
    # What lies on the horizon of a slanted lattice is infinitely far from its cells.
    cells = np.clip(np.nan_to_num(lattice.projection.inverse(blobs.centres), nan=first), first, last)
    places = np.round(cells).astype(int)
    off = np.linalg.norm(cells - places, axis=1)
    unlike = np.abs(np.log(blobs.extent / lattice.extent))
    fits = (off < ON_CELL) & (unlike < np.log(MOST_UNLIKE))
    fits &= np.all((places > first) & (places < last), axis=1)
    order = np.flatnonzero(fits)[np.argsort(-(off + unlike)[fits])]
    return order, places[order].T
