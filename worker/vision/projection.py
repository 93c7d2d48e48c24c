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

REWEIGHTINGS = 4
TYPICALLY_OFF = 0.025
"""How far whole letters lie off the middles of their cells, in steps."""


@dataclass(frozen=True)
class Projection:
    """`matrix` (3, 3) maps homogeneous (col, row, 1) to (x, y, 1) in pixels."""

    matrix: npt.NDArray[np.float64]

    def apply(self, points: npt.NDArray[Any]) -> Floats:
        """Map (n, 2) points."""
        x, y, w = self.matrix @ np.vstack([points.T, np.ones(len(points))])
        return np.column_stack([x / w, y / w]).astype(np.float32)

    def steps_at(self, cell: npt.NDArray[Any]) -> Floats:
        """(2,): length in pixels of one step across and of one step down from a cell."""
        ends = self.apply(np.asarray(cell, np.float64) + np.array([[0, 0], [1, 0], [0, 1]]))
        return np.asarray(np.linalg.norm(ends[1:] - ends[0], axis=1), np.float32)

    def inverse(self, points: npt.NDArray[Any]) -> Floats:
        """From (n, 2) pixels to cells with fractions, as col, row."""
        return Projection(np.asarray(np.linalg.inv(self.matrix), np.float64)).apply(points)

    def moved(self, cols: float, rows: float) -> Projection:
        """With cell (0, 0) where this one has (cols, rows)."""
        return Projection(self.matrix @ np.array([[1, 0, cols], [0, 1, rows], [0, 0, 1.0]]))

    def scaled(self, factor: float) -> Projection:
        """The same lattice in a picture that is `factor` times larger."""
        return Projection(np.diag([factor, factor, 1.0]) @ self.matrix)


def fit_robustly(cells: Floats, points: Floats) -> Projection:
    """As `fit_projection`, but what lies off counts the less the further it does: pieces of a letter that the
    line of a swipe cuts lie a sixth of a step off, whole letters a fiftieth."""
    projection = fit_projection(cells, points)
    middle = cells.mean(axis=0)
    for _ in range(REWEIGHTINGS):
        step = float(projection.steps_at(middle).min())
        off = np.linalg.norm(projection.apply(cells) - points, axis=1) / step
        projection = fit_projection(cells, points, 1 / (1 + (off / TYPICALLY_OFF) ** 2))
    return projection


def fit_projection(cells: Floats, points: Floats, weights: npt.NDArray[Any] | None = None) -> Projection:
    """Least squares over (n, 2) cells and the (n, 2) pixels they are seen at, weighted by (n,) if given.

    The direct linear transformation (Hartley and Zisserman, Multiple View Geometry, section 4.1) in the
    inhomogeneous form, with both sides scaled to about one and the two perspective terms held back.
    """
    from_cells, to_points = _normaliser(cells), _normaliser(points)
    i, j = (from_cells @ np.vstack([cells.T, np.ones(len(cells))]))[:2]
    x, y = (to_points @ np.vstack([points.T, np.ones(len(points))]))[:2]
    zero, one = np.zeros(len(cells)), np.ones(len(cells))
    share = np.ones(len(cells)) if weights is None else np.sqrt(weights)
    rows = np.concatenate(
        [
            np.column_stack([i, j, one, zero, zero, zero, -i * x, -j * x]),
            np.column_stack([zero, zero, zero, i, j, one, -i * y, -j * y]),
            np.eye(8)[6:] * SHYNESS,
        ]
    )
    both = np.concatenate([share, share, [1, 1]])
    rows, target = rows * both[:, None], np.concatenate([x, y, [0, 0]]) * both
    solution = np.linalg.solve(rows.T @ rows + np.eye(8) * 1e-9, rows.T @ target)
    matrix = np.linalg.inv(to_points) @ np.append(solution, 1).reshape(3, 3) @ from_cells
    return Projection(matrix / matrix[2, 2])


def _normaliser(points: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """The (3, 3) map that brings points around the origin, at a distance of about one."""
    middle = points.mean(axis=0)
    spread = max(float(points.std()), 1e-6)
    return np.array([[1 / spread, 0, -middle[0] / spread], [0, 1 / spread, -middle[1] / spread], [0, 0, 1]])
