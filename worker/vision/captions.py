"""The big words around a board: a heading, a score."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from worker.model import Box
from worker.vision.candidates import Blobs, Floats, Sensitivity, find_blobs
from worker.vision.decode import Pixels
from worker.vision.glyphs import LETTERS, GlyphReader, cut_box, letter_probabilities
from worker.vision.lattice import Flags
from worker.vision.medians import median, medians, percentiles

STRONG = Sensitivity(0.3, (4,))
"""Captions are printed boldly."""
LEAST_SIGNS = 4
MOST_SIGNS = 24
MOST_BLOBS = 500
"""The highest ones, which captions are among; every pair of blobs is looked at."""
WORD_SPACE = 1.4
"""Between signs, in their heights: a colon, which is no sign here, may stand in it."""
JOINED = 1.5
"""Width over height of what are several signs: W comes to 1.4."""
HOLES, JOINED_HOLES = 4, 2
"""How many times the height of its holes a sign may have, and several that run together: a wider one is a
plate, with its caption in it."""
INK_PERCENTILES = (5, 95)
"""Of grey levels in the box of a line: ink and ground, without noise."""
_DIGITS = np.array([letter.isdigit() for letter in LETTERS])


class Caption(NamedTuple):
    """A line of text without spaces and full stops, read with all its signs as letters or all as digits."""

    letters: str
    digits: str
    box: Box
    """In pixels of the picture that was read."""


def read_captions(grey: Pixels, reader: GlyphReader, *, most: int = 2) -> list[Caption]:
    """The lines printed largest, up to `most` of them."""
    if min(grey.shape) < 16:
        return []
    return captions_among(find_blobs(grey, STRONG), grey, reader, most=most)


def captions_among(blobs: Blobs, grey: Pixels, reader: GlyphReader, *, most: int = 2) -> list[Caption]:
    """The same where the blobs of the picture have been found already."""
    highest = np.argsort(-blobs.sizes[:, 1], kind="stable")[:MOST_BLOBS]
    blobs = _outermost(blobs.take(highest))
    lines = [line for ink in (True, False) for line in _lines(blobs.take(blobs.dark == ink))]
    lines.sort(key=lambda line: -median(line.sizes[:, 1]))
    return _read(grey, lines[:most], reader) if lines else []


def _outermost(blobs: Blobs) -> Blobs:
    """Without the holes of an O or a B, which are outlined just as letters are."""
    low, high = blobs.centres - blobs.sizes / 2, blobs.centres + blobs.sizes / 2
    inside = (low[:, None] > low).all(axis=2) & (high[:, None] < high).all(axis=2)
    like_ink = blobs.dark[:, None] == blobs.dark
    width, height = blobs.sizes.T
    near = height < np.where(width > JOINED * height, JOINED_HOLES, HOLES) * height[:, None]
    return blobs.take(~(inside & like_ink & near).any(axis=1))


def _lines(blobs: Blobs) -> list[Blobs]:
    """Blobs that stand side by side on one line, from left to right."""
    blobs = blobs.take(np.argsort(blobs.centres[:, 0], kind="stable"))
    follows = _follows(blobs).tolist()
    lines: list[list[int]] = []
    for index, after in enumerate(follows):
        home = next((line for line in lines if after[line[-1]]), None)
        if home is None:
            lines.append([index])
        else:
            home.append(index)
    return [_parted(blobs.take(np.array(line))) for line in lines if LEAST_SIGNS <= len(line) <= MOST_SIGNS]


def _parted(line: Blobs) -> Blobs:
    """With signs that run together, as small zeros do, cut into pieces as wide as the others."""
    width, height = line.sizes.T
    as_tall = np.abs(height / medians(height) - 1) < 0.15
    shares = np.maximum(np.round(width / medians(width)), 1)
    pieces = np.where(as_tall & (width > JOINED * height), shares, 1).astype(int)
    which = np.repeat(np.arange(len(line)), pieces)
    nth = np.arange(len(which)) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    parted = line.take(which)
    parted.sizes[:, 0] /= pieces[which]
    parted.centres[:, 0] += (nth - (pieces[which] - 1) / 2) * parted.sizes[:, 0]
    return parted


def _follows(blobs: Blobs) -> Flags:
    """(n, n): whether a sign stands right of another one, at most a word space away, and about as tall."""
    (x, y), (width, height) = blobs.centres.T, blobs.sizes.T
    taller = np.maximum(height[:, None], height)
    gap = (x - width / 2)[:, None] - (x + width / 2)
    level = np.abs(y[:, None] - y) < 0.35 * taller
    alike = np.minimum(height[:, None], height) > 0.5 * taller
    return np.asarray((gap > -0.2 * taller) & (gap < WORD_SPACE * taller) & level & alike)


def _read(grey: Pixels, lines: list[Blobs], reader: GlyphReader) -> list[Caption]:
    boxes = [np.column_stack([line.centres - line.sizes / 2, line.sizes]) for line in lines]
    inks = [_is_dark_on_light(grey, _around(line)) for line in boxes]
    glyphs = [cut_box(grey, box, dark=dark) for line, dark in zip(boxes, inks, strict=True) for box in line]
    shapes = reader.read(np.stack(glyphs))
    letters = letter_probabilities(shapes)[:, 1:].argmax(axis=1) + 1
    digits = (letter_probabilities(shapes, digits=True) * _DIGITS).argmax(axis=1)
    ends = np.cumsum([len(line) for line in lines])[:-1]
    parts = zip(np.split(letters, ends), np.split(digits, ends), boxes, strict=True)
    return [Caption(_spelled(one), _spelled(other), _around(box)) for one, other, box in parts]


def _is_dark_on_light(grey: Pixels, box: Box) -> bool:
    """Whether the line in the box is darker than the ground above and below it.

    Blobs cannot tell: the ground right beside bright letters is darker than the mean around it, so that it
    outlines them as a dark blob does.
    """
    above = max(box.y - box.height // 2, 0)
    band = grey[above : box.y + box.height + box.height // 2, max(box.x, 0) : box.x + box.width]
    line = slice(max(box.y, 0) - above, max(box.y, 0) - above + box.height)
    ground = median(np.delete(band, line, axis=0)) if len(band) > box.height else 127.5
    low, high = percentiles(band[line], *INK_PERCENTILES)
    return ground - low > high - ground


def _spelled(signs: npt.NDArray[np.int64]) -> str:
    return "".join(LETTERS[sign] for sign in signs)


def _around(boxes: Floats) -> Box:
    low, high = boxes[:, :2].min(axis=0), (boxes[:, :2] + boxes[:, 2:]).max(axis=0)
    x, y, right, bottom = np.round([*low, *high]).astype(int).tolist()
    return Box(x, y, right - x, bottom - y)
