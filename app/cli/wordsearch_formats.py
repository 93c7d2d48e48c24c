"""How a word search is printed: options that solving and making share."""

from __future__ import annotations

import sys
from typing import Annotated, Final

import typer

from app.cli.outcome import is_plain
from app.render import SHORT_FORMATS, SolutionsFormat

_FORMATS: Final = ", ".join(f"{name} ({short})" for short, name in SHORT_FORMATS.items())


def format_of(text: str) -> SolutionsFormat:
    """A format by its name or short form."""
    try:
        return SHORT_FORMATS.get(text) or SolutionsFormat(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not one of {_FORMATS}.") from None


def usual_format() -> SolutionsFormat:
    """Colour where it can be seen, and is wanted."""
    in_colour = sys.stdout.isatty() and not is_plain()
    return SolutionsFormat.COLOR if in_colour else SolutionsFormat.NONE


HSpacing = Annotated[int, typer.Option("--hspacing", "-h", help="Spaces between columns.")]
VSpacing = Annotated[int, typer.Option("--vspacing", "-v", help="Empty lines between rows.")]
Format = Annotated[
    SolutionsFormat | None,
    typer.Option(
        "--solutions-format",
        parser=format_of,
        metavar="FORMAT",
        help=f"{_FORMATS}; color on a terminal, none elsewhere.",
    ),
]
