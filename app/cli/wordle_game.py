"""Which game of Wordle is meant: options that its commands share, and the request's members they become."""

from __future__ import annotations

import inspect
import json
import math
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from app.cli.outcome import Failed, bad_input
from app.cli.wordsearch_input import text_of
from worker.context import TaskContext
from worker.solvers.wordle_advice import Strategy
from worker.solvers.wordle_clues import Mode
from worker.tasks import perform
from worker.wire import JsonObject, Task
from worker.word_lists import find_dictionary

DictionaryName = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="A word list: en, es, pt or an imported one; the game's own unless said."
    ),
]
Length = Annotated[
    int | None, typer.Option(help="Letters of a word, 3 to 12; as many as the guesses have, or 5.")
]
AnswersFile = Annotated[
    Path | None, typer.Option("--answers", metavar="FILE", help="Words that may be the answer.")
]
AllowedFile = Annotated[
    Path | None, typer.Option("--allowed", metavar="FILE", help="Words that may be guessed besides.")
]
ProbabilitiesFile = Annotated[
    Path | None,
    typer.Option("--probabilities", metavar="FILE", help="Lines of a word and how likely it is the answer."),
]
ExcludeFile = Annotated[
    Path | None,
    typer.Option("--exclude", metavar="FILE", help="Past answers: they count where nothing else fits."),
]
StrategyOption = Annotated[Strategy, typer.Option(help="How guesses are ranked.")]
ModeOption = Annotated[
    Mode, typer.Option(help="hard: hints must be used; strict: only what can be the answer.")
]
MaxGuesses = Annotated[
    int | None, typer.Option(help="Guesses of a game; 6, with each further board one more.")
]

GameChoice = Mapping[str, Any]
"""What was chosen with the options that all commands about a game have, by their names."""

_HINT: Final = "One a line, such as: crane 0.8"


def about_a_game(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that say which game is meant; it gets them as its argument `game`.

    They stand before its last option, `--json`.
    """
    own = inspect.signature(command, eval_str=True)
    shared = inspect.signature(_shared_options, eval_str=True).parameters
    *first, last = [parameter for name, parameter in own.parameters.items() if name != "game"]

    @wraps(command)
    def run(**chosen: Any) -> None:
        command(game={name: chosen.pop(name) for name in shared}, **chosen)

    parameters = [*first, *shared.values(), last]
    # By these the framework makes options; those of the command itself would lack the shared ones.
    run.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _shared_options(
    mode: ModeOption = Mode.EASY,
    dictionary: DictionaryName = None,
    length: Length = None,
    answers: AnswersFile = None,
    allowed: AllowedFile = None,
    probabilities: ProbabilitiesFile = None,
    exclude: ExcludeFile = None,
) -> None:
    """Only its signature is used."""


def game_members(
    machine: TaskContext,
    *,
    dictionary: str | None,
    length: int | None,
    answers: Path | None,
    allowed: Path | None,
    probabilities: Path | None,
    exclude: Path | None,
    mode: Mode,
) -> JsonObject:
    """What every request says of the game, see `worker.wordle_games`.

    Raises:
        Failed, UnknownDictionary.
    """
    if dictionary is not None and (answers or allowed):
        raise bad_input("--dictionary and lists of your own exclude each other.", "Leave one of them out.")
    if length is not None and not 3 <= length <= 12:
        raise bad_input(f"Words have 3 to 12 letters, not {length}.", "Give --length 3 to 12.")
    listed = None if dictionary is None else find_dictionary(dictionary, machine.data_dir)
    return {
        "dictionary": None if listed is None else listed.sha256,
        "dictionary_name": None if listed is None else listed.name,
        "length": length,
        "answers": _words(answers),
        "allowed": _words(allowed),
        "probabilities": None if probabilities is None else _chances(probabilities),
        "exclude": _words(exclude),
        "mode": mode.value,
    }


def result_of(task: Task, request: JsonObject, machine: TaskContext, picture: bytes | None = None) -> Any:
    """What a task says; raises Failed."""
    outcome = perform(task, request, picture, machine)
    if outcome.failure is not None:
        raise Failed(outcome.failure)
    return json.loads(outcome.result)


def _words(path: Path | None) -> list[str] | None:
    """The words of a file, however they are parted."""
    if path is None:
        return None
    words = text_of(path).replace(",", " ").replace(";", " ").split()
    if not words:
        raise bad_input(f"{path}: There are no words in it.", "Write one a line.")
    return words


def _chances(path: Path) -> dict[str, float]:
    """Words with numbers: lines of a word and a number, parted by a space, a tab or a comma."""
    chances = {}
    for number, line in enumerate(text_of(path).splitlines(), 1):
        parts = line.replace(",", " ").split()
        if parts:
            chances[parts[0]] = _chance(parts, f"{path}: Line {number}")
    if not chances:
        raise bad_input(f"{path}: There are no words in it.", _HINT)
    return chances


def _chance(parts: Sequence[str], place: str) -> float:
    try:
        _, text = parts
        chance = float(text)
    except ValueError:
        raise bad_input(f"{place} is no word with a number.", _HINT) from None
    if not (math.isfinite(chance) and chance >= 0):
        raise bad_input(f"{place}: {text} is no likelihood.", "Give a number from 0 up.")
    return chance
