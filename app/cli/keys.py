"""`tilewise keys`: keys for a server that others may use."""

from __future__ import annotations

from typing import Annotated

import typer

from app.cli.outcome import AsJson, bad_input, ending, print_json

app = typer.Typer(
    name="keys",
    help="Make keys for a server that others may use.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.callback()
def _keys() -> None:
    """Make keys for a server that others may use."""


@app.command()
def new(
    name: Annotated[str, typer.Argument(help="Whose key it is; jobs and limits are kept apart by it.")],
    as_json: AsJson = False,
) -> None:
    """Make a key: what its owner sends, and what the server is told in TILEWISE_API_KEYS."""
    from app.keys import hashed_entry, new_secret

    secret = new_secret()
    with ending(as_json=as_json):
        try:
            entry = hashed_entry(name, secret)
        except ValueError as error:
            raise bad_input(f"{error}.", "tilewise keys new alice") from None
    if as_json:
        print_json({"name": name, "key": secret, "setting": entry})
        return
    typer.echo(f"For {name}, who sends it as 'Authorization: Bearer {secret}':\n  {secret}")
    typer.echo(f"For the server, which needs no more than this hash (keys are parted by commas):\n  {entry}")
