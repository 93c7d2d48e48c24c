"""The best play with few words left, proven: branch and bound over all guesses.

A guess needs 3 - reach guesses at least (see `pattern_groups`), in likelihood of the words left. Guesses are
tried in the order of that bound, and the first that meets it ends the search: with few words nearly always
one of the first. Shares are those of the whole state, so costs of groups add up.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from worker.kernels.pattern_groups import groups_of
from worker.kernels.pattern_play import DEPTHS
from worker.solvers.wordle_clues import Clue, Mode
from worker.solvers.wordle_left import guessable
from worker.solvers.wordle_state import FEW, Outcome, Position, State

MOST_WORDS: Final = 16
"""Left, for an exact search to be tried."""
_MOST_NODES: Final = 300
"""Sets of words looked at before the search gives up; each takes about half a millisecond."""
_EQUAL: Final = 1e-9


class GaveUp(Exception):
    """The search takes too long."""


def exact(state: State) -> tuple[int, Outcome]:
    """The place of the best candidate and what comes of it, for one board.

    Raises:
        GaveUp: it takes too long.
    """
    search = _Search(state.positions[0], state.options.mode)
    guess, wins = search.best(search.everything, state.candidates)
    place = int(np.searchsorted(state.candidates, guess))
    return place, Outcome(wins, float(wins @ np.arange(1, DEPTHS + 1)))


class _Search:
    """Words left are columns of the position's matrix; guesses are word numbers."""

    def __init__(self, position: Position, mode: Mode) -> None:
        self._position = position
        self._mode = mode
        self._shares = position.counted.shares
        self._known: dict[tuple[bytes, bytes], tuple[int, NDArray[np.float64]]] = {}
        self.everything = np.arange(len(self._shares))

    def best(self, columns: NDArray[np.int64], pool: NDArray[np.int64]) -> tuple[int, NDArray[np.float64]]:
        """The best guess of the pool and the chances to win with it, the next one, ..."""
        key = columns.tobytes(), pool.tobytes() if self._mode is not Mode.EASY else b""
        if key not in self._known:
            if len(self._known) >= _MOST_NODES:
                raise GaveUp
            self._known[key] = self._few(columns) if len(columns) <= FEW else self._tried(columns, pool)
        return self._known[key]

    def _few(self, columns: NDArray[np.int64]) -> tuple[int, NDArray[np.float64]]:
        """One or two words are guessed one after the other, the likelier first."""
        order = columns[np.argsort(-self._shares[columns], kind="stable")]
        wins = np.zeros(DEPTHS)
        wins[: len(order)] = self._shares[order]
        return int(self._position.counted.numbers[order[0]]), wins

    def _tried(self, columns: NDArray[np.int64], pool: NDArray[np.int64]) -> tuple[int, NDArray[np.float64]]:
        shares, matrix = self._shares[columns], self._position.matrix
        worth = groups_of(
            np.take(matrix, columns, axis=1), self._position.rows(pool), shares, self._position.feedbacks
        )
        bounds = 3 * shares.sum() - worth.reach
        found, least = (-1, np.zeros(DEPTHS)), np.inf
        for place in np.lexsort([-worth.win, bounds]):
            if bounds[place] >= least - _EQUAL:
                break
            if worth.groups[place] > 1:
                wins = self._after(int(pool[place]), columns, pool)
                cost = float(wins @ np.arange(1, DEPTHS + 1))
                if cost < least - _EQUAL:
                    found, least = (int(pool[place]), wins), cost
        return found

    def _after(self, guess: int, columns: NDArray[np.int64], pool: NDArray[np.int64]) -> NDArray[np.float64]:
        """The chances to win with a guess, the next one, ..."""
        codes = self._position.matrix[self._position.rows(np.array([guess]))[0], columns]
        wins = np.zeros(DEPTHS)
        for code in np.unique(codes).tolist():
            group = columns[codes == code]
            if code == self._position.feedbacks - 1:
                wins[0] += self._shares[group[0]]
            else:
                wins[1:] += self.best(group, self._narrowed(pool, guess, code))[1][:-1]
        return wins

    def _narrowed(self, pool: NDArray[np.int64], guess: int, code: int) -> NDArray[np.int64]:
        """What the mode lets be guessed after one more clue."""
        if self._mode is Mode.EASY:
            return pool
        words = self._position.words
        return pool[guessable(words, [Clue(words.allowed[guess], code)], self._mode, pool)]
