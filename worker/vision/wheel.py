"""Reads a letter wheel: letters of one height on a circle, at equal angles, mostly on a disc.

Which letters are a wheel: `worker.vision.wheel_search`; the crossword above it: `worker.vision.crossword`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from worker.model import Box, Point, ReadCell
from worker.vision.calibration import Reading, calibrated
from worker.vision.crossword import find_crossword
from worker.vision.decode import Picture
from worker.vision.glyphs import GlyphReader
from worker.vision.wheel_candidate import Wheel
from worker.vision.wheel_letters import UNSURE_COUNT, WheelLetter
from worker.vision.wheel_search import best_wheel
from worker.vision.wheel_views import parts_by, scaled, searched

LEAST_READ = 3
"""Letters of a wheel that must be read."""
CELL = 1.5
"""Side of a letter's cell, in letter heights."""


@dataclass(frozen=True, slots=True)
class WheelFound:
    """A letter wheel, its letters clockwise from twelve o'clock, and the crossword above it."""

    cells: tuple[ReadCell, ...]
    crossword: tuple[str, ...]
    """Rows of `#`, letters and `.`; empty where none was found."""
    worth: float
    """0..1: how sure it is that the picture shows a wheel."""


def find(picture: Picture, reader: GlyphReader, *, threshold: float = 0.9) -> WheelFound | None:
    """The most wheel-like ring of letters in the picture; letters below the threshold are doubtful."""
    wheel = best_wheel(picture, reader)
    if wheel is None or wheel.read < LEAST_READ:
        return None
    crossword = _crossword(picture, wheel, reader)
    return WheelFound(_cells(picture, wheel, threshold), crossword, round(wheel.worth, 4))


def _crossword(picture: Picture, wheel: Wheel, reader: GlyphReader) -> tuple[str, ...]:
    """The crossword above the wheel, or beside it: that with the most boxes."""
    letters = {letter.text for letter in wheel.letters}
    small, scale = searched(picture.working_bgr)
    large, factor = (picture.working_bgr, round(scale)) if scale >= 1 else (small, 1)
    ring = scaled(wheel.ring, 1 / scale)
    found = [
        find_crossword(large[_times(rows, factor), _times(cols, factor)], small[rows, cols], letters, reader)
        for rows, cols in parts_by(small.shape, ring)
    ]
    return max(found, key=lambda lines: sum(len(line) - line.count(".") for line in lines))


def _times(part: slice, factor: int) -> slice:
    return slice(part.start * factor, part.stop * factor)


def _cells(picture: Picture, wheel: Wheel, threshold: float) -> tuple[ReadCell, ...]:
    ring = scaled(wheel.ring, picture.reduction)
    read = np.array([letter.text != "" for letter in wheel.letters])
    confidence = calibrated(Reading.WHEEL, np.array([one.confidence for one in wheel.letters]), read)
    pairs = zip(wheel.letters, confidence.tolist(), strict=True)
    letters = [replace(letter, confidence=honest) for letter, honest in pairs]
    if wheel.read < ring.count:  # what hides one letter may have changed others
        letters = [replace(letter, why=letter.why or UNSURE_COUNT) for letter in letters]
    return tuple(
        _cell(picture, corner, ring.height, letter, threshold)
        for corner, letter in zip(ring.corners().tolist(), letters, strict=True)
    )


def _cell(
    picture: Picture, corner: complex, height: float, letter: WheelLetter, threshold: float
) -> ReadCell:
    why = letter.why
    if why is None and letter.confidence < threshold:
        why = f"could be {letter.text} or {letter.runner_up}"
    return ReadCell(
        letters=letter.text,
        confidence=round(letter.confidence, 4),
        box=_box(picture, corner, CELL / 2 * height),
        centre=Point(round(corner.real, 1), round(corner.imag, 1)),
        doubtful=why is not None,
        why=why,
    )


def _box(picture: Picture, centre: complex, half: float) -> Box:
    """A square around a point, cut off at the picture's edges."""
    width, height = picture.size
    left, top = max(int(centre.real - half), 0), max(int(centre.imag - half), 0)
    right, bottom = min(int(centre.real + half) + 1, width), min(int(centre.imag + half) + 1, height)
    return Box(left, top, max(right - left, 1), max(bottom - top, 1))
