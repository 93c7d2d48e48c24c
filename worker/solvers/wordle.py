"""Wordle: what to guess next.

wordle_feedback     marks as numbers, letters, squares
wordle_clues        clues, and the rules of hard and strict mode
wordle_words        a game's words, with how likely each is the answer
wordle_advice       what is asked and answered
wordle_left         the words left, or which clues clash
wordle_state        a game in the middle, and what each guess is worth
wordle_strategies   ranks guesses
    wordle_lookahead, wordle_frequency
wordle_exact        the best play with few words left
wordle_boards       what comes of a guess over several boards
    wordle_boards_exact
wordle_tree         trees made before, and how they are searched for
wordle_why          a suggestion in words

wordle_series       a strategy tried on many answers
wordle_rating       skill and luck of a finished game
wordle_adversary    the game that changes its mind
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from worker.solvers.wordle_advice import (
    Advice,
    BoardAdvice,
    BoardChance,
    GameState,
    LeftWord,
    Strategy,
    Suggestion,
    WordleOptions,
)
from worker.solvers.wordle_boards import board_outcomes
from worker.solvers.wordle_book import Tree
from worker.solvers.wordle_clues import Clue, Mode, fitting, may_guess
from worker.solvers.wordle_feedback import feedback, feedback_squares, feedback_text, parse_feedback
from worker.solvers.wordle_left import Left
from worker.solvers.wordle_lookahead import outcomes
from worker.solvers.wordle_state import Outcome, State, left_on, solved, stands, state_of, within
from worker.solvers.wordle_thought import NEVER, Thought
from worker.solvers.wordle_why import why
from worker.solvers.wordle_words import WordleWords

__all__ = [
    "Advice",
    "BoardAdvice",
    "BoardChance",
    "Clue",
    "GameState",
    "LeftWord",
    "Mode",
    "Solver",
    "Strategy",
    "Suggestion",
    "WordleOptions",
    "WordleWords",
    "feedback",
    "feedback_squares",
    "feedback_text",
    "fitting",
    "may_guess",
    "parse_feedback",
    "suggest",
]

_FIRST_TOLD: Final = 3
"""The guess from which on the chance to have won is told."""
_QUICK: Final = 500_000
"""The effort for figures beside a guess that is known already, see `wordle_lookahead`."""
_OPENINGS: Final = 4
"""States kept of a solver, for different options."""
_ANSWERS: Final = 128
"""Answers kept of a solver."""

Boards: TypeAlias = tuple[tuple[Clue, ...], ...]


def suggest(
    words: WordleWords,
    patterns: NDArray[Any] | None,
    boards: Sequence[Sequence[Clue]],
    options: WordleOptions | None = None,
    tree: Tree | None = None,
) -> Advice:
    """What to guess next, after the clues of one board or of several that share the guesses.

    Args:
        patterns: (allowed, answers) feedback, as `worker.wordle_patterns` maps it; made anew without it.
        tree: guesses found before, for one board in the mode of the options.

    Raises:
        NoWordFits: clues of a board that clash; BadOption: boards or words that do not go together.
    """
    return Solver(words, patterns, tree).suggest(boards, options)


class Solver:
    """A game's words made ready for any number of questions."""

    def __init__(
        self, words: WordleWords, patterns: NDArray[Any] | None = None, tree: Tree | None = None
    ) -> None:
        self.words = words
        self._patterns = patterns
        self._tree = tree
        # Openings take longest and are asked for most, with the games of a tree next.
        self._opening = lru_cache(maxsize=_OPENINGS)(self._think)
        self._advised = lru_cache(maxsize=_ANSWERS)(self._advise)

    def suggest(self, boards: Sequence[Sequence[Clue]], options: WordleOptions | None = None) -> Advice:
        """As the function of this name."""
        return self._advised(tuple(map(tuple, boards)), options or WordleOptions())

    def choose(self, clues: Sequence[Clue], options: WordleOptions) -> str:
        """The best guess alone, for one board that is not solved."""
        thought = self.think([clues], replace(options, top=1))
        chosen = thought.state.spelled(thought.places[0])
        for position in thought.state.positions:
            position.release()
        return chosen

    def think(self, boards: Sequence[Sequence[Clue]], options: WordleOptions) -> Thought:
        """What `suggest` rests on; raises as it does."""
        think = self._think if any(boards) else self._opening
        return think(tuple(map(tuple, boards)), options)

    def _think(self, boards: Boards, options: WordleOptions) -> Thought:
        return Thought(state_of(self.words, self._patterns, boards, options), self._tree)

    def _advise(self, boards: Boards, options: WordleOptions) -> Advice:
        stand = stands(boards, options) if boards else GameState.PLAYING
        if stand is not GameState.PLAYING:
            left = left_on(self.words, boards, options)
            guess = 1 + max(map(len, boards))
            return Advice((), _boards(self.words, left, boards), guess, stand, options.strategy.value)
        thought = self.think(boards, options)
        advice = _advice(thought)
        for position in thought.state.positions:
            position.release()
        return advice


def _advice(thought: Thought) -> Advice:
    state = thought.state
    suggestions = tuple(_suggestions(state, thought.places[: state.options.top], thought.least))
    boards = _boards(state.words, state.left, state.clues)
    return Advice(suggestions, boards, state.guess, GameState.PLAYING, thought.found)


def _boards(words: WordleWords, left: Sequence[Left], boards: Boards) -> tuple[BoardAdvice, ...]:
    told = zip(left, boards, strict=True)
    return tuple(BoardAdvice(_left_words(words, each), solved(clues)) for each, clues in told)


def _suggestions(state: State, places: NDArray[np.int64], least: float | None) -> Iterator[Suggestion]:
    if not len(places):
        return
    alone = len(state.positions) == 1
    bits = state.bits(places)
    played = outcomes(state, places, effort=_QUICK) if alone else board_outcomes(state, places)
    for place, told, outcome in zip(places, bits, played, strict=True):
        made = _suggestion(state, int(place), float(told), outcome)
        best = outcome is not None and least is not None and outcome.expected <= least + NEVER
        yield replace(made, proven=best, why=why(made, state))


def _suggestion(state: State, place: int, bits: float, outcome: Outcome | None) -> Suggestion:
    worth = state.figures
    return Suggestion(
        word=state.spelled(place),
        possible=bool(state.possible[place] > 0),
        expected_left=float(worth.expected[place]),
        worst=int(worth.worst[place]),
        groups=int(worth.groups[place]),
        bits=bits,
        win_now=float(worth.win[place]),
        win_by=_win_by(state, outcome.wins) if outcome else {},
        expected_guesses=outcome.expected if outcome else None,
        boards=tuple(_board_chances(state, outcome)) if outcome and len(state.clues) > 1 else (),
        drawn=outcome.drawn if outcome else None,
    )


def _win_by(state: State, wins: NDArray[np.float64]) -> dict[int, float]:
    first = max(_FIRST_TOLD, state.guess)
    return {guess: within(wins, guess - state.guess + 1) for guess in range(first, state.guesses + 1)}


def _board_chances(state: State, outcome: Outcome) -> Iterator[BoardChance | None]:
    unsolved = iter(outcome.boards or (outcome.wins,))
    for clues in state.clues:
        if solved(clues):
            yield None
        else:
            wins = next(unsolved)
            yield BoardChance(float(wins[0]), _win_by(state, wins))


def _left_words(words: WordleWords, left: Left) -> tuple[LeftWord, ...]:
    spelled = words.spelled(left.numbers)
    return tuple(map(LeftWord, spelled, left.shares.tolist()))
