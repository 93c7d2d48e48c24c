"""`tilewise levels draw`: levels as pictures."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated, Final

import typer

from app.cli.levels_check import open_pack
from app.cli.outcome import bad_input, ending, write_file
from app.render_levels import level_svg, level_text
from worker.wire import JsonObject

_PIXELS: Final = (".png", ".jpg", ".jpeg", ".webp")
_TEXTS: Final = (".svg", ".json", ".txt")


def draw(
    path: Annotated[Path, typer.Argument(metavar="PACK", help="A .json or .ndjson file, gzipped or not.")],
    level: Annotated[int, typer.Option(help="Its number in the pack, from 1.")] = 1,
    filled: Annotated[bool, typer.Option("--filled", help="With the letters in the crossword.")] = False,
    output: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="Write .svg, .png, .txt or .json; or repeat.")
    ] = None,
) -> None:
    """Draw a level of a pack, empty as a player gets it or filled.

    \b
    Examples:
      tilewise levels draw pack.json --level 7
      tilewise levels draw pack.json --level 7 --filled --output level.svg --output level.png
    """
    with ending(as_json=False):
        check_drawing(output or ())
        with open_pack(path) as pack:
            found = next(islice(pack.levels, level - 1, None), None) if level > 0 else None
        if found is None:
            raise bad_input(f"{path} has no level {level}.", "Levels are numbered from 1.")
        for target in output or ():
            write_drawing(target, found, filled=filled)
    if not output:
        typer.echo(level_text(found, filled=filled), nl=False)
        typer.echo("Wheel: " + " ".join(found["letters"].upper()))


def check_drawing(paths: Sequence[Path]) -> None:
    """Before the work, whether each file's name says a format that can be written; raises Failed."""
    for path in paths:
        if path.suffix.lower() not in (*_PIXELS, *_TEXTS):
            raise bad_input(
                f"--output: {path}: {path.suffix or 'no ending'} is no format to write.",
                "Name a .svg, .png, .txt or .json file.",
            )


def write_drawing(path: Path, level: JsonObject, *, filled: bool) -> None:
    """Write a level, or a layout, in the format that the file's name says."""
    match path.suffix.lower():
        case ".svg":
            write_file(path, level_svg(level, filled=filled).encode())
        case ".txt":
            write_file(path, level_text(level, filled=filled).encode())
        case ".json":
            write_file(path, (json.dumps(level, indent=2, ensure_ascii=False) + "\n").encode())
        case suffix:
            # OpenCV is loaded only for pixels.
            from worker.levels_drawing import draw_level

            write_file(path, draw_level(level, filled=filled, suffix=suffix))
