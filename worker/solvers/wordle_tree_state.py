"""A state of a game that the search decides, step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from worker.kernels.wordle_search import DECIDED, NO_ROOM, known_guess, search
from worker.kernels.wordle_search_bound import restrict
from worker.kernels.wordle_search_enter import open_bottom
from worker.kernels.wordle_search_state import (
    ANSWERS,
    AT,
    BEST,
    BOTTOM,
    BOUND,
    BUDGET,
    CANDIDATE,
    CANDIDATES,
    COLUMN,
    GUESS,
    LOWER,
    NEVER,
    NEXT,
    NODES,
    OPEN,
    OUTER,
    ROW,
    ROWS,
    SCANS,
    SCORE,
    SUM,
    WORD,
    WORK,
)
from worker.solvers.wordle_tree_memory import lists_of, memo_of, space_of, with_room
from worker.solvers.wordle_words import WordleWords

EVERY: Final = 1 << 40
"""A width that leaves no candidate out."""
BOUNDS_ONLY: Final = 0
"""A width that opens no states above the one in question."""
UNLIMITED: Final = 1 << 60
"""Work without end."""
_MEMO: Final = 1 << 20
"""States, 24 bytes each."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The best guess of a state and its groups."""

    guess: int
    """Its number among the allowed words."""
    groups: tuple[NDArray[np.int64], ...]
    """The answers of each, numbered as in the list of answers; without the guess itself."""
    values: tuple[int, ...]
    """The least total of guesses for each group."""


