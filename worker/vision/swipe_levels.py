"""The letters under a swipe's line: how bright it is on tiles and on letters, and what lies under it."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from worker.vision.candidates import Floats
from worker.vision.decode import Pixels
from worker.vision.lattice import Flags
from worker.vision.stroke_removal import StrokeLevels, paint_over, shine_through, smoothed
from worker.vision.swipes import Swipe
from worker.vision.tiles import LETTER_SHARE, rim

WITHIN = 0.8
"""Pixels between the soft outline and what is taken to be under the line alone: on its way to the ground the
line's level passes by that of a letter under it."""
OUTER_SHARE = 0.8
"""The middle part of a cell beyond which no letter reaches."""
CORE = 0.75
"""Pixels to either side of its middle that are under the thinnest line alone all the same."""
LEAST_WIDTH = 9
"""Pixels across a dot."""
LEAST_BLOT = 1.2
"""Pixels beside the line that make a dot or the head of an arrow, in squares of its width; less may be where
it crosses the highlight below a letter."""
INK_SHARE = 0.06
"""Of the middle of a cell: a letter's ink is at least that much of it."""
LEAST_THROUGH, MOST_THROUGH = 0.03, 0.45
"""Share of the letters' contrast that shines through; a line that lets through more hides nothing."""
NOISES = 3.5
"""How many times the line's unevenness on bare tiles what shines through must be."""


class _Cell(NamedTuple):
    """A crossed patch, how far its pixels are outside of the line (inside: negative), and its levels."""

    patch: Pixels
    away: Floats
    soft: float
    under: Flags
    """Pixels under the line alone, not under its soft outline."""
    ground: float
    line: float
    """Level of the line on the bare tile."""
    contrast: float
    """Of the letter, where it is not under the line."""
    noise: float


def without_swipe(patches: Pixels, swipe: Swipe, *, dark: bool) -> tuple[Pixels, bool]:
    """The crossed patches (n, side, side) without the line, and whether the letters under it shine through.

    Where they do not, what is hidden is filled in from around it.
    """
    sign = -1.0 if dark else 1.0
    pairs = zip(patches[swipe.crossed], swipe.distance[swipe.crossed], strict=True)
    cells = [_measured(patch, distance, swipe, sign) for patch, distance in pairs]
    contrast = max(float(np.median([cell.contrast for cell in cells])), 1.0)
    through = _share_shining_through(np.concatenate([_under(cell, sign) / contrast for cell in cells]))
    noise = float(np.median([cell.noise for cell in cells])) / contrast
    shines = through >= max(LEAST_THROUGH, NOISES * noise)
    lifted = [
        _lifted(cell, sign * contrast, through) if shines else paint_over(cell.patch, cell.away < cell.soft)
        for cell in cells
    ]
    inner = [_on_ground(patch, cell.ground) for patch, cell in zip(lifted, cells, strict=True)]
    return np.stack(inner), shines


def _on_ground(patch: Pixels, ground: float) -> Pixels:
    """The patch with bare ground around its letter.

    A lit tile may be so pale that its outline is stronger than its letter.
    """
    return np.where(rim(len(patch), inner=OUTER_SHARE), np.uint8(ground), patch)


def _measured(patch: Pixels, distance: Floats, swipe: Swipe, sign: float) -> _Cell:
    side, half, soft = len(patch), swipe.half, swipe.soft
    away = distance - np.float32(half)
    around, middle = rim(side, outer=0.72), ~rim(side, inner=LETTER_SHARE)
    ground = _median(patch[around & (away > soft + 1)])
    under = away < -min(soft + WITHIN, max(half - CORE, 0))
    over = patch[around & under]
    line = _median(over if over.size else patch[under])
    noise = float(np.abs(over - np.float32(line)).mean()) if over.size else 0.0
    ink = sign * (patch[middle & (away > soft + 1)] - np.float32(ground))
    contrast = float(np.quantile(ink, 1 - INK_SHARE / 2)) if ink.size else 0.0
    away = _with_blot(patch, away, swipe, (ground, ground + sign * contrast, line))
    under |= away < -soft - WITHIN
    return _Cell(patch, away, soft, under, ground, line, contrast, noise)


