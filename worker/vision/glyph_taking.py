"""Takes a drawn letter out of its patch with the functions that cut glyphs at run time."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from worker.vision.glyph_cut import Image, cut_box, cut_glyph
from worker.vision.glyph_scene import SIDE, Canvas, Rng


class Cut(NamedTuple):
    """A glyph's image, and in canvas pixels the box that it was cut from and the letter's own."""

    image: Image
    box: NDArray[np.float64]
    true_box: NDArray[np.float64]


def take(rng: Rng, patch: NDArray[np.uint8], letter: Canvas) -> Cut | None:
    """The normalised glyph, when the cutting found the letter; by its true box in some samples."""
    scale = SIDE / len(patch)
    box = np.array(cv2.boundingRect((letter > 0.5).astype(np.uint8)), float)
    if min(box[2:]) < scale:
        return None
    if rng.random() < 0.3:
        return _by_box(rng, patch, box, scale)
    glyph = cut_glyph(patch)
    if glyph is None:
        return None
    found = np.array(glyph.box) * scale
    return Cut(glyph.image, found, box) if _overlap(found, box) > 0.55 else None


def _by_box(rng: Rng, patch: NDArray[np.uint8], box: NDArray[np.float64], scale: float) -> Cut:
    """By its box, a little off, or with more on one side: a piece of a neighbour or of a line."""
    taken = box + rng.normal(0, 0.025, 4) * max(box[2:])
    if rng.random() < 0.2:
        axis, more = int(rng.integers(2)), rng.uniform(0.03, 0.2) * max(box[2:])
        taken[axis + 2] += more
        taken[axis] -= more * rng.integers(2)
    dark = is_dark(patch[span(box / scale)], patch)
    ink = _ink_inside(patch, box / scale, dark=dark) if rng.random() < 0.5 else None
    return Cut(cut_box(patch, (taken / scale).tolist(), dark=dark, ink=ink), taken, box)


def span(box: NDArray[np.float64]) -> tuple[slice, slice]:
    """The rows and columns of a box (x, y, width, height)."""
    x, y, w, h = box.round().astype(int).tolist()
    return slice(max(y, 0), y + max(h, 1) + 1), slice(max(x, 0), x + max(w, 1) + 1)


def _ink_inside(patch: NDArray[np.uint8], box: NDArray[np.float64], *, dark: bool) -> NDArray[np.uint8]:
    """Blobs of ink that lie mostly in the box, as pages are cut: neighbours and lines are left out."""
    way = cv2.THRESH_BINARY_INV if dark else cv2.THRESH_BINARY
    ink = np.asarray(cv2.threshold(patch, 0, 1, way | cv2.THRESH_OTSU)[1], np.uint8)
    _, found = cv2.connectedComponents(ink, connectivity=8)
    labels = np.asarray(found, np.int32)
    inside = np.bincount(labels[span(box)].ravel(), minlength=int(labels.max()) + 1)
    own = inside > 0.6 * np.bincount(labels.ravel())
    return np.asarray(ink * own[labels], np.uint8)


def is_dark(middle: NDArray[np.uint8], patch: NDArray[np.uint8]) -> bool:
    """Whether the letter in the middle is darker than most of its patch."""
    return float(middle.min()) + float(middle.max()) < 2 * float(np.median(patch))


def _overlap(found: NDArray[np.float64], true: NDArray[np.float64]) -> float:
    """Intersection over union of two boxes (x, y, width, height)."""
    fx, fy, fw, fh = (float(v) for v in found)
    tx, ty, tw, th = (float(v) for v in true)
    across = min(fx + fw, tx + tw) - max(fx, tx)
    down = min(fy + fh, ty + th) - max(fy, ty)
    both = max(across, 0) * max(down, 0)
    return both / (fw * fh + tw * th - both)
