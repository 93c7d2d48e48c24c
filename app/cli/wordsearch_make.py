"""`tilewise wordsearch make`: a puzzle of one's own words."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from app.cli.outcome import AsJson, Failed, bad_input, context_of, ending, print_json, settings_of_machine
from app.cli.wordsearch_export import check_outputs, export_puzzle
from app.cli.wordsearch_formats import Format, HSpacing, VSpacing, usual_format
from app.cli.wordsearch_input import split_words, text_of, word_list
from app.problems import NOTHING_FOUND
from app.render import Layout, MarkedGrid, puzzle_text, solved_text
from worker.context import TaskContext
from worker.tasks import perform
from worker.wire import JsonObject, Task


def make(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="WORDS", help="Words, apart or parted by ';'.")
    ] = None,
    words_file: Annotated[Path | None, typer.Option(metavar="FILE", help="Words, one a line.")] = None,
    rows: Annotated[int | None, typer.Option(help="As few as hold the words when left out.")] = None,
    cols: Annotated[int | None, typer.Option(help="As few as hold the words when left out.")] = None,
    shape: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Grid of '.' for holes and '?' for cells to fill; letters stay."),
    ] = None,
    directions: Annotated[
        str, typer.Option(metavar="LIST", help="As for solving, e.g. across-down for an easy puzzle.")
    ] = "all",
    seed: Annotated[int | None, typer.Option(help="The same number gives the same puzzle.")] = None,
    language: Annotated[
        str | None, typer.Option(metavar="CODE", help="Whose alphabet fills the grid, e.g. es with its Ñ.")
    ] = None,
    letters: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What fills the grid in place of an alphabet.")
    ] = None,
    keep_accents: Annotated[bool, typer.Option("--keep-accents", help="É stays É in the grid.")] = False,
    solution: Annotated[
        bool | None,
        typer.Option(
            "--solution/--no-solution",
            help="Show where the words are, too; or nowhere, not even on a page of its own in .html.",
        ),
    ] = None,
    hspacing: HSpacing = 1,
    vspacing: VSpacing = 0,
    solutions_format: Format = None,
    output: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE", help="Write .svg, .png, .html (with a page for the solution), .txt or .json."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a word search.

    Every word lies in the grid exactly once, a word that others contain within them, and nothing rude by
    chance. Exits 1 when a word finds no place.

    \b
    Examples:
      tilewise wordsearch make TIGER OTTER "SEA LION" --rows 10 --cols 10
      tilewise wordsearch make "PERRO;GATO;AÑO" --language es --seed 7 --solution
      tilewise wordsearch make --words-file words.txt --output puzzle.html --output puzzle.svg
    """
    with ending(as_json=as_json):
        layout = Layout(solutions_format or usual_format(), hspacing, vspacing)
        check_outputs(output or ())
        machine = context_of(settings_of_machine())
        request: JsonObject = {
            "words": _words(words or (), words_file),
            "rows": rows,
            "cols": cols,
            "shape": None if shape is None else text_of(shape),
            "directions": directions,
            "seed": seed,
            "language": language,
            "letters": letters,
            "keep_accents": keep_accents,
        }
        result = _make(request, machine)
        for path in output or ():
            export_puzzle(path, result, layout, solution=solution)
    if as_json:
        print_json(result)
    else:
        _show(MarkedGrid.from_json(result), layout, solution=bool(solution))
    raise typer.Exit(NOTHING_FOUND if result["missing"] else 0)


def _words(typed: Sequence[str], file: Path | None) -> list[str]:
    listed = word_list((), file) or [word for text in typed for word in split_words(text, "WORDS: Word")]
    if not listed:
        raise bad_input("There are no words to lay.", "tilewise wordsearch make TIGER OTTER LYNX")
    return listed


def _make(request: JsonObject, machine: TaskContext) -> JsonObject:
    outcome = perform(Task.WORDSEARCH_MAKE, request, None, machine)
    if outcome.failure is not None:
        raise Failed(outcome.failure)
    result: JsonObject = json.loads(outcome.result)
    return result


def _show(puzzle: MarkedGrid, layout: Layout, *, solution: bool) -> None:
    text = puzzle_text(puzzle, layout)
    if solution:
        text += "\n" + solved_text(replace(puzzle, missing=()), layout)
    typer.echo(text, nl=False, color=True)
