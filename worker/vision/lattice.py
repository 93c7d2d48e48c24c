"""Points to lattices: which blobs stand in rows and columns, whatever their pitch, angle and perspective.

Blobs of one size are linked to the neighbours that lie one *step* away, where the two steps (along a row,
down a column) are the displacements between neighbours that most of them share. What hangs together by such
links is a lattice; a projective map fitted to it then tells where every cell lies, the empty ones included.
A step is compared with its own length, so no pitch, size or place is given.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Blobs, Floats
from worker.vision.projection import Projection, fit_projection

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

NEIGHBOURS = 10
"""The eight around a cell, and two for blobs that are none of the board."""
_KD_TREE_SINGLE = 4
"""FLANN's exact search in one k-d tree: a noisy picture has 10,000 blobs, too many to compare in pairs."""
STEP_TOLERANCE = 0.22
"""How far a neighbour may lie from where the step ends, in lengths of the shorter step: letters are of
unlike width and stand off the middle of their cells, and perspective changes the step along the board."""
SAME_SIZE = 1.45
"""Blobs within this ratio are taken together: W against E of one font, the near edge against the far one."""
LEAST_STRAY = 0.1
"""What is this near, in steps, to where the fit has it is never taken for a stray."""
FINER = 0.6
"""Share of the neighbours that share a step from which on finer ones are preferred."""
LEAST_CELLS = 6
LEAST_SIDE = 2


@dataclass(frozen=True)
class Lattice:
    """Rows and columns, with the blobs that were found in them."""

    points: Floats
    """(rows, cols, 2): centre of the blob in each cell as x, y; NaN where none was found."""
    projection: Projection
    """Maps (col, row) to the centre of that cell in pixels of the picture searched."""
    extent: float
    """Median longer side of the blobs, in pixels."""

    @property
    def rows(self) -> int:
        return int(self.points.shape[0])

    @property
    def cols(self) -> int:
        return int(self.points.shape[1])

    @cached_property
    def seen(self) -> Flags:
        """(rows, cols): cells in which a blob was found."""
        return ~np.isnan(self.points[:, :, 0])

    @property
    def fill(self) -> float:
        return float(self.seen.mean())

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
        points = np.full((bottom - top, right - left, 2), np.nan, np.float32)
        rows = slice(max(top, 0), min(bottom, self.rows))
        cols = slice(max(left, 0), min(right, self.cols))
        points[rows.start - top : rows.stop - top, cols.start - left : cols.stop - left] = self.points[
            rows, cols
        ]
        return lattice_of(points, self.extent)


def lattice_of(points: Floats, extent: float) -> Lattice | None:
    """Fit a lattice to points (rows, cols, 2) with NaN for none; None when too few are there to tell."""
    row, col = np.nonzero(~np.isnan(points[:, :, 0]))
    if len(row) < LEAST_CELLS or len(set(row)) < LEAST_SIDE or len(set(col)) < LEAST_SIDE:
        return None
    projection = fit_projection(np.column_stack([col, row]).astype(np.float32), points[row, col])
    return Lattice(points, projection, extent)


def groups_of_one_size(blobs: Blobs, *, ratio: float = SAME_SIZE) -> Iterator[Blobs]:
    """Overlapping windows over the sizes, from large to small, each `ratio` wide."""
    by_size = blobs.take(np.argsort(-blobs.extent, kind="stable"))
    extent = by_size.extent
    top = float(extent[0]) if len(extent) else 0.0
    last: tuple[int, int] = (0, 0)
    while len(extent) and top >= extent[-1]:
        window = (int((extent > top).sum()), int((extent >= top / ratio).sum()))
        if window[1] - window[0] >= LEAST_CELLS and window != last:
            yield by_size.take(np.arange(*window))
            last = window
        top /= ratio**0.5


def find_lattices(group: Blobs, *, shortest: float = 1.0) -> Iterator[Lattice]:
    """Every lattice among blobs of about one size.

    Of the steps that neighbours share, a shorter one is preferred if its share is `shortest` of the largest.
    """
    if len(group) < LEAST_CELLS:
        return
    nearest, steps = _neighbour_steps(group.centres)
    reach = np.linalg.norm(steps, axis=2)
    extent = middle(group.extent)
    close = (reach > 0.75 * extent) & (reach < 6 * extent)
    for across, down in _shared_steps(steps[close], shortest):
        yield from _grown(group, nearest, steps, across, down)


