"""The glyph in each cell of a flattened page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from worker.vision.candidates import LEAST_CONTRAST, Floats
from worker.vision.glyph_blobs import Blob, centrality, letter_parts
from worker.vision.glyph_cut import Glyph, cut_glyph
from worker.vision.lattice import Flags
from worker.vision.page_cut import cut_stack
from worker.vision.page_flat import FlatPage

Ints = npt.NDArray[np.int64]

LEAST_AREA = 0.003
"""Of a cell; smaller blobs are specks."""
LEAST_SIDE = 0.14
"""Of a letter, in cells."""
REACH = 0.38
"""How far off the middle of its cell a letter may stand, in cells."""
HALF_OFF, HALF_GAP, HALF_AREA = 0.25, 0.25, 0.15
"""Of a letter that is printed in two halves: how much higher the one may reach than the other, how far apart
they may stand, in heights, and the least share of the one's ink that the other has."""
SLANTED = 0.6
"""Share of its box that a slanted stroke inks at most, as of a W; a piece of a rule inks more."""
EDGE = 0.07
"""How near to its cell's border a long mark may come, in cells."""


@dataclass(frozen=True)
class PageGlyphs:
    """What stands in the cells; arrays are (n,) or begin with n. Sizes in shares of the flat cell's shorter
    side, contrast in grey levels."""

    cells: Ints
    """Counted row by row."""
    images: Floats
    heights: Floats
    widths: Floats
    contrast: Floats
    whole: Flags
    """Whether it stands apart from everything around it."""

    def __len__(self) -> int:
        return len(self.cells)

    def with_others(self, page: FlatPage, others: dict[int, Glyph]) -> PageGlyphs:
        """With some of the n glyphs cut out in another way."""
        changed = replace(self, **{name: getattr(self, name).copy() for name in _MEASURED})
        for index, glyph in others.items():
            changed.images[index] = glyph.image
            changed.heights[index], changed.widths[index] = _size(page, glyph)
            changed.contrast[index], changed.whole[index] = glyph.contrast, False
        return changed


_MEASURED = ("images", "heights", "widths", "contrast", "whole")


class LetterBoxes(NamedTuple):
    """The letters of a page that stand apart from everything around them."""

    owner: Ints
    """(labels,): the cell whose letter each blob is part of, -1 for none."""
    boxes: npt.NDArray[np.int32]
    """(cells, 4): left, top, width and height of each cell's letter; 0 where none stands apart."""

    @property
    def whole(self) -> Flags:
        """(cells,)."""
        return np.asarray(self.boxes[:, 2] > 0)


def page_glyphs(page: FlatPage, letters: LetterBoxes) -> PageGlyphs:
    """The glyphs of all cells that have one, those that stand apart first."""
    owner, boxes = letters
    whole = np.flatnonzero(letters.whole)
    images = cut_stack(page, owner, whole, boxes[whole])
    sizes = boxes[whole, 2:] / min(page.height, page.width)
    rest = np.flatnonzero(~letters.whole & (page.ink.depth.ravel() >= LEAST_CONTRAST))
    cut = [(cell, glyph) for cell in rest.tolist() if (glyph := cut_out(page, cell)) is not None]
    others = np.array([_size(page, glyph) for _, glyph in cut], np.float32).reshape(-1, 2)
    return PageGlyphs(
        np.concatenate([whole, [cell for cell, _ in cut]]).astype(np.int64),
        np.concatenate([images, *(glyph.image[None] for _, glyph in cut)]),
        np.concatenate([sizes[:, 1], others[:, 0]]).astype(np.float32),
        np.concatenate([sizes[:, 0], others[:, 1]]).astype(np.float32),
        np.concatenate([page.ink.depth.ravel()[whole], [glyph.contrast for _, glyph in cut]]).astype(
            np.float32
        ),
        np.arange(len(whole) + len(cut)) < len(whole),
    )


def letter_boxes(page: FlatPage) -> LetterBoxes:
    """The letters that are blobs of their own, or two halves."""
    cell_of, stats = _cells_of(page), page.ink.stats
    rows, cols = page.shape
    count = np.bincount(cell_of[cell_of >= 0], minlength=rows * cols)
    alone = np.flatnonzero((cell_of >= 0) & (count[cell_of] == 1))
    alone = alone[_is_letter(page, stats[alone], cell_of[alone])]
    owner = np.full(len(stats), -1, np.int64)
    owner[alone] = cell_of[alone]
    boxes = np.zeros((rows * cols, 4), np.int32)
    boxes[cell_of[alone]] = stats[alone, :4]
    for cell, parts in _pieced(page, np.flatnonzero((cell_of >= 0) & (count[cell_of] > 1)), cell_of):
        owner[parts] = cell
        low = stats[parts, :2].min(axis=0)
        boxes[cell] = [*low, *((stats[parts, :2] + stats[parts, 2:4]).max(axis=0) - low)]
    return LetterBoxes(owner, boxes)


