"""The disc that a wheel's letters lie on: an edge all around them, and nothing else of their size inside."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Blobs
from worker.vision.decode import Pixels
from worker.vision.wheel_rings import Ring

ANGLES = 180
FARTHEST = 2.4
"""How far from the centre the disc's edge is searched, in radii of the ring."""
NEAREST = 0.5
"""How far outside the ring it begins, in letter heights: no letter reaches over the edge."""
STEP = 3
"""Pixels over which the edge rises; a screenshot's edges are sharp, a JPEG's a little less."""
LEAST_RISE = 3
"""Grey levels. Discs are often glass: they make what lies behind them a little lighter, or darker."""
CHANCE, SURE = 0.75, 0.97
"""Share of the directions in which an edge of one sign lies at a common distance: tiles around a point, or a
photo, come to the first, discs to the second."""
OWN_PLACE = 0.75
"""What lies this near to a corner, in letter heights, belongs to its letter."""
MIDDLE = 0.5
"""The inner part of the ring, in radii, where a shuffle button may lie."""
SIMILAR = 0.75
"""A blob at least this high, compared with the letters, is none of their parts or specks."""


def disc_share(grey: Pixels, ring: Ring) -> float:
    """0..1: how sure it is that a round edge surrounds the ring; 0 for what any photo shows."""
    length = round(FARTHEST * ring.radius)
    centre = (ring.centre.real, ring.centre.imag)
    polar = cv2.warpPolar(grey, (length, ANGLES), centre, length, cv2.INTER_LINEAR | cv2.WARP_FILL_OUTLIERS)
    rise = polar[:, STEP:].astype(np.int16) - polar[:, :-STEP]
    outside = rise[:, round(ring.radius + NEAREST * ring.height) :]
    if outside.shape[1] < 2 * STEP:
        return 0.0
    share = max(_common(outside >= LEAST_RISE), _common(outside <= -LEAST_RISE))
    return float(np.clip((share - CHANCE) / (SURE - CHANCE), 0, 1))


def _common(edges: npt.NDArray[np.bool_]) -> float:
    """The largest share of directions with an edge at one distance, give or take a pixel."""
    near = edges.copy()
    near[:, 1:] |= edges[:, :-1]
    near[:, :-1] |= edges[:, 1:]
    return float(near.mean(axis=0).max())


def strangers(blobs: Blobs, ring: Ring, reach: float) -> int:
    """How many blobs of the letters' size lie among them, up to `reach` letter heights outside the ring."""
    points = blobs.centres @ np.array([1, 1j], np.complex64)
    width, height = blobs.sizes.T
    similar = (height > SIMILAR * ring.height) & (height < ring.height / SIMILAR) & (width < 2 * ring.height)
    distance = np.abs(points - ring.centre)
    among = (distance > MIDDLE * ring.radius) & (distance < ring.radius + reach * ring.height)
    to_corner = np.abs(points[:, None] - ring.corners()).min(axis=1)
    return int((similar & among & (to_corner > OWN_PLACE * ring.height)).sum())
