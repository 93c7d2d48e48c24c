"""What the cells of a crossword look like: the colour beside the letter, the step at the gaps, the ink."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from worker.vision.candidates import Floats
from worker.vision.decode import Pixels
from worker.vision.lattice import Flags

PATCH = 48
"""Pixels to a pitch in the cells' patches."""
_NEAR_EDGE, _NEAR_LETTER = 0.86, 0.55
"""Where a box is bare, between its edge and its letter, in halves of its side."""


@dataclass(frozen=True)
class Cells:
    """Every array is (rows, cols), colours (rows, cols, 3)."""

    enclosed: Flags
    """Whether an edge was found all around."""
    colour: Floats
    """Inside the box, beside the letter."""
    step: Floats
    """From the gap to the box, in levels of the channel that shows it best: the least of the four sides, 0
    where some sides are darker and some lighter."""
    spread: Floats
    """Of the grey level beside the letter."""
    ink: Floats
    """Range of the grey levels where a letter would be."""


def look_at(patches: Pixels, enclosed: Flags, share: float) -> Cells:
    """Measure every cell of (rows, cols, PATCH, PATCH, 3); `share` is the boxes' side over the pitch."""
    half = PATCH / 2
    rim, inside = round(half * (1 - _NEAR_EDGE * share)), round(half * (1 - _NEAR_LETTER * share))
    middle = slice(inside, PATCH - inside)
    beside, gaps = _four_lines(patches, rim, middle), _four_lines(patches, 0, middle)
    steps = _rank(beside, 3, 0.5).astype(np.float32) - _rank(gaps, 3, 0.5)
    same = np.abs(np.sign(steps).sum(axis=0)) == len(steps)
    step = np.where(same, np.abs(steps).min(axis=0), 0).max(axis=2)
    around = beside.transpose(1, 2, 0, 3, 4).reshape(*enclosed.shape, -1, 3)
    core = patches[:, :, middle, middle].reshape(*enclosed.shape, -1, 3)
    spread, ink = _range(around, 0.15), _range(core, 0.03)
    return Cells(enclosed, _rank(around, 2, 0.5).astype(np.float32), step, spread, ink)


def _range(colours: Pixels, aside: float) -> Floats:
    """(rows, cols): the range of grey levels, but for this share at either end."""
    grey = cv2.cvtColor(colours.reshape(-1, 1, 3), cv2.COLOR_BGR2GRAY).reshape(colours.shape[:-1])
    levels = np.asarray(grey, np.uint8)
    return np.asarray(_rank(levels, 2, 1 - aside).astype(np.float32) - _rank(levels, 2, aside))


def _rank(levels: Pixels, axis: int, share: float) -> Pixels:
    """The level that this share of the levels along an axis do not exceed."""
    rank = round(share * (levels.shape[axis] - 1))
    return np.asarray(np.partition(levels, rank, axis=axis).take(rank, axis=axis))


def _four_lines(patches: Pixels, rim: int, middle: slice) -> Pixels:
    """(4, rows, cols, length, 3): lines along the four sides, `rim` pixels inside."""
    far = PATCH - 1 - rim
    rows = patches[:, :, rim, middle], patches[:, :, far, middle]
    return np.stack([*rows, patches[:, :, middle, rim], patches[:, :, middle, far]])
