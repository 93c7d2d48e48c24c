"""Whether all tiles of a board have one shade: tiles of several grey levels, or tints, may be guesses."""

from __future__ import annotations

import cv2
import numpy as np

from worker.vision.board import Board
from worker.vision.candidates import Floats
from worker.vision.decode import Picture
from worker.vision.letters import Letters
from worker.vision.medians import median, medians
from worker.vision.tiles import rim
from worker.vision.wordle_cells import flattened
from worker.vision.wordle_colours import Light, has_tints

ONE_SHADE = 0.12
"""Step of grey from a tile to the next one, compared with its letter: lit unevenly, photos come to 0.12, and
tiles of several colours to 0.5."""
SMALLEST_OF_GUESSES = 5
"""Rows and columns from which on a square board may be guesses."""
MOST_GUESSES, WORDS = 8, range(4, 12)
"""Rows of a board of guesses in nearly all games, and letters of its words; word searches have more rows."""
CORNER = 0.36
"""How far from its middle, across and down, a tile shows its fill beside any letter, in pitches."""
SIDE = 24
"""Pixels to a pitch that suffice to see a tile's tint."""
OUTER = 0.8
"""Where the rim of a tile ends, which letters do not reach."""


def is_of_one_shade(picture: Picture, board: Board, letters: Letters) -> bool:
    """Whether the tiles with letters have about one level of grey and, where it matters, one tint."""
    if not _is_of_one_grey(board, letters):
        return False
    rows, cols = letters.texts.shape
    return rows != cols or rows < SMALLEST_OF_GUESSES or not _has_tints(picture, board, letters)


def may_be_guesses(picture: Picture, centres: Floats, pitch: float) -> bool:
    """Whether cells at `centres` (rows, cols, 2) are of several tints, and no more than guesses have."""
    rows, cols = centres.shape[:2]
    if rows == cols or not (rows <= MOST_GUESSES and cols in WORDS):
        return False
    corners = np.array([[x, y] for x in (-CORNER, CORNER) for y in (-CORNER, CORNER)]) * pitch
    bgr = cv2.blur(picture.working_bgr, (3, 3))
    places = np.rint(centres.reshape(-1, 1, 2) + corners).astype(int)
    x, y = (np.clip(places[..., axis], 0, bgr.shape[1 - axis] - 1) for axis in (0, 1))
    return has_tints(Light(black=0.0, gain=1.0).lab(np.median(bgr[y, x], axis=1)))


def _is_of_one_grey(board: Board, letters: Letters) -> bool:
    ground = medians(board.patches[:, :, rim(board.patches.shape[-1], outer=OUTER)], axis=-1)
    ground = np.where(letters.found, ground.astype(float), np.nan)  # bare ground may have any shade
    steps = np.concatenate([np.abs(np.diff(ground, axis=axis)).ravel() for axis in (0, 1)])
    steps = steps[~np.isnan(steps)]
    contrast = letters.contrast[letters.found]
    return bool(len(steps)) and float(steps.max()) < ONE_SHADE * median(contrast)


def _has_tints(picture: Picture, board: Board, letters: Letters) -> bool:
    lattice = board.lattice
    shape = lattice.rows, lattice.cols
    flat = flattened(picture.working_bgr, lattice.projection, shape, SIDE)
    tiles = flat.reshape(shape[0], SIDE, shape[1], SIDE, 3).swapaxes(1, 2)[letters.found]
    levels = np.median(tiles[:, rim(SIDE, outer=OUTER)], axis=1)
    return has_tints(Light(black=0.0, gain=1.0).lab(levels))
