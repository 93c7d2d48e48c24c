"""A finished game judged: how good each guess was, and how kind the answer.

*Skill* compares the guesses that were still to be expected after a guess with those after the best one: 100
for the best, 0 for one that costs a whole guess more, as a wasted one does. *Luck* is the part of the
likelihood that lay on feedback that leaves more words (half of that on feedback that leaves as many), so 50
on average.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from worker.solvers.wordle import Solver
from worker.solvers.wordle_advice import WordleOptions
from worker.solvers.wordle_clues import Clue, may_guess
from worker.solvers.wordle_feedback import all_green
from worker.solvers.wordle_lookahead import outcome_of, outcomes
from worker.solvers.wordle_state import State

_EFFORT: Final = 1_000_000
"""To find what comes of one guess, see `wordle_lookahead`."""


@dataclass(frozen=True, slots=True)
class RatedGuess:
    """A guess and what it was worth when it was made."""

    clue: Clue
    skill: float
    """0 to 100."""
    luck: float | None
    """0 to 100; None when nothing was left to luck."""
    best: str
    """What would have been best."""
    left_before: int
    """Words, of those that figures rest on (see `wordle_left`), as in the two that follow."""
    left_after: int
    """0 when it won."""
    expected_left: float
    kept_rules: bool
    """Whether the mode allowed the guess."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A game's guesses, and what they come to."""

    guesses: tuple[RatedGuess, ...]

    @property
    def skill(self) -> float | None:
        return _mean([guess.skill for guess in self.guesses])

    @property
    def luck(self) -> float | None:
        return _mean([guess.luck for guess in self.guesses if guess.luck is not None])


def rate(solver: Solver, clues: Sequence[Clue], options: WordleOptions | None = None) -> Rating:
    """Rate the guesses of one board, finished or not.

    Raises:
        NoWordFits: clues that clash.
    """
    options = options or WordleOptions()
    solver.think([clues], options)  # raises for clues that clash, whichever they are
    rated = (_rated(solver, tuple(clues[:made]), clue, options) for made, clue in enumerate(clues))
    return Rating(tuple(rated))


def _rated(solver: Solver, before: tuple[Clue, ...], clue: Clue, options: WordleOptions) -> RatedGuess:
    thought = solver.think([before], options)
    state, place = thought.state, int(thought.places[0])
    best = state.spelled(place)
    wasted = 0.0
    if clue.guess != best:
        played = outcome_of(state, clue.guess, effort=_EFFORT)
        wasted = played.expected - outcomes(state, [place], effort=_EFFORT)[0].expected
    groups = _groups(state, clue.guess)
    # A word that was not counted is left alone by a feedback that no other word gets.
    left = 0 if clue.solved else groups[clue.feedback].size if clue.feedback in groups else 1
    return RatedGuess(
        clue,
        skill=100 * min(max(1 - wasted, 0.0), 1.0),
        luck=_luck(list(groups.values()), left),
        best=best,
        left_before=len(state.positions[0].counted),
        left_after=left,
        expected_left=sum(group.size * group.chance for group in groups.values()),
        kept_rules=may_guess(clue.guess, before, options.mode),
    )


class _Group(NamedTuple):
    """The words that a feedback would leave."""

    size: int
    """None when it wins."""
    chance: float


def _groups(state: State, guess: str) -> dict[int, _Group]:
    position = state.positions[0]
    codes, which, sizes = np.unique(position.feedback(guess)[0], return_inverse=True, return_counts=True)
    chances = np.bincount(which, weights=position.counted.shares)
    sizes = np.where(codes == all_green(len(guess)), 0, sizes)
    groups = map(_Group, sizes.tolist(), chances.tolist())
    return dict(zip(codes.tolist(), groups, strict=True))


def _luck(groups: Sequence[_Group], left: int) -> float | None:
    if len(groups) == 1:
        return None
    worse = sum(group.chance for group in groups if group.size > left)
    equal = sum(group.chance for group in groups if group.size == left)
    return 100 * (worse + equal / 2)


def _mean(numbers: Sequence[float]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None
