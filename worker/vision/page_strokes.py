"""Takes straight pen strokes off a flat page: what runs straight on through several cells is no letter."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.decode import Pixels
from worker.vision.lattice import Flags
from worker.vision.page_ellipses import draw_ellipses

INK = 0.42
"""Of a letter's contrast."""
LONGEST_LETTER = 1.7
"""Cells: nothing in a letter is straight for so long."""
BREAK = 0.13
"""Cells: longest break in a stroke, as a thin one has in the picture's pixels, or where it crosses a rule."""
BORDER = 0.17
"""Cells: how near to a border between cells their rules lie."""
THICKEST = 0.3
"""Cells: what is thicker is a marker's band, not a pen's stroke."""
CORE = 0.2
"""Cells: what passes this far inside a cell's border passes through its letter."""


class Unstruck(NamedTuple):
    grey: Pixels
    """The page without the strokes, the gaps in its letters closed."""
    struck: Flags
    """(rows, cols): cells through whose letter a stroke went."""
    strokes: Pixels
    """255 where the strokes were."""


def without_strokes(
    grey: Pixels, darkness: Pixels, contrast: float, cell: tuple[int, int]
) -> Unstruck | None:
    """A page (cells of `cell` height and width, a margin of one) without its strokes; None when it has none.

    `darkness` tells how much darker than the ground each pixel is, `contrast` is a typical letter's.
    """
    ink = (darkness > INK * contrast).view(np.uint8)
    short = min(cell)
    lines = cv2.HoughLinesP(
        ink, 1, np.pi / 360, round(0.9 * short), None, LONGEST_LETTER * short, BREAK * short
    )
    ends = np.asarray([] if lines is None else lines, np.int32).reshape(-1, 2, 2)
    strokes, thickest = _drawn(ink, ends[~_are_rules(ends, cell)].reshape(-1, 4), short)
    thickest = max(thickest, draw_ellipses(ink, cell, strokes))
    struck = struck_cells(strokes, *cell)
    if not struck.any():
        return None
    letters = np.where(strokes > 0, 0, darkness)
    side = (thickest + 4) | 1
    closed = cv2.morphologyEx(letters, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    ground = cv2.add(grey, darkness)
    return Unstruck(
        np.where(strokes > 0, cv2.subtract(ground, closed), grey).astype(np.uint8), struck, strokes
    )


def _are_rules(ends: npt.NDArray[np.int32], cell: tuple[int, int]) -> Flags:
    """(n,): lines (n, 2, 2), as x and y of their ends, that run along the border between cells."""
    sides = np.array(cell[::-1])
    off = np.abs((ends + sides / 2) % sides - sides / 2) < BORDER * sides
    return np.asarray(off.all(axis=1).any(axis=1))


def _drawn(ink: Pixels, lines: npt.NDArray[np.int32], short: int) -> tuple[Pixels, int]:
    """255 where a stroke is, and how thick the thickest one is."""
    strokes, thickest = np.zeros(ink.shape, np.uint8), 1
    for line in lines:
        thick, off = _profile(ink, line, short)
        if thick <= THICKEST * short:
            one, other = (tuple(np.round(end + off).astype(int).tolist()) for end in (line[:2], line[2:]))
            cv2.line(strokes, one, other, 255, thick + 2)
            thickest = max(thickest, thick + 2)
    return strokes, thickest


def _profile(ink: Pixels, line: npt.NDArray[np.int32], short: int) -> tuple[int, Floats]:
    """Pixels of ink across a line, where no letter is in its way, and how far (x, y) their middle is off."""
    one, other = line[:2].astype(np.float32), line[2:].astype(np.float32)
    length = float(np.linalg.norm(other - one))
    along = one + (other - one) * np.linspace(0, 1, max(int(length), 2), dtype=np.float32)[:, None]
    normal = np.array([one[1] - other[1], other[0] - one[0]], np.float32) / length
    reach = np.arange(-short // 2, short // 2 + 1, dtype=np.float32)
    places = along[:, None] + reach[None, :, None] * normal
    across = cv2.remap(ink, places[:, :, 0], places[:, :, 1], cv2.INTER_NEAREST) > 0
    before, after = _around_middle(across)
    bare = before + after <= np.percentile(before + after, 25)
    off = float(np.median((after - before)[bare])) / 2
    return int((before + after)[bare].max()) + 1, off * normal


def _around_middle(across: Flags) -> tuple[Floats, Floats]:
    """(n,): how many pixels of ink follow each other before the middle of each row, and from it on."""
    middle = across.shape[1] // 2
    after = np.minimum.accumulate(across[:, middle:], axis=1).sum(axis=1)
    before = np.minimum.accumulate(across[:, middle::-1], axis=1).sum(axis=1)
    return np.maximum(before - 1, 0).astype(np.float32), after.astype(np.float32)


def struck_cells(strokes: Pixels, height: int, width: int) -> Flags:
    """(rows, cols): the cells of a flat page that have a stroke in their middle."""
    rows, cols = strokes.shape[0] // height, strokes.shape[1] // width
    cells = strokes.reshape(rows, height, cols, width)
    down, across = round(CORE * height), round(CORE * width)
    return np.asarray(cells[1:-1, down:-down, 1:-1, across:-across].max(axis=(1, 3)) > 0)
