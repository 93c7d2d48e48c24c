"""What is hidden in a board of letters, and which of it a misread word may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from worker.model import ReadGrid
from worker.vision.candidates import Floats

LEAST_LETTERS = 3
SURE_LETTER, SURE_PRICE = 0.9, 2.0
"""A letter read more surely than this is changed at this price, others at 1."""
CLEAR_BY = 0.5
"""The best text must be better than any other one by this."""
LONG = 8
"""A text of as many letters may have lost two."""
BAR_COST = 0.3
"""Of an I read as L: a bar is either letter, by its font alone."""
ALIKE, ALIKE_COST = ("CE", "AO"), 0.7
"""Small letters that differ by a hairline, which small print loses, and what it costs to confuse them."""
TOUCHING = 1.2
"""Cost of two letters read as one that is neither, or of one read as two: an `ni` that touches is an `m`."""
DROPPED = 0.5
"""What it costs more that ink was read where there is no letter at all."""
CHANCE, LETTERS = 0.05, 20
"""A text that is so rarely near to something by chance may be misread; that many letters are as common."""
ROUNDING = 1e-3
_I, _L = ord("I"), ord("L")
COUNTED = 64


def hidden_words(grid: ReadGrid) -> Hidden:
    """Every line of the board in all eight directions."""
    tiles = np.array([cell.letters.upper() or "." for cell in grid.cells], object)
    tiles = tiles.reshape(grid.rows, grid.cols)
    lines = ["".join(line) for line in (*tiles, *tiles.T)]
    for slanted in (tiles, tiles[:, ::-1]):
        lines += ["".join(slanted.diagonal(offset)) for offset in range(1 - grid.rows, grid.cols)]
    return Hidden((*lines, *(line[::-1] for line in lines)))


class Meant(NamedTuple):
    """A text in the board that a misread one is near to."""

    letters: str
    cost: float
    """Of the misreadings, about 1 for each."""


@dataclass(frozen=True)
class Hidden:
    """What can be found in a board."""

    lines: tuple[str, ...]
    _windows: dict[int, _Windows] = field(default_factory=dict)
    """All texts of one length, made when they are first asked for."""

    def __contains__(self, letters: str) -> bool:
        return any(letters in line for line in self.lines)

    def nearest(self, letters: str, probabilities: Sequence[float]) -> Meant | None:
        """The one text in the board that may be meant by a misread one; None when there is none, or several.

        Letters that touch are easily taken for one, so that some may be missing; one that was read surely is
        what it is.
        """
        length = len(letters)
        found: list[tuple[float, str]] = []
        most = self._most_misread(length)
        for size in range(max(length - 1, LEAST_LETTERS), length + 2 + (length >= LONG)):
            found += self._of_length(size).near(letters, probabilities, most)
        if not found:
            return None
        # A part of the same place in the board is no rival; letters that touch are lost more often than made.
        cost, best = min(found, key=lambda one: (one[0], abs(len(one[1]) - length), -len(one[1])))
        rivals = (other for price, other in found if price <= cost + CLEAR_BY)
        return Meant(best, cost) if all(other in best or best in other for other in rivals) else None

    def by_chance(self, length: int, misread: int = 0) -> float:
        """About how many texts in the board are within so many misread letters of any text of a length."""
        windows = sum(max(len(line) - length + 1, 0) for line in self.lines)
        return float(windows * comb(length, misread) * (LETTERS - 1) ** misread / LETTERS**length)

    def _most_misread(self, length: int) -> float:
        """Short texts are near to something by chance: there only a bar's two readings are corrected."""
        if length < 5:
            return 2 * BAR_COST
        rare = (count for count in range(length // 3, 0, -1) if self.by_chance(length, count) < CHANCE)
        return max(length // 4, next(rare, 0))

    def _of_length(self, size: int) -> _Windows:
        if size not in self._windows:
            windows = {line[i : i + size] for line in self.lines for i in range(len(line) - size + 1)}
            self._windows[size] = _Windows(sorted(text for text in windows if "." not in text), size)
        return self._windows[size]


class _Windows:
    """Texts of one length that can be found in a board."""

    def __init__(self, texts: list[str], size: int) -> None:
        self._texts = texts
        self._codes = _codes("".join(texts)).reshape(-1, size)
        self._counts = _counts(self._codes)

    def near(self, letters: str, probabilities: Sequence[float], most: float) -> list[tuple[float, str]]:
        """The texts that differ by at most so many edits, with how many these are."""
        codes = _codes(letters)
        # Cheap to tell, and rules out nearly all: what costs 1 changes the count of three letters at most.
        apart = np.abs(self._counts - _counts(codes[None])).sum(axis=1)
        close = np.flatnonzero(apart <= 3 * max(most, 1))
        prices = [1.0 if probability < SURE_LETTER else SURE_PRICE for probability in probabilities]
        costs = _misreadings(codes, prices, self._codes[close])
        return [
            (cost, self._texts[i])
            for i, cost in zip(close.tolist(), costs.tolist(), strict=True)
            if cost <= most + ROUNDING
        ]


def _codes(text: str) -> npt.NDArray[np.int32]:
    return np.frombuffer(text.encode("utf-32-le"), np.int32)


def _counts(codes: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
    """(n, COUNTED): how often each letter is in each of the texts (n, length), I and L being one."""
    places = np.where(codes == _L, _I, codes) % COUNTED + COUNTED * np.arange(len(codes))[:, None]
    return np.bincount(places.ravel(), minlength=COUNTED * len(codes)).reshape(-1, COUNTED)


def _misreadings(
    letters: npt.NDArray[np.int32], prices: Sequence[float], texts: npt.NDArray[np.int32]
) -> Floats:
    """(n,): the edit distance of texts (n, length) from letters; I and L are nearly the same.

    Changing a letter costs its price, leaving it out a little more, one more letter 1.
    """
    before = [np.full(len(texts), column, np.float32) for column in range(texts.shape[1] + 1)]
    earlier = [np.full(len(texts), np.inf, np.float32)] * len(before)
    for letter, price in zip(letters.tolist(), prices, strict=True):
        costs = _changes(letter, price, texts)
        dropped = np.float32(price + DROPPED)
        current = [before[0] + dropped]
        for column in range(texts.shape[1]):
            edit = np.minimum(before[column + 1] + dropped, current[column] + 1)
            touching = np.minimum(before[column - 1] if column else np.inf, earlier[column]) + TOUCHING
            current.append(np.minimum.reduce([before[column] + costs[:, column], edit, touching]))
        earlier, before = before, current
    return before[-1]


def _changes(letter: int, price: float, texts: npt.NDArray[np.int32]) -> Floats:
    """(n, length): what it costs that each letter of the texts was read as this one."""
    costs = np.where(texts == letter, 0, price).astype(np.float32)
    if letter in (_I, _L):
        costs[(texts != letter) & ((texts == _I) | (texts == _L))] = BAR_COST
    for one, other in (map(ord, pair) for pair in ALIKE):
        if letter in (one, other):
            costs[texts == one + other - letter] = ALIKE_COST
    return costs
