"""A glance at a board's tiles before any letter is read: can these be guesses at all?

Guesses are of several colours, or there are empty rows below them. A board of another game has one letter on
every tile, all of them alike.
"""

from __future__ import annotations

import numpy as np

from worker.vision.candidates import Floats
from worker.vision.lattice import Flags
from worker.vision.wordle_cells import Cells
from worker.vision.wordle_colours import has_tints

MARKED = 40.0
"""Distance from the fill, in brightened levels, of what is part of a letter."""
LEAST_INK = 0.02
"""Share of a tile's middle that a letter covers."""
MOST_ROWS_ALIKE = 4
"""Rows of a full square board up to which it is another game's; its colours are a path drawn on it."""

BARE, LEAST_STEP = 0.4, 20.0
"""How far from the ground's colour a column is that has no tiles, by what the others are; how far these must
be, in Lab."""
LEAST_EMPTY = 2
"""Rows without letters that tell whether every column has tiles there."""


def may_be_guesses(cells: Cells) -> bool:
    """Whether letters stand above empty rows, or tiles or their letters have several colours."""
    inks, blank = _inks(cells)
    rows, cols = blank.shape
    if blank.all() or _is_crossword(cells, np.asarray(blank.all(axis=1))):
        return False
    if blank[-1].all():
        return True
    if rows == cols <= MOST_ROWS_ALIKE and not blank.any():
        return False
    return has_tints(cells.fills.lab.reshape(-1, 3)) or has_tints(cells.light.lab(inks[~blank]))


def _is_crossword(cells: Cells, empty: Flags) -> bool:
    """Whether in rows without letters some columns have tiles, and others show the ground between them."""
    if empty.sum() < LEAST_EMPTY:
        return False
    away = np.linalg.norm(cells.fills.lab[empty] - cells.light.lab(cells.ground), axis=2)
    columns = np.median(away, axis=0)
    bare = columns < BARE * columns.max()
    return bool(columns.max() > LEAST_STEP and bare.any() and (away[:, bare] < BARE * columns.max()).all())


def _inks(cells: Cells) -> tuple[Floats, Flags]:
    """(rows, cols, 3): the colour farthest from each tile's fill; (rows, cols): tiles without a letter."""
    rows, cols, side = cells.tiles.shape[:3]
    middle = slice(side // 5, side - side // 5, 2)
    some = cells.tiles[:, :, middle, middle].reshape(rows, cols, -1, 3).astype(np.float32)
    away = np.abs(some - cells.fills.levels[:, :, None]).max(axis=3)
    blank = (away * cells.light.gain > MARKED).mean(axis=2) < LEAST_INK
    farthest = away.argmax(axis=2)[:, :, None, None]
    return np.take_along_axis(some, farthest, axis=2)[:, :, 0], np.asarray(blank)
