"""A state's candidates ranked, by the tree, by an exact search or by a strategy."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from worker.solvers.wordle_advice import Strategy
from worker.solvers.wordle_book import Tree, looked_up, outcome_by
from worker.solvers.wordle_exact import MOST_WORDS, GaveUp, exact
from worker.solvers.wordle_lookahead import lost, outcomes
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
        node = looked_up(self._tree, state)
        if node is None:
            return self._searched()
        place = state.place(node["guess"])
        assert place is not None  # `looked_up` sees to it
        state.outcomes[place] = outcome_by(node, state.words, state.positions[0].counted)
        return _first(
            place, state.order(-state.figures.reach, state.figures.expected, most=options.top)
        ), "tree"

    def _searched(self) -> tuple[NDArray[np.int64], str]:
        """By lookahead; and with few words left the best guess by an exact search, where games cannot be
        lost."""
        state, places = self.state, ranked(self.state, Strategy.LOOKAHEAD, self.state.options.top)
        if len(state.positions) > 1 or not FEW < len(state.positions[0].counted) <= MOST_WORDS:
            return places, Strategy.LOOKAHEAD.value
        likely = outcomes(state, places[:1])[0]
        try:
            place, outcome = exact(state)
        except GaveUp:
            return places, Strategy.LOOKAHEAD.value
        if max(lost(state, likely), lost(state, outcome)) > NEVER:
            return places, Strategy.LOOKAHEAD.value
        self.least = outcome.expected
        if likely.expected <= outcome.expected + NEVER:
            return places, "exact"
        state.outcomes[place] = outcome
        return _first(place, places), "exact"


def _first(place: int, places: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.array([place, *places[places != place]])
