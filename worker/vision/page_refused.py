"""The lattices of a picture in which no page was read: fainter marks mostly show the same ones once more."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from worker.vision.page_lattice import PageLattice

SAME = 0.15
"""How far the corners of lattices that are the same may lie apart, in steps."""
MORE = 1.1
"""How many times the cells with a mark that make another one of it."""


@dataclass
class Refused:
    """Lattices of dark (True) and of bright letters that need not be read again."""

    lattices: list[tuple[bool, PageLattice]] = field(default_factory=list)
    too_large: tuple[int, int] | None = None
    """Rows and columns, at the least, of one with letters in more lines than can be read."""

    def add(self, lattice: PageLattice, *, dark: bool) -> None:
        self.lattices.append((dark, lattice))

    def has(self, lattice: PageLattice, *, dark: bool) -> bool:
        return any(dark == ink and _is_same(lattice, other) for ink, other in self.lattices)


def _is_same(lattice: PageLattice, other: PageLattice) -> bool:
    if lattice.seen.shape != other.seen.shape or lattice.seen.sum() > MORE * other.seen.sum():
        return False
    off = np.linalg.norm(lattice.outline() - other.outline(), axis=1)
    return bool(off.max() < SAME * min(lattice.steps))
