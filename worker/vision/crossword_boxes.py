"""Finds boxes of one size in rows and columns: regions that an edge encloses, upright and square.

Neither the boxes' colour nor whether they are lighter or darker than what surrounds them matters, and a
filled box beside an empty one is as good.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.decode import Pixels
from worker.vision.wheel_regions import Regions, find_regions

Ints = npt.NDArray[np.int64]

LEAST_SIDE = 9
"""Pixels of a box; smaller ones hold no letter that could be read."""
SQUARE = 1.12
"""Longer over shorter side of a box."""
CORNER = 0.12
"""Share of the side from a corner, both ways, where a rounded box is inside still and a circle is not."""
SAME_SIDE = 1.07
NEIGHBOUR = (1.0, 1.5)
"""Pitch over side: boxes stand close together."""
ALIGNED = 0.12
"""How far a box may lie off its row or column, in pitches."""
LEAST_BOXES = 3
MOST_TRIED = 64
"""Boxes from which the lattice may be taken to start."""
LEAST_CROSSWORD, FULL = 5, 0.9
"""Boxes of the smallest crossword; the share of the lattice that they cover at most."""


@dataclass(frozen=True, slots=True)
class Boxes:
    """Boxes on a lattice, in pixels of the picture searched."""

    pitch: float
    side: float
    origin: tuple[float, float]
    """The middle of the cell at row 0, column 0: x, y."""
    cells: Ints
    """(n, 2): row and column of each box that was found, from 0."""

    def scaled(self, factor: float) -> Boxes:
        """In pixels of a copy that is this many times larger."""
        x, y = ((place + 0.5) * factor - 0.5 for place in self.origin)
        return Boxes(self.pitch * factor, self.side * factor, (x, y), self.cells)

    @property
    def shape(self) -> tuple[int, int]:
        rows, cols = (self.cells.max(axis=0) + 1).tolist()
        return rows, cols

    @property
    def is_crossword(self) -> bool:
        """Whether there are several words of them, and gaps: a full lattice is a board."""
        rows, cols = self.shape
        return len(self.cells) >= LEAST_CROSSWORD and len(self.cells) < FULL * rows * cols


def find_boxes(bgr: Pixels) -> Boxes | None:
    """The lattice with the most boxes; None when there are fewer than three."""
    if min(bgr.shape[:2]) < LEAST_SIDE:
        return None
    centres, sides = _squares(bgr)
    lattices = (_lattice(centres[group], sides[group]) for group in _groups(sides))
    found = [lattice for lattice in lattices if lattice is not None and len(lattice.cells) >= LEAST_BOXES]
    # Many boxes are evidence, but so is each one's size: the holes of a pattern are small and many.
    return max(found, key=lambda boxes: len(boxes.cells) * boxes.side, default=None)


def _squares(bgr: Pixels) -> tuple[Floats, Floats]:
    """Centres (n, 2) and sides (n,) of all square regions; the same one may be there several times."""
    found = np.concatenate([_square_ones(regions) for regions in find_regions(bgr)])
    # The edge itself, about a pixel on each side, belongs to the box.
    return found[:, :2], found[:, 2] + 2


def _square_ones(regions: Regions) -> Floats:
    """(n, 3): x, y and side of regions that are upright and square."""
    labels = regions.labels
    x, y, width, height, area = regions.boxes.T
    longer, shorter = np.maximum(width, height), np.minimum(width, height)
    able = (shorter >= LEAST_SIDE) & (longer < SQUARE * shorter) & (area > 0.3 * width * height)
    able &= longer < 0.5 * min(labels.shape)
    able[0] = False
    able = np.flatnonzero(able)
    inside = np.ones(len(able), bool)
    for right in (CORNER, 1 - CORNER):
        for down in (CORNER, 1 - CORNER):
            cols = (x[able] + right * (width[able] - 1)).round().astype(int)
            rows = (y[able] + down * (height[able] - 1)).round().astype(int)
            inside &= labels[rows, cols] == able
    kept = able[inside]
    middle = x[kept] + (width[kept] - 1) / 2, y[kept] + (height[kept] - 1) / 2
    return np.column_stack([*middle, (width[kept] + height[kept]) / 2]).astype(np.float32)


def _groups(sides: Floats) -> Iterator[Ints]:
    """Squares of about one size, in overlapping groups."""
    side = float(sides.min()) if len(sides) else np.inf
    while len(sides) and side <= sides.max():
        which = np.flatnonzero((sides >= side) & (sides < side * SAME_SIDE * SAME_SIDE))
        if len(which) >= LEAST_BOXES:
            yield which
        side *= SAME_SIDE


def _lattice(centres: Floats, sides: Floats) -> Boxes | None:
    side = float(np.median(sides))
    pitch = _pitch(centres, side)
    if pitch is None:
        return None
    for _ in range(3):
        start = np.array([_phase(centres[:, axis], pitch) for axis in (0, 1)])
        steps = np.round((centres - start) / pitch)
        fits = (np.abs(centres - start - steps * pitch) < ALIGNED * pitch).all(axis=1)
        if fits.sum() < LEAST_BOXES:
            return None
        pitch = _refined(centres[fits], steps[fits], pitch)
    cells = np.unique(steps[fits].astype(int)[:, ::-1], axis=0)
    first = cells.min(axis=0)
    x, y = (start + first[::-1] * pitch).tolist()
    return Boxes(pitch, side, (x, y), cells - first)


def _pitch(centres: Floats, side: float) -> float | None:
    """The distance between neighbours in a row or column."""
    apart = np.abs(centres[:, None] - centres[None, :]) / side
    close = []
    for along, across in ((0, 1), (1, 0)):
        distance = apart[:, :, along]
        near = (distance > NEIGHBOUR[0]) & (distance < NEIGHBOUR[1]) & (apart[:, :, across] < ALIGNED)
        close.append(distance[near])
    distances = np.concatenate(close)
    return float(np.median(distances)) * side if len(distances) else None


def _phase(places: Floats, pitch: float) -> float:
    """Where the lattice starts along an axis: the circular mean of the places within a pitch."""
    turns = np.exp(2j * np.pi * places.astype(np.float64) / pitch)
    tried = turns[:: len(turns) // MOST_TRIED + 1]
    close = (tried[:, None] * turns.conj()).real > np.cos(1)
    best = tried[close.sum(axis=1).argmax()]
    near = np.abs(np.angle(turns / best)) < 2 * np.pi * ALIGNED
    return float(np.angle(turns[near].mean()) / (2 * np.pi) * pitch)


def _refined(centres: Floats, steps: Floats, pitch: float) -> float:
    """The pitch that fits the boxes' places best, rows and columns alike."""
    places, counts = centres - centres.mean(axis=0), steps - steps.mean(axis=0)
    spread = float((counts * counts).sum())
    return float((places * counts).sum()) / spread if spread else pitch
