"""Blobs of other sizes that stand on the cells of a lattice.

A lattice is found among blobs of about one size. On the same board may stand letters that are wider or lower
(W beside J), and letters that the line of a swipe runs into: the more cells tell where they lie, the better
the lattice fits.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from worker.vision.candidates import Blobs, Floats
from worker.vision.lattice import SAME_SIZE, Flags, Lattice, lattice_of
from worker.vision.lattice_steps import Ints

ON_CELL = 0.15
"""How far off the middle of its cell such a blob may stand, in steps."""
BETWEEN = 0.3
"""How far off the middle of every cell a blob stands that is on none, in steps."""
MOST_UNLIKE = 1.6
"""How many times larger or smaller than the others it may be."""
LOOSE, SQUARE = 0.07, 1.2
"""Looseness from which on a lattice's blobs are looked at, and width over height of those that are whole."""
LEAST_APART = 0.75
"""Steps from a cell's letter to the next mark of a letter's size, on a board: a cell's own lies nearer than
`BETWEEN`, its neighbours' lie further off."""
TIGHT = 0.72
"""Step along a row to the step down a column, of words in lines of type: letters of one width come to 0.7 on
the narrowest lines, those of a board that is printed with spaces between them to 0.75 on the widest."""
WORDS_APART, LINES_APART = 3.5, 1.5
"""Steps from a lattice through words to the next word on the same line, and to the next line."""
HALF_WAY = (0.5, 0.0), (0.0, 0.5), (0.5, 0.5)
"""Column and row, from a cell, of what stands in the middle of two neighbours or of four."""


def with_others(lattice: Lattice, blobs: Blobs) -> Lattice:
    """The lattice with the blobs that stand on its empty cells, fitted anew; itself if it has none."""
    if lattice.fill == 1:
        return lattice
    fitting, (col, row) = _fitting(lattice, blobs, margin=0)
    points = lattice.points.copy()
    points[row, col] = blobs.centres[fitting]
    points[lattice.seen] = lattice.points[lattice.seen]
    return lattice_of(points, lattice.extent, robust=True) or lattice


def straightened(lattice: Lattice, blobs: Blobs) -> Lattice:
    """The lattice laid through its whole blobs, where others, tiles cut in two by a letter, bend it."""
    if lattice.looseness < LOOSE:
        return lattice
    centres = lattice.points[lattice.seen]
    own = [int(((blobs.centres - centre) ** 2).sum(axis=1).argmin()) for centre in centres]
    width, height = blobs.sizes[own].T
    points = lattice.points.copy()
    points[lattice.seen] = np.where(
        (np.abs(np.log(width / height)) < np.log(SQUARE))[:, None], centres, np.nan
    )
    whole = lattice_of(points, lattice.extent)
    if whole is None or whole.looseness > lattice.looseness / 2:
        return lattice
    return replace(lattice, projection=whole.projection)


def lettered(lattice: Lattice, blobs: Blobs) -> Flags:
    """(rows + 2, cols + 2): cells, and places around the board, on which a blob stands."""
    there = np.pad(lattice.seen, 1)
    _, (col, row) = _fitting(lattice, blobs, margin=1)
    there[row + 1, col + 1] = True
    return there


def strays(lattice: Lattice, blobs: Blobs) -> float:
    """Blobs of about its size that stand between the cells of a lattice, for each cell with a blob on it."""
    cells = _cells_of(lattice, blobs.centres[_alike(lattice, blobs)], margin=0)
    inside = np.all(
        (cells > -BETWEEN) & (cells < (lattice.cols - 1 + BETWEEN, lattice.rows - 1 + BETWEEN)), axis=1
    )
    between = np.abs(cells - np.round(cells)).max(axis=1) > BETWEEN
    return float((inside & between).sum() / lattice.seen.sum())


def beset(lattice: Lattice, blobs: Blobs) -> float:
    """Share of the cells with a blob to which another one of a letter's size is nearer than the next cell's.

    Letters of words have the next letter, wherever a lattice through them has its next cell.
    """
    unlike = np.abs(np.log(blobs.extent / lattice.extent))
    marks = blobs.centres[unlike < np.log(MOST_UNLIKE)]
    if not len(marks):
        return 0.0
    cells = lattice.points[lattice.seen]
    steps = np.linalg.norm(marks[:, None] - cells, axis=2) / lattice.pitch
    between = (steps > BETWEEN) & (steps < LEAST_APART)
    return float(between.any(axis=0).mean())


