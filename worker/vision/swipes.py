"""Finds the line of a swipe on a board of tiles: which neighbours it joins, how wide it is, where it runs.

Such a line runs straight from the middle of one cell to that of the next. Between the letters it is seen
whole, with its tile bare on both sides, so that is where it is looked for; where it runs along a letter's bar
it could not be told by its pixels. It may be lighter or darker than the tiles. Everything is in pixels of the
board seen flat, one patch a cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.decode import Pixels
from worker.vision.lattice import Flags
from worker.vision.medians import medians
from worker.vision.swipe_outlines import Points, outlines
from worker.vision.tiles import around_letters

MOST_CELLS = 64
"""Boards with more cells than this are pages of letters, which nobody swipes over."""
LEAST_CONTRAST, MOST_CONTRAST = 0.02, 0.1
"""Of the line against the tiles, as a share of the letters' contrast: the least on plain tiles, and the most
that is asked for, since the grain of wood stays below it."""
GRAINS = 4
"""How many times the typical grain of its tile a line stands out."""
LEAST_JOINED = 2
"""Pairs of cells that a line joins; a single one may be a glint."""
ONE_SIDE, BOTH_SIDES = 0.85, 0.3
"""Of the places between two letters, at which the tile must be seen beside the line: at one side or the
other, and at each; where it turns it hides its own side."""
LITTLE_BARE, FILLED = 0.25, 0.6
"""The same at one side or the other of an arm like plain ones, and the share of its width that is looked
at."""
STEADY = 0.8
"""Of these places, on the tiles, at which the line has one level."""
STEPS: tuple[tuple[int, int], ...] = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Rows and columns from a cell to those neighbours that are not before it."""
_ALONG = np.linspace(-0.18, 0.18, 13)  # from halfway between the cells, in pitches
_DIAGONAL = 1.4  # how much farther on a diagonal, where letters end later and gaps are wider
_ON_TILES = np.abs(_ALONG) > 0.09  # not on the gap between them, which shines through the line
_ACROSS = 20
_ASIDE = 6  # pixels that a line may run beside the middles
_OFFSETS = np.arange(-_ACROSS, _ACROSS + 1)
_OUTER = 0.8
"""The share of a tile that its own outline and the gap do not reach."""
LEAST_LIT = 0.008
"""Share of what lies around a letter that a line covers, even at its end."""
PLATEAU = 0.85
"""Share of the most that a line stands out, which the middle of it does all over."""
_NEAR = np.arange(-3, 4)
_MIDDLE = np.abs(_OFFSETS) <= 1
_FLANKS = _OFFSETS < -5, _OFFSETS > 5


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


def find_swipe(patches: Pixels, *, contrast: float) -> Swipe | None:
    """The swipe on patches (rows, cols, side, side) of a board.

    Args:
        contrast: of the letters, in grey levels.
    """
    rows, cols, side, _ = patches.shape
    if rows * cols > MOST_CELLS:
        return None
    grounds, least, marked = _grounds(patches, contrast)
    pairs = _neighbours(marked)
    if marked.sum() <= LEAST_JOINED or len(pairs) < LEAST_JOINED:
        return None
    flat = np.ascontiguousarray(patches.swapaxes(1, 2)).reshape(rows * side, cols * side)
    starts, ends = ((pairs[:, which, ::-1] + 0.5) * side - 0.5 for which in (0, 1))
    seen, aside = _centred(_profiles(flat, starts, ends), grounds[pairs[:, :, 0], pairs[:, :, 1]])
    arms = _Arms(seen, least[pairs[:, :, 0], pairs[:, :, 1]].max(axis=1), MOST_CONTRAST * contrast)
    plain = arms.plain()
    if not plain.any():
        return None
    left, right, soft = outlines(seen.toward[plain])
    half = float(np.median(right - left)) / 2
    like = arms.like(plain, half) & ~plain
    if plain.sum() + like.sum() < LEAST_JOINED:
        return None
    moved = _moved(_normals(starts, ends), aside[plain] + (left + right) / 2, plain)
    joined = plain | like
    distance = _from_segments(flat.shape, (starts + moved)[joined], (ends + moved)[joined])
    return Swipe(distance.reshape(rows, side, cols, side).swapaxes(1, 2), half, soft)


def _grounds(patches: Pixels, contrast: float) -> tuple[Floats, Floats, Flags]:
    """(rows, cols) each: the grey level of a tile, how far a line must be from it, and whether anything is.

    On a board at rest there is hardly any, which is seen much sooner than that no line joins any two of them.
    """
    around = around_letters(patches, outer=_OUTER).astype(np.float32)
    grounds = medians(around, axis=-1)
    beyond = around - grounds[:, :, None]
    grain = medians(np.abs(beyond), axis=-1)
    least = np.clip(GRAINS * grain, LEAST_CONTRAST * contrast, MOST_CONTRAST * contrast)
    common = medians(beyond.reshape(-1, beyond.shape[2]))  # all tiles may have one grain, or one outline
    away = np.minimum(np.abs(beyond - common), np.abs(beyond))
    return grounds, least, np.asarray((away > least[:, :, None]).mean(axis=-1) > LEAST_LIT)


def _neighbours(marked: Flags) -> npt.NDArray[np.int64]:
    """(n, 2, 2): row and column of all pairs of neighbours that are marked."""
    rows, cols = marked.shape
    pairs = [
        ((row, col), (row + down, col + across))
        for row, col in np.argwhere(marked).tolist()
        for down, across in STEPS
        if row + down < rows and 0 <= col + across < cols and marked[row + down, col + across]
    ]
    return np.array(pairs, np.int64).reshape(-1, 2, 2)


