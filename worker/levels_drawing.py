"""Levels as pictures, and the curve of a pack."""

from __future__ import annotations

from worker.levels_results import cells_of
from worker.wire import JsonObject


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

    return draw(head, suffix=suffix)