def _neighbour_steps(points: Floats) -> tuple[Ints, Floats]:
    """Indices (n, k) of the nearest points and the displacements (n, k, 2) to them."""
    count = min(NEIGHBOURS, len(points) - 1)
    tree = cv2.flann.Index(points, {"algorithm": _KD_TREE_SINGLE})
    found, _ = tree.knnSearch(points, count + 1, params={"checks": -1})
    itself = found == np.arange(len(points))[:, None]
    itself[~itself.any(axis=1), -1] = True  # of more points in one place, others may have come first
    nearest = found[~itself].reshape(-1, count)
    return nearest, points[nearest] - points[:, None]


def _shared_steps(
    steps: Floats, shortest: float, *, sample: int = 240, pairs: int = 2
) -> list[tuple[Floats, Floats]]:
    """Up to `pairs` (across, down) steps that most neighbours share, `across` nearer to the x axis."""
    half = steps[(steps[:, 0] > 0) | ((steps[:, 0] == 0) & (steps[:, 1] > 0))]
    if len(half) < LEAST_CELLS:
        return []
    if len(half) > sample:  # by lot, since every k-th would favour some rows
        half = half[np.random.default_rng(0).choice(len(half), sample, replace=False)]
    # A turn must not part (3, 40) from (-3, 40), which are the same step down: compare up to sign.
    apart = np.minimum(_distances(half, half), _distances(half, -half))
    votes = (apart < 0.12 * np.linalg.norm(half, axis=1)[:, None]).astype(np.float32)
    found: list[tuple[Floats, Floats]] = []
    lengths, every = np.linalg.norm(half, axis=1), votes.sum(axis=1)
    left = np.ones(len(half), bool)
    while len(found) < pairs and left.any():
        count = np.where(left, votes @ np.ones(len(half), np.float32), 0)
        first = _most_shared(count, lengths, shortest)
        if count[first] < LEAST_CELLS / 2:
            break
        second = _other_step(half, count_all=every, first=first, shortest=shortest)
        left &= votes[first] == 0
        if second is not None:
            pair = _mean_step(half, votes[first], first), _mean_step(half, votes[second], second)
            found.append(_ordered(*_finest(half, *pair)))
            left &= votes[second] == 0
    return found


def _finest(half: Floats, one: Floats, other: Floats) -> tuple[Floats, Floats]:
    """The same steps, or those of a finer lattice that holds this one, if about as many neighbours share them.

    On a board that is partly hidden as many letters may be two cells apart, or a diagonal, as one.
    """
    count = min(_sharing(half, one), _sharing(half, other))
    for finer in ((one / 2, other), (one, other / 2), ((one + other) / 2, (one - other) / 2)):
        if min(_sharing(half, step) for step in finer) >= FINER * count:
            return _finest(half, *finer)
    return one, other


def _sharing(half: Floats, step: Floats) -> int:
    """How many displacements end where a step does."""
    miss = np.minimum(np.hypot(*(half - step).T), np.hypot(*(half + step).T))
    return int((miss < 0.12 * np.hypot(*step)).sum())


