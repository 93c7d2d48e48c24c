"""Tells which letters of a wheel a swipe's line crosses, whatever its colour is.

A line leads from letter to letter, or to the finger: what hangs together with a crossed letter reaches out
of it, over the ground, inwards. A letter by itself ends, and so does one on a small disc of its own.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from worker.vision.candidates import Floats
from worker.vision.decode import Pixels
from worker.vision.lattice import Flags
from worker.vision.wheel_letters import PATCH, cut_patches
from worker.vision.wheel_rings import Ring

REACH = 2.2
"""Side of a patch in letter heights."""
GROUND = (0.6, 0.85)
"""Distances from a letter's middle, in letter heights, where mostly ground is seen."""
LETTER, STROKES = 0.4, 0.5
"""Within these distances lies what belongs to the letter, and what shows its contrast."""
LEAST_CONTRAST, LEAST_LEVELS, OF_NOISE = 0.18, 10, 3
"""What is other than the ground: shares of the letter's contrast, levels, and the ground's own spread."""
NEAREST, FARTHEST = 0.68, 1.03
"""Distances that a line reaches and a letter does not; the nearest where the ground ends already."""
ENDED = 0.7
"""Share of a circle that is something else where the ground has ended: there is the edge of a small disc."""
SOFT_EDGE = 3
"""Pixels before the end of the ground that are no more ground."""
INWARDS = 0.15
"""Cosine of the widest angle at which a line leaves a letter, seen from the ring's centre."""

_PLACES = (np.arange(PATCH) - (PATCH - 1) / 2) * (REACH / PATCH)
_PLANE = _PLACES[None, :] + 1j * _PLACES[:, None]
_DISTANCE = np.abs(_PLANE)
_CIRCLE = np.round(_DISTANCE * PATCH / REACH).astype(int)
_ON_GROUND = (GROUND[0] < _DISTANCE) & (GROUND[1] > _DISTANCE)


def crossed_letters(bgr: Pixels, ring: Ring) -> Flags:
    """(count,): which letters of a ring in this picture have a line over or under them.

    Once a line is seen, those are among them on whose ground, a photo, no line could be seen.
    """
    corners = ring.corners()
    grounds = [_seen(patch) for patch in cut_patches(bgr, corners, REACH * ring.height)]
    inwards = ((ring.centre - corners) / ring.radius).tolist()
    crossed = np.array([_is_crossed(seen.other, way) for seen, way in zip(grounds, inwards, strict=True)])
    return crossed | np.array([seen.is_restless for seen in grounds]) if crossed.any() else crossed


class _Seen(NamedTuple):
    other: Pixels
    """(PATCH, PATCH): 1 where the colour is not that around the letter."""
    is_restless: bool
    """Whether the ground itself is of so many colours that a line may be one of them."""


def _is_crossed(other: Pixels, inwards: complex) -> bool:
    """Whether what overlaps the middle of a patch reaches as far as the ground does."""
    inner = (_PLANE * inwards.conjugate()).real > INWARDS * _DISTANCE
    _, labels = cv2.connectedComponents(other, connectivity=8)
    own = np.unique(labels[(_DISTANCE < LETTER) & (other > 0)])
    return bool(np.isin(labels[inner & (_end_of_ground(other, inner) == _CIRCLE)], own).any())


def _seen(patch: Pixels) -> _Seen:
    colours = patch.astype(np.int16)
    ground = np.median(colours[_ON_GROUND], axis=0)
    off = np.abs(colours - ground).max(axis=2)
    contrast = LEAST_CONTRAST * float(np.percentile(off[_DISTANCE < STROKES], 90))
    noise = OF_NOISE * float(np.median(off[_ON_GROUND]))
    other = (off > max(contrast, noise, LEAST_LEVELS)).astype(np.uint8)
    joined = cv2.morphologyEx(other, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    return _Seen(np.asarray(joined, np.uint8), noise > contrast)


def _end_of_ground(other: Pixels, inner: Flags) -> int:
    """The circle, in pixels from the middle, on which only a line is something else."""
    shares = _shares(other, inner)
    first, last = (round(distance * PATCH / REACH) for distance in (NEAREST, FARTHEST))
    ended = np.flatnonzero(shares[first:last] > ENDED)
    return first + int(ended[0]) - SOFT_EDGE if len(ended) else last - 1


def _shares(other: Pixels, inner: Flags) -> Floats:
    """For each circle around the middle the share of it that is other than the ground."""
    circles = _CIRCLE[inner]
    total = np.bincount(circles)
    return np.asarray(np.bincount(circles, weights=other[inner]) / np.maximum(total, 1), np.float32)
