"""`tilewise`: one program, one module per command group.

Command modules import what they need when they run, so that `--help` does not wait for NumPy or FastAPI.
"""

from __future__ import annotations

from typing import Annotated

import typer

from app.cli import dictionary, doctor, read, serve, wordhunt

app = typer.Typer(
    name="tilewise",
    help="Solve word-grid games from a screenshot or a typed board.",
    rich_markup_mode=None,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"tilewise {version('tilewise')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Solve word-grid games from a screenshot or a typed board.

    Exit codes: 0 done, 1 nothing found, 2 bad input.
    """


app.command("wordhunt")(wordhunt.wordhunt)
app.command("read")(read.read)
app.add_typer(dictionary.app)
app.command("serve")(serve.serve)
app.command("worker")(serve.worker)
app.command("doctor")(doctor.doctor)
