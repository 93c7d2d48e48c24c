"""Whether a board may go on below its last row, with empty rows too faint for this picture; or end above it.

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
from worker.vision.wordle_outlines import Outlines

USUAL_ROWS = 6
"""Rows of the game and of most clones."""
WORN, VERY_WORN = 0.3, 6.0
"""Levels, brightened, by which neighbouring pixels of a tile's even part differ, from which on faint lines
may be lost, and from which on some of them are though others are seen."""
FRAMED = 0.85
"""Share of its outlines that the last row must show, lest further ones are lost in so worn a picture."""
PALE = 3.0
"""How many times levels are stretched, from which on the outlines of some rows may be too faint as well."""
UNEVEN = 0.75
"""Evenness of the cells of a last row without letters, compared with the board's, below which they may be
buttons, or something else that is not in line with its columns."""
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
    worn = _unevenness(cells)
    if worn <= WORN or not _is_blank_below(picture, board):
        return False
    shows_empty_row = not letters.found[-1].any()
    clear = shows_empty_row and cells.light.gain < PALE and worn <= VERY_WORN
    return not (clear and _framed_below(picture, board) > FRAMED)


def _framed_below(picture: Picture, board: TileBoard) -> float:
    """Share of the outlines of the last row's tiles that is seen."""
    sides = Outlines(picture.working_bgr, board.lattice).sides()
    return float(sides[:, -2, 1:-1].min(axis=0).mean())


def may_end_before(cells: Cells, letters: TileLetters) -> bool:
    """Whether the last row may be none of the board, having no letters, and cells that are not its tiles."""
    if letters.found[-1].any() or len(letters.found) < 2:
        return False
    evenness = cells.fills.share.mean(axis=1)
    return float(evenness[-1]) < UNEVEN * float(np.median(evenness[:-1]))


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
