"""The glyph in each cell of a flattened page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import Floats
from worker.vision.glyph_blobs import Blob, centrality, letter_parts
from worker.vision.glyph_cut import cut_box, cut_glyph
from worker.vision.page_flat import FlatPage

LEAST_AREA = 0.003
"""Of a cell; smaller blobs are specks."""
LEAST_SIDE = 0.14
"""Of a letter, in cells."""
REACH = 0.38
"""How far off the middle of its cell a letter may stand, in cells."""
EDGE = 0.07
"""How near to its cell's border a long mark may come, in cells."""
SOFT = 4
"""Pixels around a glyph: its soft edges, and its ground."""


@dataclass(frozen=True, slots=True)
class PageGlyph:
    """What stands in a cell; sizes in shares of the flat cell's shorter side, contrast in grey levels."""

    cell: int
    image: Floats
    height: float
    width: float
    contrast: float
    whole: bool
    """Whether it stands apart from everything around it."""


def page_glyphs(page: FlatPage) -> Iterator[PageGlyph]:
    """The glyphs of all cells that have one, `cell` counting row by row."""
    _, found, stats, _ = cv2.connectedComponentsWithStats(page.ink, connectivity=8, ltype=cv2.CV_32S)
    labels, owned = np.asarray(found, np.int32), _by_cell(page, np.asarray(stats, np.int32))
    rows, cols = page.shape
    for cell in range(rows * cols):
        parts = _parts(page, owned[cell]) if cell in owned else []
        glyph = _whole(page, labels, parts, cell) if parts else cut_out(page, cell)
        if glyph is not None:
            yield glyph


def _by_cell(page: FlatPage, stats: npt.NDArray[np.int32]) -> dict[int, list[Blob]]:
    """The blobs that may be parts of a letter, by the cell in whose place they are then given."""
    rows, cols = page.shape
    height, width = page.height, page.width
    small = (stats[:, 2] < 1.15 * width) & (stats[:, 3] < 1.1 * height)
    small &= stats[:, 4] >= LEAST_AREA * min(height, width) ** 2
    small[0] = False
    col = (stats[:, 0] * 2 + stats[:, 2]) // (2 * width) - 1
    row = (stats[:, 1] * 2 + stats[:, 3]) // (2 * height) - 1
    inside = small & (row >= 0) & (row < rows) & (col >= 0) & (col < cols)
    origin = np.column_stack([(col + 1) * width, (row + 1) * height, *np.zeros((3, len(stats)), int)])
    cells, placed = (row * cols + col).tolist(), (stats - origin).tolist()
    owned: dict[int, list[Blob]] = {}
    for blob in np.flatnonzero(inside).tolist():
        owned.setdefault(cells[blob], []).append(Blob(blob, *placed[blob]))
    return owned


def _parts(page: FlatPage, blobs: list[Blob]) -> list[Blob]:
    """Those blobs of a cell that make up its letter, the main one first; none when there is none."""
    shape = page.height, page.width
    main = max(blobs, key=lambda blob: blob.area * centrality(blob, shape))
    off = max(abs((main.x + main.w / 2) / page.width - 0.5), abs((main.y + main.h / 2) / page.height - 0.5))
    if max(main.w, main.h) < LEAST_SIDE * min(shape) or off > REACH:
        return []
    if len(blobs) == 1:
        return blobs
    return letter_parts(main, [blob for blob in blobs if blob is main or _is_inside(blob, shape)], shape)


def _is_inside(blob: Blob, shape: tuple[int, int]) -> bool:
    """Whether a blob keeps off its cell's border, where rules and neighbours are, or is round as a dot."""
    if max(blob.w, blob.h) < 2 * min(blob.w, blob.h):
        return True
    height, width = shape
    edge = round(EDGE * min(shape))
    across = blob.x > edge and blob.right < width - edge
    return across and blob.y > edge and blob.bottom < height - edge


def _whole(page: FlatPage, labels: npt.NDArray[np.int32], parts: list[Blob], cell: int) -> PageGlyph:
    left, top = page.corner(cell)
    x, y = min(part.x for part in parts), min(part.y for part in parts)
    width, height = max(part.right for part in parts) - x, max(part.bottom for part in parts) - y
    x0, y0 = left + x - SOFT, top + y - SOFT
    window = np.s_[y0 : y0 + height + 2 * SOFT, x0 : x0 + width + 2 * SOFT]
    near = labels[window]
    ink = (near == parts[0].label).view(np.uint8)
    for part in parts[1:]:
        ink |= (near == part.label).view(np.uint8)
    grey = page.grey[window]
    image = cut_box(grey, (SOFT, SOFT, width, height), dark=True, ink=ink)
    short = min(page.height, page.width)
    contrast = float(grey.max()) - float(grey[ink > 0].min())
    return PageGlyph(cell, image, height / short, width / short, contrast, whole=True)


def cut_out(page: FlatPage, cell: int) -> PageGlyph | None:
    """The glyph in a cell where ink hangs together with what is around, or is very faint."""
    left, top = page.corner(cell)
    glyph = cut_glyph(page.grey[top : top + page.height, left : left + page.width], dark=True)
    if glyph is None:
        return None
    short = min(page.height, page.width)
    size = glyph.box.height / short, glyph.box.width / short
    return PageGlyph(cell, glyph.image, *size, glyph.contrast, whole=False)
