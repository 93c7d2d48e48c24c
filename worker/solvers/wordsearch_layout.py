"""Words being laid into a grid: what lies where, what still fits, and taking words out again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.model import Path
from worker.solvers.wordsearch_chance import Chance
from worker.solvers.wordsearch_options import Direction

FREE: Final = 0
_NO_CELL: Final = -1


class Placing(NamedTuple):
    """Words and letters are numbers; letters are 1, 2, 3 ..."""

    word: int
    cells: Path


class Layout:
    """A grid of so many rows and columns, without the holes."""

    def __init__(
        self,
        words: Sequence[Sequence[int]],
        rows: int,
        cols: int,
        *,
        directions: Sequence[Direction],
        given: Sequence[int],
    ) -> None:
        """`given` is what each cell holds at first: a letter, `FREE`, or less for a hole."""
        self._words, self._directions, self.rows, self.cols = words, directions, rows, cols
        self._margin = max(map(len, words), default=1)
        self._letters = np.full((rows + 2 * self._margin, cols + 2 * self._margin), _NO_CELL, np.int16)
        self._inner = self._window(0, 0)
        self._inner[:] = np.array(given, np.int16).reshape(rows, cols)
        self._uses = (self._inner != FREE).astype(np.int32)
        self.placed: dict[int, Placing] = {}

    def _window(self, row: int, col: int) -> NDArray[np.int16]:
        """The grid, moved by so many rows and columns."""
        top, left = self._margin + row, self._margin + col
        return self._letters[top : top + self.rows, left : left + self.cols]

    def letters(self) -> list[int]:
        """What each cell holds."""
        numbers: list[int] = self._inner.reshape(-1).tolist()
        return numbers

    def try_word(self, word: int, chance: Chance, *, greed: int) -> bool:
        """Lay the word where it fits, if anywhere; greed prefers places where it shares letters."""
        fits = [self._fits(self._words[word], way) for way in self._directions]
        weights = np.where(np.stack([fit for fit, _ in fits]), 1 + greed * np.stack([n for _, n in fits]), 0)
        summed = np.cumsum(weights.reshape(-1))
        if not len(summed) or not summed[-1]:
            return False
        picked = int(np.searchsorted(summed, chance.below(int(summed[-1])), side="right"))
        way, start = divmod(picked, self.rows * self.cols)
        self._lay(word, start, self._directions[way])
        return True

    def has_place(self, word: int) -> bool:
        return any(self._fits(self._words[word], way)[0].any() for way in self._directions)

    def _fits(self, letters: Sequence[int], way: Direction) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """From which cells the word fits, and the square of how many letters would be shared."""
        fits, shared = np.ones((self.rows, self.cols), np.bool_), np.zeros((self.rows, self.cols), np.int64)
        for at, letter in enumerate(letters):
            there = self._window(at * way.row_step, at * way.col_step)
            same = there == letter
            fits &= same | (there == FREE)
            shared += same
        return fits, shared * shared

    def _lay(self, word: int, start: int, way: Direction) -> None:
        step = way.row_step * self.cols + way.col_step
        cells = tuple(start + at * step for at in range(len(self._words[word])))
        for cell, letter in zip(cells, self._words[word], strict=True):
            self._inner[divmod(cell, self.cols)] = letter
            self._uses[divmod(cell, self.cols)] += 1
        self.placed[word] = Placing(word, cells)

    def lift(self, word: int) -> None:
        """Take the word out; letters that others share stay."""
        for cell in self.placed.pop(word).cells:
            spot = divmod(cell, self.cols)
            self._uses[spot] -= 1
            if not self._uses[spot]:
                self._inner[spot] = FREE

    def saved(self) -> tuple[NDArray[np.int16], NDArray[np.int32], dict[int, Placing]]:
        return self._inner.copy(), self._uses.copy(), dict(self.placed)

    def restore(self, saved: tuple[NDArray[np.int16], NDArray[np.int32], dict[int, Placing]]) -> None:
        self._inner[:], self._uses[:], self.placed = saved[0], saved[1], dict(saved[2])


def lay_all(
    layout: Layout, words: Sequence[int], lengths: Sequence[int], chance: Chance, rounds: int
) -> list[int]:
    """Lay the words, longest first; those that are left are tried again after some others were taken out, so
    many rounds (ruin and recreate, Schrimpf et al. 2000). Returns the words that found no place."""
    hopeless = [word for word in words if not layout.has_place(word)]
    left = _lay_each(layout, [word for word in words if word not in hopeless], lengths, chance, greed=0)
    for turn in range(rounds):
        if not left:
            break
        saved, number = layout.saved(), len(layout.placed)
        ruined = chance.shuffled(layout.placed)[: 1 + chance.below(max(2, number // 3))]
        for word in ruined:
            layout.lift(word)
        first = left if turn % 2 else []
        again = _lay_each(layout, first, lengths, chance, greed=turn)
        rest = [word for word in [*left, *ruined] if word not in first]
        again += _lay_each(layout, rest, lengths, chance, greed=turn)
        if len(again) <= len(left):
            left = again
        else:
            layout.restore(saved)
    return sorted(left + hopeless)


def _lay_each(
    layout: Layout, words: Sequence[int], lengths: Sequence[int], chance: Chance, *, greed: int
) -> list[int]:
    in_order = sorted(chance.shuffled(words), key=lambda word: -lengths[word])
    return [word for word in in_order if not layout.try_word(word, chance, greed=greed)]
