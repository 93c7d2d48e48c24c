"""Keyboards in line with a board: square keys as large as its tiles look like further rows of it."""

from __future__ import annotations

from dataclasses import replace

from worker.vision.lookalikes import ROWS
from worker.vision.wordle_lattice import TileBoard
from worker.vision.wordle_letters import TileLetters

LEAST_KEYS, MANY, MOST = 5, 7, 0.7
"""Letters side by side as on a keyboard, or in its order with gaps between, which no guess has; letters in
its order without gaps, where fewer may well be a guess; the share that comes in its order."""
LEAST_GUESSES = 2


def above_keyboard(board: TileBoard, letters: TileLetters) -> TileBoard | None:
    """The board without keys and the gap of some rows above them; None where there are none."""
    for number, row in enumerate(letters.texts.tolist()):
        if number >= LEAST_GUESSES and _are_keys(row):
            last = number
            while not letters.found[last - 1].any() and 2 * board.seen[last - 1].mean() < 1:
                last -= 1
            lattice = board.lattice.window(0, last, 0, board.cols)
            return None if lattice is None else replace(board, lattice=lattice)
    return None


def _are_keys(row: list[str]) -> bool:
    """Whether a row's letters stand side by side as on a keyboard, or many of them in its order."""
    text, spaced = "".join(row), "".join(letter or " " for letter in row).strip()
    least = max(LEAST_KEYS if " " in spaced else MANY, MOST * len(text))
    return any(spaced in keys or _in_order(text, keys) >= least for keys in ROWS if len(text) >= LEAST_KEYS)


def _in_order(text: str, keys: str) -> int:
    """How many letters of a text, at most, come in the keys' order: the longest common subsequence."""
    longest = [0] * (len(keys) + 1)
    for letter in text:
        before = longest.copy()
        for place, key in enumerate(keys, 1):
            longest[place] = (
                before[place - 1] + 1 if key == letter else max(before[place], longest[place - 1])
            )
    return longest[-1]
