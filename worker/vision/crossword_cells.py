"""What the cells of a crossword look like: the colour beside the letter, the step at the gaps, the ink."""

from __future__ import annotations

from dataclasses import dataclass

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
    steps = np.median(beside, axis=3) - np.median(gaps, axis=3)
    same = np.abs(np.sign(steps).sum(axis=0)) == len(steps)
    step = np.where(same, np.abs(steps).min(axis=0), 0).max(axis=2)
    around = beside.transpose(1, 2, 0, 3, 4).reshape(*enclosed.shape, -1, 3)
    grey = around.mean(axis=3)
    low, high = np.percentile(grey, (15, 85), axis=2)
    core = patches[:, :, middle, middle].mean(axis=4).reshape(*enclosed.shape, -1)
    dark, light = np.percentile(core, (3, 97), axis=2)
    return Cells(enclosed, np.median(around, axis=2), step, high - low, light - dark)


def _four_lines(patches: Pixels, rim: int, middle: slice) -> Pixels:
    """(4, rows, cols, length, 3): lines along the four sides, `rim` pixels inside."""
    far = PATCH - 1 - rim
    rows = patches[:, :, rim, middle], patches[:, :, far, middle]
    return np.stack([*rows, patches[:, :, middle, rim], patches[:, :, middle, far]])
