"""The big words around a board: a heading, a score."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from worker.model import Box
from worker.vision.candidates import Blobs, Floats, Sensitivity, find_blobs
from worker.vision.decode import Pixels
from worker.vision.glyphs import LETTERS, GlyphReader, cut_box, letter_probabilities

STRONG = Sensitivity(0.3, (4,))
"""Captions are printed boldly."""
LEAST_SIGNS = 4
MOST_SIGNS = 24
_DIGITS = np.array([letter.isdigit() for letter in LETTERS])


class Caption(NamedTuple):
    """A line of text without spaces and full stops, read with all its signs as letters or all as digits."""

    letters: str
    digits: str
    box: Box
    """In pixels of the part of the picture that was read."""


def read_captions(grey: Pixels, reader: GlyphReader, *, most: int = 2) -> list[Caption]:
    """The lines printed largest, up to `most` of them."""
    if min(grey.shape) < 16:
        return []
    blobs = _outermost(find_blobs(grey, STRONG))
    lines = [line for ink in (True, False) for line in _lines(blobs.take(blobs.dark == ink))]
    lines.sort(key=lambda line: -float(np.median(line.sizes[:, 1])))
    return [_read(grey, line, reader) for line in lines[:most]]


def _outermost(blobs: Blobs) -> Blobs:
    """Without the holes of an O or a B, which are outlined just as letters are."""
    low, high = blobs.centres - blobs.sizes / 2, blobs.centres + blobs.sizes / 2
    inside = (low[:, None] > low).all(axis=2) & (high[:, None] < high).all(axis=2)
    like_ink = blobs.dark[:, None] == blobs.dark
    near = blobs.sizes[None, :, 1] < 4 * blobs.sizes[:, None, 1]
    return blobs.take(~(inside & like_ink & near).any(axis=1))


def _lines(blobs: Blobs) -> list[Blobs]:
    """Blobs that stand side by side on one line, from left to right."""
    blobs = blobs.take(np.argsort(blobs.centres[:, 0], kind="stable"))
    lines: list[list[int]] = []
    for index in range(len(blobs)):
        home = next((line for line in lines if _follows(blobs, line[-1], index)), None)
        if home is None:
            lines.append([index])
        else:
            home.append(index)
    return [blobs.take(np.array(line)) for line in lines if LEAST_SIGNS <= len(line) <= MOST_SIGNS]


def _follows(blobs: Blobs, before: int, after: int) -> bool:
    """Whether a sign stands right of another one, at most a word space away, and about as tall."""
    (w1, h1), (w2, h2) = blobs.sizes[before], blobs.sizes[after]
    taller = max(h1, h2)
    gap = blobs.centres[after, 0] - w2 / 2 - (blobs.centres[before, 0] + w1 / 2)
    level = abs(blobs.centres[after, 1] - blobs.centres[before, 1])
    return bool(-0.2 * taller < gap < taller and level < 0.35 * taller and min(h1, h2) > 0.5 * taller)


def _read(grey: Pixels, line: Blobs, reader: GlyphReader) -> Caption:
    corners = line.centres - line.sizes / 2
    boxes: npt.NDArray[np.float32] = np.column_stack([corners, line.sizes])
    shapes = reader.read(np.stack([cut_box(grey, box, dark=bool(line.dark[0])) for box in boxes]))
    letters: Floats = letter_probabilities(shapes)
    digits = letter_probabilities(shapes, digits=True) * _DIGITS
    return Caption(
        "".join(LETTERS[i] for i in letters[:, 1:].argmax(axis=1) + 1),
        "".join(LETTERS[i] for i in digits.argmax(axis=1)),
        _around(boxes),
    )


def _around(boxes: Floats) -> Box:
    low, high = boxes[:, :2].min(axis=0), (boxes[:, :2] + boxes[:, 2:]).max(axis=0)
    x, y, right, bottom = np.round([*low, *high]).astype(int).tolist()
    return Box(x, y, right - x, bottom - y)
