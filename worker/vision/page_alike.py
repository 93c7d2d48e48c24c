"""Glyphs that look the same but for a pixel's noise: a page has one font, so each shape is read once."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats

Ints = npt.NDArray[np.int64]

SAME = 0.985
"""Likeness of glyphs that are taken for one shape."""
LARGEST_GAP = 0.2
"""The most by which a softened pixel of theirs may differ: a small Q's tail is a few pixels, but dark."""

SOME = 6
"""Glyphs of one shape that are averaged."""


class Prints(NamedTuple):
    """Glyphs softened, so that a pixel's shift does not count, and halved."""

    soft: Floats
    """(n, pixels), 0 for ground and 1 for ink."""
    unit: Floats
    """The same, of mean 0 and length 1: products are likenesses."""


def prints_of(images: Floats) -> Prints:
    """Of glyphs (n, S, S)."""
    n, side, _ = images.shape
    stack = np.ascontiguousarray(images.reshape(n * side, side))
    blurred = cv2.blur(stack, (3, 3), borderType=cv2.BORDER_CONSTANT)
    halved = cv2.resize(blurred, (side // 2, n * side // 2), interpolation=cv2.INTER_AREA)
    soft = np.asarray(halved, np.float32).reshape(n, -1)
    level = soft - soft.mean(axis=1, keepdims=True)
    length = np.sqrt(np.einsum("ij,ij->i", level, level))[:, None]
    return Prints(soft, np.asarray(level / np.maximum(length, 1e-6), np.float32))


def shapes_among(prints: Prints, likeness: Floats) -> Ints:
    """(n,): the number of each glyph's shape, counted from 0; glyphs of one shape are nearly the same."""
    shape = np.full(len(likeness), -1, np.int64)
    same = likeness > SAME
    count = 0
    for first in range(len(likeness)):
        if shape[first] < 0:
            others = np.flatnonzero(same[first] & (shape < 0))
            gap = np.abs(prints.soft[others] - prints.soft[first]).max(axis=1, initial=0)
            shape[others[gap < LARGEST_GAP]] = count
            shape[first] = count
            count += 1
    return shape


def mean_of_each(images: Floats, shape: Ints) -> Floats:
    """(shapes, S, S): the mean of some of each shape's glyphs, in which their noise evens out."""
    order = np.argsort(shape, kind="stable")
    count = np.bincount(shape)
    first = np.cumsum(count) - count
    some = order[first[:, None] + np.arange(SOME) % count[:, None]]
    return np.asarray(images[some].mean(axis=1), np.float32)
