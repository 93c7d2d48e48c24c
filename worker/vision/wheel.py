"""Finds and reads a letter wheel: letters of one height on a circle, at equal angles, mostly on a disc."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from worker.model import Box, Point, ReadCell
from worker.vision.candidates import SENSITIVITIES, Blobs, find_blobs
from worker.vision.crossword import find_crossword
from worker.vision.decode import Picture, Pixels
from worker.vision.glyphs import GlyphReader
from worker.vision.wheel_disc import disc_share, strangers
from worker.vision.wheel_letters import WheelLetter, read_ring
from worker.vision.wheel_rings import Ring, find_rings

SEARCHED_SIDE = 1400
"""Pixels: letters of a wheel are large, so that a picture with a longer side is searched at half its size."""
FINE_HEIGHT = 40
"""Letters less high than this in the working copy are read in the full picture."""
LOOKED_AT = 4
"""Rings whose letters are read; the others are less promising still."""
GOOD = 0.6
"""A wheel of this worth ends the search for fainter letters."""
LEAST_WORTH = 0.15
NO_DISC_COUNT = 5
"""From as many letters on, a ring without gaps or strangers may be a wheel without the edge of a disc."""
NO_DISC = 0.5
"""What such a ring is worth, compared with a disc all around it."""
STRANGER = 0.9
"""What a ring is worth for each blob among its letters that is none of them."""
ON_DISC, AROUND = 0.9, 2.0
"""How far outside the ring they are looked for, in letter heights; without a disc, there must be none."""


@dataclass(frozen=True, slots=True)
class WheelFound:
    """A letter wheel, its letters clockwise from twelve o'clock, and the crossword above it."""

    cells: tuple[ReadCell, ...]
    crossword: tuple[str, ...]
    """Rows of `#`, letters and `.`; empty where none was found."""
    worth: float
    """0..1: how sure it is that the picture shows a wheel."""


@dataclass(frozen=True, slots=True)
class _Wheel:
    ring: Ring
    """In pixels of the working copy."""
    letters: list[WheelLetter]
    worth: float


def find(picture: Picture, reader: GlyphReader, *, threshold: float = 0.9) -> WheelFound | None:
    """The most wheel-like ring of letters in the picture; letters below the threshold are doubtful."""
    wheel = _best_wheel(picture, reader)
    if wheel is None or wheel.worth < LEAST_WORTH:
        return None
    crossword = find_crossword(_above(picture.grey, wheel.ring), {one.text for one in wheel.letters}, reader)
    return WheelFound(_cells(picture, wheel, threshold), crossword, round(wheel.worth, 4))


def _best_wheel(picture: Picture, reader: GlyphReader) -> _Wheel | None:
    """The best one among the strong things in the picture, or else among the faint ones."""
    grey, scale = _searched(picture.grey)
    best: _Wheel | None = None
    for sensitivity in SENSITIVITIES[:2]:
        blobs = find_blobs(grey, sensitivity)
        for ring, evidence in _likely_rings(grey, blobs):
            dark = [bool(blobs.dark[member]) if member >= 0 else None for member in ring.members]
            wheel = _read(picture, _scaled(ring, scale), dark, evidence, reader)
            if best is None or wheel.worth > best.worth:
                best = wheel
        if best is not None and best.worth > GOOD:
            break
    return best


def _searched(grey: Pixels) -> tuple[Pixels, int]:
    """The picture to search, and how many times smaller it is than the one given."""
    if max(grey.shape) <= SEARCHED_SIDE:
        return grey, 1
    return np.asarray(cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8), 2


def _likely_rings(grey: Pixels, blobs: Blobs) -> list[tuple[Ring, float]]:
    """The rings to look at with the evidence that they are wheels, 0..1, the likeliest first."""
    rings = [(ring, _evidence(grey, blobs, ring)) for ring in find_rings(blobs, grey.shape)]
    rings.sort(key=lambda one: -one[1] * max(one[0].promise, 0))
    return [one for one in rings[:LOOKED_AT] if one[1] >= LEAST_WORTH]


def _evidence(grey: Pixels, blobs: Blobs, ring: Ring) -> float:
    alone = ring.count >= NO_DISC_COUNT and ring.found == ring.count and not strangers(blobs, ring, AROUND)
    disc = disc_share(grey, ring) * STRANGER ** strangers(blobs, ring, ON_DISC)
    return float(max(disc, NO_DISC if alone else 0.0) * np.clip(1.2 - 2 * ring.error, 0, 1))


def _scaled(ring: Ring, scale: int) -> Ring:
    """The ring in pixels of a copy that is `scale` times larger."""
    # Half a pixel: the middle of the first pixel of the small copy is the middle of several of the large one.
    centre = ring.centre * scale + (scale - 1) / 2 * (1 + 1j)
    return replace(ring, centre=centre, arm=ring.arm * scale, height=ring.height * scale)


def _read(
    picture: Picture, ring: Ring, dark: list[bool | None], evidence: float, reader: GlyphReader
) -> _Wheel:
    if picture.reduction > 1 and ring.height < FINE_HEIGHT:
        letters = read_ring(picture.full_grey, _scaled(ring, picture.reduction), dark, reader)
    else:
        letters = read_ring(picture.grey, ring, dark, reader)
    read = float(np.mean([letter.letterlike for letter in letters]))
    return _Wheel(ring, letters, evidence * read)


def _above(grey: Pixels, ring: Ring) -> Pixels:
    """The part of the picture above the ring."""
    return grey[: max(round(ring.centre.imag - ring.radius - ring.height / 2), 0)]


def _cells(picture: Picture, wheel: _Wheel, threshold: float) -> tuple[ReadCell, ...]:
    ring = _scaled(wheel.ring, picture.reduction)
    return tuple(
        _cell(picture, corner, ring.height, letter, threshold)
        for corner, letter in zip(ring.corners().tolist(), wheel.letters, strict=True)
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
        box=_box(picture, corner, 0.75 * height),
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
