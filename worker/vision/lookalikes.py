"""Letters in rows and columns that are no board: keys, the alphabet, answers to tick, lines of type."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from operator import eq

import numpy as np
import numpy.typing as npt

from worker.vision.lattice import Flags

ROWS = (
    "QWERTYUIOP",
    "ASDFGHJKL",
    "ZXCVBNM",
    "AZERTYUIOP",
    "QSDFGHJKLM",
    "WXCVBN",
    "QWERTZUIOP",
    "YXCVBNM",
)
LEAST_OF_ROW = 8
"""Keys in their places from which on a single row tells a keyboard: the others stand out of line with it."""
ALPHABET = range(24, 31)
"""How many letters are read where the keys are the alphabet; a square board may well begin with A, B, C."""
MOSTLY, LEAST_PLACES = 0.7, 10
"""Share and number of the letters that stand in their keys' places where some keys are misread or missing."""
LEAST_RUN = 3
LEAST_STEPS = 18
"""Letters that follow their neighbour in the alphabet; a few may be misread."""
MOST_GAPS, PER_ROW = 4, 1.0
"""Gaps along the rows of a page, which has a hole or an outline with notches: how many, or how many a row."""
WORDS_APART, MOST_SPACES, PER_LINE = 2, 3, 0.5
"""Cells of the widest gap that may be a space between two words; how many of them a page may have, or how
many a row: a notch may narrow, and a letter leave no trace, but hardly in every second row."""
LEAST_SIGNS, COMMON, FEW_SIGNS = 9, 0.3, 3
"""Letters from which on their variety tells; the share of them that is the commonest's, and the number of
unlike ones, with which they are digits, icons or boxes rather than letters."""
LARGEST_GAME = 5
"""Rows and columns of noughts and crosses."""
IN_ORDER, LEAST_IN_ORDER = 0.5, 6
"""Share and number of neighbours in a row that follow each other in the alphabet, on a chart of it."""
LEAST_ROWS, SAME = 5, 0.75
"""Rows from which on, and share of the letters that are their column's commonest, it is an answer sheet."""


def is_keyboard(texts: npt.NDArray[np.str_]) -> bool:
    """Whether the letters (rows, cols), "" for none, are keys to type with, and no board."""
    rows = ["".join(row) for row in texts]
    several = sum(len(row) >= 3 and any(_in_order(row, keys) for keys in ROWS) for row in rows) >= 2
    places = [_most_in_place(_from_first(row)) for row in texts.tolist()]
    closed_up = (_most_in_place(row) for row in rows)
    whole = max([*places, *closed_up]) >= LEAST_OF_ROW
    mostly = sum(places) >= max(MOSTLY * (texts != "").sum(), LEAST_PLACES)
    return several or whole or mostly or _is_alphabet(texts) or _is_part_of_alphabet(rows)


def _in_order(row: str, keys: str) -> bool:
    remaining = iter(keys)
    return all(letter in remaining for letter in row)


def _from_first(row: list[str]) -> list[str]:
    """A row from its first letter on: the lower rows of a keyboard begin further right."""
    first = next((place for place, letter in enumerate(row) if letter), len(row))
    return row[first:]


def _most_in_place(row: Sequence[str]) -> int:
    """How many letters stand in their places on the row of keys that has most of them there."""
    return max([*map(eq, row, keys)].count(True) for keys in ROWS)


def _is_alphabet(texts: npt.NDArray[np.str_]) -> bool:
    rows, cols = texts.shape
    letters = "".join(texts.ravel())
    steps = sum(ord(after) - ord(before) == 1 for before, after in pairwise(letters))
    return rows != cols and len(letters) in ALPHABET and steps >= LEAST_STEPS


def _is_part_of_alphabet(rows: list[str]) -> bool:
    """Whether rows of neighbours in the alphabet leave as many letters out between each two of them."""
    if min(map(len, rows)) < LEAST_RUN or any(ord(b) - ord(a) != 1 for row in rows for a, b in pairwise(row)):
        return False
    left_out = {ord(below[0]) - ord(above[-1]) for above, below in pairwise(rows)}
    return len(left_out) == 1 and left_out.pop() > 1


def is_answer_sheet(texts: npt.NDArray[np.str_]) -> bool:
    """Whether nearly every row has the same letters, as where one of A, B, C, D is to be ticked."""
    if len(texts) < LEAST_ROWS:
        return False
    read = [column[column != ""] for column in texts.T]
    commonest = sum(int(np.unique(column, return_counts=True)[1].max(initial=0)) for column in read)
    return commonest >= SAME * sum(map(len, read)) > 0


def is_of_few_signs(texts: npt.NDArray[np.str_]) -> bool:
    """Whether the letters (rows, cols) are nearly all the same: digits, icons or boxes taken for letters."""
    _, counts = np.unique(texts[texts != ""], return_counts=True)
    if counts.sum() < LEAST_SIGNS:
        return False
    return len(counts) < FEW_SIGNS or bool(counts.max() > COMMON * counts.sum())


def is_noughts_and_crosses(texts: npt.NDArray[np.str_]) -> bool:
    """Whether the letters (rows, cols) of a small board are O and X alone; a page may be of them."""
    read = set(texts[texts != ""].tolist())
    return max(texts.shape) <= LARGEST_GAME and bool(read) and read <= {"O", "X"}


def is_chart(texts: npt.NDArray[np.str_]) -> bool:
    """Whether most letters (rows, cols) follow their neighbours in the alphabet, though many are missing."""
    pairs = [(one, other) for row in texts for one, other in pairwise(row.tolist()) if one and other]
    steps = sum(ord(other[0]) - ord(one[0]) == 1 for one, other in pairs)
    return steps >= max(LEAST_IN_ORDER, IN_ORDER * len(pairs))


def has_spaces(filled: Flags, *, per_row: float = PER_ROW) -> bool:
    """Whether most rows have several gaps, as between the words of a program or log in type of one width.

    Args:
        filled: the cells (rows, cols) with a letter, or at least some ink.
        per_row: how many gaps a page may have.
    """
    return len(_gaps(filled)) > max(MOST_GAPS, per_row * len(filled))


def has_words(filled: Flags) -> bool:
    """Whether many rows of cells (rows, cols), those with ink `filled`, have gaps as narrow as a space.

    A listing's lines begin and end where they like, as the rows of an outlined page do; but a page has no
    blank cells between letters.
    """
    narrow = sum(width <= WORDS_APART for width in _gaps(filled))
    return narrow > max(MOST_SPACES, PER_LINE * len(filled))


def _gaps(filled: Flags) -> list[int]:
    """How many cells each gap between filled ones of a row is wide."""
    return [
        after - before - 1
        for row in filled
        for before, after in pairwise(np.flatnonzero(row).tolist())
        if after > before + 1
    ]
