"""Lines under letters of dice that run out into the die's edge, where they are no blobs of their own."""

from __future__ import annotations

import numpy as np

from worker.vision.glyph_cut import Glyph, PatchBox
from worker.vision.glyph_readings import Grey

REACH = 0.5
"""How far below a letter its line lies at most, in heights of it."""
MIDDLE = 0.1
"""Share of the letter's width at either end below which the line may be worn off."""
INKED = 0.5
"""Ink of a line, as a share of the letter's contrast."""
THICK, THICKEST = 0.2, 4
"""What is thicker is no line, in heights of the letter and in pixels at least."""


def line_beside(patch: Grey, glyph: Glyph) -> int | None:
    """Quarter turns, counter-clockwise, that bring the line beside a glyph below it; None without one line.

    A wide letter's line reaches from one edge of the die to the other, and is one blob with what is there.

    Args:
        patch: the patch (side, side) out of which the glyph was cut.
    """
    found = [turns for turns in range(4) if _is_underlined(np.rot90(patch, turns), glyph, turns)]
    return found[0] if len(found) == 1 else None


def _is_underlined(patch: Grey, glyph: Glyph, turns: int) -> bool:
    """Whether there is ground, a thin line, and ground again below a glyph."""
    x, y, width, height = _turned(glyph.box, turns, len(patch))
    left, right = round(x + MIDDLE * width), round(x + (1 - MIDDLE) * width)
    below = patch[round(y + height) : round(y + (1 + REACH) * height), max(left, 0) : right]
    if min(below.shape) == 0:
        return False
    profile = np.median(below, axis=1)
    depth = profile.max() - profile if glyph.dark else profile - profile.min()
    steps = np.diff((depth > INKED * glyph.contrast).astype(int))
    begins, ends = np.flatnonzero(steps > 0), np.flatnonzero(steps < 0)
    ends = ends[ends > begins[0]] if len(begins) else ends[:0]
    return len(ends) > 0 and bool(ends[0] - begins[0] <= max(THICK * height, THICKEST))


def _turned(box: PatchBox, turns: int, side: int) -> PatchBox:
    """The box after quarter turns of its square patch, counter-clockwise."""
    for _ in range(turns):
        box = PatchBox(box.y, side - box.x - box.width, box.height, box.width)
    return box
