"""What each letter looks like on a page: the mean of its clear prints, and where it stands in its cell."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from worker.vision.candidates import LEAST_CONTRAST, Floats
from worker.vision.lattice import Flags
from worker.vision.page_flat import FlatPage
from worker.vision.page_glyphs import Ints

Boxes = npt.NDArray[np.int32]

SOME = 8
"""Prints of one letter that are averaged."""
EDGE = 2
"""Pixels around a letter that belong to its picture."""
ALIKE = 3
"""Pixels by which the boxes of prints of one letter differ at most."""
LEAST_SPREAD, SPREADS = 1.0, 2.0
"""How far letters may easily stand off their usual places: pixels at least, and mean deviations."""
NEAR = 3
"""Cells around a crossed one whose letters tell how dark it is."""


class Template(NamedTuple):
    """The mean of a letter's clear prints."""

    text: str
    picture: Floats
    """(h, w): 0 for ground, 1 for ink."""
    left: int
    top: int
    """Where it stands in its cell, in pixels."""


def templates_of(
    page: FlatPage, texts: npt.NDArray[np.str_], clear: Ints, owner: Ints, boxes: Boxes
) -> list[Template]:
    clear = clear[(boxes[clear, 2] > 0) & _apart(page, clear, boxes)]
    by_text = texts.ravel()[clear]
    return [_template(page, str(text), clear[by_text == text], owner, boxes) for text in np.unique(by_text)]


def _apart(page: FlatPage, cells: Ints, boxes: Boxes) -> Flags:
    """(n,): letters that keep off their cell's borders, where rules are."""
    corners = np.array([page.corner(cell) for cell in cells.tolist()]).reshape(-1, 2)
    low = boxes[cells, :2] - corners
    high = low + boxes[cells, 2:]
    return np.asarray((low.min(axis=1) > 1) & (high < (page.width - 1, page.height - 1)).all(axis=1))


def _template(page: FlatPage, text: str, cells: Ints, owner: Ints, boxes: Boxes) -> Template:
    corners = np.array([page.corner(cell) for cell in cells.tolist()])
    off = boxes[cells, :2] - corners
    size = np.median(boxes[cells, 2:], axis=0).astype(int)
    unlike = np.abs(boxes[cells, 2:] - size).max(axis=1)
    best = np.argsort(unlike, kind="stable")[:SOME]
    best = best[unlike[best] <= max(ALIKE, int(unlike.min()))]
    prints = [_print(page, int(cells[one]), boxes[cells[one]], size.tolist(), owner) for one in best.tolist()]
    left, top = np.median(off, axis=0).astype(int).tolist()
    return Template(text, np.asarray(np.mean(prints, axis=0), np.float32), left - EDGE, top - EDGE)


def _print(page: FlatPage, cell: int, box: Boxes, size: list[int], owner: Ints) -> Floats:
    """One letter's own ink, 0 to 1, in a frame of its kind's size."""
    left, top = int(box[0]) - EDGE, int(box[1]) - EDGE
    window = np.s_[top : top + size[1] + 2 * EDGE, left : left + size[0] + 2 * EDGE]
    own = (owner[page.ink.labels[window]] == cell).astype(np.uint8)
    darkness = page.ink.darkness[window] / max(float(page.ink.depth.ravel()[cell]), 1.0)
    near = cv2.dilate(own, np.ones((3, 3), np.uint8))
    return np.asarray(np.minimum(darkness, 1) * near, np.float32)


def shades_of(page: FlatPage, clear: Flags) -> Floats:
    """(rows, cols): how dark letters are in and around each cell, in grey levels."""
    side = (2 * NEAR + 1,) * 2
    total, count = (
        cv2.boxFilter(one, -1, side, normalize=False, borderType=cv2.BORDER_CONSTANT)
        for one in (page.ink.depth * clear, clear.astype(np.float32))
    )
    shade = np.where(count > 0, total / np.maximum(count, 1), page.ink.contrast)
    return np.asarray(np.maximum(shade, LEAST_CONTRAST), np.float32)


def spread_of(
    page: FlatPage,
    texts: npt.NDArray[np.str_],
    clear: Flags,
    templates: list[Template],
    boxes: Boxes,
) -> float:
    """Pixels by which letters stand off their usual places."""
    usual = {template.text: (template.left + EDGE, template.top + EDGE) for template in templates}
    cells = [cell for cell in np.flatnonzero(clear & np.isin(texts, list(usual))).tolist() if boxes[cell, 2]]
    places = [
        np.subtract(boxes[cell, :2], page.corner(cell)) - usual[str(texts.flat[cell])] for cell in cells
    ]
    return max(SPREADS * float(np.abs(places).mean()), LEAST_SPREAD)