def is_tight(lattice: Lattice) -> bool:
    """Whether its letters are set like those of words: with no space between, in lines that have some."""
    across, down = lattice.projection.steps_at(np.array([lattice.cols, lattice.rows]) / 2 - 0.5)
    return bool(across < TIGHT * down)


def continued(lattice: Lattice, blobs: Blobs) -> float:
    """Marks of a letter's size on the lines of a lattice beyond its outline, for each cell with a blob on it.

    A line of type goes on behind the word in which a lattice ends, and another one stands close below.
    """
    unlike = np.abs(np.log(blobs.extent / lattice.extent))
    cells = _cells_of(lattice, blobs.centres[unlike < np.log(MOST_UNLIKE)], margin=int(WORDS_APART))
    right, down = lattice.cols - 1, lattice.rows - 1
    beyond = np.maximum(np.maximum(-cells, cells - (right, down)), 0)
    beside = (beyond[:, 0] > 0.5) & (beyond[:, 0] < WORDS_APART) & (beyond[:, 1] < BETWEEN)
    below = (beyond[:, 1] > 0.5) & (beyond[:, 1] < LINES_APART) & (beyond[:, 0] < BETWEEN)
    return float((beside | below).sum() / lattice.seen.sum())


def skipped(lattice: Lattice, blobs: Blobs) -> float:
    """Share of the places half-way between its cells on which a blob of its size stands, where it is highest.

    The rows of a keyboard are shifted against each other: every second key of each row makes a lattice.
    """
    cells = _cells_of(lattice, blobs.centres[_alike(lattice, blobs)], margin=0)
    return max(_share_taken(cells - shift, lattice.seen.shape, shift) for shift in HALF_WAY)


def _share_taken(cells: Floats, shape: tuple[int, ...], shift: tuple[float, float]) -> float:
    """Share of a lattice's cells, moved by a part of a step, on which one of the places (n, 2) lies."""
    right, down = (int(part > 0) for part in shift)
    moved = np.zeros((shape[0] - down, shape[1] - right), bool)
    places = np.round(cells).astype(int)
    fits = np.linalg.norm(cells - places, axis=1) < ON_CELL
    fits &= np.all((places >= 0) & (places < moved.shape[::-1]), axis=1)
    moved[places[fits, 1], places[fits, 0]] = True
    return float(moved.mean()) if moved.size else 0.0


def _alike(lattice: Lattice, blobs: Blobs) -> Flags:
    """(n,): the blobs of about the size of the lattice's own."""
    return np.asarray(np.abs(np.log(blobs.extent / lattice.extent)) < np.log(SAME_SIZE))


def _cells_of(lattice: Lattice, centres: Floats, *, margin: int) -> Floats:
    """(n, 2): column and row of places (n, 2), with fractions; all that is far outside is just outside."""
    first, last = -1 - margin, np.array([lattice.cols, lattice.rows]) + margin
    # What lies on the horizon of a slanted lattice is infinitely far from its cells.
    return np.clip(np.nan_to_num(lattice.projection.inverse(centres), nan=first), first, last)


def _fitting(lattice: Lattice, blobs: Blobs, *, margin: int) -> tuple[Ints, Ints]:
    """(n,): the blobs that stand on cells, up to `margin` cells outside; (2, n): column and row of each.

    Of several on one cell the one that fits best comes last.
    """
    first, last = -1 - margin, np.array([lattice.cols, lattice.rows]) + margin
    cells = _cells_of(lattice, blobs.centres, margin=margin)
    places = np.round(cells).astype(int)
    off = np.linalg.norm(cells - places, axis=1)
    unlike = np.abs(np.log(blobs.extent / lattice.extent))
    fits = (off < ON_CELL) & (unlike < np.log(MOST_UNLIKE))
    fits &= np.all((places > first) & (places < last), axis=1)
    order = np.flatnonzero(fits)[np.argsort(-(off + unlike)[fits])]
    return order, places[order].T
