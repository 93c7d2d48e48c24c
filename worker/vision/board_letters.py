"""What was read on a board, as arrays."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.lattice import Flags


@dataclass(frozen=True)
class Letters:
    """What was read; every array is (rows, cols) as the board lies in the picture, before `turns`."""

    texts: npt.NDArray[np.str_]
    """Letters in capitals, "" where none was read."""
    confidence: Floats
    runner_up: npt.NDArray[np.str_]
    """The next best letter."""
    inked: Flags
    """Whether anything stands out in the cell."""
    contrast: Floats
    """Of the glyph, in grey levels; 0 where there is none."""
    height: Floats
    """Of the glyph as a person reads it, as a share of the pitch; 0 where there is none."""
    crossed: Flags
    """Whether a stroke crosses the cell; then its confidence is the mean of readings with and without it."""
    letterlike: float
    """Share of the probability that lies on letters, neither digits nor scrap; crossed cells aside."""
    on_dice: bool = False
    """Whether each letter has a turn of its own."""
    lower: bool = False
    """Whether they are small letters, which are of unlike heights."""
    bare: Flags | None = None
    """Whether a cell shows the bottom of the tray, where a die is missing; None on what is no tray."""
    turns: int = 0
    """Quarter turns counter-clockwise that bring the board upright."""

    def window(self, top: int, bottom: int, left: int, right: int) -> Letters:
        """Rows top to bottom - 1 and columns left to right - 1."""
        part = slice(top, bottom), slice(left, right)
        arrays = ("texts", "confidence", "runner_up", "inked", "contrast", "height", "crossed")
        bare = None if self.bare is None else self.bare[part]
        return replace(self, bare=bare, **{name: getattr(self, name)[part] for name in arrays})

    @property
    def found(self) -> Flags:
        return np.asarray(self.texts != "")
