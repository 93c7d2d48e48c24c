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
from worker.vision.lattice import Flags, Lattice, find_lattices, groups_of_one_size
from worker.vision.projection import Projection, fit_projection

LEAST_SEED = 12
"""Cells of a lattice from which a page may grow."""
GROUPS = 5
"""Sizes of blobs that are tried, the commonest ones."""
SEEDS = 3
LEAST_LINE = 2
ON_CELL = 0.33
"""How far a letter may lie from where its cell is expected, in steps; so much for rows set a little aside."""
IN_COLUMNS = 0.7
"""Share of the blobs of an outer line that stand on cells; by chance it were two fifths."""
SMALLER, LARGER = 0.6, 1.5
"""Sizes of letters, in typical ones."""
MOST_LINES = 64
"""Along a side: more than any page has that can be read."""
SPREAD = 1.2
"""Cells: how far around a cell its neighbours tell where it lies."""


@dataclass(frozen=True)
class PageLattice:
    """Rows and columns of a page, with the blobs found in them."""

    points: Floats
    """(rows, cols, 2): centre of the blob in each cell as x, y; NaN where none was found."""
    projection: Projection
    """The best projective map from (col, row) to pixels; the cells lie somewhat off it."""
    extent: float
    """Median longer side of the blobs, in pixels."""
    strays: float = 0.0
    """Share of the letter-sized blobs on the page that stand on no cell: lines of text have many."""

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
    groups = sorted(groups_of_one_size(blobs), key=lambda group: -len(group))[:GROUPS]
    seeds = [seed for group in groups for seed in find_lattices(group)]
    seeds = [seed for seed in seeds if seed.seen.sum() >= LEAST_SEED and min(seed.seen.shape) >= 3]
    seeds.sort(key=lambda seed: -float(seed.seen.sum()) * seed.fill)
    for seed in _apart(seeds)[:SEEDS]:
        page = _grown(seed, blobs)
        if page is not None:
            yield page


def _apart(seeds: list[Lattice]) -> list[Lattice]:
    """Those that are not mere parts of a larger one."""
    kept: list[Lattice] = []
    for seed in seeds:
        x, y = seed.middle.tolist()
        if not any(cv2.pointPolygonTest(other.outline(), (x, y), False) >= 0 for other in kept):
            kept.append(seed)
    return kept


def _grown(seed: Lattice, blobs: Blobs) -> PageLattice | None:
    size = blobs.extent / seed.extent
    letters = blobs.take((size > SMALLER) & (size < LARGER)).centres
    page: PageLattice | None = PageLattice(seed.points, seed.projection, seed.extent)
    for side in range(4):
        page = page and _trimmed(page, letters, side)
    changed = True
    while page is not None and changed and max(page.points.shape) < MOST_LINES:
        changed = False
        for side in range(4):
            longer = _with_line(page, letters, side)
            changed |= longer is not None
            page = longer or page
    return page and replace(page, strays=_strays(page, letters))


def _strays(page: PageLattice, letters: Floats) -> float:
    col, row = page.projection.inverse(letters).T
    inside = (col > -0.3) & (row > -0.3) & (col < page.cols - 0.7) & (row < page.rows - 0.7)
    return max(1 - int(page.seen.sum()) / max(int(inside.sum()), 1), 0.0)


def _trimmed(page: PageLattice, letters: Floats, side: int) -> PageLattice | None:
    """Without outer lines that do not keep to the columns."""
    while min(page.seen.shape) >= 3:
        line = np.rot90(page.centres, side)[0]
        found, share = _on_cells(line, letters, page.steps)
        if np.count_nonzero(~np.isnan(found[:, 0])) >= LEAST_LINE and share >= IN_COLUMNS:
            return page
        shorter = _fitted(np.rot90(np.rot90(page.points, side)[1:], -side), page.extent)
        if shorter is None:
            return None
        page = shorter
    return None


def _with_line(page: PageLattice, letters: Floats, side: int) -> PageLattice | None:
    """One line longer at a side (0 top, then clockwise in the turned page); None where the page ends."""
    turned = np.rot90(page.expected(1), side)
    found, share = _on_cells(turned[0, 1:-1], letters, page.steps)
    if np.count_nonzero(~np.isnan(found[:, 0])) < LEAST_LINE or share < IN_COLUMNS:
        return None
    points = np.rot90(page.points, side)
    return _fitted(np.rot90(np.concatenate([found[None], points]), -side), page.extent)


def _on_cells(line: Floats, letters: Floats, steps: tuple[float, float]) -> tuple[Floats, float]:
    """The letter at each cell (n, 2) of a line, NaN for none; the share of its letters that are on cells."""
    reach = min(steps)
    along = line[-1] - line[0]
    along = along / max(float(np.linalg.norm(along)), 1e-6)
    off = letters[:, None] - line[None]
    lengthwise = np.abs(off @ along)
    sideways = np.abs(off[:, :, 0] * along[1] - off[:, :, 1] * along[0])
    step = float(np.linalg.norm(line[-1] - line[0])) / max(len(line) - 1, 1)
    in_line = ((lengthwise <= 0.5 * step) & (sideways <= 0.4 * (sum(steps) - step))).any(axis=1)
    distance = np.hypot(lengthwise, sideways)
    best = distance.argmin(axis=0)
    near = distance[best, np.arange(len(line))] < ON_CELL * reach
    found = np.where(near[:, None], letters[best], np.nan).astype(np.float32)
    return found, len(set(best[near].tolist())) / max(int(in_line.sum()), 1)


def _fitted(points: Floats, extent: float) -> PageLattice | None:
    row, col = np.nonzero(~np.isnan(points[:, :, 0]))
    if len(row) < LEAST_SEED or len(set(row)) < 3 or len(set(col)) < 3:
        return None
    projection = fit_projection(np.column_stack([col, row]).astype(np.float32), points[row, col])
    return PageLattice(np.ascontiguousarray(points), projection, extent)
