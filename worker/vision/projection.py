"""The projective map between cells of a lattice and pixels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

SHYNESS = 0.3
"""How much evidence perspective needs before it is believed: the weight of one point that says there is none.
A screenshot has none, and a few letters off their middles must not bend the cells around them."""

FIRST_SHYNESS = 30
"""How many times that it needs at first, while what lies off counts as much as the rest."""
REWEIGHTINGS = 4
TYPICALLY_OFF = 0.025
"""How far whole letters lie off the middles of their cells, in steps."""


_STEPS = np.array([[0, 0], [1, 0], [0, 1]])
_EYE, _NO_LEVER = np.eye(2), np.eye(8) * 1e-9


@dataclass(frozen=True)
class Projection:
    """`matrix` (3, 3) maps homogeneous (col, row, 1) to (x, y, 1) in pixels."""

    matrix: npt.NDArray[np.float64]

    def apply(self, points: npt.NDArray[Any]) -> Floats:
        """Map (n, 2) points."""
        mapped = np.asarray(points, np.float64) @ self.matrix[:, :2].T + self.matrix[:, 2]
        return (mapped[:, :2] / mapped[:, 2:]).astype(np.float32)

    def steps_at(self, cell: npt.NDArray[Any]) -> Floats:
        """(2,): length in pixels of one step across and of one step down from a cell."""
        ends = self.apply(np.asarray(cell, np.float64) + _STEPS)
        return lengths(ends[1:] - ends[0])

    def inverse(self, points: npt.NDArray[Any]) -> Floats:
        """From (n, 2) pixels to cells with fractions, as col, row."""
        return Projection(np.asarray(np.linalg.inv(self.matrix), np.float64)).apply(points)

    def moved(self, cols: float, rows: float) -> Projection:
        """With cell (0, 0) where this one has (cols, rows)."""
        return Projection(self.matrix @ np.array([[1, 0, cols], [0, 1, rows], [0, 0, 1.0]]))

    def scaled(self, factor: float) -> Projection:
        """The same lattice in a picture that is `factor` times larger."""
        return Projection(np.diag([factor, factor, 1.0]) @ self.matrix)


def lengths(vectors: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """(n,): of vectors (n, 2); the same as `np.linalg.norm`, which takes four times as long on a few."""
    x, y = vectors[:, 0], vectors[:, 1]
    return np.asarray(np.sqrt(x * x + y * y))


def fit_projection(cells: Floats, points: Floats, *, robust: bool = False) -> Projection:
    """Least squares over (n, 2) cells and the (n, 2) pixels they are seen at.

    The direct linear transformation (Hartley and Zisserman, Multiple View Geometry, section 4.1) in the
    inhomogeneous form, with both sides scaled to about one and the two perspective terms held back.

    With `robust`, what lies off counts the less the further it does: pieces of a letter that the line of a
    swipe cuts lie a sixth of a step off, whole letters a fiftieth.
    """
    from_cells, to_points = _normaliser(cells), _normaliser(points)
    places = _homogeneous(cells) @ from_cells.T
    seen = (_homogeneous(points) @ to_points.T)[:, :2]
    shyness = np.geomspace(SHYNESS * FIRST_SHYNESS, SHYNESS, REWEIGHTINGS + 1) if robust else [SHYNESS]
    matrix = _solved(places, seen, np.ones(len(cells)), shyness[0])
    for shy in shyness[1:]:
        expected = places @ matrix.T
        off = lengths(expected[:, :2] / expected[:, 2:] - seen)
        step = np.linalg.norm(matrix[:2, :2], axis=0).min() * from_cells[0, 0]
        matrix = _solved(places, seen, 1 / (1 + (off / (TYPICALLY_OFF * step)) ** 2), shy)
    whole = np.linalg.inv(to_points) @ matrix @ from_cells
    return Projection(whole / whole[2, 2])


def _solved(
    places: npt.NDArray[np.float64],
    seen: npt.NDArray[np.float64],
    weights: npt.NDArray[np.float64],
    shyness: float,
) -> npt.NDArray[np.float64]:
    """The (3, 3) map from homogeneous places (n, 3) to (n, 2) points, which count by their weights (n,)."""
    terms = np.empty((len(places), 9))
    terms[:, :3] = places
    np.multiply(places, seen[:, :1], out=terms[:, 3:6])
    np.multiply(places, seen[:, 1:], out=terms[:, 6:])
    sums = (terms * weights[:, None]).T @ terms
    both = sums[3:6, 3:6] + sums[6:, 6:]
    left, right = np.zeros((8, 8)), np.zeros(8)
    left[:3, :3] = left[3:6, 3:6] = sums[:3, :3]
    left[:3, 6:], left[3:6, 6:] = -sums[:3, 3:5], -sums[:3, 6:8]
    left[6:, :6] = left[:6, 6:].T
    left[6:, 6:] = both[:2, :2] + _EYE * shyness**2
    right[:3], right[3:6], right[6:] = sums[:3, 5], sums[:3, 8], -both[:2, 2]
    matrix = np.ones((3, 3))
    matrix.flat[:8] = np.linalg.solve(left + _NO_LEVER, right)
    return matrix


def _homogeneous(points: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    places = np.ones((len(points), 3))
    places[:, :2] = points
    return places


def _normaliser(points: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """The (3, 3) map that brings points around the origin, at a distance of about one."""
    middle = points.mean(axis=0)
    spread = max(float(points.std()), 1e-6)
    return np.array([[1 / spread, 0, -middle[0] / spread], [0, 1 / spread, -middle[1] / spread], [0, 0, 1]])
