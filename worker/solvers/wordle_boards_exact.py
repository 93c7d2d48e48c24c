"""The best play over several boards with few words left, proven: the fewest guesses until all are solved.

A state is the set of all words that are left, as bits, board after board; a board without any is solved. The
replies of the boards are independent of each other. Guesses are tried in the order of a lower bound: each
board that a guess leaves open takes one more, and one more still unless some board's word is known then or
the next guess hits one. That holds where no word is left on two boards; else only that one more guess is
needed unless all are solved.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from worker.kernels.pattern_play import DEPTHS
from worker.solvers.wordle_clues import Mode
from worker.solvers.wordle_exact import GaveUp
from worker.solvers.wordle_state import Outcome, State

_MOST_WORDS: Final = 14
_MOST_GAMES: Final = 48
"""Combinations of the words left, for an exact search to be tried."""
_MOST_STATES: Final = 400
"""Looked at before the search gives up; each takes about half a millisecond."""
_EQUAL: Final = 1e-9
_WON: Final = -1

_Groups = list[tuple[int, float]]
"""Sets of words of a board that a guess tells apart, with the chance of each; an empty set when it wins."""


class BoardsSearch:
    """The best play from a state of several boards."""

    def __init__(self, state: State) -> None:
        """Make ready.

        Raises:
            GaveUp: there are too many words, or the mode forbids some guesses.
        """
        lefts = [position.counted for position in state.positions]
        is_small = sum(map(len, lefts)) <= _MOST_WORDS and prod(map(len, lefts)) <= _MOST_GAMES
        if not is_small or state.options.mode is not Mode.EASY:
            raise GaveUp
        self._shares = np.concatenate([left.shares for left in lefts])
        self._numbers = np.concatenate([left.numbers for left in lefts]).tolist()
        self._labels = np.concatenate(
            [_labels(position.matrix[position.rows(state.candidates)], position.feedbacks)
             for position in state.positions], axis=1,
        )  # fmt: skip
        ends = np.cumsum([len(left) for left in lefts]).tolist()
        self._boards = [range(end - len(left), end) for left, end in zip(lefts, ends, strict=True)]
        self._everything = (1 << ends[-1]) - 1
        # Guesses that part the words alike are the same; the first one stands for all.
        self._unlike = np.sort(np.unique(_keys(self._labels), return_index=True)[1])
        self._known: dict[int, tuple[float, int]] = {0: (0.0, -1)}

    def best(self) -> tuple[int, Outcome]:
        """The place of the best candidate and what comes of it; raises GaveUp."""
        place = self._best(self._everything)[1]
        return place, self.outcome(place)

    def outcome(self, place: int) -> Outcome:
        """What comes of a candidate with the best play from then on; raises GaveUp."""
        told = np.zeros((len(self._boards) + 1, DEPTHS))
        self._follow(self._everything, place, 0, 1.0, told)
        return Outcome(told[-1], float(told[-1] @ np.arange(1, DEPTHS + 1)), boards=tuple(told[:-1]))

    def _follow(self, state: int, place: int, made: int, chance: float, told: NDArray[np.float64]) -> None:
        """Add up the chances that boards, and last all of them, are solved with each guess."""
        for after, share in self._replies(state, place):
            for number, board in enumerate(self._boards):
                if self._is_open(state, board) and not self._is_open(after, board):
                    told[number, made] += chance * share
            if after:
                self._follow(after, self._best(after)[1], made + 1, chance * share, told)
            else:
                told[-1, made] += chance * share

    def _best(self, state: int) -> tuple[float, int]:
        """The guesses that a state needs, and the place of the best one."""
        if state not in self._known:
            if len(self._known) > _MOST_STATES:
                raise GaveUp
            self._known[state] = self._tried(state)
        return self._known[state]

    def _tried(self, state: int) -> tuple[float, int]:
        bounds = self._bounds(state)
        least, best = np.inf, -1
        for at in np.argsort(bounds, kind="stable").tolist():
            if bounds[at] >= least - _EQUAL:
                break
            place = int(self._unlike[at])
            cost = self._cost(state, place, least)
            if cost < least - _EQUAL:
                least, best = cost, place
        return least, best

    def _cost(self, state: int, place: int, below: float) -> float:
        """What a guess comes to; infinity where it tells nothing, or as soon as it is not below."""
        cost = 1.0
        for after, share in self._replies(state, place):
            if after == state:
                return np.inf
            cost += share * self._best(after)[0]
            if cost >= below:
                return np.inf
        return cost

    def _replies(self, state: int, place: int) -> Iterator[tuple[int, float]]:
        """The states that may follow a guess, and how likely each is."""
        groups = [self._groups(state, board, place) for board in self._boards if self._is_open(state, board)]
        for chosen in product(*groups):
            yield sum(words for words, _ in chosen), prod(chance for _, chance in chosen)

    def _groups(self, state: int, board: range, place: int) -> _Groups:
        words: dict[int, int] = {}
        chances: dict[int, float] = {}
        for word in self._left(state, board):
            label = int(self._labels[place, word])
            words[label] = words.get(label, 0) | (1 << word if label != _WON else 0)
            chances[label] = chances.get(label, 0.0) + float(self._shares[word])
        total = sum(chances.values())
        return [(words[label], chances[label] / total) for label in words]

    def _bounds(self, state: int) -> NDArray[np.float64]:
        """What each guess comes to at least."""
        boards = [self._left(state, board) for board in self._boards if self._is_open(state, board)]
        each = [self._chances(board) for board in boards]
        solved = np.prod([wins for wins, _ in each], axis=0)
        words = [self._numbers[word] for board in boards for word in board]
        if len(set(words)) < len(words):
            return np.asarray(2 - solved)
        unknown = np.prod([1 - known for _, known in each], axis=0) - solved
        still_open = np.sum([1 - wins for wins, _ in each], axis=0)
        return np.asarray(1 + still_open + (1 - self._hit(boards)) * unknown)

    def _chances(self, board: list[int]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """For each guess: that it solves a board; that it leaves one word there."""
        shares = self._shares[board] / self._shares[board].sum()
        labels = self._labels[self._unlike][:, board]
        alone = (labels[:, :, None] == labels[:, None, :]).sum(axis=2) == 1
        won = labels == _WON
        return won @ shares, (alone & ~won) @ shares

    def _hit(self, boards: list[list[int]]) -> float:
        """The chance that a guess solves a board of at least two words is no more than that."""
        shares = [self._shares[board] for board in boards]
        return max(float(each.max() / (each.max() + each.min())) for each in shares)

    def _left(self, state: int, board: range) -> list[int]:
        return [word for word in board if state >> word & 1]

    def _is_open(self, state: int, board: range) -> bool:
        return any(state >> word & 1 for word in board)


def _labels(feedback: NDArray[np.unsignedinteger], feedbacks: int) -> NDArray[np.int8]:
    """(guesses, words): the first word with the same feedback, or -1 where the guess wins."""
    labels = np.full(feedback.shape, _WON, np.int8)
    for word in reversed(range(feedback.shape[1])):
        alike = feedback == feedback[:, [word]]
        labels[alike] = word
    labels[feedback == feedbacks - 1] = _WON
    return labels


def _keys(labels: NDArray[np.int8]) -> NDArray[np.int64]:
    """A number for each row; those of equal rows are equal."""
    weights = 16 ** np.arange(labels.shape[1], dtype=np.int64)
    return np.asarray((labels.astype(np.int64) + 1) @ weights)
