"""A state's candidates ranked, by the tree, by an exact search or by a strategy."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from worker.solvers.wordle_advice import Strategy
from worker.solvers.wordle_boards_exact import BoardsSearch
from worker.solvers.wordle_book import Tree, looked_up, outcome_by
from worker.solvers.wordle_exact import MOST_WORDS, GaveUp, exact
from worker.solvers.wordle_lookahead import cost_of, lost, outcomes
from worker.solvers.wordle_state import FEW, State
from worker.solvers.wordle_strategies import ranked

NEVER: Final = 1e-9
"""A chance or a difference that is none."""


class Thought:
    """A state, and its candidates ranked when asked for."""

    def __init__(self, state: State, tree: Tree | None) -> None:
        self.state = state
        self.least: float | None = None
        """The guesses that the best play needs on average, where that is known."""
        self._tree = tree

    @property
    def places(self) -> NDArray[np.int64]:
        """Of candidates, the best first; none when all boards are solved."""
        return self._ranked[0]

    @property
    def found(self) -> str:
        """How the best one was found."""
        return self._ranked[1]

    @cached_property
    def _ranked(self) -> tuple[NDArray[np.int64], str]:
        state, options = self.state, self.state.options
        if not state.positions:
            return np.empty(0, np.int64), options.strategy.value
        if options.strategy is not Strategy.OPTIMAL:
            return ranked(state, options.strategy, options.top), options.strategy.value
        return self._looked_up() or self._searched()

    def _looked_up(self) -> tuple[NDArray[np.int64], str] | None:
        """By the tree, where the game is in it and cannot be lost."""
        state, node = self.state, looked_up(self._tree, self.state)
        place = None if node is None else state.place(node["guess"])
        if node is None or place is None:
            return None
        outcome = outcome_by(node, state.words, state.positions[0].counted)
        if lost(state, outcome) > NEVER:
            return None
        state.outcomes[place] = outcome
        others = state.order(-state.figures.reach, state.figures.expected, most=state.options.top)
        return _first(place, others), "tree"

    def _searched(self) -> tuple[NDArray[np.int64], str]:
        """By lookahead; and with few words left the best guess by an exact search, where games cannot be
        lost."""
        state, places = self.state, ranked(self.state, Strategy.LOOKAHEAD, self.state.options.top)
        if len(state.positions) > 1:
            return self._searched_boards(places)
        if not FEW < len(state.positions[0].counted) <= MOST_WORDS:
            return places, Strategy.LOOKAHEAD.value
        likely = outcomes(state, places[:1])[0]
        try:
            place, outcome = exact(state)
        except GaveUp:
            return places, Strategy.LOOKAHEAD.value
        if max(lost(state, likely), lost(state, outcome)) > NEVER:
            return places, Strategy.LOOKAHEAD.value
        if len(state.positions[0].counted) == len(state.positions[0].left):
            self.least = outcome.expected
        if likely.expected > outcome.expected + NEVER:
            state.outcomes[place] = outcome
            places = _first(place, places)
        return places, "exact"

    def _searched_boards(self, places: NDArray[np.int64]) -> tuple[NDArray[np.int64], str]:
        """By an exact search over several boards with few words left; lost games cost some more."""
        state = self.state
        try:
            search = BoardsSearch(state)
            best, outcome = search.best()
            state.outcomes.update({place: search.outcome(place) for place in places.tolist()})
        except GaveUp:
            return places, Strategy.LOOKAHEAD.value
        state.outcomes[best] = outcome
        if all(len(position.counted) == len(position.left) for position in state.positions):
            self.least = outcome.expected
        places = _first(best, places)
        costs = [cost_of(state, told) for told in outcomes(state, places)]
        return places[np.argsort(costs, kind="stable")], "exact"


def _first(place: int, places: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.array([place, *places[places != place]])
