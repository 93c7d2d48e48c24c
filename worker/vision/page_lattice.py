"""The lattice of a page of letters: no tiles, many cells, paper that is curved, crumpled or seen aslant.

One projective map cannot follow such paper, so every cell is expected where that map has it *and* where its
neighbours were found to lie off theirs. From a first lattice the page grows a line at a time, for as long as
what stands in the next line keeps to the columns; a title or a word list does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from worker.vision.candidates import Blobs, Floats
from worker.vision.lattice import SAME_SIZE, Flags, Lattice, find_lattices, groups_of_one_size
from worker.vision.lattice_points import LatticePoints
from worker.vision.page_line import ON_CELL, Letters, letters_on
from worker.vision.projection import Projection, fit_projection

_KD_TREE_SINGLE = 4
"""FLANN's exact search in one k-d tree."""
LEAST_SEED, LEAST_LINES = 12, 3
"""Cells of a lattice from which a page may grow, and its rows and columns."""
ONE_FONT = 1.8
"""Ratio of the sizes of one font's letters, small ones with and without a stem included."""
GROUPS = 3
"""Sizes of blobs that are tried, the commonest ones."""
SHORTER = 0.6
"""Share of the commonest step's votes that makes a shorter one the page's: letters of unlike centre agree
better on longer steps."""
SEEDS = 3
"""Lattices that are grown at most."""
MOST, FULL = 0.6, 0.95
"""Share of the commonest blobs that are in a page, and of its cells that have one: no other is looked for."""
SMALLER, LARGER = 0.5, 1.6
"""Sizes of what may be letters, in typical ones; words beside the page included."""
EVERY_SECOND = 0.6
"""Share of the places between two lines with a letter, compared with the lines, that makes a line of them."""
SLACK = 0.15
"""By how much letters of the page may be smaller or larger than those of the first lattice."""
MOST_LINES = 64
"""Along a side: more than any page has that can be read. A larger one is grown no further, and one of which
twice as many are found is a pattern."""
SPREAD = 1.2
"""Cells: how far around a cell its neighbours tell where it lies."""


@dataclass(frozen=True)
class PageLattice(LatticePoints):
    """Rows and columns of a page, with the blobs found in them."""

    projection: Projection
    """The best projective map from (col, row) to pixels; the cells lie somewhat off it."""
    extent: float
    """Median longer side of the blobs, in pixels."""
    strays: float = 0.0
    """Share of the blobs of its letters' size that stand on no cell: lines of text have many."""

    @property
    def looseness(self) -> tuple[float, float]:
        """Root mean square of how far blobs lie off their cells along rows and columns, in shorter steps."""
        middle = np.array([self.cols / 2, self.rows / 2])
        ends = self.projection.apply(middle + np.array([[0, 0], [1, 0], [0, 1]]))
        axes = (ends[1:] - ends[0]) / np.linalg.norm(ends[1:] - ends[0], axis=1, keepdims=True)
        off = (self.points - self.centres)[self.seen] @ axes.T
        across, down = (np.sqrt((off**2).mean(axis=0)) / min(self.steps)).tolist()
        return across, down

    @property
    def is_too_large(self) -> bool:
        """Whether it has more rows or columns than can be read, and maybe more still."""
        return max(self.rows, self.cols) > MOST_LINES

    @cached_property
    def centres(self) -> Floats:
        """(rows, cols, 2): where each cell is expected to lie."""
        return self.expected(0)

    @cached_property
    def steps(self) -> tuple[float, float]:
        """Pixels from a cell to the next one across and down, at the middle of the page."""
        across, down = self.projection.steps_at(np.array([self.cols / 2 - 0.5, self.rows / 2 - 0.5]))
        return float(across), float(down)

    def outline(self) -> Floats:
        """(4, 2): the corners of the page's lattice, clockwise from the top left, half a step outside."""
        corners = self.expected(0, halves=True)
        return np.asarray(corners[[0, 0, -1, -1], [0, -1, -1, 0]], np.float32)

    def window(self, top: int, bottom: int, left: int, right: int) -> PageLattice:
        """Rows top to bottom - 1 and columns left to right - 1."""
        points = self.points[top:bottom, left:right]
        return replace(self, points=points, projection=self.projection.moved(left, top))

    def with_cells(self, cells: Flags) -> PageLattice:
        """With letters in some cells, where no blob of its own was found."""
        added = (cells & ~self.seen)[:, :, None]
        return replace(self, points=np.where(added, self.centres, self.points))

    def expected(self, margin: float, *, halves: bool = False) -> Floats:
        """(rows + 2 margin, cols + 2 margin, 2): as `centres`, with `margin` lines more on every side.

        With `halves`, one more each way: the corners of the cells instead of their centres.
        """
        whole = int(margin)
        points = np.pad(self.points, ((whole, whole), (whole, whole), (0, 0)), constant_values=np.nan)
        cells = _cells(*points.shape[:2]) - whole
        flat = self.projection.apply(cells.reshape(-1, 2)).reshape(points.shape)
        known = (~np.isnan(points[:, :, :1])).astype(np.float32)
        off = np.where(known > 0, points - flat, 0)
        weight = _around(known[:, :, 0])[:, :, None]
        off = np.dstack([_around(off[:, :, 0]), _around(off[:, :, 1])]) / (weight + 1e-3)
        if not halves:
            return np.asarray(flat + off, np.float32)
        rows, cols = points.shape[0] + 1, points.shape[1] + 1
        corners = self.projection.apply((_cells(rows, cols) - whole - 0.5).reshape(-1, 2))
        off = cv2.blur(cv2.copyMakeBorder(off, 1, 1, 1, 1, cv2.BORDER_REPLICATE), (2, 2), anchor=(0, 0))
        return np.asarray(corners.reshape(rows, cols, 2) + off[:rows, :cols], np.float32)


