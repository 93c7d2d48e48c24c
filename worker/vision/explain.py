"""Shows how a picture is read, step by step, as pictures.

The stages are called as reading calls them, and what they return is drawn; they know nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np

from worker.errors import GridNotFound
from worker.model import ReadCell, ReadGrid
from worker.vision import sketch
from worker.vision.candidates import SENSITIVITIES, Blobs, find_blobs
from worker.vision.decode import Picture, Pixels, decode
from worker.vision.glyphs import cut_glyph
from worker.vision.lattice import Lattice, find_lattices, groups_of_one_size
from worker.vision.overlay import draw_overlay
from worker.vision.read import ReadOptions, read_picture

LEAST_SHOWN = 9
"""Cells of a lattice that is drawn; smaller ones are in every picture by the dozen."""


class Step(NamedTuple):
    """A picture of one step, as PNG bytes; names sort in the order of the steps."""

    name: str
    png: bytes


def explain(data: bytes, options: ReadOptions | None = None) -> Iterator[Step]:
    """The steps up to the letters, or as far as reading comes when there is no board.

    Raises:
        NotAnImage, ImageTooLarge: see `decode`.
    """
    options = options or ReadOptions()
    picture = decode(data, options.limits)
    yield Step("1-grey", _png(picture.grey))
    try:
        grid = read_picture(data, options)
    except GridNotFound:
        grid = None
    blobs, lattices, best = _search(picture, grid)
    yield Step("2-candidates", _png(sketch.with_blobs(picture.grey, blobs)))
    yield Step("3-lattices", _png(sketch.with_lattices(picture.grey, lattices, best)))
    if grid is None:
        return
    if grid.cells:
        patches = [_patch(picture, cell) for cell in grid.cells]
        yield Step("4-cells", _png(sketch.table(patches, _places(grid), grid.cols)))
        glyphs = [_glyph(patch) for patch in patches]
        yield Step("5-glyphs", _png(sketch.table(glyphs, list(map(_reading, grid.cells)), grid.cols)))
    yield Step("6-letters", draw_overlay(data, grid, limits=options.limits))


def _search(picture: Picture, grid: ReadGrid | None) -> tuple[Blobs, list[Lattice], Lattice | None]:
    """Candidates and lattices at the first sensitivity at which the board's lattice is among them."""
    blobs = find_blobs(picture.grey, SENSITIVITIES[0])
    lattices: list[Lattice] = []
    for sensitivity in SENSITIVITIES:
        blobs = find_blobs(picture.grey, sensitivity)
        found = (lattice for group in groups_of_one_size(blobs) for lattice in find_lattices(group))
        lattices = [lattice for lattice in found if lattice.seen.size >= LEAST_SHOWN]
        best = _lattice_of(grid, lattices, picture.reduction) if grid and grid.cells else None
        if best is not None:
            return blobs, lattices, best
    return blobs, lattices, None


def _lattice_of(grid: ReadGrid, lattices: list[Lattice], reduction: int) -> Lattice | None:
    """The lattice with the most cells in the middles of the board's cells."""
    middles = np.array([cell.centre for cell in grid.cells], np.float32) / reduction
    hits = [_hits(lattice, middles) for lattice in lattices]
    most = max(hits, default=0)
    return lattices[hits.index(most)] if 2 * most > len(middles) else None


def _hits(lattice: Lattice, middles: np.ndarray) -> int:
    apart = np.linalg.norm(lattice.centres().reshape(-1, 1, 2) - middles, axis=2)
    return int((apart.min(axis=1) < 0.25 * lattice.pitch).sum())


def _patch(picture: Picture, cell: ReadCell) -> Pixels:
    x, y, width, height = cell.box
    return picture.full_grey[y : y + height, x : x + width]


def _glyph(patch: Pixels) -> Pixels | None:
    """Black on white, as the network gets it; None where nothing stands out."""
    glyph = cut_glyph(patch)
    return None if glyph is None else np.asarray(255 - np.round(glyph.image * 255), np.uint8)


def _places(grid: ReadGrid) -> list[str]:
    return [f"{row + 1}, {col + 1}" for row in range(grid.rows) for col in range(grid.cols)]


def _reading(cell: ReadCell) -> str:
    letters = cell.letters or ("?" if cell.doubtful else "hole")
    return f"{letters} {cell.confidence:.0%}{' !' if cell.doubtful else ''}"


def _png(pixels: Pixels) -> bytes:
    return cv2.imencode(".png", pixels)[1].tobytes()
