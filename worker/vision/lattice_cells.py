"""Blobs of other sizes that stand on the cells of a lattice.

A lattice is found among blobs of about one size. On the same board may stand letters that are wider or lower
(W beside J), and letters that the line of a swipe runs into: the more cells tell where they lie, the better
the lattice fits.
"""

from __future__ import annotations

import numpy as np

from worker.vision.candidates import Blobs
from worker.vision.lattice import Lattice, lattice_of

ON_CELL = 0.15
"""How far off the middle of its cell such a blob may stand, in steps."""
MOST_UNLIKE = 1.6
"""How many times larger or smaller than the others it may be."""


def with_others(lattice: Lattice, blobs: Blobs) -> Lattice:
    """The lattice with the blobs that stand on its empty cells, fitted anew; itself if it has none."""
    if lattice.fill == 1:
        return lattice
    cells = lattice.projection.inverse(blobs.centres)
    places = np.round(cells).astype(int)
    off = np.linalg.norm(cells - places, axis=1)
    unlike = np.abs(np.log(blobs.extent / lattice.extent))
    fits = (off < ON_CELL) & (unlike < np.log(MOST_UNLIKE))
    fits &= np.all((places >= 0) & (places < [lattice.cols, lattice.rows]), axis=1)
    order = np.flatnonzero(fits)[
        np.argsort(-(off + unlike)[fits])
    ]  # of several on one cell the last one stays
    col, row = places[order].T
    points = lattice.points.copy()
    points[row, col] = blobs.centres[order]
    points[lattice.seen] = lattice.points[lattice.seen]
    return lattice_of(points, lattice.extent, robust=True) or lattice
