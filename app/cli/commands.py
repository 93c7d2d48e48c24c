"""`tilewise`: one program, one module per command group.

Command modules import what they need when they run, so that `--help` does not wait for NumPy or FastAPI.
"""

from __future__ import annotations

import errno
import os
import sys
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from app.cli import dictionary, doctor, keys, levels, read, serve, wordhunt, wordle, wordsearch
from app.cli.outcome import is_plain
from app.problems import BAD_INPUT

CLOSED_PIPE: Final = 141
"""Whoever read the output has read enough: 128 + SIGPIPE, as shells know it."""
_UNWRITABLE: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


class _Program(TyperGroup):
    """A group whose usage errors are sentences for people."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            error.message = error.message.removeprefix("Value error, ")
            raise


app = typer.Typer(
    name="tilewise",
    cls=_Program,
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
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Solve word-grid games from a screenshot or a typed board.

    Exit codes: 0 done, 1 nothing found, 2 bad input.
    """
    if is_plain():
        context.color = False


app.command("wordhunt")(wordhunt.wordhunt)
app.add_typer(wordsearch.app)
app.add_typer(wordle.app)
app.add_typer(levels.app)
app.command("read")(read.read)
app.add_typer(dictionary.app)
app.add_typer(keys.app)
app.command("serve")(serve.serve)
app.command("worker")(serve.worker)
app.command("doctor")(doctor.doctor)


def run() -> None:
    """The program, with an end of its own for output that nobody takes."""
    try:
        app()
    except SystemExit as end:
        # The framework ends a closed pipe with 1, which is "nothing found" here.
        if isinstance(end.__context__, BrokenPipeError):
            _drop_output()
            sys.exit(CLOSED_PIPE)
        raise
    except OSError as error:
        if error.errno not in _UNWRITABLE:
            raise
        _drop_output()
        typer.echo(f"Error: {error.filename or 'The output'} cannot be written: {error.strerror}.", err=True)
        sys.exit(BAD_INPUT)


def _drop_output() -> None:
    """What is still buffered would fail once more when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
