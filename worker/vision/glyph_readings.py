"""Sees a working patch as ink on a ground, in the way that looks most like a letter.

The patch is parted by Otsu's threshold and, when that shows no glyph, by the thresholds inside its dark and
its light part (a letter under a marker is the third level). Each threshold gives two readings, dark ink and
light ink; the one with the best contrast, size, place and shape wins. Of nested readings the outer one is a
letter around its counter, unless it is a tile around its letter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from worker.vision.glyph_blobs import (
    WORK,
    Blob,
    Shape,
    accented_turn,
    blobs_of,
    edges_of,
    is_cut_off,
    is_underline,
    letter_parts,
    main_blob,
    own_blobs,
    turned_parts,
    underlined_turn,
)

Grey = NDArray[np.uint8]
Mask = NDArray[np.uint8]

MIN_CONTRAST = 10.0  # grey levels; below it a patch is bare ground (JPEG noise stays under it)
_SURE = 0.5  # a reading this letter-like ends the search for further thresholds
_BETTER = 1.25  # how much better a later threshold's reading must score to be preferred
_SOLID_TILE_SIDE = 0.52 * WORK  # an about square, mostly filled blob of this size is a tile, not a letter
_RING = 4  # pixels around a glyph in which its ground is measured
_NEAR = np.ones((3, 3), np.uint8)
_WIDE = np.ones((2 * _RING + 1, 2 * _RING + 1), np.uint8)


@dataclass(frozen=True, slots=True)
class _Sight:
    """What may be the glyph of a mask, before its pixels are measured: the box and area of its parts."""

    x: int
    y: int
    w: int
    h: int
    area: int
    dark: bool
    foreign: bool
    """Whether the ink runs into the patch's edge because nothing better was there."""

    @property
    def fill(self) -> float:
        """The share of the box that is ink."""
        return self.area / (self.w * self.h)

    @property
    def is_large(self) -> bool:
        """Larger than a letter can be in its cell."""
        return min(self.w, self.h) > 0.66 * WORK and self.w * self.h > 0.6 * WORK * WORK

    @property
    def is_tile(self) -> bool:
        square = max(self.w, self.h) < 1.4 * min(self.w, self.h)
        solid = self.fill > 0.6 and min(self.w, self.h) > _SOLID_TILE_SIDE
        return self.is_large or self.foreign or (square and solid)

    def lies_within(self, other: _Sight) -> bool:
        across = self.x >= other.x and self.x + self.w <= other.x + other.w
        return across and self.y >= other.y and self.y + self.h <= other.y + other.h


@dataclass(frozen=True, slots=True)
class Reading(_Sight):
    """One way to see the patch: these pixels of this box are the glyph.

    `mask` (h, w) is nonzero on the ink, `ground` the grey level around it, `contrast` the distance of the
    two. `underline` and `accent` are the quarter turns that bring a bar below it, and a mark above it,
    upright. `cut_off`: a second letter beside it runs out of the patch.
    """

    mask: Mask
    ground: float
    contrast: float
    score: float
    underline: int | None = None
    accent: int | None = None
    cut_off: bool = False

    @property
    def is_blank(self) -> bool:
        """A tile, or the frame of one, without anything in it."""
        return self.is_large and (self.fill > 0.85 or self._is_frame())

    def _is_frame(self) -> bool:
        band = max(round(0.14 * min(self.w, self.h)), 2)
        return not self.mask[band:-band, band:-band].any()


@dataclass(frozen=True, slots=True)
class _Parts(_Sight):
    """The same with what it is made of, `parts`, among the `blobs` of a mask with these `labels`.

    `own` are the blobs that may be parts of a letter.
    """

    labels: NDArray[np.int32]
    parts: list[Blob]
    blobs: list[Blob]
    own: list[Blob]
    turned: bool

    @property
    def is_counter(self) -> bool:
        """A full and convex blob as inside an O: no letter but a thin I is both."""
        if self.fill < 0.7 or max(self.w, self.h) > 2.2 * min(self.w, self.h):
            return False
        ink = _ink(self.labels[self.y : self.y + self.h, self.x : self.x + self.w], self.parts)
        return self.area > 0.88 * cv2.contourArea(cv2.convexHull(cv2.findNonZero(ink)))


def best_reading(work: Grey, dark: bool | None, *, turned: bool = False) -> Reading | None:
    """The most letter-like reading of a working patch.

    Args:
        dark: the polarity when it is known.
        turned: whether the letter may lie in any quarter turn; its underline and accent are dropped then.
    """
    smooth = np.asarray(cv2.GaussianBlur(work, (3, 3), 0), np.uint8)
    best: Reading | None = None
    for threshold in _thresholds(smooth):
        reading = _read_level(work, smooth, threshold, dark, turned)
        if reading is not None and (best is None or reading.score > _BETTER * best.score):
            best = reading
        if best is not None and best.score > _SURE * best.contrast:
            break
    return best


def _thresholds(smooth: Grey) -> Iterator[float]:
    """Otsu's threshold of the patch, then those of its dark and of its light part."""
    middle = _otsu(smooth)
    yield middle
    for part in (smooth[smooth <= middle], smooth[smooth > middle]):
        if part.size > 32:
            yield _otsu(part.reshape(1, -1))


def _otsu(grey: Grey) -> float:
    return cv2.threshold(grey, 0, 255, cv2.THRESH_OTSU)[0]


