"""What a glyph that was cut from a drawing shows of the letter in it: training must not be told lies.

Cutting may lose a stem, an accent, or the whole letter to a stroke or a texture. A `Y` without its stem is a
`V`: to call it `Y` would teach doubt of every `V`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from worker.vision.glyph_cut import Image, fit_square

_ACCENT = 0.12  # share of an accented letter's height: what is cut by more has lost the accent
_CEDILLA = 0.10


class Shown(NamedTuple):
    """Shares 0..1: of the letter's ink, what lies in the glyph's box and what the glyph shows; of the
    glyph's ink, what is the letter's."""

    boxed: float
    seen: float
    pure: float

    @property
    def is_scenery(self) -> bool:
        """Whether the glyph is mostly something else: the ground, a texture, a stroke, a neighbour."""
        return self.pure < 0.35

    @property
    def is_whole(self) -> bool:
        """Whether enough of the letter is left to be called by its name."""
        return self.boxed > 0.8 and self.seen > 0.5


def shown(image: Image, box: Sequence[float], letter: NDArray[np.float32]) -> Shown:
    """Compares a glyph with the letter (canvas mask 0..1) in the box (canvas pixels) that it was cut from."""
    x0, y0 = max(round(box[0]), 0), max(round(box[1]), 0)
    x1, y1 = max(round(box[0] + box[2]), x0 + 1), max(round(box[1] + box[3]), y0 + 1)
    crop = letter[y0:y1, x0:x1]
    ink = float(crop.sum())
    if ink < 1:
        return Shown(0, 0, 0)
    ideal = fit_square(crop)
    both = float(np.minimum(_thick(ideal), image).sum())
    seen = float(np.minimum(ideal, _thick(image)).sum()) / float(ideal.sum())
    return Shown(ink / float(letter.sum()), seen, both / max(float(image.sum()), 1.0))


def _thick(image: Image) -> Image:
    """Ink grown by a pixel, so that a small shift counts for nothing."""
    return np.asarray(cv2.dilate(image, np.ones((3, 3), np.uint8)), np.float32)


def shape_left(shape: str, box: Sequence[float], true: Sequence[float]) -> str:
    """The shape, without its accent or cedilla when the box that was cut leaves it out."""
    plain = unicodedata.normalize("NFD", shape)[0]
    if plain == shape:
        return shape
    if shape in "Çç":
        lost = box[1] + box[3] < true[1] + (1 - _CEDILLA) * true[3]
    else:
        lost = box[1] > true[1] + _ACCENT * true[3]
    return plain if lost else shape