def _is_letter(page: FlatPage, stats: npt.NDArray[np.int32], cells: Ints) -> Flags:
    """(n,): whether blobs are large and central enough in their cells."""
    row, col = np.divmod(cells, page.shape[1])
    off_x = np.abs((stats[:, 0] + stats[:, 2] / 2) / page.width - col - 1.5)
    off_y = np.abs((stats[:, 1] + stats[:, 3] / 2) / page.height - row - 1.5)
    large = stats[:, 2:4].max(axis=1, initial=0) >= LEAST_SIDE * min(page.height, page.width)
    return np.asarray(large & (np.maximum(off_x, off_y) <= REACH))


def _pieced(page: FlatPage, blobs: Ints, cell_of: Ints) -> Iterator[tuple[int, list[int]]]:
    """Cells with several blobs, and those of them that make up their letters."""
    owned: dict[int, list[Blob]] = {}
    stats = page.ink.stats
    for blob, cell in zip(blobs.tolist(), cell_of[blobs].tolist(), strict=True):
        left, top = page.corner(cell)
        x, y, w, h, area = stats[blob].tolist()
        owned.setdefault(cell, []).append(Blob(blob, x - left, y - top, w, h, area))
    for cell, own in owned.items():
        parts = _parts(page, own)
        if parts:
            yield cell, [part.label for part in parts]


def _cells_of(page: FlatPage) -> Ints:
    """(labels,): in which cell each blob that may be part of a letter lies; -1 for the others."""
    rows, cols = page.shape
    height, width, stats = page.height, page.width, page.ink.stats
    small = (stats[:, 2] < 1.15 * width) & (stats[:, 3] < 1.1 * height)
    small &= stats[:, 4] >= LEAST_AREA * min(height, width) ** 2
    small[0] = False
    col = (stats[:, 0] * 2 + stats[:, 2]) // (2 * width) - 1
    row = (stats[:, 1] * 2 + stats[:, 3]) // (2 * height) - 1
    inside = small & (row >= 0) & (row < rows) & (col >= 0) & (col < cols)
    return np.where(inside, row.astype(np.int64) * cols + col, -1)


def _parts(page: FlatPage, blobs: list[Blob]) -> list[Blob]:
    """Those blobs of a cell that make up its letter, the main one first; none when there is none."""
    shape = page.height, page.width
    main = max(blobs, key=lambda blob: blob.area * centrality(blob, shape))
    off = max(abs((main.x + main.w / 2) / page.width - 0.5), abs((main.y + main.h / 2) / page.height - 0.5))
    if max(main.w, main.h) < LEAST_SIDE * min(shape) or off > REACH:
        return []
    inside = [blob for blob in blobs if blob is main or _is_inside(blob, shape)]
    parts = letter_parts(main, inside, shape)
    others = [blob for blob in blobs if blob not in parts and (blob in inside or _is_slanted(blob))]
    return [*parts, *(blob for blob in others if _is_half(main, blob))]


def _is_slanted(blob: Blob) -> bool:
    return blob.area < SLANTED * blob.w * blob.h


def _is_half(main: Blob, blob: Blob) -> bool:
    """Whether a blob stands beside the main one like the stem of a handwritten K: on its line, and near."""
    slack = HALF_OFF * main.h
    on_line = blob.y >= main.y - slack and blob.bottom <= main.bottom + slack
    gap = max(main.x - blob.right, blob.x - main.right)
    return on_line and gap <= HALF_GAP * main.h and blob.area >= HALF_AREA * main.area


def _is_inside(blob: Blob, shape: tuple[int, int]) -> bool:
    """Whether a blob keeps off its cell's border, where rules and neighbours are, or is round as a dot."""
    if max(blob.w, blob.h) < 2 * min(blob.w, blob.h):
        return True
    height, width = shape
    edge = round(EDGE * min(shape))
    across = blob.x > edge and blob.right < width - edge
    return across and blob.y > edge and blob.bottom < height - edge


def cut_out(page: FlatPage, cell: int) -> Glyph | None:
    """The glyph in a cell where ink hangs together with what is around, or is very faint."""
    left, top = page.corner(cell)
    return cut_glyph(page.grey[top : top + page.height, left : left + page.width], dark=True)


def _size(page: FlatPage, glyph: Glyph) -> tuple[float, float]:
    short = min(page.height, page.width)
    return glyph.box.height / short, glyph.box.width / short
