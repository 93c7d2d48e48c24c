"""What the pictures without a board are made of: screens, colours, made-up words, lines of text."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from tests.drawing import Canvas, Colour, installed_fonts, write

Rng = np.random.Generator
COMMON = list("eeeetttaaaooiinnsshhrrdlucmfwygpbvk")


def screen(rng: Rng, width: int = 650, height: int = 1400) -> tuple[Canvas, bool]:
    """An empty phone screen, and whether it is a dark one."""
    dark = bool(rng.integers(2))
    level = rng.integers(8, 40, 3) if dark else rng.integers(225, 256, 3)
    return np.full((height, width, 3), level, np.uint8), dark


def paper(rng: Rng, width: int = 900, height: int = 1200) -> Canvas:
    return np.full((height, width, 3), rng.integers(228, 256, 3), np.uint8)


def colour(rng: Rng) -> Colour:
    b, g, r = rng.integers(20, 235, 3).tolist()
    return b, g, r


def ink(dark: bool) -> Colour:
    return (235, 235, 235) if dark else (25, 25, 25)


def ink_on(fill: Colour) -> Colour:
    """Black or white, whichever is seen better."""
    return ink(sum(fill) < 380)


def font(rng: Rng) -> str:
    return str(rng.choice(installed_fonts()))


def word(rng: Rng, least: int = 3, most: int = 9) -> str:
    return "".join(rng.choice(COMMON, int(rng.integers(least, most + 1))))


def sentence(rng: Rng, words: int) -> str:
    return " ".join(word(rng, 2, 8) for _ in range(words)).capitalize()


def write_left(
    canvas: Canvas,
    text: str,
    left: float,
    middle: float,
    height: int,
    tone: Colour,
    *,
    face: str = "sans",
    weight: int = 400,
) -> None:
    """Write from a left edge on; `write` itself centres."""
    size = max(round(height * 1.4), 4)
    width = cv2.getTextSize((0, 0), text, (0, 0), cv2.FontFace(face), size, weight)[2]
    write(canvas, text, (left + width / 2, middle), height, tone, font=face, weight=weight)


def write_columns(
    canvas: Canvas,
    lines: Sequence[str],
    left: int,
    top: int,
    step: tuple[int, int],
    height: int,
    tone: Colour,
) -> None:
    """Write every sign in a column of its own, as a terminal does; `step` is across and down."""
    for row, line in enumerate(lines):
        for col, sign in enumerate(line):
            if sign != " ":
                at = left + col * step[0], top + row * step[1]
                write(canvas, sign, at, height, tone, font="sans", weight=450)


def blob(canvas: Canvas, rng: Rng, x: int, y: int, size: int = 36) -> None:
    """A disc, a polygon or a bar: what an icon shows."""
    kind, tone = int(rng.integers(3)), colour(rng)
    if kind == 0:
        thick = int(rng.choice([-1, 6]))
        cv2.circle(canvas, (x, y), int(rng.integers(size // 2, size)), tone, thick, cv2.LINE_AA)
    elif kind == 1:
        points = np.array([x, y]) + rng.integers(-size, size, (int(rng.integers(3, 6)), 2))
        cv2.fillPoly(canvas, [points.astype(np.int32)], tone, cv2.LINE_AA)
    else:
        cv2.rectangle(canvas, (x - size, y - size // 2), (x + size, y + size // 2), tone, -1, cv2.LINE_AA)
