"""The letters at the corners of a ring: each in dark and in light ink, with and without a swipe's line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.decode import Pixels
from worker.vision.glyph_bars import with_bars
from worker.vision.glyphs import (
    CLASSES,
    LETTERS,
    Case,
    Glyph,
    GlyphReader,
    base_letter,
    cut_glyph,
    letter_probabilities,
)
from worker.vision.wheel_rings import Points

PATCH = 64
REACH = 1.75
"""Side of a patch in letter heights: a W fits, and the circle around a swiped letter is cut off."""
OWN_HEIGHT = (0.8, 1.45)
"""A glyph's height over the ring's: less is the counter of an O, more a circle; a J may hang low."""
OFF_CENTRE = 0.3
"""How far a glyph's middle may lie from the corner, in letter heights."""
LIKELY = 0.5
"""Probability from which on the reading in the ink in which the letter was found is believed."""
SURE = 0.6
"""Probability of a letter, whatever may be told for other things, from which on there is one."""
RIVAL = 0.5
"""Another reading of a corner that is this likely, and another letter, makes it doubtful."""

_SHAPES_OF_LETTERS = np.array([shape.isalpha() for shape in CLASSES])
_BASES = [base_letter(letter).replace("QU", "Q") for letter in LETTERS]
"""A wheel has single letters: what looks like `Qu` is a Q with something beside it."""


@dataclass(frozen=True, slots=True)
class WheelLetter:
    """What was read at a corner; "" where nothing was."""

    text: str
    confidence: float
    runner_up: str
    why: str | None
    """Why it is doubtful whatever the confidence."""
    letterlike: float
    """Share of the probability that lies on letters, neither digits nor scrap."""

    @property
    def is_sure(self) -> bool:
        """Whether this is a letter without a doubt."""
        return self.why is None and self.confidence * self.letterlike > SURE

    def crossed(self) -> WheelLetter:
        """The same, doubtful because of a line."""
        why = f"a line crosses it; could be {self.text} or {self.runner_up}"
        return replace(self, why=self.why or why)


UNSURE_COUNT = "unsure how many letters there are"
UNREAD = WheelLetter("", 0.0, "", "a letter belongs here, but none could be read", 0.0)


@dataclass(frozen=True, slots=True)
class _Reading:
    corner: int
    glyph: Glyph
    version: int
    """Of the patches: 0 the plain one, else without a swipe's line."""


def read_patches(
    patches: Sequence[Pixels], dark: Sequence[bool | None], reader: GlyphReader
) -> list[WheelLetter]:
    """The letters of a ring, from one or more versions of its patches (n, PATCH, PATCH), the plain one first.

    `dark` is the ink in which each letter was found, if it was. The other versions have no line of a swipe,
    and dark ink.
    """
    readings = [one for version, cut in enumerate(patches) for one in _readings(cut, version)]
    if not readings:
        return [UNREAD] * len(dark)
    shapes = reader.read([reading.glyph.image for reading in readings])
    letters = letter_probabilities(shapes, case=Case.UPPER)
    cut_from = np.stack([patches[reading.version][reading.corner] for reading in readings])
    letters = with_bars(letters, [reading.glyph for reading in readings], cut_from, turns=0)
    letterlike = shapes[:, _SHAPES_OF_LETTERS].sum(axis=1)
    return [_decide(corner, ink, readings, letters, letterlike) for corner, ink in enumerate(dark)]


def cut_patches(grey: Pixels, centres: Points, side: float) -> Pixels:
    """(n, PATCH, PATCH) or (n, PATCH, PATCH, 3): squares of this side around points, the edge repeated."""
    whole = max(round(side), 8)
    cut = [cv2.getRectSubPix(grey, (whole, whole), (point.real, point.imag)) for point in centres.tolist()]
    way = cv2.INTER_AREA if whole > PATCH else cv2.INTER_CUBIC
    return np.stack([np.asarray(cv2.resize(patch, (PATCH, PATCH), interpolation=way)) for patch in cut])


def _readings(patches: Pixels, version: int) -> Iterator[_Reading]:
    for corner, patch in enumerate(patches):
        for ink in (True,) if version else (True, False):
            glyph = cut_glyph(patch, dark=ink)
            if glyph is not None and _fits(glyph):
                yield _Reading(corner, glyph, version)


def _fits(glyph: Glyph) -> bool:
    """Whether the glyph has the height and the place of the ring's letters."""
    height = glyph.box.height * REACH / PATCH
    x, y = glyph.box.x + glyph.box.width / 2, glyph.box.y + glyph.box.height / 2
    off = max(abs(x - PATCH / 2), abs(y - PATCH / 2)) * REACH / PATCH
    return OWN_HEIGHT[0] < height < OWN_HEIGHT[1] and off < OFF_CENTRE


def _decide(
    corner: int, dark: bool | None, readings: list[_Reading], letters: Floats, letterlike: Floats
) -> WheelLetter:
    """The best reading of a corner; others that are likely, and other letters, make it doubtful."""
    own = [i for i, reading in enumerate(readings) if reading.corner == corner]
    if not own:
        return UNREAD
    best = max(own, key=lambda i: _preference(readings[i], dark, float(letters[i, 1:].max())))
    order = (np.argsort(-letters[best, 1:])[:2] + 1).tolist()
    text, runner_up = (_BASES[i] for i in order)
    if letters[best, 0] > letters[best, order[0]]:
        return UNREAD
    rivals = {
        _BASES[int(letters[i, 1:].argmax()) + 1]
        for i in own
        if _is_rival(readings[i], readings[best], letters[i])
    }
    rival = next(iter(sorted(rivals - {text})), None)
    why = f"a line crosses it; could be {text} or {rival}" if rival else None
    return WheelLetter(text, float(letters[best, order[0]]), runner_up, why, float(letterlike[best]))


def _preference(reading: _Reading, dark: bool | None, probability: float) -> float:
    found = dark is None or reading.version > 0 or reading.glyph.dark is dark
    return probability + (found and probability > LIKELY)


def _is_rival(reading: _Reading, best: _Reading, letters: npt.NDArray[np.float32]) -> bool:
    same_ink = reading.glyph.dark is best.glyph.dark or reading.version > 0
    return same_ink and float(letters[1:].max()) > RIVAL
