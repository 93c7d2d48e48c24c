"""`tilewise levels`: words of a wheel, words as a crossword, packs of levels."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import typer

from app.cli.levels_check import check
from app.cli.levels_draw import draw
from app.cli.levels_generate import generate
from app.cli.levels_layout import layout
from app.cli.levels_solve import solve
from app.cli.levels_words import words

SCHEMA: Final = Path(__file__).parents[1] / "data" / "levels-1.schema.json"

app = typer.Typer(
    name="levels",
    help="Letter wheels and their crosswords: words, layouts, packs of levels.",
    rich_markup_mode=None,
    no_args_is_help=True,
    add_completion=False,
)
app.command("words")(words)
app.command("layout")(layout)
app.command("solve")(solve)
app.command("generate")(generate)
app.command("check")(check)
app.command("draw")(draw)


@app.command("schema")
def schema() -> None:
    """Print the JSON Schema of packs."""
    typer.echo(SCHEMA.read_text("utf-8"), nl=False)
