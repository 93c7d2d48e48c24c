"""Is there a tile in a cell? Told by what the cells of this board have in common around their letters."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.decode import Pixels

LETTER_SHARE = 0.55
"""The middle part of a cell that letters take; what lies around it belongs to the tile."""
LEAST_LIFT = 8
"""Grey levels between tiles and gaps."""


def tile_likeness(patches: Pixels, core: npt.NDArray[np.bool_]) -> Floats:
    """How alike the rim of each patch is to the rims of the `core` cells: (rows, cols), from -1 to 1.

    Rims are compared by the strength of their edges, not by brightness, so that a tile lit up by a swipe is
    still one. On a board without tiles (letters on plain paper) rims have little in common.
    """
    edges = _edge_strength(patches, core)[:, :, rim(patches.shape[-1])]
    common = np.median(edges[core], axis=0)
    return _correlation(edges, common)


def _edge_strength(patches: Pixels, core: npt.NDArray[np.bool_]) -> Floats:
    """(rows, cols, side, side): where edges are, 0 to 1.

    Strength is compressed, so that a tile's own outline counts beside the glaring line of a swipe across it,
    and then spread, so that a tile that is lifted a little still matches.
    """
    rows, cols, side, _ = patches.shape
    flat = np.ascontiguousarray(patches.swapaxes(1, 2)).reshape(rows * side, cols * side)
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
    side = patches.shape[-1]
    ground = np.median(patches[:, :, rim(side, outer=0.8)], axis=-1)
    corner = max(side // 16, 2)
    ends = np.r_[:corner, side - corner : side]
    between = np.median(patches[:, :, ends[:, None], ends].reshape(*patches.shape[:2], -1), axis=-1)
    # A lit tile is lifted over its gaps, so that its own corners may be lit: the board's count as well.
    lift = np.maximum(np.abs(ground - between), np.abs(ground - np.median(between)))
    typical = float(np.median(lift[core]))
    steady = typical >= LEAST_LIFT and float((lift[core] > typical / 2).mean()) > 0.7
    return np.asarray(lift / typical if steady else np.zeros_like(lift), np.float32)
