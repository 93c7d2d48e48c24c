"""`tilewise wordsearch`: where each word of a list lies, in a typed grid or in a picture.

`-h` is short for `--hspacing` as in the console program that this one follows, so help is only `--help`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from app.cli.board_text import doubt_lines
from app.cli.outcome import (
    AsJson,
    Failed,
    Llm,
    bad_input,
    context_of,
    ending,
    file_bytes,
    print_json,
    settings_of_machine,
    tell_without_llm,
)
from app.cli.wordsearch_export import check_outputs, export, numbered
from app.cli.wordsearch_formats import Format, HSpacing, VSpacing, usual_format
from app.cli.wordsearch_input import grid_texts, word_list
from app.cli.wordsearch_make import make
from app.problems import NOTHING_FOUND
from app.render import Layout, MarkedGrid, SolutionsFormat, solved_text
from worker.context import TaskContext
from worker.model import Grid
from worker.options import LlmMode
from worker.tasks import perform
from worker.wire import JsonObject, Task
from worker.word_lists import find_dictionary

MAX_SIDE: Final = 3_000
"""Rows and columns of a grid at the terminal; a service has a limit of its own."""

app = typer.Typer(
    name="wordsearch",
    rich_markup_mode=None,
    invoke_without_command=True,
    add_completion=False,
    subcommand_metavar="[make ...]",
)


@app.callback()
def wordsearch(
    context: typer.Context,
    word_search: Annotated[
        list[str] | None,
        typer.Option(
            "--word-search", metavar="TEXT", help="Grid: rows parted by ';'. Several grids: repeat."
        ),
    ] = None,
    word_search_file: Annotated[
        list[Path] | None,
        typer.Option(
            "--word-search-file", "-f", metavar="FILE", help="Grid, a row a line; - is standard input."
        ),
    ] = None,
    image: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Picture of the grid, and of its list of words.")
    ] = None,
    words: Annotated[
        list[str] | None,
        typer.Option("--words", "-w", metavar="TEXT", help="Words parted by ';'; or repeat."),
    ] = None,
    words_file: Annotated[Path | None, typer.Option(metavar="FILE", help="Words, one a line.")] = None,
    allow_overlapping: Annotated[
        bool,
        typer.Option("--allow-overlapping", "-o", help="Also words that begin with another found there."),
    ] = False,
    directions: Annotated[
        str,
        typer.Option(
            metavar="LIST",
            help="Of e se s sw w nw n ne, or all, forwards, straight, diagonal, across-down.",
        ),
    ] = "all",
    first: Annotated[
        bool | None,
        typer.Option(
            "--first/--every",
            help="The first place of each word, or every one; every, but first with --bent.",
        ),
    ] = None,
    wrap: Annotated[bool, typer.Option("--wrap", help="Words go on at the opposite edge.")] = False,
    bent: Annotated[bool, typer.Option("--bent", help="Words turn at any letter, as in Boggle.")] = False,
    fuzzy: Annotated[
        bool, typer.Option("--fuzzy", help="One letter may differ in a word that is nowhere as written.")
    ] = False,
    keep_accents: Annotated[
        bool, typer.Option("--keep-accents", help="E and É are different letters.")
    ] = False,
    language: Annotated[
        str | None, typer.Option(metavar="CODE", help="Whose letters are kept apart: with es, Ñ is not N.")
    ] = None,
    dictionary: Annotated[
        str, typer.Option(metavar="NAME", help="Words to look for when no list is given.")
    ] = "en",
    min_length: Annotated[int, typer.Option(help="Letters of the shortest of them.")] = 4,
    contained: Annotated[
        bool, typer.Option("--contained/--not-contained", help="Whether words within longer ones count.")
    ] = True,
    limit: Annotated[int | None, typer.Option(help="Tell so many of them, the likely ones first.")] = None,
    message: Annotated[bool, typer.Option("--message", help="Read the letters that no word uses.")] = False,
    difficulty: Annotated[bool, typer.Option("--difficulty", help="Say how hard the puzzle is.")] = False,
    hspacing: HSpacing = 1,
    vspacing: VSpacing = 0,
    solutions_format: Format = None,
    output: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Write .svg, .png, .html, .txt or .json; several: repeat."),
    ] = None,
    marked: Annotated[
        bool,
        typer.Option("--marked/--unmarked", help="Write it solved, or as a puzzle for others to solve."),
    ] = True,
    llm: Llm = LlmMode.DOUBTFUL,
    as_json: AsJson = False,
) -> None:
    """Find words in a grid of letters.

    In grids '.' is a hole, '?' any letter, [Qu] one cell with two letters. Without a list every word of a
    dictionary is looked for, the likely list first. Places are told as (column, row) from 0. Exits 1 when a
    word is nowhere.

    \b
    Examples:
      tilewise wordsearch --word-search "ACC;DAF;GTI" --words "CAT"
      tilewise wordsearch -f puzzle.txt --words-file words.txt -h 2 --solutions-format parentheses
      tilewise wordsearch --image page.jpg --output marked.png --output solved.html
      tilewise wordsearch -f puzzle.txt -w "TIGER;SEA LION" --directions forwards,straight --json
      tilewise wordsearch -f puzzle.txt --not-contained --message
    """
    if context.invoked_subcommand is not None:
        _refuse_options(context)
        return
    with ending(as_json=as_json):
        layout = Layout(solutions_format or usual_format(), hspacing, vspacing)
        check_outputs(output or ())
        machine = context_of(settings_of_machine())
        typed = grid_texts(word_search or (), word_search_file or ())
        picture = _picture(image, typed, machine)
        if picture is not None:
            tell_without_llm(llm, machine)
        listed = find_dictionary(dictionary, machine.data_dir)
        request = _request(
            typed,
            dictionary=listed.sha256,
            dictionary_name=listed.name,
            min_length=min_length,
            contained=contained,
            limit=limit,
            message=message,
            difficulty=difficulty,
            words=word_list(words or (), words_file),
            overlapping=allow_overlapping,
            directions=directions,
            first_only=bent if first is None else first,
            wrap=wrap,
            bent=bent,
            fuzzy=int(fuzzy),
            keep_accents=keep_accents,
            language=language,
            llm=llm.value,
        )
        results = _solve(request, picture, machine)
        plain = layout if solutions_format else Layout(SolutionsFormat.NONE, hspacing, vspacing)
        for path in output or ():
            for number, result in enumerate(results):
                target = numbered(path, number, len(results))
                export(target, result, picture, plain, machine, marked=marked)
    if as_json:
        print_json(results if len(results) > 1 else results[0])
    else:
        _show(results, layout)
    raise typer.Exit(NOTHING_FOUND if any(map(_lacks_words, results)) else 0)


def _refuse_options(context: typer.Context) -> None:
    """Options before `make` would be lost without a word."""
    for option in context.command.params:
        source = context.get_parameter_source(option.name or "")
        if source is not None and source.name == "COMMANDLINE":
            raise typer.BadParameter(f"{option.opts[0]} is for solving; write options of make after `make`.")


def _picture(image: Path | None, typed: Sequence[str], machine: TaskContext) -> bytes | None:
    if (image is None) == (not typed):
        raise bad_input(
            "Give either a grid or a picture.",
            'tilewise wordsearch --word-search "ACC;DAF;GTI" --words "CAT"',
        )
    return None if image is None else file_bytes(image, machine.max_bytes)


def _request(typed: Sequence[str], **options: Any) -> JsonObject:
    """A request for the task, its grids read, so that a bad one is an error of the command."""
    grids = [str(Grid.parse(text, max_side=MAX_SIDE, any_sign=True)) for text in typed]
    return {
        "grid": grids[0] if len(grids) == 1 else None,
        "grids": grids if len(grids) > 1 else None,
        "max_side": MAX_SIDE,
        "palindromes_twice": True,
        **options,
    }


def _solve(request: JsonObject, picture: bytes | None, machine: TaskContext) -> list[JsonObject]:
    """A result for each grid."""
    outcome = perform(Task.WORDSEARCH_SOLVE, request, picture, machine)
    if outcome.failure is not None:
        raise Failed(outcome.failure)
    result: JsonObject = json.loads(outcome.result)
    puzzles: list[JsonObject] = result.get("puzzles", [result])
    return puzzles


def _show(results: Sequence[JsonObject], layout: Layout) -> None:
    for number, result in enumerate(results):
        text = solved_text(MarkedGrid.from_json(result), layout)
        # A format that was asked for is printed as it is, also into a file.
        typer.echo("\n" * (number > 0) + text, nl=False, color=True)
        doubts = list(doubt_lines(result))
        if doubts:
            typer.echo("\n" + "\n".join(doubts))


def _lacks_words(result: JsonObject) -> bool:
    return bool(result["missing"]) or not result["hits"]


app.command("make")(make)
