"""The sheet that explains Wordle: rows of example tiles with text between them."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Blobs
from worker.vision.decode import Pixels
from worker.vision.glyphs import GlyphReader, cut_glyph, letter_probabilities
from worker.vision.lattice import groups_of_one_size

LEAST_TILES, LEAST_ROWS = 5, 2
STEP = 1.0, 1.3
"""Distance of neighbouring tiles, in tiles."""
APART = 1.6
"""Distance of the rows, in steps of their tiles, that leaves room for text."""
SURE = 0.8
READ_SHARE = 0.7

Ints = npt.NDArray[np.int64]


def is_how_to_sheet(bgr: Pixels, squares: Blobs, reader: GlyphReader) -> bool:
    """Whether squares of a picture are rows of examples: lettered tiles, further apart than a board's."""
    return any(
        _share_read(bgr, tiles, reader) > READ_SHARE
        and _share_read(bgr, _places_below(tiles), reader) <= READ_SHARE
        for tiles in _examples(squares)
    )


def _examples(squares: Blobs) -> Iterator[Blobs]:
    for group in groups_of_one_size(squares):
        rows = [row for row in _rows(group) if _is_row(group, row)]
        if len(rows) >= LEAST_ROWS and _stand_apart(group, rows) and _leave_room(group, rows):
            yield group.take(np.concatenate(rows))


def _rows(group: Blobs) -> Iterator[Ints]:
    """Squares at one height, from left to right; the highest first."""
    order = np.argsort(group.centres[:, 1], kind="stable")
    heights = group.centres[order, 1]
    breaks = np.flatnonzero(np.diff(heights) > 0.3 * np.median(group.extent)) + 1
    for row in np.split(order, breaks):
        yield row[np.argsort(group.centres[row, 0], kind="stable")]


def _is_row(group: Blobs, row: Ints) -> bool:
    if len(row) < LEAST_TILES:
        return False
    steps = np.diff(group.centres[row, 0]) / np.median(group.extent[row])
    return bool((steps > STEP[0]).all() and (steps < STEP[1]).all() and np.ptp(steps) < 0.1)


def _stand_apart(group: Blobs, rows: list[Ints]) -> bool:
    """Whether the rows begin at one place, are of one length, and leave room between them."""
    starts, ends = (np.array([group.centres[row[end], 0] for row in rows]) for end in (0, -1))
    heights = np.array([group.centres[row, 1].mean() for row in rows])
    step = float(ends[0] - starts[0]) / (len(rows[0]) - 1)
    in_line = np.ptp(starts) < 0.2 * step and np.ptp(ends) < 0.2 * step
    return bool(in_line and np.diff(heights).min() > APART * step)


def _leave_room(group: Blobs, rows: list[Ints]) -> bool:
    """Whether there are fewer squares between the rows than a row has: more are a board's, seen badly."""
    inside = np.ones(len(group), bool)
    inside[np.concatenate(rows)] = False
    for axis in (0, 1):
        ends = group.centres[np.concatenate(rows), axis]
        inside &= (group.centres[:, axis] >= ends.min()) & (group.centres[:, axis] <= ends.max())
    return int(inside.sum()) < min(map(len, rows))


def _places_below(tiles: Blobs) -> Blobs:
    """Where the tiles of rows further down would be that were not seen, on a board: text never fits there."""
    below = tiles.take(tiles.centres[:, 1] < tiles.centres[:, 1].max() - tiles.extent.max())
    step = float(np.median(np.diff(tiles.centres[next(_rows(tiles)), 0])))
    return Blobs(below.centres + np.array((0, step), np.float32), below.sizes, below.dark)


def _share_read(bgr: Pixels, tiles: Blobs, reader: GlyphReader) -> float:
    grey = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    corners = np.round(tiles.centres - tiles.sizes / 2).astype(int)
    sizes = np.round(tiles.sizes).astype(int)
    patches = (grey[y : y + h, x : x + w] for (x, y), (w, h) in zip(corners, sizes, strict=True))
    glyphs = [glyph.image for glyph in map(cut_glyph, patches) if glyph is not None]
    if not glyphs:
        return 0.0
    best = letter_probabilities(reader.read(np.stack(glyphs)))[:, 1:].max(axis=1)
    return float((best > SURE).sum()) / len(tiles)
