"""The job of trying a strategy on the answers of a game: plays that run side by side, and their sum.

Beside the game (see `worker.wordle_games`) a request has these members, all of them:

    strategy            see `Strategy`
    max_guesses         how many guesses a game has, or None
    starts              first guesses to try, or None for the strategy's own
    limit               how many answers to try, spread evenly over the list; None for all
    failed              how many of the answers that were not found are listed

A *play* is a first guess with answers to look for: {"start": "salet", "answers": ["cigar", ...]}. A part of
the job has some plays in addition to the members above.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from worker.context import Stopwatch, TaskContext
from worker.results import to_bytes
from worker.wire import Fan, Further, JsonObject, Lane, Task
from worker.wordle_games import OpenGame, open_game
from worker.wordle_results import series_json
from worker.wordle_task import options_of, rounded

if TYPE_CHECKING:
    from worker.solvers.wordle_series import Game

MOST_PARTS: Final = 32
PART_SECONDS: Final = 3600.0
"""For one part; all strategies but a deep search play thousands of games in some seconds."""
_JOIN_SECONDS: Final = 120.0

Play = dict[str, Any]


def fan_of(request: JsonObject, context: TaskContext) -> Fan:
    """The parts of the job, for workers side by side."""
    parts = [{**request, "plays": plays} for plays in spread(plays_of(request, context), MOST_PARTS)]
    join = Further(Task.WORDLE_SUM, Lane.BULK, request, _JOIN_SECONDS)
    return Fan(Task.WORDLE_PLAY, Lane.BULK, tuple(parts), PART_SECONDS, join)


def evaluate(request: JsonObject, context: TaskContext) -> bytes:
    """The whole job in one process."""
    watch = Stopwatch()
    plays = plays_of(request, context)
    played: list[JsonObject] = []
    for done, play in enumerate(plays):
        context.report("play", done / len(plays))
        played += play_part({**request, "plays": [play]}, context)
    return summed(request, played, context, watch)


def plays_of(request: JsonObject, context: TaskContext) -> list[Play]:
    """What is to be played; of one first guess in parts of about equal size.

    Raises:
        BadOption: a word that the game has not.
    """
    from worker.solvers.wordle_series import chunks, opening

    game = _game(request, context)
    options = options_of(request, game)
    starts = list(map(game.known, request["starts"] or ())) or [opening(game.solver, options)]
    answers = _spread_evenly(game.words.answer_words, request["limit"])
    count = max(1, MOST_PARTS // len(starts))
    return [
        {"start": start, "answers": list(chunk)}
        for start in dict.fromkeys(starts)
        for chunk in chunks(start, answers, count)
    ]


def starts_of(request: JsonObject, context: TaskContext, count: int) -> list[str]:
    """The first guesses of the request, or so many of the most promising ones; all words for a count of 0.

    Raises:
        BadOption: a word that the game has not.
    """
    from worker.solvers.wordle_starts import promising

    game = _game(request, context)
    if request["starts"]:
        return list(dict.fromkeys(map(game.known, request["starts"])))
    found = promising(game.solver, options_of(request, game))
    return list(found[:count] if count else found)


def play_part(request: JsonObject, context: TaskContext) -> list[JsonObject]:
    """How the games of a part went: for each first guess the guesses of each answer, 0 where it was lost."""
    from worker.solvers.wordle_series import play

    game = _game(request, context)
    options = options_of(request, game)
    return [
        {
            "start": each["start"],
            "guesses": dict(map(_told, play(game.solver, each["start"], each["answers"], options))),
        }
        for each in request["plays"]
    ]


def join(request: JsonObject, context: TaskContext) -> bytes:
    """The sum of what the parts have answered."""
    watch = Stopwatch()
    played = [each for answer in context.answers() for each in json.loads(answer)]
    return summed(request, played, context, watch)


def summed(
    request: JsonObject, played: Iterable[JsonObject], context: TaskContext, watch: Stopwatch
) -> bytes:
    """The result of the job: each first guess with its figures, the best first."""
    from worker.solvers.wordle_series import Summary

    game = _game(request, context)
    options = options_of(request, game)
    guesses: dict[str, dict[str, int]] = defaultdict(dict)
    for each in played:
        guesses[each["start"]].update(each["guesses"])
    most = options.guesses()
    series = [
        series_json(start, Summary(_histogram(games), _lost(games)), most, request["failed"])
        for start, games in guesses.items()
    ]
    series.sort(key=lambda one: (one["mean"], one["start"]))
    rules = {"strategy": options.strategy, "mode": options.mode, "max_guesses": most}
    told = {"starts": series, **rules, "dictionary": game.to_json(), "ms": rounded(watch)}
    return to_bytes(told)


def spread(plays: Sequence[Play], most: int) -> list[list[Play]]:
    """The plays in at most so many parts."""
    count = min(most, len(plays))
    return [list(plays[number::count]) for number in range(count)]


def _game(request: JsonObject, context: TaskContext) -> OpenGame:
    return open_game(request, context, request["starts"] or ())


def _spread_evenly(answers: Sequence[str], limit: int | None) -> Sequence[str]:
    if limit is None or limit >= len(answers):
        return answers
    return [answers[number * len(answers) // limit] for number in range(limit)]


def _told(game: Game) -> tuple[str, int]:
    return game.answer, len(game.guesses) if game.won else 0


def _histogram(games: dict[str, int]) -> dict[int, int]:
    counts: dict[int, int] = defaultdict(int)
    for guesses in games.values():
        if guesses:
            counts[guesses] += 1
    return dict(sorted(counts.items()))


def _lost(games: dict[str, int]) -> tuple[str, ...]:
    return tuple(sorted(answer for answer, guesses in games.items() if not guesses))
