"""Takes the line of a swipe off a wheel's letters, by its colour.

All letters of a wheel have one colour, the disc has another, and the line a third one: what lies off the
straight way from the disc's colour to the letters' is the line, or its soft edge.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.decode import Pixels

Floats = npt.NDArray[np.float32]

BINS = 8
"""Per channel: colours in one bin are counted as the same."""
OTHER = 60.0
"""Distance in colour from which on something is not the disc."""
LEAST_SHARE = 0.03
"""Share of a patch that a letter's ink covers."""
COMMON = 0.4
"""Share of the letters that may lack the wheel's ink: a swipe may turn them white."""
ALIKE = 45.0
"""Distance in colour within which pixels are of one ink."""
OFF = 0.22
"""How far off the way from disc to ink a colour is no mixture of the two, in lengths of that way."""
HALFWAY, MOSTLY = 0.4, 0.85
"""Shares of ink from which on a pixel is a little, or all, part of the letter."""


def without_lines(patches: Pixels) -> list[Pixels]:
    """Take the line off colour patches (n, side, side, 3): two versions, grey with dark letters.

    In the first one the line lay under the letters, in the second one over them, so that they are mended from
    both sides. There is none when the letters have no ink in common.
    """
    colours = patches.astype(np.float32)
    ground = np.median(colours.reshape(len(patches), -1, 3), axis=1)
    ink = _common_ink(colours, ground)
    if ink is None:
        return []
    ways = (ink - ground)[:, None, None]
    along = ((colours - ground[:, None, None]) * ways).sum(axis=3) / (ways * ways).sum(axis=3)
    off = np.linalg.norm(colours - ground[:, None, None] - along[..., None] * ways, axis=3)
    stroke = off > OFF * np.linalg.norm(ways, axis=3)
    share = np.clip((along - HALFWAY) / (MOSTLY - HALFWAY), 0, 1)
    share[stroke] = 0
    under = np.asarray(255 - 255 * share, np.uint8)
    over = np.stack([_mended(patch, line) for patch, line in zip(under, stroke, strict=True)])
    return [under, over]


def _common_ink(colours: Floats, ground: Floats) -> Floats | None:
    """The colour (3,) that most patches have besides their ground; None when there is none."""
    count = len(colours)
    other = np.linalg.norm(colours - ground[:, None, None], axis=3) > OTHER
    bins = (colours // (256 / BINS)).astype(int) @ np.array([BINS * BINS, BINS, 1])
    shares = np.stack(
        [np.bincount(bins[i][other[i]], minlength=BINS**3) / other[i].size for i in range(count)]
    )
    common = np.quantile(shares, COMMON, axis=0)
    best = int(common.argmax())
    if common[best] < LEAST_SHARE:
        return None
    mean = colours[other & (bins == best)].mean(axis=0)
    near = other & (np.linalg.norm(colours - mean, axis=3) < ALIKE)
    return np.asarray(colours[near].mean(axis=0), np.float32)


def _mended(patch: Pixels, line: npt.NDArray[np.bool_]) -> Pixels:
    soft_edges = cv2.dilate(line.astype(np.uint8), np.ones((3, 3), np.uint8))
    return np.asarray(cv2.inpaint(patch, soft_edges, 3, cv2.INPAINT_TELEA), np.uint8)
