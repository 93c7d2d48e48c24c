"""A glance at a board before its letters are read: most of what stands in rows and columns has none.

A large lattice takes as long to read as all that was done before, and pictures without a board show a dozen
of them. What is left out here would be refused after reading: it is asked for far less than a board has.
"""

from __future__ import annotations

import numpy as np

from worker.vision.board import Board
from worker.vision.dice_board import MOST_DICE
from worker.vision.doubts import LOOSE, TIDY, untidiness
from worker.vision.glyphs import GlyphReader
from worker.vision.letters import SAMPLE, glance_at
from worker.vision.swipes import MOST_CELLS

LEAST_READ = 0.6
"""Share of the cells in which a letter is seen at one turn or another: boards of letters come to 0.9."""
LEAST_LETTERLIKE = 0.6
"""Share of the probability on letters, where they lie alike: boards come to 0.94, lists of numbers to 0.5."""
SLACK = 2.0
"""By how much a tidy board may look untidy at a glance."""
SAME = 0.1
"""How far the corners of boards that are the same may lie apart, in steps."""


def may_be_read(board: Board, reader: GlyphReader) -> bool:
    """Whether a board is worth reading."""
    if not board.has_lift and board.lattice.looseness > LOOSE * TIDY:
        return False
    if board.has_lift and board.present.size <= MOST_CELLS:
        return True  # it is quickly read, and the line of a swipe may hide half of it
    cells = np.argwhere(board.present)
    some = cells[np.linspace(0, len(cells) - 1, min(SAMPLE, len(cells))).astype(int)]
    glance = glance_at(board.patches[some[:, 0], some[:, 1]], reader)
    if glance.read < LEAST_READ:
        return False
    if board.present.size <= MOST_DICE:
        return True  # dice lie as they fell
    untidy = untidiness(board.lattice.looseness, board.lattice.seen, glance.letterlike)
    return glance.letterlike >= LEAST_LETTERLIKE and (board.has_lift or untidy <= SLACK * TIDY)


def is_same(board: Board, other: Board) -> bool:
    """Whether two boards have the same cells, so that the same would be read in them."""
    if board.present.shape != other.present.shape or board.has_lift != other.has_lift:
        return False
    off = np.linalg.norm(board.lattice.outline() - other.lattice.outline(), axis=1)
    return bool(off.max() < SAME * board.lattice.pitch)
