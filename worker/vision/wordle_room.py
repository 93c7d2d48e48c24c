"""Whether a board may go on below its last row: with empty rows too faint for this picture.

A sharp screen shows the outlines of empty tiles however faint they are. Compression and noise wipe them out,
and then only the room is left that they take.
"""

from __future__ import annotations

import numpy as np

from worker.vision.candidates import Floats
from worker.vision.decode import Picture, Pixels
from worker.vision.wordle_cells import Cells, flattened
from worker.vision.wordle_lattice import TileBoard
from worker.vision.wordle_letters import TileLetters

USUAL_ROWS = 6
"""Rows of the game and of most clones."""
WORN, VERY_WORN = 0.3, 6.0
"""Levels, brightened, by which neighbouring pixels of a tile's even part differ, from which on faint lines
may be lost, and from which on some of them are though others are seen."""
PALE = 3.0
"""How many times levels are stretched, from which on the outlines of some rows may be too faint as well."""
PITCH = 24
BLANK = 0.3
"""Range of levels in a cell, as a share of that in cells with letters, below which nothing stands in it."""


def may_go_on(
    picture: Picture, board: TileBoard, cells: Cells, letters: TileLetters, *, is_solved: bool
) -> bool:
    """Whether there is room below for another row, which would not be seen as no empty one is.

    The usual number of rows may be full, when the last one is the answer.
    """
    if is_solved and board.rows == USUAL_ROWS:
        return False
    shows_empty_row = not letters.found[-1].any()
    lost = VERY_WORN if shows_empty_row and cells.light.gain < PALE else WORN
    return _unevenness(cells) > lost and _is_blank_below(picture, board)


def _unevenness(cells: Cells) -> float:
    """How much neighbouring pixels above the letters differ, in most of the tiles, in brightened levels."""
    above = cells.tiles[:, :, 4:10, 10:-10].astype(np.int16)
    steps = np.abs(np.diff(above, axis=3)).max(axis=4).mean(axis=(2, 3))
    return float(np.median(steps)) * cells.light.gain


def _is_blank_below(picture: Picture, board: TileBoard) -> bool:
    """Whether the row below lies in the picture, with nothing in most of its cells."""
    projection = board.lattice.projection
    lowest = projection.apply(np.array([[0.0, board.rows + 0.3], [board.cols - 1.0, board.rows + 0.3]]))
    height, width = picture.working_bgr.shape[:2]
    if not ((lowest >= 0) & (lowest < (width, height))).all():
        return False
    shape = board.rows + 1, board.cols
    flat = flattened(picture.working_bgr, projection, shape, PITCH)
    cut = flat.reshape(shape[0], PITCH, shape[1], PITCH, 3).swapaxes(1, 2)
    inside = slice(PITCH // 5, PITCH - PITCH // 5)
    ranges = _ranges(cut[:, :, inside, inside])
    usual = float(np.median(ranges[0]))
    return float((ranges[-1] < BLANK * usual).mean()) > 0.5


def _ranges(cells: Pixels) -> Floats:
    """(rows, cols): the range of levels in cells (rows, cols, side, side, 3), but for a few pixels."""
    levels = cells.mean(axis=4).reshape(*cells.shape[:2], -1)
    low, high = np.percentile(levels, (5, 95), axis=2)
    return np.asarray(high - low, np.float32)
