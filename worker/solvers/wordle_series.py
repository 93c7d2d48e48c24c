"""A strategy tried on many answers: how often it needs how many guesses.

Games with the same clues so far go on together, so that each state is thought about once. A series may be
played in chunks, which share no state but the opening: `chunks` parts the answers, `play` plays one chunk,
`summary` adds them up.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from worker.errors import BadOption
from worker.solvers.wordle import Solver
from worker.solvers.wordle_advice import Strategy, WordleOptions
from worker.solvers.wordle_clues import Clue
from worker.solvers.wordle_feedback import all_green, feedback
from worker.solvers.wordle_frequency import START


@dataclass(frozen=True, slots=True)
class Game:
    """How one answer was looked for."""

    answer: str
    guesses: tuple[str, ...]

    @property
    def won(self) -> bool:
        return self.guesses[-1] == self.answer


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of a series."""

    histogram: Mapping[int, int]
    """Games won, by the number of guesses."""
    lost: tuple[str, ...]
    """The answers that were not found."""

    @property
    def games(self) -> int:
        return self.won + len(self.lost)

    @property
    def won(self) -> int:
        return sum(self.histogram.values())

    @property
    def total(self) -> int:
        """The guesses of all games won."""
        return sum(guesses * games for guesses, games in self.histogram.items())

    @property
    def average(self) -> float | None:
        """Guesses of a game won; None when none was."""
        return self.total / self.won if self.won else None


def opening(solver: Solver, options: WordleOptions) -> str:
    """The first guess of a strategy."""
    if options.strategy is Strategy.FREQUENCY and START in solver.words.number:
        return START
    return solver.choose((), options)


def chunks(start: str, answers: Iterable[str], count: int) -> list[tuple[str, ...]]:
    """Part the answers into at most so many chunks of about equal size, each to be played by itself.

    Answers that the start word does not tell apart stay together.
    """
    groups = defaultdict(list)
    for answer in answers:
        groups[feedback(start, answer)].append(answer)
    made: list[list[str]] = [[] for _ in range(min(count, len(groups)))]
    for group in sorted(groups.values(), key=len, reverse=True):
        min(made, key=len).extend(group)
    return [tuple(chunk) for chunk in made]


def play(solver: Solver, start: str, answers: Iterable[str], options: WordleOptions) -> list[Game]:
    """Play for each of the answers, with the same first guess.

    Raises:
        BadOption: a word that this game has not.
    """
    answers = list(answers)
    unknown = next((word for word in (start, *answers) if word not in solver.words.number), None)
    if unknown is not None:
        raise BadOption(f"{unknown!r} is no allowed word of this game.", option="start")
    return list(_games(solver, (), start, answers, options))


def summary(games: Iterable[Game]) -> Summary:
    """The figures of a series."""
    played = list(games)
    histogram = Counter(len(game.guesses) for game in played if game.won)
    lost = tuple(sorted(game.answer for game in played if not game.won))
    return Summary(dict(sorted(histogram.items())), lost)


def _games(
    solver: Solver, clues: tuple[Clue, ...], guess: str, answers: Sequence[str], options: WordleOptions
) -> Iterator[Game]:
    """The games of some answers that have these clues in common, going on with a guess."""
    groups = defaultdict(list)
    for answer in answers:
        groups[feedback(guess, answer)].append(answer)
    for code, group in groups.items():
        after = (*clues, Clue(guess, code))
        if code == all_green(len(guess)) or len(after) == options.guesses():
            guesses = tuple(clue.guess for clue in after)
            yield from (Game(answer, guesses) for answer in group)
        else:
            yield from _games(solver, after, solver.choose(after, options), group, options)
