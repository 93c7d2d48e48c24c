"""Tiles with several letters: `Er`, `OVER-`, `-ING`.

They stand side by side on one line, smaller than single letters, and apart from what else is printed in the
tile's corners. A hyphen before or after them says that words only end or only begin with the tile.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from worker.model import AFFIX
from worker.vision.board_letters import Letters
from worker.vision.candidates import Floats
from worker.vision.decode import Pixels
from worker.vision.glyph_blobs import Blob, blobs_of
from worker.vision.glyphs import LETTERS, Case, GlyphReader, cut_box, letter_probabilities
from worker.vision.lattice import Flags
from worker.vision.letter_case import case_of
from worker.vision.medians import median

INK = 0.5
"""How much darker (or lighter) than the tile ink is, as a share of the letters' contrast."""
MARGIN = 0.06
"""Of a patch's side, around it: the gap between tiles."""
LEAST_HEIGHT = 0.11
"""Of a letter, as a share of the patch's side: less cannot be read."""
SPACING = 1.0
"""Most space between two letters, in heights of the taller one."""
HYPHEN = 0.35
"""Most height of a hyphen, in heights of the letters; it is wider than high."""
LIKELY = 0.5
"""Each letter must be read with this for the row to be a word."""
MOSTLY_READ = 0.6
"""Share of a board's cells that single letters must be read in."""
SMALL = 0.85
"""Height of a letter, by that of the board's others, below which there may be several on the tile."""
WIDE = 1.1
"""Width by height of a row of letters as high as single ones: less may be a letter in two parts."""
SURE = 0.9
"""A letter of full size that is read with this is no word."""


class Word(NamedTuple):
    text: str
    """In capitals, with its hyphen."""
    confidence: float
    width: float
    height: float
    """Of the row of letters, as a share of the patch's side."""


class _Line(NamedTuple):
    letters: list[Blob]
    hyphen_before: bool
    hyphen_after: bool

    @property
    def width(self) -> int:
        return self.letters[-1].right - self.letters[0].x

    @property
    def height(self) -> int:
        return max(blob.bottom for blob in self.letters) - min(blob.y for blob in self.letters)


def with_words(letters: Letters, patches: Pixels, reader: GlyphReader, *, dark: bool) -> Letters:
    """The letters with tiles of several spelled out.

    Args:
        patches: of the cells (rows, cols, side, side), as they lie in the picture.
        dark: whether the letters are darker than their tiles.
    """
    if float(letters.found.mean()) < MOSTLY_READ:
        return letters
    height = median(letters.height[letters.found])
    contrast = median(letters.contrast[letters.found])
    texts, confidence = letters.texts.astype(object), letters.confidence.copy()
    heights = letters.height.copy()
    for row, col in np.argwhere(_may_be_words(letters, height)).tolist():
        patch = np.ascontiguousarray(np.rot90(patches[row, col], letters.turns))
        word = read_word(patch, reader, dark=dark, contrast=contrast)
        if word and (word.height < SMALL * height or word.width > WIDE * word.height):
            texts[row, col], confidence[row, col], heights[row, col] = word.text, word.confidence, height
    return replace(letters, texts=texts.astype(str), confidence=confidence, height=heights)


def _may_be_words(letters: Letters, height: float) -> Flags:
    odd = ~letters.found | (letters.confidence < SURE) | (letters.height < SMALL * height)
    return np.asarray(odd & letters.inked & ~letters.crossed)


def ink_of(patches: Pixels, *, dark: bool, contrast: float) -> Flags:
    """(n, side, side): what stands out of each patch (n, side, side) as letters do."""
    level = np.median(patches, axis=(1, 2), keepdims=True).astype(np.float32)
    beyond = (level - patches) if dark else (patches - level)
    return np.asarray(beyond > INK * contrast)


def read_word(patch: Pixels, reader: GlyphReader, *, dark: bool, contrast: float) -> Word | None:
    """The letters side by side on a patch (side, side); None when there are not several."""
    large = np.asarray(cv2.resize(patch, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)
    labels, blobs = blobs_of(ink_of(large[None], dark=dark, contrast=contrast)[0].view(np.uint8))
    line = _line([blob for blob in blobs if _inside(blob, len(large))], len(large))
    if line is None:
        return None
    images = [_cut(large, labels, blob, dark=dark) for blob in line.letters]
    shapes = reader.read(images)
    first = letter_probabilities(shapes[:1], case=Case.UPPER)
    letters = np.concatenate([first, letter_probabilities(shapes[1:], case=case_of(shapes[1:]))])[:, 1:]
    if float(letters.max(axis=1).min()) < LIKELY:
        return None
    text = "".join(LETTERS[1 + index] for index in letters.argmax(axis=1).tolist())
    before, after = AFFIX * line.hyphen_before, AFFIX * line.hyphen_after
    confidence, side = float(letters.max(axis=1).min()), len(large)
    return Word(before + text + after, confidence, line.width / side, line.height / side)


def _cut(patch: Pixels, labels: npt.NDArray[np.int32], blob: Blob, *, dark: bool) -> Floats:
    own = (labels == blob.label).astype(np.uint8)
    return cut_box(patch, (blob.x, blob.y, blob.w, blob.h), dark=dark, ink=own)


def _inside(blob: Blob, side: int) -> bool:
    edge = MARGIN * side
    across = blob.x >= edge and blob.right <= side - edge
    return across and blob.y >= edge and blob.bottom <= side - edge


def _line(blobs: list[Blob], side: int) -> _Line | None:
    """The letters of the line through the tile's middle; None when it is a single one."""
    letters = sorted(_run(blobs, side), key=lambda blob: blob.x)
    if len(letters) < 2:
        return None
    top, height = min(blob.y for blob in letters), max(blob.h for blob in letters)
    thin = (blob for blob in blobs if blob.w > blob.h and blob.h < HYPHEN * height)
    hyphens = [blob for blob in thin if 0 < blob.y + blob.h / 2 - top < height]
    before = any(0 <= letters[0].x - blob.right < SPACING * height for blob in hyphens)
    after = any(0 <= blob.x - letters[-1].right < SPACING * height for blob in hyphens)
    return _Line(letters, before and not after, after and not before)


def _run(blobs: list[Blob], side: int) -> Iterator[Blob]:
    """Blobs of a letter's height that follow one another from the tallest near the middle."""
    tall = [blob for blob in blobs if blob.h >= LEAST_HEIGHT * side]
    central = [blob for blob in tall if blob.y < side / 2 < blob.bottom]
    first = max(central, key=lambda blob: blob.h, default=None)
    if first is None:
        return
    yield first
    left = right = first
    for blob in sorted((b for b in tall if b.x >= first.right), key=lambda b: b.x):
        if _follows(right, blob, blob.x - right.right):
            right = blob
            yield blob
    for blob in sorted((b for b in tall if b.right <= first.x), key=lambda b: -b.x):
        if _follows(left, blob, left.x - blob.right):
            left = blob
            yield blob


def _follows(one: Blob, other: Blob, gap: int) -> bool:
    """Whether two blobs stand on one line, near each other, and are of about one size."""
    taller, lower = max(one.h, other.h), min(one.h, other.h)
    level = abs(one.bottom - other.bottom) < 0.3 * taller
    return level and lower > 0.5 * taller and gap < SPACING * taller