class StateSearch:
    """The search of one state after the other, with a memo that they share."""

    def __init__(self, words: WordleWords, patterns: NDArray[Any], *, hard: bool, max_guesses: int) -> None:
        self.words = words
        self.patterns = np.ascontiguousarray(patterns)
        self._flat = self.patterns.reshape(-1)
        self._lists = lists_of(words, hard=hard)
        self._space = space_of(words, patterns, hard=hard, max_guesses=max_guesses)
        self._memo = memo_of(_MEMO)
        self._everything = self._space.allowed[OUTER].copy()
        self._decided = False
        self.width = EVERY

    def open_all(self, left: int, budget: int = NEVER) -> None:
        """Open the state before the first guess; each allowed word is a candidate below the budget."""
        self._space.allowed[-1] = self._everything
        self._space.rows[OUTER, SCORE] = 0
        self._open(np.arange(len(self._lists.own)), left, budget)

    def open_group(
        self, answers: NDArray[np.int64], left: int, budget: int, path: tuple[int, ...] = ()
    ) -> None:
        """Open the state of some of the answers.

        Args:
            budget: its value is to be below; NEVER where nothing is known.
            path: the guesses before, to which all of the answers reply alike.
        """
        self._allow_after(path, int(answers[0]))
        self._open(answers, left, budget)

    def open_again(self, answers: NDArray[np.int64], left: int, budget: int, path: tuple[int, ...]) -> None:
        """Open a state that was decided below the budget, to decide it by the same guess if that is known.

        A guess may have gone for another one that makes the same groups: then all are tried.
        """
        self.open_group(answers, left, budget, path)
        guess = known_guess(self._lists, self._space, self._memo, len(answers), left)
        count = self._space.frame[BOTTOM, ROWS]
        if guess in self._space.rows[BOTTOM, WORD, :count]:
            self.choose(np.array([guess]))

    def _allow_after(self, path: tuple[int, ...], answer: int) -> None:
        allowed = self._space.allowed
        allowed[OUTER] = allowed[-1] = self._everything
        if self._lists.hard:
            for guess in path:
                restrict(self._lists, self._space, OUTER, guess, answer)
                allowed[OUTER] = allowed[-1]

    def _open(self, answers: NDArray[np.int64], left: int, budget: int) -> None:
        count = len(answers)
        needed = (2 * len(self.words) + 1) * count
        if needed > len(self._space.labels):
            self._space = with_room(self._space, needed)
        self._space.cells[OUTER, COLUMN, :count] = answers
        open_bottom(self._lists, self._space, self._flat, count, left, budget)
        self._decided = False

    def choose(self, guesses: NDArray[np.int64]) -> None:
        """Let only these be tried, in this order."""
        rows, frame = self._space.rows[BOTTOM], self._space.frame[BOTTOM]
        count = int(frame[ROWS])
        row_of = np.full(len(self.words), -1)
        row_of[rows[WORD, :count]] = np.arange(count)
        chosen = row_of[guesses]
        rows[CANDIDATE, : len(chosen)] = chosen
        frame[CANDIDATES], frame[LOWER] = len(chosen), NEVER

    def run(self, work: int) -> bool:
        """Go on, for about so many labels to be read; whether the state is decided now."""
        end = self.work + work
        while not self._decided and self.work < end:
            state = search(self._lists, self._space, self._memo, self.width, end - self.work)
            if state == NO_ROOM:
                self._space = with_room(self._space, 0)
            self._decided = state == DECIDED
        return self._decided

    def forget(self) -> None:
        """Empty the memo: what a narrow search has found proves nothing."""
        self._memo[:] = 0

    @property
    def best(self) -> int | None:
        """The best total so far; None while none is below the budget."""
        frame = self._space.frame[BOTTOM]
        return int(frame[BEST]) if frame[BEST] < frame[BUDGET] else None

    @property
    def best_guess(self) -> int:
        return int(self._space.frame[BOTTOM, GUESS])

    def stay_below(self, total: int) -> None:
        """Look only for totals below one that was found elsewhere."""
        frame = self._space.frame[BOTTOM]
        if total < frame[BEST]:
            frame[BEST] = frame[BUDGET] = total

    @property
    def promising(self) -> NDArray[np.int64]:
        """The candidates in the order of what they are expected to come to."""
        rows, count = self._space.rows[BOTTOM], self._space.frame[BOTTOM, CANDIDATES]
        return np.array(rows[WORD, rows[CANDIDATE, :count]])

    def first_bounds(self) -> NDArray[np.int64]:
        """(allowed,): what each guess comes to at least by the number of its groups."""
        rows, frame = self._space.rows[BOTTOM], self._space.frame[BOTTOM]
        bounds = np.zeros(len(self.words), np.int64)
        count = frame[ROWS]
        bounds[rows[WORD, :count]] = 3 * frame[ANSWERS] - rows[SCORE, :count]
        return bounds

    def bounds(self) -> NDArray[np.int64]:
        """(allowed,): what each candidate comes to at least, 0 where it was not tried; needs the full width
        or BOUNDS_ONLY."""
        frame, rows = self._space.frame[BOTTOM], self._space.rows
        bounds = np.array(rows[OUTER, SCORE])
        if frame[AT] < frame[OPEN]:
            bounds[rows[BOTTOM, WORD, frame[ROW]]] = frame[SUM]
        return bounds

    @property
    def tried(self) -> int:
        """How many candidates are done."""
        frame = self._space.frame[BOTTOM]
        return int(frame[NEXT]) - int(frame[AT] < frame[OPEN])

    @property
    def work(self) -> int:
        """How many labels were read, more or less."""
        return int(self._space.control[WORK])

    @property
    def nodes(self) -> int:
        """How many states were opened."""
        return int(self._space.control[NODES])

    @property
    def scans(self) -> int:
        """How many groups were bounded by looking at every guess."""
        return int(self._space.control[SCANS])

    def decision(self) -> Decision:
        """The guess of the best total."""
        frame, cells = self._space.frame[BOTTOM], self._space.cells
        guess, count = int(frame[GUESS]), int(frame[ANSWERS])
        answers = cells[OUTER, COLUMN, :count].copy()
        groups = _alike(self.patterns[guess, answers])
        parts = [
            (answers[group], int(value))
            for group, value in zip(groups, cells[OUTER, BOUND, : len(groups)], strict=True)
            if answers[group[0]] != self.words.columns[guess]
        ]
        return Decision(guess, tuple(part for part, _ in parts), tuple(value for _, value in parts))


def _alike(labels: NDArray[Any]) -> list[NDArray[np.int64]]:
    """The places of each label, labels in the order in which they appear."""
    _, first, which = np.unique(labels, return_index=True, return_inverse=True)
    return [np.flatnonzero(which == number) for number in np.argsort(first)]
