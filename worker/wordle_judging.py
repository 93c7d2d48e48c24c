"""The job of rating games that were played: how good each guess was, and how kind the answer.

Beside the game (see `worker.wordle_games`) a request has these members, all of them:

    clues               the guesses of a game, as `crane=gybbb`; None for a picture's
    games               many such lists; or None
    answer              what was looked for, so that guesses need no marks; or None
    strategy            what guesses are compared with, see `Strategy`
    max_guesses         how many guesses a game has, or None
    llm                 as for reading a picture
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from worker.batches import bounded, error_json
from worker.context import Stopwatch, TaskContext
from worker.errors import BadOption, PuzzleError
from worker.results import board_json, to_bytes
from worker.sight import Sight, check_running
from worker.wire import JsonObject
from worker.wordle_games import OpenGame, open_game
from worker.wordle_results import rating_json, typed_board_json
from worker.wordle_seen import guesses_seen
from worker.wordle_task import guess_of, options_of, rounded

if TYPE_CHECKING:
    from worker.solvers.wordle import Clue

_EACH: Final = 5
"""Games between two reports of progress."""


def rate_typed(request: JsonObject, context: TaskContext) -> bytes:
    """How well a game was played, or each of many."""
    watch = Stopwatch()
    if request["games"] is not None:
        with watch.stage("rate"):
            ratings = b",".join(bounded(_rate_each(request, context)))
        return b'{"games":[%b],"ms":%b}' % (ratings, to_bytes(rounded(watch)))
    with watch.stage("rate"):
        judged = _Judged(request, request["clues"], context)
    head = typed_board_json(judged.clues, judged.game.words.length, rounded(watch))
    return to_bytes({**head, **judged.to_json()})


def rate_seen(request: JsonObject, sight: Sight, watch: Stopwatch, context: TaskContext) -> bytes:
    """How well the game was played that a picture shows."""
    seen = sight.found()
    check_running(seen)
    context.report("rate", 0.6)
    with watch.stage("rate"):
        game = open_game(request, context, ["?" * seen.cols])
        shown = guesses_seen(seen, game.words.allowed)
        judged = _Judged(request, shown.clues, context)
    head = board_json(seen, {**seen.ms, **watch.read()}, sight.llm)
    return to_bytes({**head, "tiles": list(seen.tiles), "inferred": shown.inferred, **judged.to_json()})


class _Judged:
    """A game with its rating."""

    def __init__(self, request: JsonObject, guesses: Sequence[str], context: TaskContext) -> None:
        from worker.solvers.wordle_rating import rate

        if not guesses:
            raise BadOption(
                "There are no guesses to rate.",
                hint="Give at least one, as crane=gybbb, or a picture of the game.",
                option="clues",
            )
        self.game = open_game(request, context, map(_word_of, guesses))
        self.clues = [_clue(self.game, guess, request["answer"]) for guess in guesses]
        self._options = options_of(request, self.game)
        self._rating = rate(self.game.solver, self.clues, self._options)

    def to_json(self) -> JsonObject:
        rules = {"strategy": self._options.strategy, "mode": self._options.mode}
        return {**rules, **rating_json(self._rating), "dictionary": self.game.to_json()}


def _word_of(guess: str) -> str:
    """The word of a guess with its marks or without."""
    return guess_of(guess if "=" in guess else f"{guess}=")


def _clue(game: OpenGame, guess: str, answer: str | None) -> Clue:
    from worker.solvers.wordle import Clue, feedback

    if answer is None:
        return game.clue(guess)
    made, wanted = game.fold(_word_of(guess)), game.fold(answer.strip())
    if len(made) != len(wanted):
        raise BadOption(f"{guess!r} has another length than the answer {answer!r}.", option="answer")
    clue = Clue(made, feedback(made, wanted))
    if "=" in guess and clue != game.clue(guess):
        raise BadOption(
            f"{guess!r} has other marks than the answer {answer!r} gives: {clue}.",
            hint="Leave the answer out, or the marks.",
            option="answer",
        )
    return clue


def _rate_each(request: JsonObject, context: TaskContext) -> Iterator[bytes]:
    """A rating for each game, or why it has none."""
    games = request["games"]
    for done, guesses in enumerate(games):
        if done % _EACH == 0:
            context.report("rate", done / len(games))
        try:
            yield to_bytes(_Judged(request, guesses, context).to_json())
        except PuzzleError as error:
            yield error_json(error)
