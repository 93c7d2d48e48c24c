"""Boards of tiles with more on them than a letter: values in corners, badges, several letters; seeded."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from tests.drawing import Canvas, Colour, installed_fonts, rounded_box, text_width, write
from tests.pictures import Drawn, random_letters

SEVERAL = ("Er", "In", "Th", "An", "He", "Qu", "ING", "OVER-", "PRE-", "-ING", "-LY", "UN-", "-ED", "-TION")
BADGES: tuple[tuple[str, Colour], ...] = (
    ("DL", (40, 160, 30)),
    ("TL", (180, 110, 20)),
    ("DW", (20, 180, 245)),
    ("TW", (30, 20, 200)),
)
CORNERS = {"upper left": (-1, -1), "upper right": (1, -1), "lower right": (1, 1)}


class Look(NamedTuple):
    ground: Colour
    tile: Colour
    letter: Colour
    radius: float
    """Of a tile's corners, as a share of its side."""
    cap: float
    """Height of a capital, as a share of a tile's side."""
    corner: str
    """Where the value stands."""


LOOKS = (
    Look((20, 20, 20), (15, 150, 240), (255, 255, 255), 0.0, 0.45, "upper left"),  # white on orange
    Look((175, 110, 60), (235, 235, 235), (45, 45, 45), 0.08, 0.48, "upper right"),  # dark on pale grey
    Look((60, 90, 40), (160, 205, 230), (30, 40, 50), 0.12, 0.55, "lower right"),  # wood-coloured
    Look((250, 250, 250), (90, 60, 50), (240, 240, 240), 0.2, 0.5, "upper left"),  # light on slate
)


def valued_board(seed: int, *, several: int = 0, badges: int = 0, look: Look | None = None) -> Drawn:
    """A 4 x 4 board with a value on each tile.

    Args:
        several: how many tiles hold more than one letter.
        badges: how many have a round badge over a corner.
    """
    rng = np.random.default_rng(seed)
    chosen = look or LOOKS[int(rng.integers(len(LOOKS)))]
    font = str(rng.choice(installed_fonts()))
    texts = list("".join(random_letters(rng, "4x4")))
    for cell in rng.choice(16, several, replace=False).tolist():
        texts[cell] = str(rng.choice(SEVERAL))
    pitch = int(rng.integers(70, 200))
    canvas = np.full((5 * pitch, 5 * pitch, 3), chosen.ground, np.uint8)
    middles = (np.array([(col, row) for row, col in np.ndindex(4, 4)]) + 1.0) * pitch
    for text, (x, y) in zip(texts, middles.tolist(), strict=True):
        _tile(canvas, text, x, y, round(0.9 * pitch), chosen, font, int(rng.integers(1, 11)))
    for cell in rng.choice(16, badges, replace=False).tolist():
        _badge(canvas, middles[cell], pitch, chosen, int(rng.integers(len(BADGES))))
    spelled = [text if len(text) == 1 else f"[{text[0]}{text[1:].lower()}]" for text in texts]
    rows = tuple("".join(spelled[start : start + 4]) for start in range(0, 16, 4))
    return Drawn(canvas, rows, middles)


def _tile(
    canvas: Canvas, text: str, x: float, y: float, side: int, look: Look, font: str, value: int
) -> None:
    rounded_box(canvas, x - side / 2, y - side / 2, side, side, look.radius * side, look.tile)
    cap = round(look.cap * side)
    if len(text) > 1:
        cap = min(round(0.75 * cap), round(cap * 0.85 * side / text_width(text, cap, font=font)))
    write(canvas, text, (x, y), cap, look.letter, font=font)
    across, down = CORNERS[look.corner]
    place = (x + across * 0.37 * side, y + down * 0.36 * side)
    write(canvas, str(value), place, round(0.15 * side), look.letter, font=font)


def _badge(canvas: Canvas, middle: np.ndarray, pitch: int, look: Look, which: int) -> None:
    """Over the corner away from the value."""
    text, colour = BADGES[which]
    across = 1 if look.corner == "upper left" else -1
    x, y = (round(v) for v in middle + np.array([across, -1]) * 0.38 * pitch)
    cv2.circle(canvas, (x, y), round(0.17 * pitch), (255, 255, 255), -1, cv2.LINE_AA)
    cv2.circle(canvas, (x, y), round(0.15 * pitch), colour, -1, cv2.LINE_AA)
    write(canvas, text, (x, y), max(round(0.11 * pitch), 5), (255, 255, 255))
