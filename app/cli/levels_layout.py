"""`tilewise levels layout`: words as a crossword."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

import typer

from app.cli.levels_asked import answered, counted
from app.cli.levels_draw import check_drawing, write_drawing
from app.cli.outcome import AsJson, context_of, ending, print_json, settings_of_machine
from app.problems import NOTHING_FOUND
from worker.wire import JsonObject, Task

MethodName = Literal["search", "monte-carlo"]


def layout(
    words: Annotated[list[str], typer.Argument(metavar="WORD...", help="Words, apart.")],
    language: Annotated[
        str | None, typer.Option(metavar="CODE", help="Whose letters are kept apart: with es, Ñ is not N.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same number gives the same layout.")] = 0,
    rounds: Annotated[
        int | None, typer.Option(help="How long it is improved; a tenth of a second unless said.")
    ] = None,
    max_side: Annotated[int, typer.Option(help="Rows and columns at most.")] = 62,
    max_aspect: Annotated[float | None, typer.Option(help="How much longer one side may be.")] = None,
    method: Annotated[
        MethodName, typer.Option(help="monte-carlo keeps the fullest of boards laid out by chance.")
    ] = "search",
    exact: Annotated[
        bool,
        typer.Option(
            "--exact", help="Prove that there is no smaller one within these limits; up to 9 words or so."
        ),
    ] = False,
    output: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="Write .svg, .png or .json; several: repeat.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Lay words out as a crossword, as small as it can be made.

    Every run of two or more letters is one of the words, and all hang together. Exits 1 when a word finds no
    place.

    \b
    Examples:
      tilewise levels layout male lame meal ale elm
      tilewise levels layout bring brig grin ring rib big gin rig --exact
      tilewise levels layout año caño cono --language es --output layout.svg
    """
    with ending(as_json=as_json):
        check_drawing(output or ())
        machine = context_of(settings_of_machine())
        request = {
            "words": words,
            "language": language,
            "seed": seed,
            "rounds": rounds,
            "max_side": max_side,
            "max_aspect": max_aspect,
            "method": method,
            "exact": exact,
        }
        result = answered(Task.LEVELS_LAYOUT, request, None, machine)
        for path in output or ():
            write_drawing(path, result, filled=True)
    if as_json:
        print_json(result)
    else:
        for line in _layout_lines(result):
            typer.echo(line)
    raise typer.Exit(NOTHING_FOUND if result["missing"] else 0)


def _layout_lines(result: JsonObject) -> Iterator[str]:
    yield from (" ".join(row.upper()) for row in result["grid"])
    yield ""
    words, crossings = counted(len(result["words"]), "word"), counted(result["crossings"], "crossing")
    yield (
        f"{words} in {result['rows']} x {result['cols']} = {result['area']} cells,"
        f" {result['density']:.0%} of them with letters, {crossings}."
    )
    if result["missing"]:
        yield f"Without a place: {', '.join(result['missing'])}."
    if (proof := result["proof"]) is not None:
        yield "No smaller layout exists." if proof["proven"] else "Whether there is a smaller one is open."