def _with_blot(patch: Pixels, away: Floats, swipe: Swipe, levels: tuple[float, float, float]) -> Floats:
    """How far pixels are outside of the line and of a dot or the head of an arrow on it, if there is one.

    These are wider than the line, and much wider than the soft outlines and highlights of letters.

    Args:
        away: from the line alone.
        levels: of the ground, the ink, and the line.
    """
    ground, ink, line = levels
    no_ground = np.abs(patch - np.float32(ground)) > abs(line - ground) / 4
    no_ink = np.abs(patch - np.float32(ink)) > abs(line - ink) / 4
    width = max(2 * round(swipe.half) + 1, LEAST_WIDTH)
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))
    whole = cv2.morphologyEx((no_ground & no_ink).view(np.uint8), cv2.MORPH_OPEN, brush)
    beside = (whole > 0) & (away > swipe.soft) & ~rim(len(patch), inner=LETTER_SHARE)
    if beside.sum() < LEAST_BLOT * width**2:
        return away
    hull = cv2.convexHull(np.argwhere(beside)[:, ::-1].astype(np.int32))
    blot = cv2.fillConvexPoly(np.zeros_like(patch), hull, 1)
    outside, inside = (cv2.distanceTransform(part, cv2.DIST_L2, 3) for part in (1 - blot, blot))
    return np.minimum(away, np.asarray(outside - inside - 1, np.float32))


def _median(values: Pixels) -> float:
    return float(np.median(values)) if values.size else 0.0


def _under(cell: _Cell, sign: float) -> Floats:
    """How far the pixels under the line, where a letter may be, are from it in the letter's direction."""
    middle = ~rim(len(cell.patch), inner=LETTER_SHARE)
    under = smoothed(cell.patch)[middle & cell.under]
    return np.asarray(sign * (under - np.float32(cell.line)), np.float32)


def _lifted(cell: _Cell, contrast: float, through: float) -> Pixels:
    """The cell without the line; `contrast` is that of the board's letters, negative when they are dark."""
    sign, size = float(np.sign(contrast)), abs(contrast)
    own = sign * float(np.clip(cell.contrast, 0.85 * size, 1.15 * size))
    levels = StrokeLevels(cell.ground, cell.ground + own, cell.line, cell.line + through * own)
    share = (cell.patch - np.float32(cell.line)) / np.float32(through * own)
    drawn = (share > -1) & (share < 1.6)
    beside = sign * (cell.ground - cell.patch.astype(np.float32)) > sign * (cell.ground - cell.line) / 2
    beside &= sign * (cell.ground - cell.line) > 0  # else it is the letter
    core = cell.under & drawn
    edge = ((cell.away <= cell.soft) & ~core) | ((cell.away < 2 * cell.soft) & beside)
    return shine_through(cell.patch, core, edge & ~core, levels)


def _share_shining_through(shares: Floats) -> float:
    """The distance of the two levels under the line, or what looks like it; 0 when there is but one."""
    shares = shares[(shares > -MOST_THROUGH) & (shares < MOST_THROUGH)]
    low, high = np.percentile(shares, [1, 99]) if shares.size else (0.0, 0.0)
    if high - low < LEAST_THROUGH:
        return 0.0
    scaled = np.clip((shares - low) / (high - low) * 255, 0, 255).astype(np.uint8)
    threshold, _ = cv2.threshold(scaled.reshape(1, -1), 0, 255, cv2.THRESH_OTSU)
    ink = scaled > threshold
    return float(np.median(shares[ink]) - np.median(shares[~ink])) if 0.03 < ink.mean() < 0.9 else 0.0
