"""What a reading is worth: whether it is a board at all, and which of its cells are doubtful, and why."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from worker.vision.board import Board
from worker.vision.board_letters import Letters
from worker.vision.boards import outline_of
from worker.vision.lattice import Flags
from worker.vision.lookalikes import is_answer_sheet, is_keyboard
from worker.vision.medians import median

LEAST_LETTERS = 8
READ_SHARE = 0.75
"""Share of the cells that must hold a letter; a swipe hides a few, and a board of scrap has none."""
COMMONEST_SHARE = 0.5
"""No letter fills more of a board than this; tiles that all show the same sign are a card, or a pattern."""
LETTERLIKE = 0.75
"""Share of the glyphs' probability that lies on letters, on a board whose tiles show where each cell ends."""
TIDY = 1.3
"""What `_untidiness` a page without tiles may have: real pages come to 0.9, columns through text to 1.4."""
LOOSE, GAPS, UNLIKE = 0.1, 0.1, 0.15
"""How far off the middles of their cells letters may lie, in steps; the share of cells without a letter among
others; and of the probability that lies on other things than letters: each alone, on a page without tiles."""
FAINT = 0.35
"""A mark of less contrast than this, compared with the board's letters, is the ground showing through."""
SURER = 2
"""How many times less likely to be wrong a letter must be that a line crosses: an L with a bar is an E."""
ODD_SIZE = 0.65
"""A glyph this much smaller than the others (or they than it) is none of their font."""
ODD_SMALL_LETTER = 0.45
"""The same of small letters: a `j` reaches above and below the others."""

Whys = npt.NDArray[np.object_]


def is_board(board: Board, letters: Letters) -> bool:
    """Whether what was read is a board of letters: most cells are read, as letters that differ."""
    sure = letters.found & (letters.confidence > 0.5)
    count = int(sure.sum())
    if count < LEAST_LETTERS or count < READ_SHARE * int(board.present.sum()):
        return False
    _, counts = np.unique(letters.texts[sure], return_counts=True)
    if int(counts.max()) > COMMONEST_SHARE * count:
        return False
    if is_keyboard(letters.texts) or is_answer_sheet(letters.texts):
        return False
    return letters.letterlike >= LETTERLIKE if board.has_lift else _untidiness(board, letters) <= TIDY


def _untidiness(board: Board, letters: Letters) -> float:
    """How much it looks like lines of text: letters off their columns, gaps, letters cut in two."""
    return untidiness(board.lattice.looseness, letters.found, letters.letterlike)


def untidiness(looseness: float, found: Flags, letterlike: float) -> float:
    """The sum of what each alone may come to a little more than 1."""
    return looseness / LOOSE + _gaps(found) / GAPS + (1 - letterlike) / UNLIKE


def _gaps(found: Flags) -> float:
    """Share of empty cells inside the outline: lines of text have spaces, pages of letters not."""
    reach = np.logical_or.accumulate
    across = reach(found, axis=1) & reach(found[:, ::-1], axis=1)[:, ::-1]
    down = reach(found, axis=0) & reach(found[::-1], axis=0)[::-1]
    inside = across & down
    return float((inside & ~found).sum() / max(int(inside.sum()), 1))


def without_ground(board: Board, letters: Letters) -> Letters:
    """The letters without what was read into bare ground: marks fainter than letters, with no tile around."""
    bare = ~board.present & ~_marked(letters)
    return replace(letters, texts=np.where(bare, "", letters.texts))


def without_empty_edges(board: Board, letters: Letters) -> tuple[Board, Letters] | None:
    """Both without outer rows and columns in which there is neither tile nor letter."""
    edges = outline_of(board.present | letters.found)
    if edges == (0, board.lattice.rows, 0, board.lattice.cols):
        return board, letters
    cut = edges and board.window(*edges)
    return (cut, letters.window(*edges)) if edges and cut else None


def doubts_of(board: Board, letters: Letters, threshold: float) -> Whys:
    """(rows, cols): why a cell is doubtful, or None."""
    whys = np.full(letters.texts.shape, None, object)
    typical = median(letters.height[letters.found]) if letters.found.any() else 0.0
    for row, col in np.argwhere(letters.found).tolist():
        whys[row, col] = _letter_doubt(letters, row, col, threshold, typical)
    whys[board.open_edges & letters.found & ~whys.astype(bool)] = "the board may go on beside it"
    whys[_unread(board, letters)] = "something is there, but no letter could be read"
    return whys


def _letter_doubt(letters: Letters, row: int, col: int, threshold: float, typical: float) -> str | None:
    """Why the letter of a cell is doubtful; `typical` is the height of the board's letters."""
    text, other = letters.texts[row, col], letters.runner_up[row, col]
    crossed = letters.crossed[row, col]
    if letters.confidence[row, col] < (1 - (1 - threshold) / SURER if crossed else threshold):
        line = "a line crosses it; " if crossed else ""
        return f"{line}could be {text} or {other}"
    ratio = float(letters.height[row, col]) / max(typical, 1e-6)
    odd = ODD_SMALL_LETTER if letters.lower else ODD_SIZE
    return None if odd < ratio < 1 / odd else "not of the size of the other letters"


def _marked(letters: Letters) -> Flags:
    """Cells with a mark about as strong as the board's letters are."""
    typical = median(letters.contrast[letters.found]) if letters.found.any() else 0.0
    return np.asarray(letters.inked & (letters.contrast > FAINT * typical))


def _unread(board: Board, letters: Letters) -> Flags:
    """Cells with a tile, or with a mark as strong as the board's letters, in which no letter was read.

    In a tray whatever does not show its bottom: what stands out least may be a die whose print is gone.
    """
    there = board.present | _marked(letters) if letters.bare is None else ~letters.bare
    return np.asarray(there & ~letters.found)
