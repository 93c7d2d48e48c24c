"""Finds the line of a swipe on a board of tiles: which neighbours it joins, how wide it is, where it runs.

Such a line runs straight from the middle of one cell to that of the next. Between the letters it is seen
whole, on the tiles and on the gap between them, so that is where it is looked for; where it runs along a
letter's bar it could not be told by its pixels. Everything is in pixels of the board seen flat, one patch a
cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.decode import Pixels
from worker.vision.lattice import Flags
from worker.vision.tiles import around_letters

MOST_CELLS = 64
"""Boards with more cells than this are pages of letters, which nobody swipes over."""
LEAST_CONTRAST = 0.1
"""Of the line against the tiles, as a share of the letters' contrast; the grain of wood stays below it."""
LEAST_JOINED = 2
"""Pairs of cells that a line joins; a single one may be a glint."""
ONE_SIDE, BOTH_SIDES = 0.85, 0.3
"""Of the places between two letters, at which the line must stand out: a gap may be as bright, and where it
turns it hides its own side."""
STEADY = 0.8
"""Of these places, on the tiles, at which the line has one level."""
SOFT = (1.2, 2.6)
"""Least and most of a line's soft outline, in pixels to either side."""
STEPS: tuple[tuple[int, int], ...] = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Rows and columns from a cell to those neighbours that are not before it."""
_ALONG = np.linspace(-0.18, 0.18, 13)  # from halfway between the cells, in pitches
_DIAGONAL = 1.4  # how much farther on a diagonal, where letters end later and gaps are wider
_ON_TILES = np.abs(_ALONG) > 0.09  # not on the gap between them, which shines through the line
_ACROSS = 20
_ASIDE = 6  # pixels that a line may run beside the middles
_OFFSETS = np.arange(-_ACROSS, _ACROSS + 1)
_WIDEST = 14
_OUTER = 0.85
"""The share of a tile that its own outline and the gap do not reach."""
LEAST_LIT = 0.008
"""Share of what lies around a letter that a line covers, even at its end."""
_NEAR = np.arange(-3, 4)
_MIDDLE = np.abs(_OFFSETS) <= 1
_FLANKS = (_OFFSETS > -18) & (_OFFSETS < -5), (_OFFSETS > 5) & (_OFFSETS < 18)

Points = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Swipe:
    """The line of a swipe; `distance` (rows, cols, side, side) from its middle, `half` its width.

    `soft` pixels to either side of its outline are neither line nor what lies beside it.
    """

    distance: Floats
    half: float
    soft: float

    @cached_property
    def crossed(self) -> Flags:
        """(rows, cols): cells with the line in their middle part, where letters are."""
        side = self.distance.shape[-1]
        edge = side // 5
        middle = self.distance[:, :, edge : side - edge, edge : side - edge]
        return np.asarray(middle.min(axis=(2, 3)) < self.half)


def find_swipe(patches: Pixels, *, dark: bool, contrast: float) -> Swipe | None:
    """The swipe on patches (rows, cols, side, side) of a board.

    Args:
        dark: whether the letters are darker than their tiles; the line is then lighter.
        contrast: of the letters, in grey levels.
    """
    rows, cols, side, _ = patches.shape
    least = LEAST_CONTRAST * contrast
    if rows * cols > MOST_CELLS or _lit(patches, dark, least / 2).sum() <= LEAST_JOINED:
        return None
    flat = np.ascontiguousarray(patches.swapaxes(1, 2)).reshape(rows * side, cols * side)
    starts, ends = _neighbours(rows, cols, side)
    seen = _profiles(flat, starts, ends) * np.float32(1 if dark else -1)
    profiles, aside = _centred(seen, least)
    joined = _joined(profiles, least)
    if joined.sum() < LEAST_JOINED:
        return None
    left, right, ramp = _outlines(profiles[joined])
    half, soft = float(np.median(right - left)) / 2, float(np.clip(ramp / 2 + 0.6, *SOFT))
    starts, ends = starts[joined], ends[joined]
    moved = _moved(starts, ends, aside[joined] + (left + right) / 2)
    distance = _from_segments(flat.shape, starts + moved, ends + moved)
    return Swipe(distance.reshape(rows, side, cols, side).swapaxes(1, 2), half, soft)


def _lit(patches: Pixels, dark: bool, least: float) -> Flags:
    """(rows, cols): tiles on which something stands out by so many grey levels as a line would.

    On a board at rest there are none, which is seen much sooner than that no line joins any two of them.
    """
    around = around_letters(patches, outer=_OUTER).astype(np.float32)
    beyond = (around - np.median(around, axis=-1, keepdims=True)) * (1 if dark else -1)
    beyond -= np.median(beyond, axis=(0, 1)).clip(0)  # all tiles may have one grain
    return np.asarray((beyond > least).mean(axis=-1) > LEAST_LIT)


def _neighbours(rows: int, cols: int, side: int) -> tuple[Points, Points]:
    """The middles (n, 2) as x, y of all pairs of neighbouring cells."""
    pairs = [
        ((row, col), (row + down, col + across))
        for row in range(rows)
        for col in range(cols)
        for down, across in STEPS
        if row + down < rows and 0 <= col + across < cols
    ]
    middles = (np.array(pairs, np.float64)[:, :, ::-1] + 0.5) * side - 0.5
    return middles[:, 0], middles[:, 1]


def _normals(starts: Points, ends: Points) -> Points:
    along = (ends - starts) / np.linalg.norm(ends - starts, axis=1, keepdims=True)
    return np.stack([-along[:, 1], along[:, 0]], axis=1)


def _moved(starts: Points, ends: Points, aside: Points) -> Points:
    """(n, 2): from the middles of cells to where the line runs, `aside` of them.

    How far it is moved along its way is told by the parts that run another way.
    """
    normals = _normals(starts, ends)
    common = np.linalg.lstsq(normals, aside, rcond=None)[0]
    along = normals[:, ::-1] * [1, -1]
    return np.asarray(normals * aside[:, None] + along * (along @ common)[:, None], np.float64)


def _profiles(flat: Pixels, starts: Points, ends: Points) -> Floats:
    """(n, along, across): grey levels between the letters of two cells, _ASIDE more on either side."""
    ways = ends - starts
    reach = np.where((ways != 0).all(axis=1), _DIAGONAL, 1.0)[:, None] * _ALONG
    along = (starts + ends)[:, None] / 2 + reach[:, :, None] * ways[:, None]
    offsets = np.arange(-_ACROSS - _ASIDE, _ACROSS + _ASIDE + 1)
    across = offsets[None, :, None] * _normals(starts, ends)[:, None]
    points = (along[:, :, None] + across[:, None]).astype(np.float32)
    sheet = points.reshape(len(starts), -1, 2)
    seen = cv2.remap(flat, sheet[:, :, 0], sheet[:, :, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32).reshape(points.shape[:3])


def _centred(profiles: Floats, least: float) -> tuple[Floats, Points]:
    """The profiles about where each is brightest compared with both sides, and how far aside that is.

    There, a line may still be met at its soft edge, when what lies beside it favours that: of the places
    nearby, it is centred on those that are as bright as the brightest.
    """
    shifts = np.arange(-_ASIDE, _ASIDE + 1, 3)
    middle, beside = _levels(np.stack([_window(profiles, shift) for shift in shifts.tolist()]))
    above = np.median(middle - beside.max(axis=-1), axis=-1)
    coarse = shifts[np.argmax(above - 0.01 * np.abs(shifts)[:, None], axis=0)]
    near = np.clip(coarse[:, None] + _NEAR, -_ASIDE, _ASIDE)
    smooth: Floats = np.asarray(cv2.blur(np.median(profiles[:, _ON_TILES], axis=1), (3, 1)), np.float32)
    levels = np.take_along_axis(smooth, near + _ASIDE + _ACROSS, axis=1)
    bright = levels > levels.max(axis=1, keepdims=True) - least
    fine = np.round((near * bright).sum(axis=1) / bright.sum(axis=1)).astype(int)
    windows = [_window(seen, shift) for seen, shift in zip(profiles, fine.tolist(), strict=True)]
    return np.stack(windows), fine.astype(np.float64)


def _window(profiles: Floats, shift: int) -> Floats:
    """(..., across): profiles without their margins, `shift` pixels beside their middle."""
    return profiles[..., _ASIDE + shift :][..., : 2 * _ACROSS + 1]


def _joined(profiles: Floats, least: float) -> npt.NDArray[np.bool_]:
    """(n,): whether a line that is brighter than what lies beside it joins the two cells."""
    middle, beside = _levels(profiles)
    out = middle[:, :, None] - beside > least
    one, on_tiles = out.any(axis=2), out[:, _ON_TILES]
    seen = (on_tiles.any(axis=2).mean(axis=1) >= ONE_SIDE) & (on_tiles.all(axis=2).mean(axis=1) >= BOTH_SIDES)
    level = np.median(middle[:, _ON_TILES], axis=1)
    seen &= (np.abs(middle[:, _ON_TILES] - level[:, None]) < least).mean(axis=1) >= STEADY
    if not seen.any():
        return np.asarray(seen)
    line = float(level[seen].max()) - least
    whole = one | (middle > line - 2 * least)
    return np.asarray(seen & (level > line) & (whole.mean(axis=1) >= ONE_SIDE))


def _levels(profiles: Floats) -> tuple[Floats, Floats]:
    """Levels in the middle (..., along), and left and right of what may be a line (..., along, 2).

    Those beside it are the lower quartiles of the flanks, which the line's next part may share.
    """
    middle = profiles[..., _MIDDLE].mean(axis=-1)
    flanks = np.stack([profiles[..., flank] for flank in _FLANKS], axis=-2)
    place = (flanks.shape[-1] - 1) / 4
    low, share = int(place), np.float32(place % 1)
    ordered = np.partition(flanks, (low, low + 1), axis=-1)  # np.percentile takes four times as long
    return middle, np.asarray((1 - share) * ordered[..., low] + share * ordered[..., low + 1], np.float32)


def _outlines(profiles: Floats) -> tuple[Points, Points, float]:
    """(n,) each: where the line begins and ends across its way, and how many pixels its outline takes.

    It ends where its brightness falls most steeply. Other edges nearby, of tiles, do not run along the line
    and do not count in the median.
    """
    falls = np.median(profiles[:, :, :-1] - profiles[:, :, 1:], axis=1)
    after, before = falls[:, _ACROSS:], -falls[:, _ACROSS - 1 :: -1]
    ramps = [_ramp(side) for sides in (before, after) for side in sides]
    return -_steepest(before), _steepest(after), float(np.median(ramps))


def _ramp(falls: Floats) -> float:
    """Over how many pixels a profile falls, its steepest fall going on."""
    best = int(falls[:_WIDEST].argmax())
    around = falls[max(best - 4, 0) : best + 5].clip(0)
    return float(around.sum() / max(float(falls[best]), 1e-6))


def _steepest(falls: Floats) -> Points:
    """(n,): the place, with fractions, of the largest of each row; falls[0] is between pixels 0 and 1."""
    near = falls[:, :_WIDEST]
    best = near.argmax(axis=1)
    around = np.clip(best[:, None] + [-1, 0, 1], 0, near.shape[1] - 1)
    weights = np.take_along_axis(near, around, axis=1).clip(0)
    return np.asarray((weights * around).sum(axis=1) / weights.sum(axis=1).clip(1e-6) + 0.5, np.float64)


def _from_segments(shape: tuple[int, ...], starts: Points, ends: Points) -> Floats:
    """Distance of each pixel from the nearest segment."""
    ys, xs = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    nearest = np.full(shape, np.inf, np.float32)
    for start, step in zip(starts, ends - starts, strict=True):
        x, y = xs - np.float32(start[0]), ys - np.float32(start[1])
        dx, dy = np.float32(step[0]), np.float32(step[1])
        along = np.clip((x * dx + y * dy) / (dx * dx + dy * dy), 0, 1)
        np.minimum(nearest, np.hypot(x - along * dx, y - along * dy), out=nearest)
    return nearest
