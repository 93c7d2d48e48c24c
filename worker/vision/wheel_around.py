"""Rings on a disc of which centre and radius are known: one letter tells where all others lie."""

from __future__ import annotations

import numpy as np

from worker.vision.candidates import Blobs
from worker.vision.wheel_rings import (
    LEAST_CHORD,
    LEAST_COUNT,
    MOST_COUNT,
    SAME_HEIGHT,
    TOLERANCE,
    Ints,
    Points,
    Ring,
    Values,
    next_to_twelve,
    same,
    turns_of,
)

ON_DISC = (0.4, 0.85)
"""Where the letters' middles lie on a disc, in its radii."""
LETTER_ON_DISC = (0.15, 0.65)
"""Height of the letters on a disc, in its radii."""
EACH = 2
"""Rings of a count on a disc."""


def rings_around(blobs: Blobs, centre: complex, radius: float) -> list[Ring]:
    """For each count the rings with the most letters, on a disc of which centre and radius are known.

    With the centre given, one letter tells where all others lie.
    """
    points = blobs.centres.astype(np.float64) @ np.array([1, 1j])
    heights = blobs.sizes[:, 1].astype(np.float64)
    reach = np.abs(points - centre) / radius
    able = (reach > ON_DISC[0]) & (reach < ON_DISC[1])
    able &= (heights > LETTER_ON_DISC[0] * radius) & (heights < LETTER_ON_DISC[1] * radius)
    which = np.flatnonzero(able)
    rings: list[Ring] = []
    for start in which.tolist():
        alike = np.abs(np.log(heights[which] / heights[start])) < np.log(SAME_HEIGHT)
        for count in range(LEAST_COUNT, MOST_COUNT + 1):
            ring = _ring_from(points, heights, which[alike], centre, start, count)
            rings += [ring] if ring is not None else []
    rings.sort(key=lambda ring: -ring.promise)
    return _best_of_each(rings)


def _best_of_each(rings: list[Ring]) -> list[Ring]:
    """The two best rings of each count that are not the same."""
    kept: list[Ring] = []
    for ring in rings:
        others = [other for other in kept if other.count == ring.count]
        if len(others) < EACH and not any(same(ring, other) for other in others):
            kept.append(ring)
    return kept


def _ring_from(
    points: Points, heights: Values, which: Ints, centre: complex, start: int, count: int
) -> Ring | None:
    """The ring with a corner at this blob; None when its letters would lie too close together."""
    arm, height = complex(points[start] - centre), float(np.median(heights[which]))
    if 2 * abs(arm) * np.sin(np.pi / count) < LEAST_CHORD * height:
        return None
    first = next_to_twelve(arm * turns_of(count))
    arm = complex(arm * turns_of(count)[first])
    corners = centre + arm * turns_of(count)
    gaps = np.abs(points[which] - corners[:, None]) / height
    nearest = gaps.argmin(axis=1)
    near = gaps[np.arange(count), nearest] < TOLERANCE
    members = tuple(int(which[i]) if hit else -1 for i, hit in zip(nearest, near, strict=True))
    error = float(np.sqrt((gaps.min(axis=1)[near] ** 2).mean()))
    return Ring(centre, arm, count, height, members, error)
