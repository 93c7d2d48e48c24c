"""Keys with letters look like a board: a keyboard's rows, or the alphabet from A to Z."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt

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
ALPHABET = range(26, 31)
"""How many letters are read where the keys are the alphabet; a board of 25 may well begin with A, B, C."""
LEAST_STEPS = 20
"""Letters that follow their neighbour in the alphabet; a few may be misread."""


def is_keyboard(texts: npt.NDArray[np.str_]) -> bool:
    """Whether the letters (rows, cols), "" for none, are keys to type with, and no board."""
    rows = ["".join(row) for row in texts]
    several = sum(len(row) >= 3 and any(_in_order(row, keys) for keys in ROWS) for row in rows) >= 2
    whole = any(_in_place(row, keys) >= LEAST_OF_ROW for row in rows for keys in ROWS)
    return several or whole or _is_alphabet("".join(rows))


def _in_order(row: str, keys: str) -> bool:
    remaining = iter(keys)
    return all(letter in remaining for letter in row)


def _in_place(row: str, keys: str) -> int:
    return sum(letter == key for letter, key in zip(row, keys, strict=False))


def _is_alphabet(letters: str) -> bool:
    steps = sum(ord(after) - ord(before) == 1 for before, after in pairwise(letters))
    return len(letters) in ALPHABET and steps >= LEAST_STEPS
