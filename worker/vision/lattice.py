"""Points to lattices: which blobs stand in rows and columns, whatever their pitch, angle and perspective.

Blobs of one size are linked to the neighbours that lie one *step* away, where the two steps (along a row,
down a column) are the displacements between neighbours that most of them share. What hangs together by such
links is a lattice; a projective map fitted to it then tells where every cell lies, the empty ones included.
A step is compared with its own length, so no pitch, size or place is given.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from worker.vision.candidates import Blobs, Floats
from worker.vision.lattice_points import Flags as Flags
from worker.vision.lattice_points import LatticePoints
from worker.vision.lattice_steps import LEAST_CELLS, Ints, middle, neighbour_steps, shared_steps
from worker.vision.projection import Projection, fit_projection, lengths

STEP_TOLERANCE = 0.22
"""How far a neighbour may lie from where the step ends, in lengths of the shorter step: letters are of
unlike width and stand off the middle of their cells, and perspective changes the step along the board."""
SAME_SIZE = 1.45
"""Blobs within this ratio are taken together: W against E of one font, the near edge against the far one."""
LEAST_STRAY = 0.1
"""What is this near, in steps, to where the fit has it is never taken for a stray."""
LEAST_SIDE = 2
MOST_FITTED = 12
"""Lattices of the same steps that are looked at; in lines of text a dozen letters here and there are one."""
MOST_PARTS = 200
"""Lattices that all blobs of one size may make up: among thousands of blobs some stand in rows and columns by
chance, all over a noisy picture. A lattice with less than its part of them is none."""


@dataclass(frozen=True)
class Lattice(LatticePoints):
    """Rows and columns, with the blobs that were found in them."""

    projection: Projection
    """Maps (col, row) to the centre of that cell in pixels of the picture searched."""
    extent: float
    """Median longer side of the blobs, in pixels."""

    @cached_property
    def pitch(self) -> float:
        """Distance of neighbouring cells in pixels, the mean of both directions at the middle."""
        return float(self.projection.steps_at(self._middle).mean())

    @cached_property
    def looseness(self) -> float:
        """How far the blobs lie off the middles of their cells: root mean square, in shorter steps."""
        off = (self.points - self.centres())[self.seen]
        step = float(self.projection.steps_at(self._middle).min())
        return float(np.sqrt((off**2).mean(axis=0).max())) / step

    @property
    def middle(self) -> Floats:
        """The centre of the board, in pixels."""
        return np.asarray(self.projection.apply(self._middle[None])[0])

    @property
    def _middle(self) -> Floats:
        return np.array([self.cols / 2 - 0.5, self.rows / 2 - 0.5], np.float32)

    def centres(self) -> Floats:
        """(rows, cols, 2): the centre of each cell, as the projection has it."""
        grid = np.stack(np.meshgrid(np.arange(self.cols), np.arange(self.rows)), axis=-1)
        return self.projection.apply(grid.reshape(-1, 2)).reshape(self.rows, self.cols, 2)

    def outline(self) -> Floats:
        """(4, 2): the corners of the board, clockwise from the top left, half a pitch outside its cells."""
        right, bottom = self.cols - 0.5, self.rows - 0.5
        return self.projection.apply(np.array([[-0.5, -0.5], [right, -0.5], [right, bottom], [-0.5, bottom]]))

    def window(self, top: int, bottom: int, left: int, right: int) -> Lattice | None:
        """Rows top to bottom - 1, columns left to right - 1, fitted anew; they may reach beyond."""
        rows = slice(max(top, 0), min(bottom, self.rows))
        cols = slice(max(left, 0), min(right, self.cols))
        if rows.start >= rows.stop or cols.start >= cols.stop:
            return None
        points = np.full((bottom - top, right - left, 2), np.nan, np.float32)
        points[rows.start - top : rows.stop - top, cols.start - left : cols.stop - left] = self.points[
            rows, cols
        ]
        return lattice_of(points, self.extent)


def lattice_of(points: Floats, extent: float, *, robust: bool = False) -> Lattice | None:
    """Fit a lattice to points (rows, cols, 2) with NaN for none; None when too few are there to tell.

    With `robust`, points that lie off count less.
    """
    row, col = np.nonzero(~np.isnan(points[:, :, 0]))
    if len(row) < LEAST_CELLS or len(set(row)) < LEAST_SIDE or len(set(col)) < LEAST_SIDE:
        return None
    cells = np.column_stack([col, row]).astype(np.float32)
    projection = fit_projection(cells, points[row, col], robust=robust)
    return Lattice(points, projection, extent)


def groups_of_one_size(blobs: Blobs, *, ratio: float = SAME_SIZE) -> Iterator[Blobs]:
    """Overlapping groups of blobs of about one size, from large to small, each `ratio` wide."""
    by_size = blobs.take(largest_first(blobs))
    for window in windows_of_one_size(by_size.extent, ratio=ratio):
        yield by_size.take(np.arange(window.start, window.stop))


def largest_first(blobs: Blobs) -> Ints:
    """(n,): their order from large to small."""
    return np.argsort(-blobs.extent, kind="stable")


def windows_of_one_size(extents: Floats, *, ratio: float = SAME_SIZE) -> Iterator[slice]:
    """The same groups as parts of the extents (n,), which fall."""
    rising: list[float] = (-extents).tolist()
    top = -rising[0] if rising else 0.0
    last = slice(0)
    while rising and -top <= rising[-1]:
        window = slice(bisect_left(rising, -top), bisect_right(rising, -top / ratio))
        if window.stop - window.start >= LEAST_CELLS and window != last:
            yield window
            last = window
        top /= ratio**0.5


@dataclass(frozen=True)
class Part:
    """Blobs that hang together in rows and columns, before a lattice is fitted to them."""

    members: Ints
    """(n,): which of the blobs they are."""
    centres: Floats
    """(n, 2)"""
    cells: Ints
    """(n, 2): column and row of each, from any one on."""
    extents: Floats
    """(n,): the longer side of each."""

    def __len__(self) -> int:
        return len(self.centres)

    @cached_property
    def lattice(self) -> Lattice | None:
        """Fit the map to the blobs, drop those that lie off it, and count the cells from the top left one."""
        cells, centres, extents = self.cells, self.centres, self.extents
        for _ in range(3):
            if _reach(cells).min() < LEAST_SIDE - 1:
                return None
            projection = fit_projection(cells.astype(np.float32), centres)
            off = lengths(projection.apply(cells) - centres)
            off /= projection.steps_at(cells.mean(axis=0)).min()
            keep = off < min(max(3 * middle(off), LEAST_STRAY), STEP_TOLERANCE)
            if keep.all():
                break
            cells, centres, extents = cells[keep], centres[keep], extents[keep]
            if len(cells) < LEAST_CELLS:
                return None
        first = cells.min(axis=0)
        cols, rows = (cells.max(axis=0) - first + 1).tolist()
        if min(cols, rows) < LEAST_SIDE:
            return None
        points = np.full((rows, cols, 2), np.nan, np.float32)
        points[cells[:, 1] - first[1], cells[:, 0] - first[0]] = centres
        return Lattice(points, projection.moved(*first.tolist()), middle(extents))


def find_lattices(
    group: Blobs,
    *,
    shortest: float = 1.0,
    least: int = LEAST_CELLS,
    cells: int = LEAST_CELLS,
    lines: int = LEAST_SIDE,
    most: int = MOST_FITTED,
) -> Iterator[Lattice]:
    """Every lattice among blobs of about one size; see `find_parts`."""
    parts = find_parts(group, shortest=shortest, least=least, cells=cells, lines=lines, most=most)
    return (part.lattice for part in parts if part.lattice is not None)


def find_parts(
    group: Blobs,
    *,
    shortest: float = 1.0,
    least: int = LEAST_CELLS,
    cells: int = LEAST_CELLS,
    lines: int = LEAST_SIDE,
    most: int = MOST_FITTED,
) -> Iterator[Part]:
    """What may be a lattice of so many `cells` among blobs of about one size, of which there are `least`.

    It has `lines` rows and columns or more, give or take what a fit drops from it. No more than `most` with
    the same steps are looked at, the largest and fullest.
    Among more than a thousand blobs it must have more cells.
    Of the steps that neighbours share, a shorter one is preferred if its share is `shortest` of the largest.
    """
    if len(group) < least:
        return
    nearest, steps = neighbour_steps(group.centres)
    extents = group.extent
    extent, reach = middle(extents), np.hypot(steps[:, :, 0], steps[:, :, 1])
    close = (reach > 0.75 * extent) & (reach < 6 * extent)
    cells = max(cells, len(group) // MOST_PARTS)
    for across, down in shared_steps(steps[close], shortest):
        parts = _components(_linked(nearest, steps, across, down), cells)
        for members, places in _promising(parts, lines, most):
            yield Part(members, group.centres[members], places, extents[members])


def _promising(parts: Iterable[tuple[Ints, Ints]], lines: int, most: int) -> list[tuple[Ints, Ints]]:
    """Those with so many rows and columns, the largest and fullest first, but not hundreds of small ones."""
    ranked: list[tuple[float, tuple[Ints, Ints]]] = []
    for members, places in parts:
        cols, rows = (_reach(places) + 1).tolist()
        if min(cols, rows) >= lines:
            ranked.append((len(members) ** 2 / (cols * rows), (members, places)))
    ranked.sort(key=lambda one: -one[0])
    return [part for _, part in ranked[:most]]


def _linked(nearest: Ints, steps: Floats, across: Floats, down: Floats) -> Ints:
    """(moves, n): for each point the neighbour that lies one of the moves away and it from that, or -1."""
    reach = STEP_TOLERANCE * min(float(np.linalg.norm(across)), float(np.linalg.norm(down)))
    moves = np.array(_MOVES, np.float32) @ np.stack([across, down])
    x, y = (steps[:, :, axis] - moves[:, axis, None, None] for axis in (0, 1))
    miss = x * x + y * y
    point = np.arange(len(steps))
    links = np.where(miss.min(axis=2) < reach * reach, nearest[point, miss.argmin(axis=2)], -1)
    back = links[_BACK, links]  # what leads nowhere does not lead back
    return np.where((links >= 0) & (back == point), links, -1)


_MOVES = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1))
"""Diagonal ones lead around cells whose blob is missing, as under a swipe."""
_BACK = np.array([1, 0, 3, 2, 5, 4, 7, 6])[:, None]
"""The move back from each."""


def _components(links: Ints, least: int) -> Iterator[tuple[Ints, Ints]]:
    """What hangs together by links (moves, n), of `least` points: members (n,), cells (n, 2) as col, row."""
    part = _parts(links)
    starts = np.flatnonzero(np.bincount(part) >= least)
    ways: list[list[int]] = links.T.tolist() if len(starts) else []
    visited = [False] * len(part)
    for start in starts.tolist():
        cells = {start: (0, 0)}
        queue = deque([start])
        visited[start] = True
        while queue:
            point = queue.popleft()
            col, row = cells[point]
            for (across, down), other in zip(_MOVES, ways[point], strict=True):
                if other >= 0 and not visited[other]:
                    visited[other] = True
                    cells[other] = (col + across, row + down)
                    queue.append(other)
        yield np.array(list(cells)), np.array(list(cells.values()))


def _parts(links: Ints) -> Ints:
    """(n,): the first point of what each point hangs together with by links (moves, n)."""
    here = np.arange(links.shape[1])
    others = np.where(links >= 0, links, here)
    part = here
    while True:
        # Each takes the first that its neighbours know of, and then what that one knows of.
        first = np.minimum(part, part[others].min(axis=0))
        first = first[first]
        if np.array_equal(first, part):
            return np.asarray(part)
        part = first


def _reach(cells: Ints) -> Ints:
    """(2,): from the first column to the last one of cells (n, 2), and from the first row to the last one."""
    return np.asarray(cells.max(axis=0) - cells.min(axis=0))
