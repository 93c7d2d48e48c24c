"""Cuts the glyphs of a flat page all at once, in the form that the network reads (see `glyph_cut`)."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.decode import Pixels
from worker.vision.glyph_cut import GLYPH_MARGIN, GLYPH_SIZE
from worker.vision.page_flat import FlatPage

Ints = npt.NDArray[np.int64]

FULL = 0.92
"""Of the darkness of a cell's darkest stroke: what is wholly ink."""
COARSE = 0.75
"""Glyphs scaled down further than this are softened first, lest thin strokes fall between samples."""
MOST = 256
"""Glyphs that are cut at once: with all of a page the arrays on the way are larger than the page."""
NEAR = np.ones((3, 3), np.uint8)


def cut_stack(page: FlatPage, owner: Ints, cells: Ints, boxes: npt.NDArray[np.int32]) -> Floats:
    """(n, S, S): the glyphs of some cells, 0 for ground and 1 for ink.

    `owner` (labels,) tells to which cell's letter a blob belongs, `boxes` (n, 4) where the letters are.
    """
    if len(cells) > MOST:
        parts = (slice(first, first + MOST) for first in range(0, len(cells), MOST))
        return np.concatenate([cut_stack(page, owner, cells[part], boxes[part]) for part in parts])
    if not len(cells):
        return np.empty((0, GLYPH_SIZE, GLYPH_SIZE), np.float32)
    x, inside_x = _samples(boxes[:, 0], boxes[:, 2], boxes)
    y, inside_y = _samples(boxes[:, 1], boxes[:, 3], boxes)
    shape = len(cells), GLYPH_SIZE, GLYPH_SIZE
    # One row a glyph: OpenCV takes no more than 32,767 rows.
    map_x = np.broadcast_to(x[:, None, :], shape).reshape(len(cells), -1)
    map_y = np.broadcast_to(y[:, :, None], shape).reshape(len(cells), -1)
    alpha = np.asarray(cv2.remap(_softened(page, boxes), map_x, map_y, cv2.INTER_LINEAR), np.float32)
    alpha /= np.maximum(FULL * page.ink.depth.ravel()[cells], 1).astype(np.float32)[:, None]
    np.minimum(alpha, 1, out=alpha)
    near = cv2.remap(page.ink.labels, map_x, map_y, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
    own = owner.astype(np.int32).take(near.astype(np.int32, copy=False)) == cells.astype(np.int32)[:, None]
    on_own = cv2.dilate(own.view(np.uint8).reshape(-1, GLYPH_SIZE), NEAR).reshape(shape) > 0
    on_own &= inside_y[:, :, None] & inside_x[:, None, :]
    return np.asarray(alpha.reshape(shape) * on_own, np.float32)


def _samples(
    start: npt.NDArray[np.int32], length: npt.NDArray[np.int32], boxes: npt.NDArray[np.int32]
) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """(n, S): where along the page each glyph's pixels come from, and which of them lie in its box."""
    scale = (GLYPH_SIZE - 2 * GLYPH_MARGIN) / boxes[:, 2:].max(axis=1)
    target = np.maximum(np.round(length * scale), 1)
    margin = (GLYPH_SIZE - target) // 2
    place = np.arange(GLYPH_SIZE) - margin[:, None]
    source = start[:, None] + (place + 0.5) * (length / target)[:, None] - 0.5
    return source.astype(np.float32), (place >= 0) & (place < target[:, None])


def _softened(page: FlatPage, boxes: npt.NDArray[np.int32]) -> Pixels:
    """The page's darkness, such that glyphs of its size may be sampled from it."""
    if (GLYPH_SIZE - 2 * GLYPH_MARGIN) / float(np.median(boxes[:, 2:].max(axis=1))) < COARSE:
        return np.asarray(cv2.blur(page.ink.darkness, (2, 2)), np.uint8)
    return page.ink.darkness
