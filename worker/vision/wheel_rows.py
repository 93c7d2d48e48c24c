"""Letters of a keyboard, a board or a page stand on rings too, but have more of their kind beside them.

Such letters go on in rows: what stands one step beside one of them stands one step beside the others as well.
A wheel's letters have nothing beside them, and what is near by chance is not near all of them the same way.
"""

from __future__ import annotations

import numpy as np

from worker.vision.wheel_disc import OWN_PLACE
from worker.vision.wheel_rings import Points, Ring

LONGEST_STEP = 4.5
"""From a letter to the one beside it, in letter heights; keys are wide."""
SAME_STEP = 0.3
"""How far letters may lie from one step beside others, in letter heights."""
MOST_IN_ROWS = 0.66
"""Share of the letters with another one beside them, from which on they stand in rows."""


def stands_in_rows(points: Points, ring: Ring) -> bool:
    """Whether most letters of a ring have one of `points`, things of their size, one step beside them.

    The step is the same for all of them, to either side; other letters of the ring do not count.
    """
    corners = ring.corners()
    others = points[np.abs(points[:, None] - corners).min(axis=1, initial=np.inf) > OWN_PLACE * ring.height]
    away = others - corners[:, None]  # (corner, other)
    near = np.abs(away) < LONGEST_STEP * ring.height
    away, steps = away[:, near.any(axis=0)], away[near]
    if not len(steps):
        return False
    either = np.concatenate([away, -away], axis=1)
    beside = np.abs(either[:, :, None] - steps).min(axis=1) < SAME_STEP * ring.height  # (corner, step)
    return float(beside.mean(axis=0).max()) > MOST_IN_ROWS
