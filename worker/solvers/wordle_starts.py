"""First guesses compared: what each comes to over all listed answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from worker.solvers.wordle import Solver
from worker.solvers.wordle_advice import Strategy, WordleOptions
from worker.solvers.wordle_lookahead import outcome_of
from worker.solvers.wordle_series import play, summary

_EFFORT: Final = 80_000_000
"""To play on after one start, see `wordle_lookahead`: half a second for 12,972 x 2,315."""


@dataclass(frozen=True, slots=True)
class StartScore:
    """What a first guess comes to."""

    start: str
    wins: Mapping[int, float]
    """The part of the games won, by the number of guesses."""

    @property
    def won(self) -> float:
        return sum(self.wins.values())

    @property
    def average(self) -> float | None:
        """Guesses of a game won; None when none is."""
        spent = sum(guesses * part for guesses, part in self.wins.items())
        return spent / self.won if self.won else None

    @property
    def rank(self) -> tuple[float, float, str]:
        """The smaller the better: games lost, then guesses."""
        return round(1 - self.won, 9), self.average or 0.0, self.start


def promising(solver: Solver, options: WordleOptions) -> tuple[str, ...]:
    """All allowed words, those first that look best at once."""
    state = solver.think([()], options).state
    worth = state.figures
    places = state.order(-worth.reach, worth.expected, most=len(state.candidates))
    return tuple(map(state.spelled, places))


def score_start(solver: Solver, start: str, options: WordleOptions) -> StartScore:
    """What a first guess comes to.

    With lookahead, and so with `optimal`, answers count as they are likely, and play goes on by the guess of
    the best reach. With the other strategies all listed answers are played.

    Raises:
        BadOption: the start is no allowed word.
    """
    most = options.guesses()
    if options.strategy in (Strategy.OPTIMAL, Strategy.LOOKAHEAD):
        outcome = outcome_of(solver.think([()], options).state, start, effort=_EFFORT)
        chances = outcome.wins[:most].tolist()
        return StartScore(start, {guess: chance for guess, chance in enumerate(chances, 1) if chance > 0})
    played = summary(play(solver, start, solver.words.answer_words, options))
    return StartScore(start, {guesses: games / played.games for guesses, games in played.histogram.items()})
