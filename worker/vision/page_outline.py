"""What belongs to a page that is no rectangle: an egg, a heart, a butterfly."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from worker.vision.lattice import Flags
from worker.vision.letters import Letters
from worker.vision.page_lattice import PageLattice

RECTANGLE = 0.06
"""Share of the cells outside the letters from which on a page is an egg, a heart, a butterfly."""
FITS = 0.9
"""Confidence of a letter outside that may belong to the page; an `I` that touches its outline does not."""
OF_ONE_SIZE = 0.12
"""By how much such letters may be smaller or larger than the others."""
CROSS = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], np.uint8)
OUTSIDE = 0.8
"""Confidence of such letters, at most."""
ENDS = 0.5
"""Confidence of the letters that make an outer line one of the page; with less, what stands at the edge of an
egg may be a piece of its shell: it is doubtful, and no letter."""


def without_outline(lattice: PageLattice, letters: Letters) -> Letters:
    """On a page that is no rectangle, what lies outside is its outline, or words beside it.

    Letters next to the page are kept, as something to be doubted.
    """
    within = inside(lattice.seen)
    if (~within & ~(letters.found & (letters.confidence > FITS))).mean() < RECTANGLE:
        return letters
    low, high = np.percentile(letters.height[lattice.seen], (2, 98)) * (1 - OF_ONE_SIZE, 1 + OF_ONE_SIZE)
    letter = (
        np.where(letters.crossed, letters.texts != "I", True) & (letters.confidence > FITS) & letters.found
    )
    fitting = letter & (letters.height > low) & (letters.height < high)
    kept = within
    while (grown := kept | (_beside(kept) & fitting)).sum() > kept.sum():
        kept = grown
    kept = kept | (_beside(kept) & letter & ~letters.crossed)
    unsettled = _beside(kept) & letters.found & (letters.confidence > FITS) & (letters.height > low)
    at_edge = _beside(~np.pad(within, 1))[1:-1, 1:-1]
    read = kept & ~(at_edge & (letters.confidence < ENDS))
    return replace(
        letters,
        texts=np.where(read, letters.texts, ""),
        inked=letters.inked & (kept | unsettled | _between(lattice.seen)),
        confidence=np.where(within, letters.confidence, np.minimum(letters.confidence, OUTSIDE)),
    )


def _beside(cells: Flags) -> Flags:
    """Cells next to some of these, along a row or a column."""
    return np.asarray(cv2.dilate(cells.astype(np.uint8), CROSS) > cells)


def inside(found: Flags) -> Flags:
    """Cells between letters both along their row and along their column, or with a letter."""
    reach = np.logical_or.accumulate
    across = reach(found, axis=1) & reach(found[:, ::-1], axis=1)[:, ::-1]
    down = reach(found, axis=0) & reach(found[::-1], axis=0)[::-1]
    return np.asarray(found | (across & down))


def _between(found: Flags) -> Flags:
    """Cells with a letter on either side along their row, or along their column."""
    wide = np.pad(found, 1)
    return np.asarray((wide[1:-1, :-2] & wide[1:-1, 2:]) | (wide[:-2, 1:-1] & wide[2:, 1:-1]))
