"""`tilewise wordle`: play with advice, ask for the next guess, try strategies."""

from __future__ import annotations

import typer

from app.cli.wordle_play import play
from app.cli.wordle_suggest import rate, suggest
from app.cli.wordle_test import test, test_starts
from app.cli.wordle_tree import tree

app = typer.Typer(
    name="wordle",
    help="Wordle: what to guess next and why, games rated, strategies tried.",
    rich_markup_mode=None,
    no_args_is_help=True,
    add_completion=False,
)


@app.callback()
def _wordle() -> None:
    """Wordle: what to guess next and why, games rated, strategies tried."""


app.command("play")(play)
app.command("suggest")(suggest)
app.command("rate")(rate)
app.command("test")(test)
app.command("test-starts")(test_starts)
app.command("tree")(tree)
