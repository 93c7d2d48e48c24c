"""Connected blobs of a working patch: which are foreign, which is the letter, and what belongs to it.

Everything here is arithmetic on boxes. A working patch has its longer side at `WORK` pixels and holds about
one cell.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from worker.vision.connected import connected

WORK = 64  # longer side of a working patch, in pixels
MIN_SIDE = 8  # of a glyph in it: an eighth of a cell
_MIN_AREA = 6  # smaller blobs are specks
_FEW_BLOBS = 4  # are measured sooner one by one, without their middles
_FRAME_SIDE = 0.6 * WORK
_INMATE_SIDE = 0.18 * WORK

Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Blob:
    """A connected component: its label, its box, and how many pixels it has."""

    label: int
    x: int
    y: int
    w: int
    h: int
    area: int

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def bottom(self) -> int:
        return self.y + self.h

    @property
    def thickness(self) -> float:
        """Of a bar, which may lie askew, in pixels."""
        return self.area / math.hypot(self.w, self.h)

    def turned(self, turns: int) -> Blob:
        """Where it lies after quarter turns of all blobs, counter-clockwise around the origin."""
        blob = self
        for _ in range(turns):
            blob = Blob(blob.label, blob.y, -blob.right, blob.h, blob.w, blob.area)
        return blob

    def surrounds(self, other: Blob) -> bool:
        """Whether the other's box lies strictly within this one's."""
        across = self.x < other.x and other.right < self.right
        return across and self.y < other.y and other.bottom < self.bottom


def blobs_of(mask: NDArray[np.uint8]) -> tuple[NDArray[np.int32], list[Blob]]:
    """The label of every pixel, and the blobs that are more than specks."""
    count, found = cv2.connectedComponents(mask, connectivity=8, ltype=cv2.CV_32S)
    labels = np.asarray(found, np.int32)
    if count - 1 <= _FEW_BLOBS:
        blobs = [_measured(i, labels) for i in range(1, count)]
    else:
        blobs = [Blob(i, *row) for i, row in enumerate(connected(mask)[1].tolist()) if i]
    return labels, [blob for blob in blobs if blob.area >= _MIN_AREA]


def _measured(label: int, labels: NDArray[np.int32]) -> Blob:
    own = (labels == label).view(np.uint8)
    x, y, width, height = cv2.boundingRect(own)
    return Blob(label, x, y, width, height, cv2.countNonZero(own))


def own_blobs(blobs: Sequence[Blob], shape: Shape) -> list[Blob]:
    """Those that may be part of a letter: neither running into the patch's edge nor framing others."""
    return [b for b in blobs if not is_foreign(b, shape) and not is_frame(b, blobs)]


def is_foreign(blob: Blob, shape: Shape) -> bool:
    """Whether a blob runs into the patch's edge like a border, a rule or a neighbour's letter."""
    height, width = shape
    touches = edges_of(blob, shape)
    if touches != 1:
        return touches > 1
    cx, cy = (blob.x + blob.w / 2) / width, (blob.y + blob.h / 2) / height
    return not (0.28 < cx < 0.72 and 0.28 < cy < 0.72)


def edges_of(blob: Blob, shape: Shape) -> int:
    """How many of the patch's edges a blob touches."""
    height, width = shape
    return (blob.x == 0) + (blob.y == 0) + (blob.right == width) + (blob.bottom == height)


def is_frame(blob: Blob, blobs: Iterable[Blob]) -> bool:
    """Whether a blob is the thin outline of a tile, with the letter inside."""
    if min(blob.w, blob.h) < _FRAME_SIDE or blob.area > 0.4 * blob.w * blob.h:
        return False
    return any(blob.surrounds(b) for b in blobs if max(b.w, b.h) > _INMATE_SIDE)


def main_blob(blobs: Iterable[Blob], shape: Shape) -> Blob | None:
    """The large and central one; None when it is too small to be read."""
    main = max(blobs, key=lambda b: b.area * centrality(b, shape), default=None)
    return None if main is None or max(main.w, main.h) < MIN_SIDE else main


def centrality(blob: Blob, shape: Shape) -> float:
    """1 in the middle of the patch, falling to almost nothing at its corners."""
    height, width = shape
    dx = (blob.x + blob.w / 2) / width - 0.5
    dy = (blob.y + blob.h / 2) / height - 0.5
    return max(1 - 4 * (dx * dx + dy * dy), 0.02)


def letter_parts(main: Blob, blobs: Iterable[Blob], shape: Shape) -> list[Blob]:
    """The main blob with its dot, accent, second letter and broken pieces; underlines and rules stay out."""
    others = (b for b in blobs if b is not main and not is_underline(main, b) and not is_rule(main, b))
    return [main, *(b for b in others if is_mark(main, b) or is_piece(main, b, shape))]


def turned_parts(main: Blob, blobs: Iterable[Blob], shape: Shape) -> list[Blob]:
    """The same of a letter that lies in a turn of its own: what may be an accent or a line stays out."""
    others = (b for b in blobs if b is not main and not is_rule(main, b) and is_piece(main, b, shape))
    marks = underlined_turn, accented_turn
    return [main, *(b for b in others if all(turn_of(main, b) is None for turn_of in marks))]


