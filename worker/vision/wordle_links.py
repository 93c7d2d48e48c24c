"""Squares linked to boards: a tile's neighbour is as large, in line with it, and a narrow gap away.

Keys of a keyboard, which stand staggered, hang together in rows only, whatever their size; a board of other
tiles beside them is not mixed up with them, since its tiles have other neighbours.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Blobs, Floats
from worker.vision.lattice import Flags, Lattice, lattice_of
from worker.vision.projection import Projection

STEP, OUTLINE = (0.98, 1.4), 4
"""How far apart the middles of neighbours are, in sides of a tile: the gaps of a board are narrow. Outlines
and their edges take some pixels besides."""
OFF_LINE = 0.12
"""How far a neighbour may lie beside the line, in sides of a tile."""
SAME_SIZE, EDGE = 1.2, 2
"""Longest ratio of two plates of a board, and pixels that a stronger edge takes off."""
LONGER = 1.1
"""How much longer a step may be than those before and behind it: further tiles are another board's."""
LEAST_ROW = 4

Ints = npt.NDArray[np.int64]


def boards_among(squares: Blobs) -> Iterator[Lattice]:
    """Lattices of tiles with their neighbours; single rows of them when there are no others."""
    right, below = _neighbours(squares, 0), _neighbours(squares, 1)
    groups = list(_groups(right, below))
    lattices = [one for group in groups if (one := _lattice(squares, *group)) is not None]
    yield from lattices
    if not lattices:
        yield from (_row(squares, *group) for group in groups if _is_row(group[1]))


def _neighbours(squares: Blobs, axis: int) -> Ints:
    """(n,): the index of each square's neighbour to the right (axis 0) or below it (axis 1), -1 for none."""
    if not len(squares):
        return np.zeros(0, np.int64)
    side, across = squares.sizes[:, axis], squares.sizes[:, 1 - axis]
    along = squares.centres[:, axis] - squares.centres[:, axis, None]
    beside = np.abs(squares.centres[:, 1 - axis] - squares.centres[:, 1 - axis, None])
    fits = (along > STEP[0] * side[:, None]) & (along < STEP[1] * side[:, None] + OUTLINE)
    fits &= beside < OFF_LINE * side[:, None]
    for own in (side, across):
        fits &= own < own[:, None] * SAME_SIZE + EDGE
        fits &= own[:, None] < own * SAME_SIZE + EDGE
    steps = np.where(fits, along, np.inf)
    nearest = steps.argmin(axis=1)
    return np.where(_as_short_as_next(steps.min(axis=1), nearest), nearest, -1)


def _as_short_as_next(steps: Floats, nearest: Ints) -> Flags:
    """(n,): whether a step leads to a neighbour, and is not longer than those before and behind it."""
    linked = np.isfinite(steps)
    before = np.full(len(steps), np.inf, np.float32)
    np.minimum.at(before, nearest[linked], steps[linked])
    behind = np.where(linked, steps[nearest], np.inf)
    return np.asarray(linked & (steps < LONGER * np.minimum(before, behind) + 1))


def _groups(right: Ints, below: Ints) -> Iterator[tuple[Ints, Ints]]:
    """Squares that hang together by links: their indices, and their places (n, 2) as col, row."""
    links: list[list[tuple[int, int, int]]] = [[] for _ in right]
    for neighbours, step in ((right, (1, 0)), (below, (0, 1))):
        for one in np.flatnonzero(neighbours >= 0).tolist():
            other = int(neighbours[one])
            links[one].append((other, *step))
            links[other].append((one, -step[0], -step[1]))
    places: dict[int, tuple[int, int]] = {}
    for first in range(len(links)):
        if first not in places and links[first]:
            group = _reached(first, links, places)
            yield np.array(group), np.array([places[one] for one in group])


def _reached(
    first: int, links: list[list[tuple[int, int, int]]], places: dict[int, tuple[int, int]]
) -> list[int]:
    """The squares that hang together with the first; where they are is noted in `places`."""
    places[first] = (0, 0)
    group, queue = [first], deque([first])
    while queue:
        one = queue.popleft()
        col, row = places[one]
        for other, across, down in links[one]:
            if other not in places:
                places[other] = (col + across, row + down)
                group.append(other)
                queue.append(other)
    return group


def _lattice(squares: Blobs, group: Ints, places: Ints) -> Lattice | None:
    """The lattice of squares at their places; of two at one place, the first counts."""
    cells = places - places.min(axis=0)
    cols, rows = cells.max(axis=0) + 1
    if min(cols, rows) < 2:
        return None
    points = np.full((rows, cols, 2), np.nan, np.float32)
    points[cells[::-1, 1], cells[::-1, 0]] = squares.centres[group[::-1]]
    return lattice_of(points, _side(squares, group))


def _is_row(places: Ints) -> bool:
    return len(places) >= LEAST_ROW and bool((places[:, 1] == places[0, 1]).all())


def _row(squares: Blobs, group: Ints, places: Ints) -> Lattice:
    """A row of tiles, with the rows above and below as far away as its tiles are from each other."""
    order = np.argsort(places[:, 0])
    centres = squares.centres[group[order]]
    x, y = (centres[-1] - centres[0]) / (len(order) - 1)
    matrix = np.array([[x, -y, centres[0, 0]], [y, x, centres[0, 1]], [0, 0, 1]], np.float64)
    return Lattice(centres[None], Projection(matrix), _side(squares, group))


def _side(squares: Blobs, group: Ints) -> float:
    sides: Floats = squares.extent[group]
    return float(np.sort(sides)[len(sides) // 2])
