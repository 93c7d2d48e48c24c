"""First guesses that are worth comparing."""

from __future__ import annotations

from worker.solvers.wordle import Solver
from worker.solvers.wordle_advice import WordleOptions


def promising(solver: Solver, options: WordleOptions) -> tuple[str, ...]:
    """All allowed words, those first that look best at once."""
    state = solver.think([()], options).state
    worth = state.figures
    places = state.order(-worth.reach, worth.expected, most=len(state.candidates))
    return tuple(map(state.spelled, places))
