"""Cuts one glyph out of a grey patch and brings it to the form that the network reads.

A normalised glyph is float32 (S, S), 0 = ground, 1 = ink, whatever the colours were; its longer side fills
the square but for a margin, its aspect is kept. Two ways in: `cut_glyph` finds the glyph in a patch of about
one cell (how: `worker.vision.glyph_readings`), `cut_box` trusts a caller who already knows where the ink is,
which is much cheaper: pages have hundreds of letters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from worker.vision.glyph_blobs import WORK
from worker.vision.glyph_readings import Grey, Mask, Reading, best_reading

Image = NDArray[np.float32]

GLYPH_SIZE = 32
GLYPH_MARGIN = 3
MIN_PATCH = 6  # pixels along a side; no letter can be read in less
_NEAR = np.ones((3, 3), np.uint8)


class PatchBox(NamedTuple):
    """A rectangle inside the patch, in patch pixels with fractions."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Glyph:
    """A normalised glyph and where it came from.

    `contrast` is the distance between ink and ground in grey levels, `ink` the share of the patch it covers,
    `dark` whether the ink is the darker of the two. `underline` is the number of quarter turns,
    counter-clockwise, after which a separate bar that was dropped lies beneath it, `accent` the same of a
    mark above it; None where there is none. `cut_off`: a second letter beside it runs out of the patch.
    """

    image: Image
    box: PatchBox
    contrast: float
    ink: float
    dark: bool
    underline: int | None = None
    accent: int | None = None
    cut_off: bool = False

    @property
    def underlined(self) -> bool:
        """Whether a bar lies beneath it, as it is."""
        return self.underline == 0


def cut_glyph(patch: Grey, *, dark: bool | None = None, turned: bool = False) -> Glyph | None:
    """The glyph nearest the middle of a grey patch (h, w); None when nothing stands out from the ground.

    The patch should hold about one cell: the glyph takes an eighth to three quarters of its side. `dark`
    settles the polarity when the board has already told it. A blank tile, or its bare frame, is nothing. When
    the letter may be `turned`, bars and marks on any of its sides are no parts of it.
    """
    if min(patch.shape) < MIN_PATCH:
        return None
    found = _find(patch, dark, turned)
    if found is None or not found[1].is_blank:
        return None if found is None else _cut(*found)
    x, y, width, height = _within_rim(found[1], found[2])
    if min(width, height) < MIN_PATCH:
        return None
    found = _find(patch[y : y + height, x : x + width], dark, turned)
    if found is None or found[1].is_blank:
        return None
    glyph = _cut(*found)
    ink = glyph.ink * width * height / patch.size
    return replace(glyph, box=glyph.box._replace(x=glyph.box.x + x, y=glyph.box.y + y), ink=ink)


def cut_box(grey: Grey, box: Sequence[float], *, dark: bool, ink: Mask | None = None) -> Image:
    """The normalised glyph in a box (x, y, width, height) of a picture whose ink polarity is known.

    `ink` (the picture's shape, nonzero on the glyph's own pixels) keeps neighbours out; without it the whole
    box counts. A box outside the picture gives an empty glyph.
    """
    x0, y0 = max(int(box[0]), 0), max(int(box[1]), 0)
    x1 = min(int(np.ceil(box[0] + box[2])), grey.shape[1])
    y1 = min(int(np.ceil(box[1] + box[3])), grey.shape[0])
    if x1 <= x0 or y1 <= y0:
        return np.zeros((GLYPH_SIZE, GLYPH_SIZE), np.float32)
    left, top = max(x0 - 2, 0), max(y0 - 2, 0)
    window = np.s_[top : y1 + 2, left : x1 + 2]
    around = grey[window].astype(np.float32)
    if not dark:
        around = np.float32(255) - around
    levels = np.sort(around, axis=None)
    darkest, lightest = levels[levels.size // 25], levels[levels.size * 9 // 10]
    alpha = np.clip((lightest - around) / max(lightest - darkest, np.float32(1)), 0, 1)
    if ink is not None:
        alpha[cv2.dilate(ink[window], _NEAR) == 0] = 0
    return fit_square(alpha[y0 - top : y1 - top, x0 - left : x1 - left])


def _find(patch: Grey, dark: bool | None, turned: bool) -> tuple[Grey, Reading, float] | None:
    """The patch at working size, its best reading, and the factor between the two sizes."""
    height, width = patch.shape
    scale, work = WORK / max(height, width), patch
    if scale != 1:
        size = max(round(width * scale), 1), max(round(height * scale), 1)
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        work = np.asarray(cv2.resize(patch, size, interpolation=way), np.uint8)
    best = best_reading(work, dark, turned=turned)
    return None if best is None else (work, best, scale)


def _cut(work: Grey, reading: Reading, scale: float) -> Glyph:
    box = PatchBox(reading.x / scale, reading.y / scale, reading.w / scale, reading.h / scale)
    image = fit_square(_coverage(work, reading))
    ink, marks = reading.area / work.size, (reading.underline, reading.accent, reading.cut_off)
    return Glyph(image, box, reading.contrast, ink, reading.dark, *marks)


def _within_rim(tile: Reading, scale: float) -> tuple[int, int, int, int]:
    """The box inside a tile's rim, in patch pixels: its frame or gap may have drowned a faint letter."""
    rim = 0.09 * min(tile.w, tile.h)
    x, y = round((tile.x + rim) / scale), round((tile.y + rim) / scale)
    return x, y, round((tile.w - 2 * rim) / scale), round((tile.h - 2 * rim) / scale)


def _coverage(work: Grey, reading: Reading) -> Image:
    """How much of each pixel of the reading's box is ink, 0..1: soft at edges, zero on foreign ink."""
    levels = work[reading.y : reading.y + reading.h, reading.x : reading.x + reading.w]
    inside, grey = levels[reading.mask > 0], levels.astype(np.float32)
    place = inside.size // 4 if reading.dark else inside.size * 3 // 4
    core = float(np.partition(inside, place)[place])
    span = max(abs(reading.ground - core), 1.0)
    alpha = (reading.ground - grey) / span if reading.dark else (grey - reading.ground) / span
    alpha[cv2.dilate(reading.mask, _NEAR) == 0] = 0
    return np.clip(alpha, 0, 1, out=alpha)


def fit_square(alpha: Image) -> Image:
    """A crop scaled to the glyph square, aspect kept, centred."""
    height, width = alpha.shape
    out = np.zeros((GLYPH_SIZE, GLYPH_SIZE), np.float32)
    scale = (GLYPH_SIZE - 2 * GLYPH_MARGIN) / max(height, width)
    w, h = max(round(width * scale), 1), max(round(height * scale), 1)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    x, y = (GLYPH_SIZE - w) // 2, (GLYPH_SIZE - h) // 2
    out[y : y + h, x : x + w] = cv2.resize(np.ascontiguousarray(alpha), (w, h), interpolation=way)
    return out