def _around(values: Floats) -> Floats:
    """The sum over the cells around each one, near ones counting more."""
    side = 4 * round(SPREAD) + 3
    kernel = cv2.getGaussianKernel(side, SPREAD)
    return np.asarray(
        cv2.sepFilter2D(values.astype(np.float32), -1, kernel, kernel, borderType=cv2.BORDER_CONSTANT)
    )


def _cells(rows: int, cols: int) -> Floats:
    """(rows, cols, 2): col, row."""
    return np.stack(np.meshgrid(np.arange(cols), np.arange(rows)), axis=-1).astype(np.float32)


def find_page_lattices(blobs: Blobs) -> Iterator[PageLattice]:
    """Lattices among blobs of one polarity, the largest first, grown as far as they reach."""
    seeds: list[Lattice] = []
    for ratio, shortest in ((SAME_SIZE, 1.0), (ONE_FONT, SHORTER)):
        groups = sorted(groups_of_one_size(blobs, ratio=ratio), key=len, reverse=True)[:GROUPS]
        for number, group in enumerate(groups):
            among = find_lattices(group, shortest=shortest, cells=LEAST_SEED, lines=LEAST_LINES, most=SEEDS)
            found = [seed for seed in among if _is_seed(seed)]
            if number == 0 and (page := _all_of(group, found, blobs)) is not None:
                yield page
                return
            seeds += found
    seeds.sort(key=lambda seed: -float(seed.seen.sum()) * seed.fill)
    for seed in _apart(seeds)[:SEEDS]:
        grown = _grown(seed, blobs)
        if grown is not None:
            yield grown


def _is_seed(seed: Lattice) -> bool:
    sides = seed.seen.shape
    return bool(seed.seen.sum() >= LEAST_SEED and min(sides) >= LEAST_LINES and max(sides) <= 2 * MOST_LINES)


def _all_of(group: Blobs, seeds: list[Lattice], blobs: Blobs) -> PageLattice | None:
    """The page that the largest seed grows to, if it is full and most of the commonest blobs are in it."""
    first = max(seeds, key=lambda seed: int(seed.seen.sum()), default=None)
    if first is None or first.seen.sum() < MOST / 2 * len(group):
        return None
    page = _grown(first, blobs)
    whole = page is not None and page.seen.sum() >= MOST * len(group) and page.fill >= FULL
    return page if whole else None


def _apart(seeds: list[Lattice]) -> list[Lattice]:
    """Those that are not mere parts of a larger one."""
    kept: list[Lattice] = []
    for seed in seeds:
        x, y = seed.middle.tolist()
        if not any(cv2.pointPolygonTest(other.outline(), (x, y), False) >= 0 for other in kept):
            kept.append(seed)
    return kept


def _grown(seed: Lattice, blobs: Blobs) -> PageLattice | None:
    letters = _letters(seed, blobs)
    page: PageLattice | None = PageLattice(seed.points, seed.projection, seed.extent)
    for axis in (0, 1):
        page = page and _interleaved(page, letters, axis)
    for side in range(4):
        page = page and _trimmed(page, letters, side)
    changed = True
    while page is not None and changed and not page.is_too_large:
        if page.seen.sum() > len(letters.centres):
            return None  # its cells are so near to each other that several have the same letter
        changed = False
        for side in range(4):
            longer = _with_line(page, letters, side)
            changed |= longer is not None
            page = longer or page
    page = page and _filled(page, letters)
    return page and replace(page, strays=_strays(page, letters))


