"""Draws levels: the crossword, empty or filled, with its wheel; and a pack's difficulty as a curve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from typing import Any, NamedTuple

import cv2
import numpy as np

from worker.vision.decode import Pixels
from worker.vision.overlay import Colour, encoded

CELL = 48
"""Pixels along the side of a cell; all other sizes follow from it."""
MARGIN = CELL // 2
GAP = 4
"""Pixels between two boxes."""
RING = 80
"""Pixels from the wheel's middle to its letters."""
DISC = 112
LETTER = 26
"""Pixels that a letter is high, with what hangs below the line."""
WHEEL_LETTER = 34
WEIGHT = 600
CURVE = (960, 480)
"""Pixels across and down a curve."""
BESIDE = 72
LABEL = 16
NAME = 90
"""Pixels from where a curve begins or ends to the middle of a tier's name."""

PAPER: Colour = (255, 255, 255)
INK: Colour = (30, 30, 30)
BOX: Colour = (246, 241, 238)
LINE: Colour = (181, 164, 154)
WHEEL: Colour = (241, 232, 227)
MARK: Colour = (201, 98, 43)

Json = Mapping[str, Any]


class _Pen(NamedTuple):
    canvas: Pixels
    face: cv2.FontFace

    def write(self, text: str, x: float, y: float, size: int, weight: int = WEIGHT) -> None:
        """A text with its middle at a point."""
        _, _, width, _ = cv2.getTextSize((0, 0), text, (0, 0), self.face, size, weight)
        origin = round(x - width / 2), round(y + size * 0.36)
        cv2.putText(self.canvas, text, origin, INK, self.face, size, weight)


def draw_level(
    level: Json, cells: Mapping[tuple[int, int], str], *, filled: bool, suffix: str = ".png"
) -> bytes:
    """A level, or a layout that has no wheel.

    Args:
        level: as in a pack.
        cells: the letter in each box, by row and column.
        filled: whether they are written.
    """
    letters = level.get("letters", "")
    across, down = level["cols"] * CELL, level["rows"] * CELL
    width = max(across, 2 * DISC if letters else 0) + 2 * MARGIN
    height = down + 2 * MARGIN + (2 * DISC + MARGIN if letters else 0)
    pen = _blank(width, height)
    left = (width - across) // 2
    for (row, col), letter in cells.items():
        x, y = left + col * CELL, MARGIN + row * CELL
        _box(pen.canvas, x + GAP // 2, y + GAP // 2, CELL - GAP)
        if filled:
            pen.write(letter.upper(), x + CELL / 2, y + CELL / 2, LETTER)
    if letters:
        _wheel(pen, letters, width / 2, down + 2 * MARGIN + DISC)
    return encoded(pen.canvas, suffix)


def draw_curve(pack: Json, tiers: Sequence[tuple[Json, bool]], *, suffix: str = ".png") -> bytes:
    """The difficulty of a pack by level, with where its tiers begin.

    Args:
        tiers: each with whether its name stands where the levels begin, not where they end.
    """
    points: Sequence[tuple[int, float]] = pack["curve"]
    across, down = CURVE
    pen = _blank(across + BESIDE + MARGIN, down + MARGIN + BESIDE)
    for tier, is_first in tiers:
        y = round(MARGIN + (1 - tier["difficulty"] / 100) * down)
        cv2.line(pen.canvas, (BESIDE, y), (BESIDE + across, y), LINE, 1, cv2.LINE_AA)
        pen.write(f"{tier['difficulty']:g}", BESIDE / 2, y, LABEL, 400)
        pen.write(
            f"{tier['name']}: {tier['levels']:,}",
            BESIDE + (NAME if is_first else across - NAME),
            y - 14,
            LABEL,
            400,
        )
    last = max(points[-1][0], 2)
    for quarter in range(5):
        number = 1 + round((last - 1) * quarter / 4)
        pen.write(f"{number:,}", BESIDE + across * quarter / 4, MARGIN + down + 26, LABEL, 400)
    pen.write("level", BESIDE + across / 2, MARGIN + down + 54, LABEL, 400)
    pen.write("difficulty", BESIDE, MARGIN / 2, LABEL, 400)
    places = [
        (BESIDE + (number - 1) / (last - 1) * across, MARGIN + (1 - difficulty / 100) * down)
        for number, difficulty in points
    ]
    cv2.polylines(pen.canvas, [np.array(places).round().astype(np.int32)], False, MARK, 3, cv2.LINE_AA)
    return encoded(pen.canvas, suffix)


def _blank(width: int, height: int) -> _Pen:
    return _Pen(np.full((height, width, 3), PAPER, np.uint8), cv2.FontFace("sans"))


def _box(canvas: Pixels, x: int, y: int, side: int) -> None:
    """A square with its outline."""
    cv2.rectangle(canvas, (x, y), (x + side, y + side), BOX, cv2.FILLED)
    cv2.rectangle(canvas, (x, y), (x + side, y + side), LINE, 2, cv2.LINE_AA)


def _wheel(pen: _Pen, letters: str, x: float, y: float) -> None:
    cv2.circle(pen.canvas, (round(x), round(y)), DISC, WHEEL, cv2.FILLED, cv2.LINE_AA)
    for place, letter in enumerate(letters):
        turn = 2 * pi * place / len(letters)
        pen.write(letter.upper(), x + RING * sin(turn), y - RING * cos(turn), WHEEL_LETTER)
