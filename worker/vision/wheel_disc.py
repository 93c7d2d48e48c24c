"""The disc that a wheel's letters lie on: an edge all around them, and nothing else of their size inside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Blobs
from worker.vision.decode import Pixels
from worker.vision.wheel_regions import Regions, find_regions
from worker.vision.wheel_rings import Points, Ring

ANGLES = 180
FARTHEST = 2.4
"""How far from the centre the disc's edge is searched, in radii of the ring."""
NEAREST = 0.5
"""How far outside the ring it begins, in letter heights: no letter reaches over the edge."""
STEP = 3
"""Pixels over which the edge rises; a screenshot's edges are sharp, a JPEG's a little less."""
LEAST_RISE = 3
"""Grey levels. Discs are often glass: they make what lies behind them a little lighter, or darker."""
COLOUR_RISE = 14
"""Levels of a channel, whatever the sign."""
BESIDE = 0.72
"""How far from a letter's middle its ground is bare, in letter heights."""
EVEN = 16.0
"""Levels by which the ground of a disc differs from place to place, if it is glass."""
OFF_CENTRE = 0.15
"""How far the disc's centre may lie from the ring's, in letter heights."""
LEAST_DIRECTIONS = 12
NEAR = 1.5
"""Pixels from a circle where an edge is on it."""
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
BOARD_REACH = 2
"""Rows and columns beside a ring of four where a board's other letters are looked for."""
ON_BOARD = 0.4
"""How far a board's letter may lie from its cell's middle, in letter heights."""
SAME_PLACE = 0.4
"""Letter heights within which blobs are the same thing, seen twice."""
WIDE = 1 << 20
"""More than the columns of such places."""
SIMILAR = 0.75
"""A blob at least this high, compared with the letters, is none of their parts or specks."""


@dataclass(frozen=True, slots=True)
class Disc:
    """In pixels of the picture searched."""

    centre: complex
    radius: float


def find_discs(pixels: Pixels) -> list[Disc]:
    """Round regions of a grey or colour picture, the largest first."""
    found = [disc for regions in find_regions(pixels) for disc in _round_ones(regions)]
    found.sort(key=lambda disc: -disc.radius)
    return [
        disc
        for i, disc in enumerate(found)
        if all(abs(disc.centre - other.centre) > 0.1 * other.radius for other in found[:i])
    ]


def _round_ones(regions: Regions) -> Iterator[Disc]:
    labels = regions.labels
    x, y, width, height, area = regions.boxes.T
    side = np.maximum(width, height)
    able = (side >= LEAST_DISC * min(labels.shape)) & (side < ROUND * np.minimum(width, height))
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
    """0..1: how sure it is that a round edge of one sign surrounds the ring; 0 for what any photo shows."""
    rise = _rise(grey, ring)
    lighter = _circle_share(rise >= LEAST_RISE, ring)
    return _sureness(lighter if lighter > SURE else max(lighter, _circle_share(rise <= -LEAST_RISE, ring)))


def coloured_disc_share(bgr: Pixels, ring: Ring) -> float:
    """The same in colour, where the disc may be lighter than one part of a photo and darker than another.

    An edge of any sign is easily found around tiles too, but their ground is not the same everywhere.
    """
    if not _is_even(bgr, ring):
        return 0.0
    return _sureness(_circle_share(np.abs(_rise(bgr, ring)).max(axis=2) >= COLOUR_RISE, ring))


def _is_even(bgr: Pixels, ring: Ring) -> bool:
    """Whether the ground halfway between neighbours is the one beside the letters."""
    arms = ring.corners() - ring.centre
    halfway = ring.centre + arms * np.exp(1j * np.pi / ring.count)
    beside = [ring.corners() + BESIDE * ring.height * way for way in (1, 1j, -1, -1j)]
    ground = np.median([_colours(bgr, places) for places in beside], axis=0)
    off = np.abs(_colours(bgr, halfway) - (ground + np.roll(ground, -1, axis=0)) / 2).max(axis=1)
    return float(np.median(off)) < EVEN


