"""The Wordle jobs: a request comes in, the JSON of a result goes out, for HTTP and terminal alike.

Beside the game (see `worker.wordle_games`) a request for advice has these members, all of them:

    boards              clues of each board, as `crane=gybbb`; None for a picture's
    states              many such lists of boards; or None
    strategy            see `Strategy`
    top                 how many suggestions
    max_guesses         how many guesses a game has, or None
    left                how many of the words left are listed for each board
    llm                 as for reading a picture
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from worker.batches import bounded, error_json
from worker.context import Stopwatch, TaskContext
from worker.errors import BadOption, PuzzleError
from worker.results import board_json, to_bytes
from worker.sight import Sight, check_running
from worker.wire import JsonObject
from worker.wordle_games import OpenGame, open_game
from worker.wordle_results import advice_json, typed_board_json
from worker.wordle_seen import guesses_seen

if TYPE_CHECKING:
    from worker.solvers.wordle import WordleOptions

_EACH: Final = 5
"""States between two reports of progress."""

_USUAL: Final[JsonObject] = {
    **dict.fromkeys(("dictionary", "dictionary_name", "length", "answers", "allowed", "probabilities")),
    **{"exclude": None, "mode": "easy", "strategy": "optimal", "max_guesses": None, "top": 10},
}
"""The members of the request that is asked most."""

Boards = Sequence[Sequence[str]]


def warm(context: TaskContext) -> None:
    """Compile the kernels for the game's own words, and make them ready with an opening.

    Forked workers share what is kept. The kernels for words of six letters and more are left until somebody
    asks for such words: compiling them takes some seconds, once on a machine.
    """
    from worker.solvers.wordle import Mode

    for mode in Mode:
        request = {**_USUAL, "mode": mode}
        game = open_game(request, context)
        game.solver.suggest([[game.clue("crane=bybbg")]], options_of(request, game))
    game = open_game(_USUAL, context)
    game.solver.suggest([[]], options_of(_USUAL, game, top=_USUAL["top"]))


def suggest_typed(request: JsonObject, context: TaskContext) -> bytes:
    """What to guess next in a game, or in each of many."""
    watch = Stopwatch()
    if request["states"] is not None:
        with watch.stage("solve"):
            answers = b",".join(bounded(_suggest_each(request, context)))
        return b'{"states":[%b],"ms":%b}' % (answers, to_bytes(rounded(watch)))
    with watch.stage("solve"):
        advice = _Advice(request, request["boards"], context)
    return to_bytes({**advice.head(watch), **advice.to_json()})


def suggest_seen(request: JsonObject, sight: Sight, watch: Stopwatch, context: TaskContext) -> bytes:
    """What to guess next in the game that a picture shows."""
    seen = sight.found()
    check_running(seen)
    context.report("solve", 0.6)
    with watch.stage("solve"):
        game = open_game(request, context, ["?" * seen.cols])
        shown = guesses_seen(seen, game.words.allowed)
        advice = _Advice(request, [shown.clues], context)
    ms = {**seen.ms, **watch.read()}
    head = {**board_json(seen, ms, sight.llm), "tiles": list(seen.tiles), "inferred": shown.inferred}
    return to_bytes({**head, **advice.to_json()})


class _Advice:
    """What is said about one state of a game."""

    def __init__(self, request: JsonObject, boards: Boards, context: TaskContext) -> None:
        guesses = [guess_of(text) for clues in boards for text in clues]
        self._game = open_game(request, context, guesses)
        self._left = request["left"]
        self._boards = [[self._game.clue(text) for text in clues] for clues in boards]
        self._options = options_of(request, self._game, top=request["top"])
        self._advice = self._game.solver.suggest(self._boards, self._options)

    def head(self, watch: Stopwatch) -> JsonObject:
        """The first board as if it had been read."""
        return typed_board_json(self._boards[0], self._game.words.length, rounded(watch))

    def to_json(self) -> JsonObject:
        said = advice_json(self._advice, self._boards, self._left, len(self._game.words))
        rules = {
            "strategy": self._options.strategy,
            "mode": self._options.mode,
            "max_guesses": self._options.guesses(len(self._boards)),
        }
        return {**rules, **said, "dictionary": self._game.to_json()}


def options_of(request: JsonObject, game: OpenGame, *, top: int = 1) -> WordleOptions:
    """The request's options as the solver takes them; raises BadOption."""
    from worker.solvers.wordle import Mode, Strategy, WordleOptions

    return WordleOptions(
        strategy=Strategy(request["strategy"]),
        mode=Mode(request["mode"]),
        top=top,
        max_guesses=request["max_guesses"],
        exclude=frozenset(map(game.fold, request["exclude"] or ())),
    )


def _suggest_each(request: JsonObject, context: TaskContext) -> Iterator[bytes]:
    """Advice for each state, or why it has none."""
    states = request["states"]
    for done, boards in enumerate(states):
        if done % _EACH == 0:
            context.report("solve", done / len(states))
        try:
            advice = _Advice(request, boards, context)
            yield to_bytes(advice.to_json())
        except PuzzleError as error:
            yield error_json(error)


def guess_of(text: str) -> str:
    """The word of `crane=gybbb`; raises BadOption."""
    guess, equals, _ = text.partition("=")
    if not equals or not guess.strip():
        raise BadOption(f"{text!r} is no guess with its feedback.", hint="Write it as crane=gybbb.")
    return unicodedata.normalize("NFC", guess.strip())


def rounded(watch: Stopwatch) -> dict[str, float]:
    """The stages so far."""
    return {stage: round(spent, 2) for stage, spent in watch.read().items()}