def _read_level(
    work: Grey, smooth: Grey, threshold: float, dark: bool | None, turned: bool
) -> Reading | None:
    """The better of dark and light ink at one threshold."""
    light = (smooth > threshold).view(np.uint8)
    seen = []
    if dark is not False:
        seen.append(_main_parts(1 - light, turned, dark=True))
    if dark is not True:
        seen.append(_main_parts(light, turned, dark=False))
    there = [parts for parts in seen if parts is not None]
    if nested := _letter_first(*there) if len(there) == 2 else None:
        return next(_measured(work, nested), None)
    return max(_measured(work, there), key=lambda reading: reading.score, default=None)


def _letter_first(a: _Parts, b: _Parts) -> tuple[_Parts, _Parts] | None:
    """Two nested ones, what is the letter first: the outer one, unless it is a tile; None if neither is."""
    for inner, outer in ((a, b), (b, a)):
        if inner.lies_within(outer):
            around = outer.is_large or outer.foreign or (outer.is_tile and not inner.is_counter)
            return (inner, outer) if around else (outer, inner)
    return None


def _main_parts(mask: Mask, turned: bool, *, dark: bool) -> _Parts | None:
    """The central glyph of one mask, with what belongs to it."""
    labels, blobs = blobs_of(mask)
    own = own_blobs(blobs, mask.shape)
    main = main_blob(own or blobs, mask.shape)
    if main is None:
        return None
    parts = (turned_parts if turned else letter_parts)(main, own, mask.shape)
    x, y = min(b.x for b in parts), min(b.y for b in parts)
    w, h = max(b.right for b in parts) - x, max(b.bottom for b in parts) - y
    area = sum(b.area for b in parts)
    return _Parts(x, y, w, h, area, dark, not own, labels, parts, blobs, own, turned)


def _beside(seen: _Parts, shape: Shape) -> dict[str, Any]:
    """What lies beside the letter and is no part of it, as fields of its reading."""
    main, blobs, own = seen.parts[0], seen.blobs, seen.own
    if len(blobs) == 1:
        return {}
    cut_off = any(is_cut_off(main, b, shape) for b in blobs if b is not main)
    if not seen.turned:
        underlined = any(is_underline(main, b) for b in own if b is not main)
        return {"underline": 0 if underlined else None, "cut_off": cut_off}
    lines = [b for b in blobs if edges_of(b, shape) <= 1]
    marks = {"underline": _one(main, lines, underlined_turn), "accent": _one(main, own, accented_turn)}
    return {**marks, "cut_off": cut_off}


def _one(main: Blob, blobs: list[Blob], turn_of: Callable[[Blob, Blob], int | None]) -> int | None:
    """The turn that blobs beside the main one have; None where they have none, or contradict each other."""
    turns = {turn for b in blobs if b is not main and (turn := turn_of(main, b)) is not None}
    return turns.pop() if len(turns) == 1 else None


def _measured(work: Grey, seen: Iterable[_Parts]) -> Iterator[Reading]:
    """Those that stand out from the ground around them, measured when they are asked for."""
    for parts in seen:
        reading = _described(work, parts)
        if reading is not None and reading.contrast >= MIN_CONTRAST:
            yield reading


def _described(work: Grey, seen: _Parts) -> Reading | None:
    """The reading of these parts; None when they leave no ground around them."""
    x, y, w, h = seen.x, seen.y, seen.w, seen.h
    top, left = max(y - _RING, 0), max(x - _RING, 0)
    window = np.s_[top : y + h + _RING, left : x + w + _RING]
    grey, mask = work[window], _ink(seen.labels[window], seen.parts)
    ring = cv2.dilate(mask, _WIDE) - cv2.dilate(mask, _NEAR)
    if not ring.any():
        return None
    ground, ink = cv2.mean(grey, ring)[0], cv2.mean(grey, mask)[0]
    contrast = ground - ink if seen.dark else ink - ground
    score = contrast * _likeness(seen, work.shape)
    own = mask[y - top : y - top + h, x - left : x - left + w]
    place = x, y, w, h, seen.area, seen.dark, seen.foreign
    return Reading(*place, own, ground, contrast, score, **_beside(seen, work.shape))


def _ink(labels: NDArray[np.int32], parts: list[Blob]) -> Mask:
    """255 where a pixel belongs to one of the parts."""
    first, *others = parts
    own = labels == first.label
    for part in others:
        own |= labels == part.label
    return np.asarray(own.view(np.uint8) * np.uint8(255))


def _likeness(seen: _Sight, shape: Shape) -> float:
    """0..1: how much a blob's size, place and fill are those of a letter in its cell."""
    x, y, w, h = seen.x, seen.y, seen.w, seen.h
    height, width = shape
    off = max(abs((x + w / 2) / width - 0.5), abs((y + h / 2) / height - 0.5))
    likeness = max(1 - 8 * off * off, 0.05)
    touches = x == 0 or y == 0 or x + w == width or y + h == height
    solid = seen.area > 0.8 * w * h and max(w, h) < 2.2 * min(w, h)
    large = min(w, h) > 0.7 * WORK
    tiny = max(w, h) < 0.2 * max(width, height)
    for fault, factor in ((touches, 0.4), (solid, 0.4), (large, 0.3), (tiny, 0.4)):
        likeness *= factor if fault else 1.0
    return likeness
