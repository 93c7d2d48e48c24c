"""The glyphs cut from the cells of a board, all together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.glyph_cut import Glyph
from worker.vision.medians import median


@dataclass(frozen=True)
class CellGlyphs:
    """Glyphs of the cells, one after the other; a cell may have several readings."""

    cells: npt.NDArray[np.int64]
    images: Floats
    glyphs: list[Glyph]

    def __add__(self, other: CellGlyphs) -> CellGlyphs:
        cells, images = np.concatenate([self.cells, other.cells]), np.concatenate([self.images, other.images])
        return CellGlyphs(cells, images, self.glyphs + other.glyphs)

    @cached_property
    def mostly_dark(self) -> bool:
        return sum(glyph.dark for glyph in self.glyphs) * 2 >= len(self.glyphs)

    @property
    def cut_off(self) -> npt.NDArray[np.bool_]:
        """Beside which of the glyphs a second letter runs out of the patch."""
        return np.array([glyph.cut_off for glyph in self.glyphs])

    @property
    def contrast(self) -> float:
        """Of a typical glyph, in grey levels."""
        return median(np.array([glyph.contrast for glyph in self.glyphs]))

    def pick(self, which: npt.NDArray[np.int64]) -> CellGlyphs:
        return CellGlyphs(self.cells[which], self.images[which], [self.glyphs[i] for i in which.tolist()])


def cell_glyphs(cut: Iterable[tuple[int, Glyph | None]]) -> CellGlyphs | None:
    """Of cells and what was cut from them; None when that is nothing."""
    found = [(cell, glyph) for cell, glyph in cut if glyph is not None]
    if not found:
        return None
    images = np.stack([glyph.image for _, glyph in found])
    return CellGlyphs(np.array([cell for cell, _ in found]), images, [glyph for _, glyph in found])
