"""Levels as pictures, and the curve of a pack."""

from __future__ import annotations

import json
from typing import Final

from worker.errors import BadOption
from worker.levels_results import cells_of, head_of, is_pack, level_of, tiers_named_first
from worker.wire import Drawing, JsonObject

DRAWINGS: Final = (Drawing.LEVEL, Drawing.LEVEL_FILLED, Drawing.CURVE)


def draw(result: bytes, drawing: Drawing, number: int | None) -> bytes:
    """A drawing of what a job about levels has answered.

    Args:
        number: of a pack's level, from 1.

    Raises:
        BadOption: there is no such level.
    """
    if drawing is Drawing.CURVE:
        return draw_curve(head_of(result))
    return draw_level(level_in(result, number or 1), filled=drawing is Drawing.LEVEL_FILLED)


def level_in(result: bytes, number: int) -> JsonObject:
    """A level of a pack, or the layout that a result is; raises BadOption."""
    level: JsonObject | None = level_of(result, number) if is_pack(result) else json.loads(result)
    if level is None:
        raise BadOption(
            f"The pack has no level {number}.", hint="Levels are numbered from 1.", option="number"
        )
    return level


def draw_level(level: JsonObject, *, filled: bool, suffix: str = ".png") -> bytes:
    """A level of a pack, or a layout, with its letters or without.

    Args:
        suffix: .png, .jpg, .jpeg or .webp, the format of the bytes.
    """
    from worker.vision.level_picture import draw_level as draw

    return draw(level, cells_of(level), filled=filled, suffix=suffix)


def draw_curve(head: JsonObject, *, suffix: str = ".png") -> bytes:
    """The difficulty of a pack by level."""
    from worker.vision.level_picture import draw_curve as draw

    return draw(head, tiers_named_first(head), suffix=suffix)
