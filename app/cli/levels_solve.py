"""`tilewise levels solve`: which word goes where in the crossword above a wheel."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from app.cli.levels_asked import answered, counted, picture_of
from app.cli.levels_words import wrapped
from app.cli.outcome import (
    AsJson,
    Llm,
    bad_input,
    context_of,
    ending,
    print_json,
    settings_of_machine,
    tell_without_llm,
)
from app.problems import NOTHING_FOUND
from worker.options import LlmMode
from worker.solvers.levels_crossword import rows_of
from worker.wire import JsonObject, Task
from worker.word_lists import find_dictionary


def solve(
    image: Annotated[Path | None, typer.Argument(help="Picture of the crossword and its wheel.")] = None,
    letters: Annotated[str | None, typer.Option(help="Of the wheel, in place of a picture.")] = None,
    crossword: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Rows parted by '/': # an empty box, letters, . for no box."),
    ] = None,
    dictionary: Annotated[str, typer.Option(metavar="NAME", help="A language's list or your own.")] = "en",
    llm: Llm = LlmMode.DOUBTFUL,
    as_json: AsJson = False,
) -> None:
    """Fill the crossword above a letter wheel, empty or half filled.

    Of several solutions one of words that players know is shown. Exits 1 when no word fits, or there is
    nothing to solve in the picture.

    \b
    Examples:
      tilewise levels solve screenshot.png
      tilewise levels solve --letters there --crossword "#####/#..#./##.E."
    """
    with ending(as_json=as_json):
        machine = context_of(settings_of_machine())
        if (letters is None) != (crossword is None):
            raise bad_input("--letters and --crossword go together.", "Give both, or a picture.")
        listed = find_dictionary(dictionary, machine.data_dir)
        picture = picture_of(image, letters is not None, machine)
        if picture is not None:
            tell_without_llm(llm, machine)
        request = {
            "letters": letters,
            "crossword": None if crossword is None else rows_of(crossword),
            "dictionary": listed.sha256,
            "dictionary_name": listed.name,
            "llm": llm.value,
        }
        result = answered(Task.LEVELS_SOLVE, request, picture, machine)
    if as_json:
        print_json(result)
    else:
        for line in _lines(result):
            typer.echo(line)
    raise typer.Exit(0 if any(slot["word"] for slot in result["slots"]) else NOTHING_FOUND)


def _lines(result: JsonObject) -> Iterator[str]:
    yield "Wheel: " + " ".join("".join(result["letters"]).upper())
    yield from (" ".join(row) for row in result["grid"])
    yield ""
    for slot in result["slots"]:
        way = "across" if slot["across"] else "down"
        word = slot["word"] or "?"
        yield f"row {slot['row'] + 1}, column {slot['col'] + 1} {way:<6}  {word}{_others(slot)}"
    yield ""
    yield _summary(result)
    bonus = [word["display"] for word in result["bonus"] if word["fit"]]
    if bonus:
        yield from wrapped(f"Words without a place: {', '.join(bonus)}.")


def _others(slot: JsonObject) -> str:
    """How many other words the slot has in other solutions."""
    others = 0 if slot["certain"] or slot["word"] is None else slot["word_count"] - 1
    return "" if others < 1 else f"  (or {counted(others, 'other')})"


def _summary(result: JsonObject) -> str:
    if not result["solutions"]:
        return "No words of the list fill it."
    count = f"{result['solutions']:,}" if result["complete"] else f"{result['solutions']:,} or more"
    blank = f", with {counted(result['blank'], 'word')} that the list lacks" if result["blank"] else ""
    return "There is one solution." if count == "1" and not blank else f"Solutions: {count}{blank}."
