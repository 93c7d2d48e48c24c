"""Typed boards."""

from __future__ import annotations

from typing import Annotated, Final, LiteralString

from pydantic import Field, ValidatorFunctionWrapHandler, WrapValidator
from pydantic_core import PydanticCustomError

MOST_GRIDS: Final = 1_000
"""Of one job."""
LARGE_SIDE: Final = 200
"""Rows and columns of a word search."""
_MOST = 1000
"""Signs in a row, rows, tiles in a row: beyond what any grid has, so that its own limit is named first."""
_Text = Annotated[str, Field(max_length=_MOST)]
_Row = Annotated[list[Annotated[str, Field(max_length=50)]], Field(max_length=_MOST, fail_fast=True)]
_Rows = (
    Annotated[list[_Text], Field(max_length=_MOST, fail_fast=True)]
    | Annotated[list[_Row], Field(max_length=_MOST, fail_fast=True)]
)


def _say_grid(value: object, check: ValidatorFunctionWrapHandler) -> object:
    return or_say(
        check,
        value,
        "should be a text like 'ABCD/EFGH', a list of rows or of lists of tiles, up to 50 x 50",
    )


def _say_large_grid(value: object, check: ValidatorFunctionWrapHandler) -> object:
    return or_say(
        check,
        value,
        "should be a text like 'ABCD/EFGH', a list of rows or of lists of tiles, up to 200 x 200",
    )


GridField = Annotated[
    Annotated[str, Field(max_length=50 * _MOST)] | _Rows,
    WrapValidator(_say_grid),
]
LargeGridField = Annotated[
    Annotated[str, Field(max_length=LARGE_SIDE * _MOST)] | _Rows,
    WrapValidator(_say_large_grid),
]


def signs(grid: GridField | LargeGridField) -> int:
    """About how many tiles it has, and never fewer: a bound for the work on it."""
    return len(grid) if isinstance(grid, str) else sum(map(len, grid))


def or_say(check: ValidatorFunctionWrapHandler, value: object, message: LiteralString) -> object:
    """One sentence in place of an error for each member of a union."""
    try:
        return check(value)
    except ValueError:
        raise PydanticCustomError("form", message) from None
