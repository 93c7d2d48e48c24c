"""The disc that a wheel's letters lie on: an edge all around them, and nothing else of their size inside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

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
OFF_CENTRE = 0.15
"""How far the disc's centre may lie from the ring's, in letter heights."""
LEAST_DIRECTIONS = 12
NEAR = 1.5
"""Pixels from a circle where an edge is on it."""
STEEPNESS = (4, 10, 24)
"""Grey levels between neighbouring pixels that make an edge around a region."""
LEAST_DISC = 0.2
"""Diameter of a disc, as a share of the picture's shorter side."""
ROUND = 1.06
"""Longer over shorter side of a round region's box."""
CHANCE, SURE = 0.75, 0.97
"""Share of the directions in which an edge of one sign lies at a common distance: tiles around a point, or a
photo, come to the first, discs to the second."""
OWN_PLACE = 0.75
"""What lies this near to a corner, in letter heights, belongs to its letter."""
MIDDLE = 0.5
"""The inner part of the ring, in radii, where a shuffle button may lie."""
SIMILAR = 0.75
"""A blob at least this high, compared with the letters, is none of their parts or specks."""


@dataclass(frozen=True, slots=True)
class Disc:
    """In pixels of the picture searched."""

    centre: complex
    radius: float


def find_discs(grey: Pixels) -> list[Disc]:
    """Round regions that an edge encloses, whatever lies within them; the largest first."""
    smooth = cv2.GaussianBlur(grey, (3, 3), 0)
    slope = cv2.morphologyEx(smooth, cv2.MORPH_GRADIENT, np.ones((2, 2), np.uint8))
    found = [disc for steep in STEEPNESS for disc in _round_regions(np.asarray(slope < steep))]
    found.sort(key=lambda disc: -disc.radius)
    return [
        disc
        for i, disc in enumerate(found)
        if all(abs(disc.centre - other.centre) > 0.1 * other.radius for other in found[:i])
    ]


def _round_regions(flat: npt.NDArray[np.bool_]) -> Iterator[Disc]:
    _, labels, stats, _ = cv2.connectedComponentsWithStats(
        flat.view(np.uint8), connectivity=4, ltype=cv2.CV_32S
    )
    x, y, width, height, area = stats.T
    side = np.maximum(width, height)
    able = (side >= LEAST_DISC * min(flat.shape)) & (side < ROUND * np.minimum(width, height))
    for label in np.flatnonzero(able & (area > 0.3 * side * side)).tolist():
        disc = Disc(complex(x[label] + width[label] / 2, y[label] + height[label] / 2), side[label] / 2)
        if (
            label
            and _share_at(labels, disc, 0.94, label) > 0.85
            and _share_at(labels, disc, 1.06, label) < 0.1
        ):
            yield disc


def _share_at(labels: npt.NDArray[np.int32], disc: Disc, reach: float, label: int) -> float:
    """Share of the directions in which the region is met at this many radii from the centre."""
    places = disc.centre + reach * disc.radius * np.exp(2j * np.pi * np.arange(72) / 72)
    rows = np.clip(places.imag.round().astype(int), 0, labels.shape[0] - 1)
    cols = np.clip(places.real.round().astype(int), 0, labels.shape[1] - 1)
    return float((labels[rows, cols] == label).mean())


def disc_share(grey: Pixels, ring: Ring) -> float:
    """0..1: how sure it is that a round edge surrounds the ring; 0 for what any photo shows."""
    length = round(FARTHEST * ring.radius)
    centre = (ring.centre.real, ring.centre.imag)
    polar = cv2.warpPolar(grey, (length, ANGLES), centre, length, cv2.INTER_LINEAR | cv2.WARP_FILL_OUTLIERS)
    rise = polar[:, STEP:].astype(np.int16) - polar[:, :-STEP]
    outside = rise[:, round(ring.radius + NEAREST * ring.height) :]
    if outside.shape[1] < 2 * STEP:
        return 0.0
    off = OFF_CENTRE * ring.height
    share = max(_circle_share(edges, off) for edges in (outside >= LEAST_RISE, outside <= -LEAST_RISE))
    return float(np.clip((share - CHANCE) / (SURE - CHANCE), 0, 1))


def _circle_share(edges: npt.NDArray[np.bool_], off: float) -> float:
    """The largest share of directions (rows) with an edge on one circle, whose centre may be a little off.

    Seen from a point beside its centre, a circle's distance is a cosine of the direction.
    """
    angles = 2 * np.pi * np.arange(ANGLES) / ANGLES
    waves = np.column_stack([np.ones(ANGLES), np.cos(angles), np.sin(angles)])
    near = cv2.blur(edges.astype(np.float32), (2 * round(off) + 1, 1), borderType=cv2.BORDER_CONSTANT) > 0
    middle = float((near.mean(axis=0)).argmax())
    places = np.where(edges, np.arange(edges.shape[1]), np.inf)
    distances = np.full(ANGLES, middle)
    for reach in (off + 1, off / 2 + 1, 2.0):
        gaps = np.abs(places - distances[:, None])
        best = gaps.argmin(axis=1)
        fits = gaps[np.arange(ANGLES), best] <= reach
        if fits.sum() < LEAST_DIRECTIONS:
            return 0.0
        distances = waves @ np.linalg.lstsq(waves[fits], best[fits].astype(np.float64))[0]
    return float((np.abs(places - distances[:, None]).min(axis=1) <= NEAR).mean())


def strangers(blobs: Blobs, ring: Ring, reach: float) -> int:
    """How many blobs of the letters' size lie among them, up to `reach` letter heights outside the ring."""
    points = blobs.centres @ np.array([1, 1j], np.complex64)
    width, height = blobs.sizes.T
    similar = (height > SIMILAR * ring.height) & (height < ring.height / SIMILAR) & (width < 2 * ring.height)
    distance = np.abs(points - ring.centre)
    among = (distance > MIDDLE * ring.radius) & (distance < ring.radius + reach * ring.height)
    to_corner = np.abs(points[:, None] - ring.corners()).min(axis=1)
    return int((similar & among & (to_corner > OWN_PLACE * ring.height)).sum())