def _colours(bgr: Pixels, places: Points) -> npt.NDArray[np.float64]:
    """(n, 3): the colours at these places."""
    rows = np.clip(places.imag.round().astype(int), 0, bgr.shape[0] - 1)
    cols = np.clip(places.real.round().astype(int), 0, bgr.shape[1] - 1)
    return np.asarray(bgr[rows, cols], np.float64)


def _sureness(share: float) -> float:
    return float(np.clip((share - CHANCE) / (SURE - CHANCE), 0, 1))


def _rise(pixels: Pixels, ring: Ring) -> npt.NDArray[np.int16]:
    """(ANGLES, distances, ...): how much the levels rise outwards, from just outside the letters on."""
    length = round(FARTHEST * ring.radius)
    centre = (ring.centre.real, ring.centre.imag)
    polar = cv2.warpPolar(pixels, (length, ANGLES), centre, length, cv2.INTER_LINEAR | cv2.WARP_FILL_OUTLIERS)
    start = min(round(ring.radius + NEAREST * ring.height), length - 2 * STEP)
    return np.asarray(polar[:, start + STEP :].astype(np.int16) - polar[:, start:-STEP])


def _circle_share(edges: npt.NDArray[np.bool_], ring: Ring) -> float:
    """The largest share of directions (rows) with an edge on one circle, whose centre may be a little off.

    Seen from a point beside its centre, a circle's distance is a cosine of the direction.
    """
    off = OFF_CENTRE * ring.height
    angles = 2 * np.pi * np.arange(ANGLES) / ANGLES
    waves = np.column_stack([np.ones(ANGLES), np.cos(angles), np.sin(angles)])
    near = cv2.blur(edges.astype(np.float32), (2 * round(off) + 1, 1), borderType=cv2.BORDER_CONSTANT) > 0
    shares = near.mean(axis=0)
    if float(shares.max()) < CHANCE:  # no circle has more, wherever its centre lies
        return 0.0
    middle = float(shares.argmax())
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


def similar(blobs: Blobs, ring: Ring) -> Points:
    """The middles of blobs that are as high as the ring's letters, each about once."""
    width, height = blobs.sizes.T
    alike = (height > SIMILAR * ring.height) & (height < ring.height / SIMILAR) & (width < 2 * ring.height)
    step = SAME_PLACE * ring.height
    cells = np.round(blobs.centres[alike] / step).astype(np.int64)
    rows, cols = np.divmod(np.unique(cells[:, 1] * WIDE + cells[:, 0]), WIDE)
    return np.asarray((cols + 1j * rows) * step)


def strangers(points: Points, ring: Ring, reach: float) -> int:
    """How many of such blobs lie among a ring's letters, up to `reach` letter heights outside the ring."""
    distance = np.abs(points - ring.centre)
    among = (distance > MIDDLE * ring.radius) & (distance < ring.radius + reach * ring.height)
    to_corner = np.abs(points[:, None] - ring.corners()).min(axis=1)
    return int((among & (to_corner > OWN_PLACE * ring.height)).sum())


def board_neighbours(points: Points, ring: Ring) -> int:
    """How many of such blobs stand where the ring goes on as rows and columns of a board."""
    if ring.count != 4:
        return 0
    step = np.arange(-BOARD_REACH, BOARD_REACH + 1)
    lattice = (step[:, None] + 1j * step).ravel()
    diamond = lattice[np.abs(lattice) != 1] * ring.arm
    block = (lattice + 0.5 + 0.5j) * ring.arm * (1 + 1j)
    block = block[np.abs(np.abs(block) - ring.radius) > ON_BOARD * ring.height]
    return max(_near(points, ring.centre + places, ring.height) for places in (diamond, block))


def between(points: Points, ring: Ring) -> int:
    """How many of such blobs stand on the ring, halfway between neighbours."""
    halfway = (ring.corners() - ring.centre) * np.exp(1j * np.pi / ring.count)
    return _near(points, ring.centre + halfway, ring.height)


def _near(points: Points, places: Points, height: float) -> int:
    return int((np.abs(points - places[:, None]) < ON_BOARD * height).any(axis=1).sum())
