"""Whether a value is of the kind that an annotation says: files are written by others, too."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints


def fits(value: object, hint: Any) -> bool:
    """As far as our dataclasses go: plain types, unions, literals, tuples of one kind, other dataclasses.

    A whole number is a `float`, as it is in JSON, and `True` is no number.
    """
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        return value in parts
    if origin in (Union, UnionType):
        return any(fits(value, part) for part in parts)
    if origin is tuple:
        return isinstance(value, tuple) and all(fits(one, parts[0]) for one in value)
    if hint in (int, float):
        return isinstance(value, int if hint is int else int | float) and not isinstance(value, bool)
    return isinstance(value, hint) and _is_whole(value)


def _is_whole(value: object) -> bool:
    """Whether a dataclass has its fields right; other values have none."""
    if not is_dataclass(value):
        return True
    hints = get_type_hints(type(value))
    return all(fits(getattr(value, field.name), hints[field.name]) for field in fields(value))