def _interleaved(page: PageLattice, letters: Letters, axis: int) -> PageLattice | None:
    """With lines between its lines where letters stand halfway: the first lattice took every second one."""
    centres = np.swapaxes(page.centres, 0, axis)
    between = np.asarray((centres[1:] + centres[:-1]) / 2, np.float32)
    found = _nearest(between, letters, page.steps)
    own = ~np.isnan(found[:, :, 0])
    if own.mean() < EVERY_SECOND * page.fill:
        return page
    points = np.full((2 * len(centres) - 1, *centres.shape[1:]), np.nan, np.float32)
    points[::2], points[1::2] = np.swapaxes(page.points, 0, axis), found
    return _fitted(np.swapaxes(points, 0, axis), page.extent)


def _filled(page: PageLattice, letters: Letters) -> PageLattice | None:
    """With the letters of cells that the growth passed by."""
    found = _nearest(page.centres, letters, page.steps)
    return _fitted(np.where(page.seen[:, :, None], page.points, found), page.extent)


def _nearest(cells: Floats, letters: Letters, steps: tuple[float, float]) -> Floats:
    """The fitting letter at each of (rows, cols, 2) places, NaN for none."""
    fitting = np.ascontiguousarray(letters.centres[letters.fitting], np.float32)
    if not len(fitting):
        return np.full(cells.shape, np.nan, np.float32)
    tree = cv2.flann.Index(fitting, {"algorithm": _KD_TREE_SINGLE})
    places = np.ascontiguousarray(cells.reshape(-1, 2), np.float32)
    best, squared = tree.knnSearch(places, 1, params={"checks": -1})
    near = squared.ravel() < (ON_CELL * min(steps)) ** 2
    return np.where(near[:, None], fitting[best.ravel()], np.nan).astype(np.float32).reshape(cells.shape)


def _letters(seed: Lattice, blobs: Blobs) -> Letters:
    size = blobs.extent / seed.extent
    blobs = blobs.take((size > SMALLER) & (size < LARGER))
    own = np.isin(blobs.centres @ [1, 1j], seed.points[seed.seen] @ [1, 1j])
    least, most = np.percentile(blobs.extent[own], (2, 98)) * (1 - SLACK, 1 + SLACK)
    return Letters(blobs.centres, (blobs.extent >= least) & (blobs.extent <= most))


def _strays(page: PageLattice, letters: Letters) -> float:
    col, row = page.projection.inverse(letters.centres[letters.fitting]).T
    inside = (col > -0.3) & (row > -0.3) & (col < page.cols - 0.7) & (row < page.rows - 0.7)
    return max(1 - int(page.seen.sum()) / max(int(inside.sum()), 1), 0.0)


def _trimmed(page: PageLattice, letters: Letters, side: int) -> PageLattice | None:
    """Without outer lines that do not keep to the columns."""
    while min(page.seen.shape) >= 3:
        found = letters_on(np.rot90(page.centres, side)[0], letters, page.steps)
        rest = np.rot90(page.points, side)[1:]
        if found is not None:
            return _fitted(np.rot90(np.concatenate([found[None], rest]), -side), page.extent)
        shorter = _fitted(np.rot90(rest, -side), page.extent)
        if shorter is None:
            return None
        page = shorter
    return None


def _with_line(page: PageLattice, letters: Letters, side: int) -> PageLattice | None:
    """One line longer at a side (0 top, then clockwise in the turned page); None where the page ends."""
    found = letters_on(np.rot90(page.expected(1), side)[0, 1:-1], letters, page.steps)
    if found is None:
        return None
    points = np.rot90(page.points, side)
    return _fitted(np.rot90(np.concatenate([found[None], points]), -side), page.extent)


def _fitted(points: Floats, extent: float) -> PageLattice | None:
    seen = ~np.isnan(points[:, :, 0])
    if seen.sum() < LEAST_SEED or min(seen.any(axis=0).sum(), seen.any(axis=1).sum()) < 3:
        return None
    row, col = np.nonzero(seen)
    projection = fit_projection(np.column_stack([col, row]).astype(np.float32), points[row, col])
    return PageLattice(np.ascontiguousarray(points), projection, extent)
