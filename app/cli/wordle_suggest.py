"""`tilewise wordle suggest` and `rate`: one call about a game in the middle, or about many of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from app.cli.board_text import doubt_lines
from app.cli.outcome import (
    AsJson,
    Llm,
    bad_input,
    context_of,
    ending,
    file_bytes,
    print_json,
    settings_of_machine,
    tell,
    tell_without_llm,
)
from app.cli.wordle_game import GameChoice, MaxGuesses, StrategyOption, about_a_game, game_members, result_of
from app.cli.wordle_text import advice_lines, rating_lines
from app.cli.wordsearch_input import text_of
from app.problems import NOTHING_FOUND, problem_of
from worker.context import TaskContext
from worker.options import LlmMode
from worker.solvers.wordle_advice import MOST_BOARDS, Strategy
from worker.wire import Failure, JsonObject, Task

_EXAMPLE: Final = "tilewise wordle suggest slate=bbbby crony=bbybb"

Guesses = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="GUESS=FEEDBACK... | IMAGE",
        help="The guesses with their marks, for several boards parted by commas, or a picture of the game.",
    ),
]


@about_a_game
def suggest(
    game: GameChoice,
    guesses: Guesses = None,
    states: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Many games, one a line; - is standard input."),
    ] = None,
    boards: Annotated[
        int | None, typer.Option(help="How many boards share the guesses; 1 unless the marks tell.")
    ] = None,
    strategy: StrategyOption = Strategy.OPTIMAL,
    top: Annotated[int, typer.Option(help="How many suggestions.")] = 5,
    left: Annotated[int, typer.Option(help="How many of the words left are listed with --json.")] = 20,
    max_guesses: MaxGuesses = None,
    llm: Llm = LlmMode.DOUBTFUL,
    as_json: AsJson = False,
) -> None:
    """What to guess next, and why, after the guesses so far; without any the best opening.

    Marks are g (green), y (yellow) and b, x or - (grey), or 2, 1 and 0, or emoji squares. Exits 1 when no
    word fits, and names the guesses that clash.

    \b
    Examples:
      tilewise wordle suggest slate=bbbby crony=bbybb
      tilewise wordle suggest crane=gybbb,bbybb --mode hard
      tilewise wordle suggest screenshot.png --json
      tilewise wordle suggest camión=bybbgb --dictionary es --strategy entropy
      tilewise wordle suggest --states games.txt --top 1 --json
    """
    with ending(as_json=as_json):
        machine = context_of(settings_of_machine())
        image, typed = _told(guesses or (), states)
        if image is not None:
            tell_without_llm(llm, machine)
        request = {
            **game_members(machine, **game),
            "boards": None if image or states else boards_of(typed, boards),
            "states": None if states is None else [boards_of(line.split(), boards) for line in typed],
            "strategy": strategy.value,
            "top": _at_least(1, top, "--top"),
            "left": _at_least(0, left, "--left"),
            "max_guesses": max_guesses,
            "llm": llm.value,
        }
        result = result_of(Task.WORDLE_SUGGEST, request, machine, _picture(image, machine))
    _finish(result, result.get("states"), as_json=as_json, lines=advice_lines)


@about_a_game
def rate(
    game: GameChoice,
    guesses: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GUESS=FEEDBACK... | GUESS... | IMAGE",
            help="The guesses with their marks; or bare, the last one (or --answer) being the answer.",
        ),
    ] = None,
    answer: Annotated[str | None, typer.Option(help="What was looked for.")] = None,
    states: Annotated[
        Path | None,
        typer.Option("--games", metavar="FILE", help="Many games, one a line; - is standard input."),
    ] = None,
    strategy: StrategyOption = Strategy.OPTIMAL,
    max_guesses: MaxGuesses = None,
    llm: Llm = LlmMode.DOUBTFUL,
    as_json: AsJson = False,
) -> None:
    """How well a game was played: skill and luck of each guess, and what would have been best.

    Skill is 100 for the best guess and 0 for one that wastes a guess; luck is 50 on average.

    \b
    Examples:
      tilewise wordle rate slate crony moped
      tilewise wordle rate slate=bbbby crony=bbybb
      tilewise wordle rate screenshot.png --json
    """
    with ending(as_json=as_json):
        machine = context_of(settings_of_machine())
        image, typed = _told(guesses or (), states, bare=True)
        if image is not None:
            tell_without_llm(llm, machine)
        if image is None and states is None and answer is None and not any("=" in word for word in typed):
            answer = next(iter(typed[-1:]), None)
        request = {
            **game_members(machine, **game),
            "clues": None if image or states else list(typed),
            "games": None if states is None else [line.split() for line in typed],
            "answer": answer,
            "strategy": strategy.value,
            "max_guesses": max_guesses,
            "llm": llm.value,
        }
        result = result_of(Task.WORDLE_RATE, request, machine, _picture(image, machine))
    _finish(result, result.get("games"), as_json=as_json, lines=rating_lines)


def boards_of(guesses: Sequence[str], count: int | None = None) -> list[list[str]]:
    """The clues of each board, of guesses such as `crane=gybbb,bbybb`.

    A board that is solved needs no further marks: nothing stands for it between the commas.

    Raises:
        Failed: marks for another number of boards.
    """
    told = [guess.partition("=") for guess in guesses]
    count = count or max((len(marks.split(",")) for _, _, marks in told), default=1)
    if not 1 <= count <= MOST_BOARDS:
        raise bad_input(f"There are 1 to {MOST_BOARDS} boards, not {count}.", _EXAMPLE)
    boards: list[list[str]] = [[] for _ in range(count)]
    for guess, equals, marks in told:
        each = marks.split(",")
        if len(each) != count or not any(each):
            raise bad_input(
                f"{guess}={marks} has marks for {len(each) if marks else 0} of {count} boards.",
                "Give them for each board, parted by commas; nothing for a solved one: crane=gybbb,,bbybb",
            )
        for board, one in zip(boards, each, strict=True):
            if one:
                board.append(f"{guess}{equals}{one}")
    return boards


def _told(
    arguments: Sequence[str], states: Path | None, *, bare: bool = False
) -> tuple[Path | None, Sequence[str]]:
    """A picture, or guesses, or the lines of a file of games."""
    if states is not None:
        if arguments:
            raise bad_input("Games in a file and guesses exclude each other.", "Leave one of them out.")
        lines = [line for line in text_of(states).splitlines() if line.strip()]
        if not lines:
            raise bad_input(
                f"{states}: There are no games in it.", "Write one a line: slate=bbbby crony=bbybb"
            )
        return None, lines
    strangers = [text for text in arguments if "=" not in text]
    if not strangers or (bare and not any(Path(text).exists() for text in strangers)):
        return None, arguments
    if len(arguments) > 1:
        raise bad_input(f"{strangers[0]!r} is no guess with its marks.", f"For example: {_EXAMPLE}")
    if not Path(strangers[0]).exists() and strangers[0].isalpha():
        raise bad_input(f"{strangers[0]!r} has no marks.", f"Write {strangers[0]}=gybbb, or name a picture.")
    return Path(strangers[0]), ()


def _picture(image: Path | None, machine: TaskContext) -> bytes | None:
    return None if image is None else file_bytes(image, machine.max_bytes)


def _at_least(least: int, number: int, option: str) -> int:
    if number < least:
        raise bad_input(f"{option} is at least {least}, not {number}.")
    return number


def _finish(result: JsonObject, several: Sequence[JsonObject] | None, *, as_json: bool, lines: Any) -> None:
    """Print a result, or each of many, of which some may be errors."""
    each = [result] if several is None else several
    failures = [Failure(**one["error"]) for one in each if "error" in one]
    if as_json:
        print_json(result if several is None else several)
    else:
        for line in _shown(each, lines, named=several is not None):
            typer.echo(line)
    if failures:
        raise typer.Exit(max(problem_of(failure.code).exit_code for failure in failures))
    if not each:
        raise typer.Exit(NOTHING_FOUND)


def _shown(each: Sequence[JsonObject], lines: Any, *, named: bool) -> Iterator[str]:
    for number, one in enumerate(each, 1):
        if named:
            yield f"\nGame {number}:" if number > 1 else "Game 1:"
        if "error" in one:
            tell(Failure(**one["error"]))
            continue
        yield from lines(one)
        yield from doubt_lines(one) if one.get("cells") else ()
