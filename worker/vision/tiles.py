"""Is there a tile in a cell? Told by what the cells of this board have in common around their letters."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.decode import Pixels
from worker.vision.medians import median, medians

LETTER_SHARE = 0.55
"""The middle part of a cell that letters take; what lies around it belongs to the tile."""
MOST_COMPARED = 100
"""Cells that tell what all have in common; more tell no more."""
LEAST_LIFT = 8
"""Grey levels between tiles and gaps."""
NEAR_SHADE = 0.3
"""Shades that differ by less than this share of a typical lift are about the same."""

SHADOWED = 0.65
"""Likeness, relative to a typical cell, that the ground beside a board does not reach."""


def tile_likeness(patches: Pixels, core: npt.NDArray[np.bool_]) -> Floats:
    """How alike the rim of each patch is to the rims of the `core` cells: (rows, cols), from -1 to 1.

    Rims are compared by the strength of their edges, not by brightness, so that a tile lit up by a swipe is
    still one. On a board without tiles (letters on plain paper) rims have little in common.
    """
    edges = _edge_strength(patches, core)
    edges = edges[:, :, rim(edges.shape[-1])]
    cells = edges[core]
    common = medians(cells[:: -(-len(cells) // MOST_COMPARED)])
    return _correlation(edges, common)


def _edge_strength(patches: Pixels, core: npt.NDArray[np.bool_]) -> Floats:
    """(rows, cols, side / 2, side / 2): where edges are, 0 to 1.

    Strength is compressed, so that a tile's own outline counts beside the glaring line of a swipe across it,
    and then spread, so that a tile that is lifted a little still matches.
    """
    rows, cols, side = patches.shape[:3]
    flat = np.ascontiguousarray(patches.swapaxes(1, 2)).reshape(rows * side, cols * side)
    side //= 2
    flat = np.asarray(cv2.resize(flat, (cols * side, rows * side), interpolation=cv2.INTER_AREA), np.uint8)
    smooth = cv2.GaussianBlur(flat, (0, 0), side / 40)
    strength = cv2.magnitude(cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1))
    typical = float(strength.reshape(rows, side, cols, side).mean(axis=(1, 3))[core].mean())
    edges = cv2.GaussianBlur(strength / (strength + max(typical, 1.0)), (0, 0), side / 28)
    return np.asarray(edges, np.float32).reshape(rows, side, cols, side).swapaxes(1, 2)


def rim(side: int, *, inner: float = LETTER_SHARE, outer: float = 1.0) -> npt.NDArray[np.bool_]:
    """(side, side): what lies outside the middle `inner` share of a patch and inside its `outer` share."""
    away = np.abs(np.arange(side) - (side - 1) / 2) / (side / 2)
    distance = np.maximum(away[:, None], away[None, :])
    return np.asarray((distance > inner) & (distance <= outer))


def _correlation(edges: Floats, common: Floats) -> Floats:
    common = common - common.mean()
    edges = edges - edges.mean(axis=-1, keepdims=True)
    scale = np.linalg.norm(edges, axis=-1) * max(float(np.linalg.norm(common)), 1e-6)
    return np.asarray((edges @ common) / np.maximum(scale, 1e-6), np.float32)


def tile_lift(patches: Pixels, core: npt.NDArray[np.bool_]) -> Floats:
    """How much each cell's ground differs from what lies between cells: (rows, cols), typically 1.

    In a hole the edges of the tiles around it show, but its own ground is that of the gaps. All are 0 when
    nothing lies between the cells of this board but more of the same.
    """
    ground, corners = _ground(patches), _corners(patches)
    # A lit tile is lifted over its gaps, so that its own corners may be lit: the board's count as well.
    lift = np.maximum(np.abs(ground - corners), np.abs(ground - median(corners)))
    typical = _steady_lift(lift, core)
    return np.asarray(lift / typical if typical else np.zeros_like(lift), np.float32)


def beyond_shadow(patches: Pixels, tiles: Floats) -> npt.NDArray[np.bool_]:
    """(rows, cols): cells with nothing in the middle, that look but half like the others, by their `tiles`.

    So does the ground beside a board, with the shadow of the outermost tiles along one of its sides.
    """
    side = patches.shape[2]
    middle = patches[:, :, side // 4 : -side // 4, side // 4 : -side // 4]
    spread = np.ptp(middle.reshape(*middle.shape[:2], -1), axis=2)
    return np.asarray((spread < LEAST_LIFT) & (tiles < SHADOWED) & tiles.any())


class Plates(NamedTuple):
    """(rows, cols) each: where something stands out from the gaps, as tiles do."""

    any_shade: npt.NDArray[np.bool_]
    """Cells whose ground does, with corners of the gaps' shade."""
    tile_shade: npt.NDArray[np.bool_]
    """Those of them whose ground has the shade of some `core` cell's."""


def no_plates(shape: tuple[int, ...]) -> Plates:
    """Where tiles are not told from gaps by their shade."""
    return Plates(np.zeros(shape, bool), np.zeros(shape, bool))


def find_plates(patches: Pixels, core: npt.NDArray[np.bool_]) -> Plates:
    """Tiles told from the ground around them by shade, even where a line hides the edges of lit ones."""
    ground, corners = _ground(patches), _corners(patches)
    gap = median(corners[core])
    lift = np.abs(ground - gap)
    typical = _steady_lift(lift, core)
    if not typical:
        return no_plates(core.shape)
    unlike = np.abs(ground[:, :, None] - ground[core]).min(axis=2)
    plates = (lift > typical / 2) & (np.abs(corners - gap) < NEAR_SHADE * typical)
    return Plates(plates, plates & (unlike < NEAR_SHADE * typical))


def _ground(patches: Pixels) -> Floats:
    """(rows, cols): the shade around each cell's letter."""
    return np.asarray(medians(around_letters(patches), axis=-1), np.float32)


def around_letters(patches: Pixels, *, outer: float = 0.8) -> Pixels:
    """(..., n): some pixels of patches (..., side, side) that lie around the letters: every fourth one."""
    some = patches[..., ::2, ::2]
    return np.asarray(some[..., rim(some.shape[-1], outer=outer)])


def _corners(patches: Pixels) -> Floats:
    """(rows, cols): the shade of each cell's corners, which belong to the gaps."""
    side = patches.shape[-1]
    width = max(side // 16, 2)
    ends = np.r_[:width, side - width : side]
    corners = patches[:, :, ends[:, None], ends].reshape(*patches.shape[:2], -1)
    return np.asarray(medians(corners, axis=-1), np.float32)


def _steady_lift(lift: Floats, core: npt.NDArray[np.bool_]) -> float:
    """The lift of a typical tile in grey levels; 0 where tiles are not told from gaps by their shade."""
    typical = median(lift[core])
    steady = typical >= LEAST_LIFT and float((lift[core] > typical / 2).mean()) > 0.7
    return typical if steady else 0.0
