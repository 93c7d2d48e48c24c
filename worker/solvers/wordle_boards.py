"""What comes of a guess over several boards: games played on to the end.

The games are all combinations of the words left where these are few, else some that are drawn, the same for
each guess. In each of them play goes on by `pattern_boards`, so the figures are those of good play, not of
the best, unless `wordle_boards_exact` has found that. Boards are taken as independent: two may have the same
word.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import prod
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.kernels.pattern_boards import Boards, play_boards
from worker.kernels.pattern_play import DEPTHS
from worker.solvers.wordle_clues import Mode
from worker.solvers.wordle_left import Left
from worker.solvers.wordle_state import Outcome, State

GAMES: Final = 96
"""That are drawn; the chance to win is known to 5 % then, and to 3 % if it is over 90 %."""
_SEED: Final = 8
_EFFORT: Final = 8_000
"""Words compared for a guess: a game of four boards takes a tenth of a millisecond."""
_POOL: Final = 1_000
_MOST_CELLS: Final = 40_000_000
"""Feedback of the guesses made in these games; there are no figures where it is more."""


def board_outcomes(state: State, places: Iterable[int]) -> list[Outcome | None]:
    """What comes of some candidates, given by their places, over all boards that are not solved.

    None where it is not known: in hard and strict mode, whose rules soon let nothing be guessed that helps
    all boards, and with too many words.
    """
    places = list(map(int, places))
    missing = [place for place in places if place not in state.outcomes]
    table = _table(state, missing) if missing and state.options.mode is Mode.EASY else None
    if table is not None:
        games = _games([position.counted for position in state.positions])
        for place, row in zip(missing, table.firsts, strict=True):
            needed = play_boards(table.boards, row, games.answers + table.boards.runs[:, 0], _EFFORT)
            state.outcomes[place] = _outcome(needed, games)
    return [state.outcomes.get(place) for place in places]


class _Games(NamedTuple):
    answers: NDArray[np.int64]
    """(games, boards): which of the words counted is looked for."""
    chances: NDArray[np.float64]
    drawn: int | None


def _games(boards: list[Left]) -> _Games:
    if prod(map(len, boards)) <= GAMES:
        answers = np.array(list(product(*(range(len(board)) for board in boards))))
        chances = [board.shares[answers[:, number]] for number, board in enumerate(boards)]
        return _Games(answers, np.prod(chances, axis=0), None)
    dice = np.random.default_rng(_SEED)
    quantiles = (np.arange(GAMES) + 0.5) / GAMES
    drawn = [
        dice.permutation(np.searchsorted(np.cumsum(board.shares[:-1]), quantiles, side="right"))
        for board in boards
    ]
    return _Games(np.column_stack(drawn), np.full(GAMES, 1 / GAMES), GAMES)


class _Table(NamedTuple):
    boards: Boards
    firsts: list[int]
    """The rows of the guesses in question."""


def _table(state: State, places: list[int]) -> _Table | None:
    """The feedback of these guesses and of those that may follow; None if it is too much."""
    positions = state.positions
    unlike = {position.counted.numbers.tobytes(): position for position in positions}
    lefts = [position.counted for position in unlike.values()]
    best = state.candidates[np.argsort(-state.figures.reach, kind="stable")[:_POOL]]
    firsts = state.candidates[places]
    guesses = np.unique(np.concatenate([best, firsts, *(left.numbers for left in lefts)]))
    if len(guesses) * sum(map(len, lefts)) > _MOST_CELLS:
        return None
    matrix = np.concatenate([each.matrix[each.rows(guesses)] for each in unlike.values()], axis=1)
    ends = np.cumsum([len(left) for left in lefts])
    runs = {key: (end - len(left), end) for key, left, end in zip(unlike, lefts, ends, strict=True)}
    boards = Boards(
        matrix,
        shares=np.concatenate([left.shares for left in lefts]),
        left=np.searchsorted(guesses, np.concatenate([left.numbers for left in lefts])),
        runs=np.array([runs[position.counted.numbers.tobytes()] for position in positions]),
        pool=np.searchsorted(guesses, best),
        feedbacks=positions[0].feedbacks,
    )
    return _Table(boards, np.searchsorted(guesses, firsts).tolist())


def _outcome(needed: NDArray[np.int64], games: _Games) -> Outcome:
    """Args: needed: (games, boards) the number of the guess that solves each board."""
    last = needed.max(axis=1)
    return Outcome(
        _spread(last, games.chances),
        expected=float(games.chances @ last),
        boards=tuple(_spread(board, games.chances) for board in needed.T),
        drawn=games.drawn,
    )


def _spread(needed: NDArray[np.int64], chances: NDArray[np.float64]) -> NDArray[np.float64]:
    counted = np.bincount(np.minimum(needed, DEPTHS) - 1, weights=chances, minlength=DEPTHS)
    return counted.astype(np.float64)