def underlined_turn(main: Blob, blob: Blob) -> int | None:
    """Counter-clockwise quarter turns after which a blob is a bar beneath the main one; None for none."""
    return next((k for k in range(4) if is_line_below(main.turned(k), blob.turned(k))), None)


def accented_turn(main: Blob, blob: Blob) -> int | None:
    """Counter-clockwise quarter turns after which a blob is a short flat mark above the main one."""
    return next((k for k in range(4) if _is_tilde(main.turned(k), blob.turned(k))), None)


def _is_tilde(main: Blob, blob: Blob) -> bool:
    """Whether a blob lies above like a tilde: too short for a line, and too flat for a dot."""
    size = 0.3 * main.w <= blob.w < 0.65 * main.w and 1.5 * blob.h <= blob.w and blob.h <= 0.35 * main.h
    above = -0.05 * main.h <= main.y - blob.bottom <= 0.3 * main.h
    return size and above and abs(blob.x + blob.w / 2 - main.x - main.w / 2) < 0.2 * main.w


def is_line_below(main: Blob, blob: Blob) -> bool:
    """The same as `is_underline` for a bar that may lie askew, as a die does."""
    if blob.w <= 2 * blob.h or blob.thickness > max(0.2 * main.h, 4) or blob.w <= 3 * blob.thickness:
        return False
    wide = 0.7 * main.w <= blob.w <= 1.8 * main.w
    below = main.bottom - 1 <= blob.y + blob.h / 2 <= main.bottom + 0.5 * main.h
    return wide and below and abs(blob.x + blob.w / 2 - main.x - main.w / 2) < 0.35 * main.w


def is_underline(main: Blob, blob: Blob) -> bool:
    """Whether a blob is a bar beneath the main one: wide, thin, and centred."""
    if blob.w <= 3 * blob.h or blob.h > max(0.2 * main.h, 4):
        return False
    wide = 0.7 * main.w <= blob.w <= 1.8 * main.w
    below = main.bottom - 1 <= blob.y <= main.bottom + 0.5 * main.h
    return wide and below and abs(blob.x + blob.w / 2 - main.x - main.w / 2) < 0.35 * main.w


def is_rule(main: Blob, blob: Blob) -> bool:
    """Whether a blob is a piece of a line between cells: a bar that is longer than the letter beside it."""
    if max(blob.w, blob.h) < 4 * min(blob.w, blob.h):
        return False
    return blob.w > 1.15 * main.w if blob.w > blob.h else blob.h > 1.15 * main.h


def is_mark(main: Blob, blob: Blob) -> bool:
    """Whether a blob is a dot or accent above the main one, or a cedilla below."""
    overlap = min(main.right, blob.right) - max(main.x, blob.x)
    if overlap < 0.5 * blob.w or blob.h > 0.45 * main.h or blob.area < 0.015 * main.area:
        return False
    above, below = main.y - blob.bottom, blob.y - main.bottom
    return -0.1 * main.h <= above <= 0.4 * main.h or -0.1 * main.h <= below <= 0.12 * main.h


def is_piece(main: Blob, blob: Blob, shape: Shape) -> bool:
    """Whether a blob is part of the same print: very near, or beyond a stroke that parts the letter."""
    gap_x = max(main.x - blob.right, blob.x - main.right, 0)
    gap_y = max(main.y - blob.bottom, blob.y - main.bottom, 0)
    gap, reach = max(gap_x, gap_y), max(main.w, main.h)
    if not _abreast(main, blob):
        return False
    if gap <= 0.13 * reach and blob.area >= 0.06 * main.area:
        return True
    return gap <= 0.35 * reach and blob.area >= 0.04 * main.area and _centres(main, blob, shape)


def is_cut_off(main: Blob, blob: Blob, shape: Shape) -> bool:
    """Whether a blob is another letter right beside the main one that runs out of the patch."""
    if edges_of(blob, shape) != 1 or not _abreast(main, blob) or blob.area < 0.15 * main.area:
        return False
    gap = max(main.x - blob.right, blob.x - main.right, main.y - blob.bottom, blob.y - main.bottom)
    size = min(max(blob.w, blob.h), max(main.w, main.h)) / max(blob.w, blob.h, main.w, main.h)
    return gap <= 0.13 * max(main.w, main.h) and size > 0.4


def _abreast(main: Blob, blob: Blob) -> bool:
    """Whether the two cover most of each other's width or height, seen from one side."""
    across = min(main.right, blob.right) - max(main.x, blob.x)
    down = min(main.bottom, blob.bottom) - max(main.y, blob.y)
    return across > 0.6 * min(main.w, blob.w) or down > 0.6 * min(main.h, blob.h)


def _centres(main: Blob, blob: Blob, shape: Shape) -> bool:
    """Whether both together lie nearer the patch's middle than the main blob: a neighbour pulls away."""
    left, top = min(main.x, blob.x), min(main.y, blob.y)
    right, bottom = max(main.right, blob.right), max(main.bottom, blob.bottom)
    height, width = shape
    alone = max(abs(main.x + main.right - width), abs(main.y + main.bottom - height))
    return max(abs(left + right - width), abs(top + bottom - height)) < alone
