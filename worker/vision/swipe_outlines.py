"""Where the line of a swipe ends across its way, and how softly."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats

STEEP = 0.8
"""Share of the steepest fall in brightness across a line that its outline has."""
SOFT = (1.2, 2.6)
"""Least and most of a line's soft outline, in pixels to either side."""
_WIDEST = 18

Points = npt.NDArray[np.float64]


def outlines(profiles: Floats) -> tuple[Points, Points, float]:
    """(n,) each: where the line begins and ends across its way; and half the width of its soft outline.

    It ends where what stands out falls most steeply. Other edges nearby, of tiles and the line's next part,
    do not run along it and count little in the mean.

    Args:
        profiles: (n, along, across) about its middle, 0 where it is not.
    """
    falls = (profiles[:, :, :-1] - profiles[:, :, 1:]).mean(axis=1)
    middle = falls.shape[1] // 2
    after, before = falls[:, middle:], -falls[:, middle - 1 :: -1]
    ramps = [_ramp(side) for sides in (before, after) for side in sides]
    soft = float(np.clip(np.median(ramps) / 2 + 0.6, *SOFT))
    return -_steepest(before), _steepest(after), soft


def _ramp(falls: Floats) -> float:
    """Over how many pixels a profile falls, its steepest fall going on."""
    best = int(falls[:_WIDEST].argmax())
    around = falls[max(best - 4, 0) : best + 5].clip(0)
    return float(around.sum() / max(float(falls[best]), 1e-6))


def _steepest(falls: Floats) -> Points:
    """(n,): the place, with fractions, of the first of the largest of each row.

    falls[0] is between pixels 0 and 1. Behind the line's outline may come one as steep of a gap.
    """
    near = falls[:, :_WIDEST]
    best = (near >= STEEP * near.max(axis=1, keepdims=True)).argmax(axis=1)
    around = np.clip(best[:, None] + [-1, 0, 1], 0, near.shape[1] - 1)
    weights = np.take_along_axis(near, around, axis=1).clip(0)
    return np.asarray((weights * around).sum(axis=1) / weights.sum(axis=1).clip(1e-6) + 0.5, np.float64)
