"""`tilewise levels words`: what the letters of a wheel form."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Annotated, Final

import typer

from app.cli.levels_asked import answered, counted, picture_of
from app.cli.outcome import AsJson, Llm, context_of, ending, print_json, settings_of_machine, tell_without_llm
from app.problems import NOTHING_FOUND
from worker.options import LlmMode
from worker.wire import JsonObject, Task
from worker.word_lists import find_dictionary

_WIDTH: Final = 100


def words(
    letters: Annotated[str | None, typer.Argument(help="Of the wheel, each as often as it is there.")] = None,
    image: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Picture of the wheel in place of letters.")
    ] = None,
    dictionary: Annotated[str, typer.Option(metavar="NAME", help="A language's list or your own.")] = "en",
    min_length: Annotated[int, typer.Option(help="Letters of the shortest word; 2 on request.")] = 3,
    fit: Annotated[bool, typer.Option("--fit", help="Only words that are fit for players.")] = False,
    llm: Llm = LlmMode.DOUBTFUL,
    as_json: AsJson = False,
) -> None:
    """Show every word that the letters form, each letter used as often as the wheel has it at most.

    Words that a level would not ask for, such as rare or rude ones and names, are in parentheses. Exits 1
    when there is no word.

    \b
    Examples:
      tilewise levels words there
      tilewise levels words CAMINO --dictionary es --min-length 4
      tilewise levels words --image screenshot.png
    """
    with ending(as_json=as_json):
        machine = context_of(settings_of_machine())
        listed = find_dictionary(dictionary, machine.data_dir)
        picture = picture_of(image, letters is not None, machine)
        if picture is not None:
            tell_without_llm(llm, machine)
        request = {
            "letters": letters,
            "dictionary": listed.sha256,
            "dictionary_name": listed.name,
            "min_length": min_length,
            "llm": llm.value,
        }
        result = answered(Task.LEVELS_WORDS, request, picture, machine)
    if fit:
        result["words"] = [word for word in result["words"] if word["fit"]]
    if as_json:
        print_json(result)
    else:
        for line in _word_lines(result):
            typer.echo(line)
    raise typer.Exit(0 if result["words"] else NOTHING_FOUND)


def _word_lines(result: JsonObject) -> Iterator[str]:
    yield "Wheel: " + " ".join("".join(result["letters"]).upper())
    for length, group in groupby(result["words"], key=lambda word: len(word["word"])):
        shown = (word["display"] if word["fit"] else f"({word['display']})" for word in group)
        yield from wrapped(f"{length} letters: {'  '.join(shown)}")
    fit = sum(word["fit"] for word in result["words"])
    name = result["dictionary"]["name"]
    yield f"{counted(len(result['words']), 'word')}, {fit} of them fit for players (list {name})."


def wrapped(text: str) -> list[str]:
    """Lines of a width that terminals have."""
    return textwrap.wrap(text, _WIDTH, subsequent_indent="    ", break_long_words=False)
