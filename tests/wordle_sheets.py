"""Screens around Wordle on which there is no board; every one follows from its seed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tests.drawing import Canvas, rounded_box, write
from tests.wordle_pictures import draw_tile
from tests.wordle_scenes import KEYBOARDS
from tests.wordle_themes import THEMES

KEYS = KEYBOARDS[0]


def how_to_sheet(seed: int) -> Canvas:
    """Rows of example tiles with text between them."""
    rng = np.random.default_rng(seed)
    theme = THEMES[int(rng.integers(len(THEMES)))]
    pitch, ink = int(rng.integers(36, 90)), theme.looks["."].letter
    canvas = np.full((12 * pitch, 8 * pitch, 3), theme.ground, np.uint8)
    write(canvas, "How to play", (3 * pitch, pitch), pitch // 2, ink)
    for row, (word, mark) in enumerate(zip(("WEARY", "PILLS", "VAGUE"), "gyb", strict=True)):
        y = round((3 + 2.5 * row) * pitch)
        marked = int(rng.integers(5))
        for col, letter in enumerate(word):
            look = theme.looks[mark if col == marked else "."]
            draw_tile(canvas, pitch + col * pitch, y, pitch, theme, look)
            middle = (pitch * (col + 1.5), y + pitch / 2)
            write(canvas, letter, middle, round(0.5 * pitch), look.letter, weight=700)
        write(canvas, f"{word[marked]} is so in the word", (3.5 * pitch, y + 1.5 * pitch), pitch // 5, ink)
    return canvas


def statistics_sheet(seed: int) -> Canvas:
    """Four numbers, and bars by number of guesses."""
    rng = np.random.default_rng(seed)
    theme = THEMES[int(rng.integers(len(THEMES)))]
    unit, ink = int(rng.integers(24, 60)), theme.looks["."].letter
    canvas = np.full((16 * unit, 14 * unit, 3), theme.ground, np.uint8)
    write(canvas, "STATISTICS", (7 * unit, 1.5 * unit), unit // 2, ink)
    for place in range(4):
        write(canvas, str(rng.integers(1, 100)), ((2.5 + 3 * place) * unit, 4 * unit), unit, ink)
    for row in range(6):
        y = (7 + 1.2 * row) * unit
        write(canvas, str(row + 1), (1.5 * unit, y + unit / 2), unit // 2, ink)
        fill = theme.looks["g" if row == 3 else "b"].fill
        rounded_box(canvas, 2 * unit, y, float(rng.uniform(1, 10)) * unit, unit, 0, fill)
        write(canvas, str(rng.integers(0, 40)), (2.5 * unit, y + unit / 2), unit // 2, ink)
    return canvas


def shared_squares(seed: int) -> Canvas:
    """The coloured squares that players send each other: a board without letters."""
    rng = np.random.default_rng(seed)
    theme = THEMES[int(rng.integers(len(THEMES)))]
    pitch = int(rng.integers(24, 90))
    canvas = np.full((10 * pitch, 8 * pitch, 3), theme.ground, np.uint8)
    write(canvas, "Wordly 812 4/6", (3.5 * pitch, pitch), pitch // 2, theme.looks["."].letter)
    for row, col in np.ndindex(4, 5):
        mark = "g" if row == 3 else str(rng.choice(list("gyb")))
        draw_tile(canvas, (col + 1) * pitch, (row + 3) * pitch, pitch, theme, theme.looks[mark])
    return canvas


def keyboard(seed: int) -> Canvas:
    """A keyboard with square keys, and no board."""
    rng = np.random.default_rng(seed)
    theme = THEMES[int(rng.integers(len(THEMES)))]
    pitch = int(rng.integers(30, 90))
    canvas = np.full((6 * pitch, 12 * pitch, 3), theme.ground, np.uint8)
    shift = float(rng.choice([0.0, 0.5]))
    for row, keys in enumerate(KEYS):
        for col, key in enumerate(keys):
            look = theme.looks[str(rng.choice(list("gybb")))]
            x, y = round((col + 1 + row * shift) * pitch), (row + 1) * pitch
            draw_tile(canvas, x, y, pitch, theme, look)
            write(canvas, key, (x + pitch / 2, y + pitch / 2), round(pitch * 0.4), look.letter)
    return canvas


SHEETS: tuple[Callable[[int], Canvas], ...] = (how_to_sheet, statistics_sheet, shared_squares, keyboard)
"""Screens without a board."""