def middle(values: Floats) -> float:
    """The median (of an even number the upper one); np.median is ten times slower on few values."""
    return float(np.sort(values)[len(values) // 2])


def _distances(one: Floats, other: Floats) -> Floats:
    return np.asarray(np.hypot(one[:, None, 0] - other[:, 0], one[:, None, 1] - other[:, 1]))


def _most_shared(count: Floats, lengths: Floats, shortest: float) -> int:
    """The step with the largest count, or the shortest of those whose count is nearly as large."""
    if shortest == 1.0:
        return int(np.argmax(count))
    return int(np.argmin(np.where(count >= shortest * count.max(), lengths, np.inf)))


def _other_step(half: Floats, *, count_all: Floats, first: int, shortest: float) -> int | None:
    """The most shared step that crosses the first one at 60 degrees or more and is of like length."""
    lengths = np.linalg.norm(half, axis=1)
    sine = np.abs(half[:, 0] * half[first, 1] - half[:, 1] * half[first, 0]) / (lengths * lengths[first])
    ratio = lengths / lengths[first]
    count = np.where((sine > 0.86) & (ratio > 0.4) & (ratio < 2.5), count_all, 0)
    second = _most_shared(count, lengths, shortest)
    return second if count[second] >= LEAST_CELLS / 2 else None


def _mean_step(half: Floats, votes: Floats, index: int) -> Floats:
    same = half[votes > 0]
    sign = np.where((same @ half[index]) < 0, -1, 1)[:, None]
    return np.asarray(np.median(same * sign, axis=0), np.float32)


def _ordered(one: Floats, other: Floats) -> tuple[Floats, Floats]:
    """The step nearer to the x axis, pointing right, and the other, pointing down."""
    across, down = (
        (one, other) if abs(one[0]) * abs(other[1]) >= abs(one[1]) * abs(other[0]) else (other, one)
    )
    return (across if across[0] >= 0 else -across), (down if down[1] >= 0 else -down)


def _grown(group: Blobs, nearest: Ints, steps: Floats, across: Floats, down: Floats) -> Iterator[Lattice]:
    reach = STEP_TOLERANCE * min(float(np.linalg.norm(across)), float(np.linalg.norm(down)))
    links = [_linked(nearest, steps, col * across + row * down, reach) for col, row in _MOVES]
    for members, cells in _components(links):
        lattice = _fitted(group, members, cells)
        if lattice is not None:
            yield lattice


def _linked(nearest: Ints, steps: Floats, step: Floats, reach: float) -> Ints:
    """For each point the neighbour that lies one step away, or -1."""
    miss = np.linalg.norm(steps - step, axis=2)
    best = miss.argmin(axis=1)
    every = np.arange(len(steps))
    return np.where(miss[every, best] < reach, nearest[every, best], -1)


_MOVES = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1))
"""In pairs, there and back. Diagonal ones lead around cells whose blob is missing, as under a swipe."""


def _components(links: list[Ints]) -> Iterator[tuple[Ints, Ints]]:
    """What hangs together by links both ends agree on: members (n,), cells (n, 2) as col, row."""
    tables = [link.tolist() for link in links]
    visited = [False] * len(tables[0])
    for start in range(len(visited)):
        if visited[start]:
            continue
        cells = {start: (0, 0)}
        queue = deque([start])
        visited[start] = True
        while queue:
            point = queue.popleft()
            col, row = cells[point]
            for way, (across, down) in enumerate(_MOVES):
                other = tables[way][point]
                if other >= 0 and not visited[other] and tables[way ^ 1][other] == point:
                    visited[other] = True
                    cells[other] = (col + across, row + down)
                    queue.append(other)
        if len(cells) >= LEAST_CELLS:
            yield np.array(list(cells)), np.array(list(cells.values()))


def _fitted(group: Blobs, members: Ints, cells: Ints) -> Lattice | None:
    """Fit the map to the members, drop those that lie off it, and count the cells from the top left one."""
    centres = group.centres[members]
    for _ in range(3):
        if np.ptp(cells, axis=0).min() < LEAST_SIDE - 1:
            return None
        projection = fit_projection(cells.astype(np.float32), centres)
        off = np.linalg.norm(projection.apply(cells) - centres, axis=1)
        off /= projection.steps_at(cells.mean(axis=0)).min()
        keep = off < np.clip(3 * middle(off), LEAST_STRAY, STEP_TOLERANCE)
        if keep.sum() < LEAST_CELLS:
            return None
        members, cells, centres = members[keep], cells[keep], centres[keep]
        if keep.all():
            break
    if np.ptp(cells, axis=0).min() < LEAST_SIDE - 1:
        return None
    first = cells.min(axis=0)
    cols, rows = (int(side) + 1 for side in cells.max(axis=0) - first)
    points = np.full((rows, cols, 2), np.nan, np.float32)
    points[cells[:, 1] - first[1], cells[:, 0] - first[0]] = centres
    return Lattice(points, projection.moved(*first.tolist()), middle(group.extent[members]))
