"""The outlines of a board's tiles, seen where they must lie, however faint.

The pixels along a part of a tile's side are taken together, and the parts of a whole row or column of tiles,
so that noise, which has no line, cancels out: an outline shows that is fainter than the noise of each pixel.
"""

from __future__ import annotations

import numpy as np

from worker.vision.candidates import Floats
from worker.vision.decode import Pixels
from worker.vision.lattice import Flags, Lattice
from worker.vision.medians import median, medians
from worker.vision.wordle_cells import flattened

PITCH = 32
"""Pixels of a cell that is looked at."""
SIDE, PARTS = slice(5, 26), 3
"""The part of a tile's side that its round corners do not reach, in how many parts it is seen."""
_TO_PARTS: Floats = np.kron(
    np.repeat(np.eye(PARTS), (SIDE.stop - SIDE.start) // PARTS, axis=0), np.eye(3)
).astype(np.float32)
"""(pixels * 3, PARTS * 3): adds up the pixels of each part of a side; `mean` is slow along short axes."""
DEPTH = PITCH // 2 - 3
"""How far in from the middle of a gap is looked."""
FINE, FAINT = 3.0, 1.2
"""Differences of levels that are an edge when it is known where to look for one: of one tile, of a line."""
ABOVE_NOISE = 4.0
"""How many times the noise an edge must be."""
OFF = 2
"""Pixels of `PITCH` by which edges may lie off their places."""
PLAIN = 2.0
"""How many times as much as anything within them the outlines of a line of tiles must show."""
ALIKE = 2.5
"""Longest ratio of what the four sides of a line of tiles show."""
FAINTEST = 0.08
"""Of the strongest line's, what another must show: compression leaves traces of every edge around it."""
INSIDE = 4
"""Pixels behind an edge among which the tile must be even."""
SAME_LEVELS = 20
"""Levels that a pixel of one even colour may be off."""
PEAK = 0.3
"""Of the strongest edge, from which on a tile's own may be the first one from outside."""


class Outlines:
    """How much the picture's levels change across the sides of a board's cells and of those around it."""

    def __init__(self, bgr: Pixels, lattice: Lattice) -> None:
        sides = self._pixels = _sides(bgr, lattice)
        self._across = _across(sides)
        self._seen = np.pad(lattice.seen, 1)
        fine = min(lattice.pitch / PITCH, 1.0)
        self._noise = _spread(sides) / (sides.shape[4] / PARTS * fine) ** 0.5
        self.edge = self._edge()
        """How far in the tiles begin, in pixels of `PITCH`."""
        self.cut_off = _cut_off(lattice, bgr.shape, 0.5 - self.edge / PITCH)
        """(4, rows + 2, cols + 2): sides beyond the picture's edge of tiles whose middle is not."""

    def sides(self) -> Floats:
        """(4, rows + 2, cols + 2): the share of each side of a tile that is seen as an edge.

        The sides that the picture's edge cuts off count as seen.
        """
        blue, green, red = np.moveaxis(np.abs(self._across), 5, 0)
        change = np.maximum(np.maximum(blue, green), red)
        at_edge = change[:, :, :, : self.edge + OFF].max(axis=3)
        inside = change[:, :, :, self.edge + OFF : self.edge + OFF + INSIDE].min(axis=3)
        edges = (at_edge > max(FINE, ABOVE_NOISE * self._noise)) & (inside < at_edge / 2)
        return np.where(self.cut_off, 1, edges.mean(axis=3)).astype(np.float32)

    def evenness(self) -> Floats:
        """(rows + 2, cols + 2): the share of what lies just within a tile's sides that has one colour."""
        start = self.edge + OFF
        within = self._pixels[:, :, :, start : start + INSIDE].astype(np.int16)
        rims = np.moveaxis(within, 0, 2).reshape(*within.shape[1:3], -1, 3)
        off = np.abs(rims - np.median(rims, axis=2, keepdims=True)).max(axis=3)
        return np.asarray((off < SAME_LEVELS).mean(axis=2), np.float32)

    def lines(self, axis: int) -> Flags:
        """(rows + 2,) or, along axis 1, (cols + 2,): lines of tiles that all show outlines."""
        part = self._across[:, :, 1:-1] if axis == 0 else self._across[:, 1:-1].swapaxes(1, 2)
        change = _of_lines(part)
        least = max(FAINT, ABOVE_NOISE * self._noise / (part.shape[2] * PARTS) ** 0.5)
        at_edge = change[:, :, : self.edge + OFF].max(axis=2)
        inside = change[:, :, self.edge + OFF : self.edge + OFF + INSIDE].min(axis=2)
        shown = ((at_edge > least) & (at_edge > PLAIN * inside)).all(axis=0)
        weakest, strongest = at_edge.min(axis=0), at_edge.max(axis=0)
        return np.asarray(shown & (weakest * ALIKE > strongest) & (weakest > FAINTEST * weakest.max()))

    def _edge(self) -> int:
        """Where the first strong step from outside is, among all the tiles that were seen.

        Something is left inside, even where a letter is all that stands out from tiles without gaps.
        """
        profile = _of_lines(self._across[:, self._seen][:, None])[:, 0].mean(axis=0)
        high = profile >= PEAK * profile.max()
        falls = np.append(profile[1:] < profile[:-1], True)
        return min(int(np.flatnonzero(high & falls)[0]) + 1, DEPTH - OFF - 1)

    @property
    def share(self) -> float:
        """Side of a tile as a share of the pitch."""
        return 1 - 2 * self.edge / PITCH


def _cut_off(lattice: Lattice, shape: tuple[int, ...], half: float) -> Flags:
    """Which sides lie beyond the picture's edge, `half` a tile away from a middle that does not."""
    cells = np.stack(np.meshgrid(np.arange(-1, lattice.cols + 1), np.arange(-1, lattice.rows + 1)), axis=-1)
    offsets = half * np.array([[0, -1], [1, 0], [0, 1], [-1, 0], [0, 0]])
    points = cells + offsets[:, None, None]
    places = lattice.projection.apply(points.reshape(-1, 2)).reshape(points.shape)
    within: Flags = np.all((places >= 0) & (places < shape[1::-1]), axis=-1)
    return np.asarray(~within[:4] & within[4])


def _of_lines(part: Floats) -> Floats:
    """(4, lines, DEPTH) of steps (4, lines, tiles, DEPTH, PARTS, 3): what all the tiles of a line show."""
    sides, lines, tiles = part.shape[:3]
    flat = part.swapaxes(3, 4).reshape(sides, lines, tiles * PARTS, DEPTH, 3)
    return np.asarray(np.abs(medians(flat, axis=2)).max(axis=3))


def _sides(bgr: Pixels, lattice: Lattice) -> Pixels:
    """(4, rows + 2, cols + 2, DEPTH + 2, along, 3): cells by top, right, bottom, left, from outside in."""
    rows, cols = lattice.rows + 2, lattice.cols + 2
    flat = flattened(bgr, lattice.projection.moved(-1, -1), (rows, cols), PITCH)
    cells = flat.reshape(rows, PITCH, cols, PITCH, 3).swapaxes(1, 2)
    return np.stack([np.rot90(cells, turns, axes=(2, 3))[:, :, : DEPTH + 2, SIDE] for turns in range(4)])


def _across(sides: Pixels) -> Floats:
    """(4, rows + 2, cols + 2, DEPTH, PARTS, 3): how much the parts of the sides change on the way in."""
    sums = sides.reshape(-1, _TO_PARTS.shape[0]).astype(np.float32) @ _TO_PARTS
    parts = (sums / np.float32(sides.shape[4] // PARTS)).reshape(*sides.shape[:4], PARTS, 3)
    return np.asarray(parts[:, :, :, 2:] - parts[:, :, :, :-2])


def _spread(sides: Pixels) -> float:
    """How much the levels of neighbouring pixels differ, most of which should be alike."""
    some = sides[:, :, :, ::4].astype(np.int16)
    return 1.5 * median(np.abs(np.diff(some, axis=4)))
