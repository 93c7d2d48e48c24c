"""The strategies: each ranks the candidates of a state, best first.

A ranking is an array of places in `State.candidates`, of the best ones only; how many is the ranking's
affair, at least `most` where there are so many.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from worker.solvers.wordle_advice import Strategy
from worker.solvers.wordle_frequency import START, frequency_score
from worker.solvers.wordle_lookahead import by_lookahead
from worker.solvers.wordle_state import State

Ranking: TypeAlias = NDArray[np.int64]

_KEYS: Final[Mapping[Strategy, Callable[[State], tuple[NDArray[np.float64], ...]]]] = {
    Strategy.ENTROPY: lambda state: (-state.bits(np.arange(len(state.candidates))),),
    Strategy.PARTITIONS: lambda state: (-state.figures.groups.astype(np.float64), state.figures.expected),
    Strategy.EXPECTED_SIZE: lambda state: (state.figures.expected,),
    Strategy.MINIMAX: lambda state: (state.figures.worst.astype(np.float64), state.figures.expected),
}
"""The smaller the better, the first deciding."""


def ranked(state: State, strategy: Strategy, most: int) -> Ranking:
    """The best candidates by a strategy; `optimal` is ranked as `lookahead`."""
    if strategy is Strategy.FREQUENCY:
        return _by_frequency(state, most)
    if strategy in _KEYS:
        return state.order(*_KEYS[strategy](state), most=most)
    return by_lookahead(state, most)


def _by_frequency(state: State, most: int) -> Ranking:
    """Of the words that can be the answer, or of all where several boards forbid those; at first the start
    word."""
    possible = np.flatnonzero(state.possible > 0)
    places = (possible if len(possible) else np.arange(len(state.candidates))).tolist()
    spelled = dict(zip(places, state.words.spelled(state.candidates[places]), strict=True))
    places.sort(key=lambda place: (frequency_score(spelled[place]), spelled[place]), reverse=True)
    start = state.place(START) if state.guess == 1 else None
    if start is not None:
        places = [start, *(place for place in places if place != start)]
    return np.array(places[:most])
