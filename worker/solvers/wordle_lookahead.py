"""Lookahead: the most promising guesses are played to the end; the one that needs the fewest guesses wins.

For one board. Over several, guesses are ranked by reach alone: the number of boards expected to be won with
this guess or the next.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from worker.kernels.pattern_play import Rules, Table, play_on
from worker.solvers.wordle_clues import Mode
from worker.solvers.wordle_state import Outcome, Position, State

_CONTENDERS: Final = ((100, 150), (500, 80))
"""How many guesses are played on, by how many words are left at most; fewer above that."""
_FEWEST_CONTENDERS: Final = 8
EFFORT: Final = 48_000_000
"""Words compared for all contenders together, at most as a rule; with 200 words left they take 60 ms."""
_EFFORT_A_WORD: Final = 40_000
"""At least, for each word that is left."""
_LEAST_EFFORT: Final = 4_000
"""For a group, however many there are."""
_LOST: Final = 4.0
"""What a lost game costs, in guesses, beside those that it would have taken."""
_HINTS: Final = 5
"""Words compared in the time that it takes to see whether a guess keeps the hints of hard mode."""
_LEAST_POOL: Final = 2_000
"""Guesses looked at in hard mode."""
_WORDS_A_GROUP: Final = 6
"""Of those groups that are not settled by guessing one of their own words, on average."""


def by_lookahead(state: State, most: int) -> NDArray[np.int64]:
    """Places of candidates, the fewest guesses expected first; lost games cost some more."""
    worth = state.figures
    if len(state.positions) > 1:
        return state.order(-worth.reach, worth.expected, most=most)
    contenders = state.order(-worth.reach, worth.expected, most=max(most, _contenders(state)))
    effort = max(EFFORT, _EFFORT_A_WORD * len(state.positions[0].counted))
    played = outcomes(state, contenders, effort=effort)
    costs = np.array([cost_of(state, outcome) for outcome in played])
    return np.asarray(contenders[np.lexsort([-state.possible[contenders], costs])])


def outcomes(state: State, places: Iterable[int], *, effort: int = EFFORT) -> list[Outcome]:
    """What comes of some candidates, given by their places; of one board, unless all are known.

    Args:
        effort: words compared in all to find those that are not known yet.
    """
    places = list(map(int, places))
    missing = [place for place in places if place not in state.outcomes]
    if missing:
        position = state.positions[0]
        rules = _rules(state, effort // len(missing))
        found = _played(_table(position), rules, position.rows(state.candidates[missing]))
        state.outcomes.update(zip(missing, found, strict=True))
    return [state.outcomes[place] for place in places]


def outcome_of(state: State, word: str, *, effort: int = EFFORT) -> Outcome:
    """What comes of any word, a candidate or not; of one board."""
    place = state.place(word)
    if place is not None:
        return outcomes(state, [place], effort=effort)[0]
    table = _table(state.positions[0])
    table = table._replace(
        matrix=np.vstack([table.matrix, state.positions[0].feedback(word)]),
        codes=np.vstack([table.codes, state.words.encode([word])]),
    )
    return _played(table, _rules(state, effort), np.array([len(table.codes) - 1]))[0]


def _table(position: Position) -> Table:
    counted = position.counted
    rows = position.rows(counted.numbers)
    return Table(position.matrix, counted.shares, rows, position.codes, position.feedbacks)


def _played(table: Table, rules: Rules, firsts: NDArray[np.int64]) -> list[Outcome]:
    wins, expected = play_on(table, rules, firsts)
    return list(map(Outcome, wins, expected.tolist()))


def cost_of(state: State, outcome: Outcome) -> float:
    """The guesses expected, and more where the game may be lost."""
    return round(outcome.expected + _LOST * lost(state, outcome), 10)


def lost(state: State, outcome: Outcome) -> float:
    """The chance that the game's guesses do not do."""
    return max(1 - outcome.win_within(state.guesses - state.guess + 1), 0.0)


def _rules(state: State, effort: int) -> Rules:
    mode, left = state.options.mode, len(state.positions[0].counted)
    effort = max(effort * _WORDS_A_GROUP // left, _LEAST_EFFORT)
    most = {
        Mode.EASY: len(state.candidates),
        Mode.HARD: max(effort // _HINTS, _LEAST_POOL),
        Mode.STRICT: 0,
    }[mode]
    best_first = state.candidates[np.argsort(-state.figures.reach, kind="stable")[:most]]
    return Rules(state.positions[0].rows(best_first), mode is Mode.HARD, effort)


def _contenders(state: State) -> int:
    left = len(state.positions[0].counted)
    return next((count for most, count in _CONTENDERS if left <= most), _FEWEST_CONTENDERS)
