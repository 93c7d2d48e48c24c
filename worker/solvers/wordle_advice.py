"""What is asked of the Wordle solver and what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from worker.errors import BadOption
from worker.solvers.wordle_clues import Mode

MOST_BOARDS: Final = 8
GUESSES: Final = 6
"""How many guesses one board has; with each further board one more."""


class GameState(StrEnum):
    """How a game stands."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"
    """Its guesses are used up, and a board is not solved."""


class Strategy(StrEnum):
    """How guesses are ranked."""

    OPTIMAL = "optimal"
    """A tree made before where the game is in it, an exact search when few words are left, else lookahead."""
    LOOKAHEAD = "lookahead"
    """The fewest guesses expected, with good play followed to the end."""
    ENTROPY = "entropy"
    """The most bits of information."""
    PARTITIONS = "partitions"
    """The most groups that the words left can be told apart by."""
    EXPECTED_SIZE = "expected-size"
    """The fewest words expected to be left."""
    MINIMAX = "minimax"
    """The fewest words left in the worst case."""
    FREQUENCY = "frequency"
    """The best letters and letter pairs, of the words that can be the answer."""


@dataclass(frozen=True, slots=True)
class WordleOptions:
    """How to advise."""

    strategy: Strategy = Strategy.OPTIMAL
    mode: Mode = Mode.EASY
    top: int = 10
    """How many suggestions."""
    max_guesses: int | None = None
    """How many the game allows; None for 6, with each further board one more."""
    exclude: frozenset[str] = frozenset()
    """Past answers: considered only where nothing else fits."""

    def __post_init__(self) -> None:
        if self.top < 1:
            raise BadOption(f"At least 1 suggestion, not {self.top}.", option="top")
        if self.max_guesses is not None and not 1 <= self.max_guesses <= 99:
            raise BadOption(f"A game has 1 to 99 guesses, not {self.max_guesses}.", option="max_guesses")

    def guesses(self, boards: int = 1) -> int:
        """How many guesses a game of so many boards has."""
        return self.max_guesses or GUESSES + boards - 1


@dataclass(frozen=True, slots=True)
class BoardChance:
    """What a guess does for one of several boards."""

    win_now: float
    """The chance that it is the answer."""
    win_by: Mapping[int, float]
    """As of `Suggestion`, for this board."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A guess, with what it is worth; with several boards sizes, groups and bits are sums over the unsolved
    ones, and a game is won when all of them are solved.

    Figures rest on the likely words, see `wordle_left`: what they leave out is 2 % of the likelihood at most,
    unless thousands of words are left.
    """

    word: str
    possible: bool
    """Whether it can be the answer (of one board at least)."""
    expected_left: float
    """How many words will be left on average, 0 when it wins."""
    worst: int
    """The most words that may be left."""
    groups: int
    """How many different feedbacks it may get."""
    bits: float
    """The information expected."""
    win_now: float
    """The chance that it is the answer (of one board at least)."""
    win_by: Mapping[int, float] = field(default_factory=dict)
    """The chance to have won by the third guess and each later one; empty where it is not known."""
    expected_guesses: float | None = None
    """How many more guesses are expected until the game is won, this one included."""
    boards: tuple[BoardChance | None, ...] = ()
    """With several boards for each of them, None for solved ones; empty where it is not known."""
    drawn: int | None = None
    """Over how many drawn games these are averages; None when they cover all that are possible."""
    proven: bool = False
    """Whether it is certain that no guess can do with fewer on average."""
    why: str = ""
    """A sentence."""


@dataclass(frozen=True, slots=True)
class LeftWord:
    """A word that fits all clues of a board."""

    word: str
    share: float
    """How likely it is the answer."""


@dataclass(frozen=True, slots=True)
class BoardAdvice:
    """What one board's clues leave."""

    left: tuple[LeftWord, ...]
    """The likeliest first."""
    solved: bool


@dataclass(frozen=True, slots=True)
class Advice:
    """Suggestions for the next guess, best first; none when the game is over."""

    suggestions: tuple[Suggestion, ...]
    boards: tuple[BoardAdvice, ...]
    guess: int
    """Which guess is the next one, from 1."""
    state: GameState
    strategy: str
    """How the best one was found: `tree`, `exact`, or the strategy's name."""

    @property
    def best(self) -> Suggestion | None:
        return next(iter(self.suggestions), None)

    @property
    def left(self) -> tuple[LeftWord, ...]:
        """The words left on the first board that is not solved; when all are, the answer of the first."""
        return next((board.left for board in self.boards if not board.solved), self.boards[0].left)