def _normals(starts: Points, ends: Points) -> Points:
    along = (ends - starts) / np.linalg.norm(ends - starts, axis=1, keepdims=True)
    return np.stack([-along[:, 1], along[:, 0]], axis=1)


def _moved(normals: Points, aside: Points, plain: npt.NDArray[np.bool_]) -> Points:
    """(n, 2): from the middles of cells to where the line runs, `aside` of them at its `plain` arms.

    How far it is moved along its way, and how far the other arms are, is told by those that run another way.
    """
    common = np.linalg.lstsq(normals[plain], aside, rcond=None)[0]
    moved = np.tile(common, (len(normals), 1))
    moved[plain] += normals[plain] * (aside - normals[plain] @ common)[:, None]
    return np.asarray(moved, np.float64)


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


class _Seen(NamedTuple):
    """What is seen on tiles between the letters of pairs of cells, across the way from one to the other."""

    levels: Floats
    """(n, along, across): in grey levels."""
    beyond: Floats
    """(n, along, across): how far they are from the level of the tile."""
    toward: Floats
    """(n, along, across): how far they are from it in the direction of what stands out in the middle."""


def _centred(profiles: Floats, grounds: Floats) -> tuple[_Seen, Points]:
    """The profiles about where each stands out most from both sides, and how far aside that is.

    Args:
        profiles: (n, along, across), with margins.
        grounds: (n, 2) of the tiles that they begin and end on.
    """
    levels = profiles[:, _ON_TILES]
    off = levels - np.where(_ALONG[_ON_TILES] < 0, grounds[:, :1], grounds[:, 1:])[:, :, None]
    beyond = np.abs(off)
    shifts = np.arange(-_ASIDE, _ASIDE + 1, 3)
    middle, beside = _levels(np.stack([_window(beyond, shift) for shift in shifts.tolist()]))
    above = np.median(middle - beside.max(axis=-1), axis=-1)
    coarse = shifts[np.argmax(above - 0.01 * np.abs(shifts)[:, None], axis=0)]
    middle_off = np.median(off[np.arange(len(off)), :, coarse + _ASIDE + _ACROSS], axis=1)
    toward = (off * np.sign(middle_off)[:, None, None]).clip(0)
    fine = _middle_of_plateau(toward, coarse).tolist()
    parts = levels, beyond, toward
    windows = (np.stack([_window(*one) for one in zip(part, fine, strict=True)]) for part in parts)
    return _Seen(*windows), np.array(fine, np.float64)


def _middle_of_plateau(toward: Floats, coarse: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """(n,): the middle of what stands out about as much as anything near the `coarse` places (n,).

    Where another edge runs beside it, a line seems to stand out most at its soft outline.
    """
    smooth: Floats = np.asarray(cv2.blur(np.median(toward, axis=1), (3, 1)), np.float32)
    near = np.clip(coarse[:, None] + _NEAR, -_ASIDE, _ASIDE)
    levels = np.take_along_axis(smooth, near + _ASIDE + _ACROSS, axis=1)
    high = levels >= PLATEAU * levels.max(axis=1, keepdims=True)
    return np.asarray(np.round((near * high).sum(axis=1) / high.sum(axis=1)), np.int64)


def _window(profiles: Floats, shift: int) -> Floats:
    """(..., across): profiles without their margins, `shift` pixels beside their middle."""
    return profiles[..., _ASIDE + shift :][..., : 2 * _ACROSS + 1]


class _Arms:
    """Which pairs of cells a line joins.

    Args:
        least: (n,) how far it is from the level of the tile, in grey levels.
        steady: how far its own level may vary.
    """

    def __init__(self, seen: _Seen, least: Floats, steady: float) -> None:
        middle, beside = _levels(seen.beyond)
        self._bare = middle[:, :, None] - beside > np.maximum(least[:, None, None], middle[:, :, None] / 2)
        """(n, along, 2): bare tile to the left and right of what stands out."""
        self._levels = seen.levels
        self._level = np.median(seen.levels[..., _MIDDLE].mean(axis=-1), axis=1)
        self._steady = steady

    def plain(self) -> npt.NDArray[np.bool_]:
        """(n,): those with bare tile along both sides, and about one level."""
        joined = self._is_beside_bare(ONE_SIDE) & (self._bare.mean(axis=1).min(axis=1) >= BOTH_SIDES)
        joined &= self._filled(_MIDDLE, self._level) >= STEADY
        alike = (np.abs(self._level[:, None] - self._level) < self._steady) & joined
        return np.asarray(joined & alike[alike.sum(axis=1).argmax()])

    def like(self, plain: npt.NDArray[np.bool_], half: float) -> npt.NDArray[np.bool_]:
        """(n,): those of the level and the width of plain ones, even if little bare tile is seen beside them.

        The corner of a tile is too small to show much on both sides of a wide line.
        """
        level = np.median(self._level[plain])
        filled = self._filled(np.abs(_OFFSETS) < FILLED * half, np.full_like(self._level, level))
        return np.asarray(self._is_beside_bare(LITTLE_BARE) & (filled >= STEADY))

    def _is_beside_bare(self, share: float) -> npt.NDArray[np.bool_]:
        return np.asarray(self._bare.any(axis=2).mean(axis=1) >= share)

    def _filled(self, part: npt.NDArray[np.bool_], level: Floats) -> Floats:
        """(n,): share of the part across the way that has a level (n,)."""
        off = np.abs(self._levels[..., part] - level[:, None, None])
        return np.asarray((off < self._steady).mean(axis=(1, 2)), np.float32)


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
