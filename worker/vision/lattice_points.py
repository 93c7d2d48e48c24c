"""Blobs in rows and columns: what every kind of lattice has."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class LatticePoints:
    """Rows and columns, with the blobs that were found in them."""

    points: Floats
    """(rows, cols, 2): centre of the blob in each cell as x, y; NaN where none was found."""

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
