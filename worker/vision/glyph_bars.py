"""Lone bars: whether a glyph is but a bar, and whether there is faint ink beside it.

A bar is an I, unless it is the stem of a letter whose thin strokes have faded or were smeared away: those
are too faint for the threshold that cut the glyph out, but they can be seen on the ground beside it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from worker.vision.candidates import Floats
from worker.vision.glyph_cut import GLYPH_MARGIN, Image
from worker.vision.glyph_readings import Grey
from worker.vision.glyphs import GLYPH_SIZE, LETTERS, Glyph
from worker.vision.medians import median

FULL, LONG = 0.6, 1.9
"""Share of its box that a bar fills, and its length by its breadth."""
EDGE = 3
"""Pixels beside a bar that are its own, blurred."""
REACH = 0.45
"""How far from the middle of a stem the other strokes of a letter reach, in lengths of it."""
ALONE, BESIDE = 0.1, 0.25
"""Ink beside a bar that is but grain, and that is a stroke: beside an I, one in a hundred drawn ones has the
second; beside what is left of other letters, three of four have it."""
BAR = 20.0
"""How many times likelier a bar that is alone is an I, than the network has it, to which it could be scrap;
and how many times less likely one that is not."""
BAR_OFF = 0.12
"""How far, in logarithms, the length of an I may be off the height of capitals."""
READ, LEAST = 0.95, 3
"""Probability of a letter, and number of them, that tell the height of capitals."""
LOPSIDED = 0.25
"""Head to foot in width, in logarithms: in 433 faces at most 0.19 in an I, at least 0.24 in a T."""
HARDLY = 0.05
"""Probability of an I that none is likelier than."""
SMOOTH = 3
"""Pixels over which ink is averaged, so that grain is none."""


_I = LETTERS.index("I")
_FLAT = np.array([letter != "" and letter in "BDEFHKLMNPRTUXZ" for letter in LETTERS])
"""Letters as high as capitals are, whose tightest box lies as they do."""


class Shape(NamedTuple):
    """The tightest box around a glyph, which lies askew with it."""

    width: float
    """Along the side that is nearer to level, in pixels of the patch."""
    height: float
    tilt: float
    """Degrees clockwise, -45 to 45."""
    fill: float
    """Share of the box that is ink."""

    @property
    def long(self) -> float:
        return max(self.width, self.height)

    @property
    def is_bar(self) -> bool:
        return self.fill >= FULL and self.long >= LONG * min(self.width, self.height)

    def turned(self, turns: int) -> Shape:
        """After quarter turns."""
        return self._replace(width=self.height, height=self.width) if turns % 2 else self


def shape_of(glyph: Glyph) -> Shape:
    """The tightest box around the glyph's ink."""
    ink = cv2.findNonZero((glyph.image > 0.5).view(np.uint8))
    if ink is None:
        return Shape(glyph.box.width, glyph.box.height, 0.0, 0.0)
    _, (across, down), angle = cv2.minAreaRect(ink)
    across, down = across + 1, down + 1  # from the middles of the outer pixels to their edges
    fill = len(ink) / (across * down)
    if abs(angle) > 45:
        across, down, angle = down, across, angle - math.copysign(90, angle)
    scale = max(glyph.box.width, glyph.box.height) / (GLYPH_SIZE - 2 * GLYPH_MARGIN)
    return Shape(across * scale, down * scale, angle, fill)


def capital_height(heights: Sequence[float], letters: Sequence[int]) -> float | None:
    """The height that capitals share, from those of surely read letters; None when they are too few."""
    flat = [height for height, letter in zip(heights, letters, strict=True) if _FLAT[letter]]
    return median(np.array(flat)) if len(flat) >= LEAST else None


def with_bars(letters: Floats, glyphs: Sequence[Glyph], patches: NDArray[np.uint8], turns: int) -> Floats:
    """Probabilities (n, len(LETTERS)) of a board's capitals, an I as likely as what is beside it lets it be.

    Args:
        patches: (n, side, side), those out of which the glyphs were cut.
        turns: quarter turns that bring them upright.
    """
    likeliest = letters[:, 1:].argmax(axis=1) + 1
    perhaps = np.flatnonzero(letters[:, _I] > HARDLY).tolist()
    if not perhaps:
        return letters
    sure = np.flatnonzero((letters[:, 1:].max(axis=1) > READ) & _FLAT[likeliest]).tolist()
    heights = [shape_of(glyphs[i]).turned(turns).height for i in sure]
    capital = capital_height(heights, likeliest[sure].tolist())
    weighed = letters.copy()
    for i in perhaps:
        shape = shape_of(glyphs[i]).turned(turns)
        if shape.is_bar:
            weighed[i, _I] *= as_bar(ink_beside(patches[i], glyphs[i]), shape.long, capital)
        elif is_lopsided(np.rot90(glyphs[i].image, turns)):
            weighed[i, _I] /= BAR
    return np.asarray(weighed / weighed.sum(axis=1, keepdims=True), np.float32)


def as_bar(beside: float, long: float, capital: float | None) -> float:
    """What the odds of an I count for.

    Args:
        beside: the `ink_beside` it.
        long: its length.
        capital: the height of the board's capitals where it is known, of the same unit.
    """
    if beside > BESIDE:
        return 1 / BAR
    fits = capital is not None and abs(math.log(long / capital)) < BAR_OFF
    return BAR if fits and beside < ALONE else 1.0


def is_lopsided(upright: Image) -> bool:
    """Whether the upper end of a glyph is of another width than its foot, as in a T or an L, and in no I."""
    ink = upright > 0.5
    rows = np.flatnonzero(ink.any(axis=1))
    if len(rows) == 0:
        return False
    end = len(rows) // 5 + 1
    head, foot = (
        np.ptp(np.flatnonzero(part.any(axis=0))) + 1 for part in (ink[rows[:end]], ink[rows[-end:]])
    )
    return bool(abs(math.log(head / foot)) > LOPSIDED)


def ink_beside(patch: Grey, glyph: Glyph) -> float:
    """The darkest place beside a bar, as a share of the bar's own contrast; about 0 beside an I.

    Args:
        patch: the patch (h, w) out of which the glyph was cut.
    """
    x, y, width, height = glyph.box
    if width > height:
        patch, x, y, width, height = patch.T, y, x, height, width
    middle, reach = x + width / 2, REACH * height
    rows = slice(max(round(y), 0), round(y + height))
    sides = (middle - reach, x - EDGE), (x + width + EDGE, middle + reach)
    beside = [_smoothed(patch[rows, max(round(a), 0) : max(round(b), 0)]) for a, b in sides]
    levels = np.concatenate([side.ravel() for side in beside])
    if levels.size == 0:
        return 0.0
    ground = median(levels)
    far = ground - float(levels.min()) if glyph.dark else float(levels.max()) - ground
    return far / max(glyph.contrast, 1.0)


def _smoothed(side: Grey) -> NDArray[np.uint8]:
    if min(side.shape) == 0:
        return np.zeros((0, 0), np.uint8)
    return np.asarray(
        cv2.blur(np.ascontiguousarray(side), (SMOOTH, SMOOTH), borderType=cv2.BORDER_REPLICATE), np.uint8
    )
