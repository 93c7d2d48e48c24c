"""Screens of letter-wheel games that we draw ourselves, with their truth; every one follows from its seed.

`python -m tests.wheel_pictures DIR` draws a few, to look at.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from tests.drawing import Canvas, Colour, encoded, installed_fonts, paint, rounded_box, write

Rng = np.random.Generator
Cells = dict[tuple[int, int], str]
"""Row and column to the letter that stands there, or `#`."""

LETTERS = "EEEEAAARRIIOOTTTNNNSSLLCCUUDDPPMMHHGBBFYYWKVXZJQ"
SIZES = ((540, 1170), (585, 1266), (750, 1334), (720, 1280), (768, 1024), (1080, 1920), (1170, 2532))
SMALL = ((450, 975), (480, 854), (540, 720))
"""Sizes that are quick to draw and to read."""
WIDE = ((854, 480), (960, 540), (1024, 768))
"""Sizes of screens held across: the crossword stands beside the wheel."""
SWIPES = ("", "circles", "under", "over")
"""No swipe; its line under the letters, in filled circles or without them; its line across the letters."""


@dataclass(frozen=True)
class DrawnWheel:
    """A screen with its truth."""

    canvas: Canvas
    letters: str
    """Clockwise from twelve o'clock."""
    centres: tuple[tuple[float, float], ...]
    height: int
    """Of the letters, in pixels."""
    crossword: tuple[str, ...]
    swipe: str
    look: str = "disc"

    def to_bytes(self, extension: str = ".jpg", quality: int = 92) -> bytes:
        return encoded(self.canvas, extension, quality)


@dataclass(frozen=True)
class Theme:
    """Colours and opacities; `swiped` fills the circles of a swipe, `filled` the boxes with letters."""

    disc: Colour
    glass: float
    ink: Colour
    swiped: Colour
    box: Colour
    box_glass: float
    filled: Colour


LOOKS = ("disc", "outline", "bare", "seats", "tiles", "coloured", "button")
"""A filled disc; its outline only; none; none, but one or a tile for each letter; letters of all colours on a
disc; a button in the middle of one."""

WHITE, BLACK = (255, 255, 255), (0, 0, 0)
THEMES = (
    Theme(WHITE, 0.85, BLACK, (40, 120, 240), WHITE, 0.85, (30, 100, 250)),
    Theme(BLACK, 1.0, WHITE, (200, 120, 40), BLACK, 1.0, (200, 120, 40)),
    Theme(WHITE, 1.0, (60, 40, 40), (60, 160, 60), WHITE, 1.0, (60, 160, 60)),
    Theme((40, 30, 20), 0.75, WHITE, (160, 60, 160), (40, 30, 20), 0.8, (160, 60, 160)),
    Theme((120, 190, 235), 1.0, (30, 50, 90), (30, 60, 160), (200, 225, 245), 0.95, (40, 80, 170)),
    Theme((230, 240, 250), 0.7, (90, 50, 20), (180, 90, 20), (230, 240, 250), 0.8, (190, 100, 30)),
)


INKS = ((40, 40, 220), (200, 60, 20), (30, 140, 30), (160, 30, 150), (20, 110, 200))
SEATS = {"seats": (0.95, 1.0), "tiles": (0.8, 0.3)}
"""Half the side of what a letter stands on, in letter heights, and how round its corners are."""


def wheel_picture(
    seed: int,
    *,
    count: int | None = None,
    swipe: str | None = None,
    font: str | None = None,
    sizes: Sequence[tuple[int, int]] = SIZES,
    look: str = "disc",
) -> DrawnWheel:
    """A screen; what is not given is drawn by lot, from 3 to 8 letters."""
    rng = np.random.default_rng(seed)
    width, height = sizes[int(rng.integers(len(sizes)))]
    theme = THEMES[int(rng.integers(len(THEMES)))]
    letters = "".join(rng.choice(list(LETTERS), count or int(rng.integers(3, 9))).tolist())
    chosen = font or str(rng.choice(installed_fonts()))
    swipe = SWIPES[int(rng.choice(4, p=(0.7, 0.15, 0.1, 0.05)))] if swipe is None else swipe
    canvas = scene(rng, width, height)
    _furniture(canvas, rng)
    cells = random_crossword(rng, letters)
    if width <= height:
        _crossword(canvas, rng, theme, cells, chosen)
        centres, size = _wheel(canvas, rng, theme, letters, chosen, swipe, look)
        return DrawnWheel(canvas, letters, centres, size, rows_of(cells), swipe, look)
    half, on_left = width // 2, rng.random() < 0.5
    sides = canvas[:, :half], canvas[:, half:]
    _crossword(sides[on_left], rng, theme, cells, chosen)
    at_sides, size = _wheel(sides[not on_left], rng, theme, letters, chosen, swipe, look)
    centres = tuple((x if on_left else x + half, y) for x, y in at_sides)
    return DrawnWheel(canvas, letters, centres, size, rows_of(cells), swipe, look)


def scene(rng: Rng, width: int, height: int) -> Canvas:
    """What passes for a photo: a sky, hills, leaves, grain."""
    picture = np.zeros((height, width, 3), np.float32)
    for cells, strength in ((3, 70), (12, 28), (60, 14)):
        noise = rng.normal(0, strength, (cells * 2, cells, 3)).astype(np.float32)
        noise = 0.6 * noise + 0.4 * noise.mean(axis=2, keepdims=True)
        picture += cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC)
    slope = np.linspace(1, -1, height, dtype=np.float32)[:, None, None]
    picture += rng.uniform(70, 190, 3).astype(np.float32) + slope * rng.uniform(-50, 50, 3).astype(np.float32)
    horizon = height * rng.uniform(0.3, 0.7)
    ridge = horizon + np.cumsum(rng.normal(0, 2.2, width)) - np.arange(width) * rng.uniform(-0.2, 0.2)
    hills = np.arange(height)[:, None] > ridge
    picture[hills] += rng.uniform(-70, 30, 3).astype(np.float32)
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def random_crossword(rng: Rng, letters: str) -> Cells:
    """Words that cross, some of them filled in; their letters are the wheel's."""
    cells: Cells = {(0, col): "#" for col in range(int(rng.integers(3, 7)))}
    for _ in range(int(rng.integers(2, 14))):
        _add_word(rng, cells)
    share = float(rng.choice((0.0, 0.0, 0.3, 0.9)))
    return {cell: str(rng.choice(list(letters))) if rng.random() < share else "#" for cell in cells}


def _add_word(rng: Rng, cells: Cells) -> None:
    """Lay a word across one that is there, if it keeps off the others and the screen suffices."""
    row, col = list(cells)[int(rng.integers(len(cells)))]
    down = (row, col - 1) in cells or (row, col + 1) in cells
    length = int(rng.integers(3, 7))
    start = -int(rng.integers(length))
    word = [(row + i, col) if down else (row, col + i) for i in range(start, start + length)]
    around = {
        (r + dr, c + dc)
        for r, c in word
        if (r, c) != (row, col)
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
    }
    if any(cell in cells for cell in around - {(row, col)}):
        return
    rows, cols = zip(*cells, *word, strict=True)
    if max(rows) - min(rows) < 9 and max(cols) - min(cols) < 11:
        cells.update((cell, "#") for cell in word)


def rows_of(cells: Cells) -> tuple[str, ...]:
    rows, cols = zip(*cells, strict=True)
    return tuple(
        "".join(cells.get((row, col), ".") for col in range(min(cols), max(cols) + 1))
        for row in range(min(rows), max(rows) + 1)
    )


def _crossword(canvas: Canvas, rng: Rng, theme: Theme, cells: Cells, font: str) -> None:
    rows = rows_of(cells)
    height, width = canvas.shape[:2]
    share = 0.40 if height > 1.3 * width else 0.75
    pitch = min(width * 0.94 / len(rows[0]), height * share / len(rows), width * 0.16)
    left, top = (width - pitch * len(rows[0])) / 2, height * 0.11
    side = pitch * rng.uniform(0.9, 0.95)
    radius, coins = side * rng.uniform(0.04, 0.18), rng.random() < 0.3
    for row, line in enumerate(rows):
        for col, sign in enumerate(line):
            x, y = left + (col + 0.5) * pitch, top + (row + 0.5) * pitch
            if sign == ".":
                continue
            colour, glass = (theme.box, theme.box_glass) if sign == "#" else (theme.filled, 1.0)
            rounded_box(canvas, x - side / 2, y - side / 2, side, side, radius, colour, opacity=glass)
            if sign != "#":
                write(canvas, sign, (x, y), round(side * 0.5), WHITE, font=font)
            elif coins and rng.random() < 0.3:
                _coin(canvas, (x, y), side * 0.3)


def _coin(canvas: Canvas, centre: tuple[float, float], radius: float) -> None:
    at = round(centre[0]), round(centre[1])
    cv2.circle(canvas, at, round(radius), (40, 170, 250), -1, cv2.LINE_AA)
    cv2.circle(canvas, at, round(radius), (20, 110, 220), max(round(radius / 6), 1), cv2.LINE_AA)
    cv2.ellipse(
        canvas, at, (round(radius / 2),) * 2, 40, 0, 280, WHITE, max(round(radius / 5), 1), cv2.LINE_AA
    )


def _wheel(
    canvas: Canvas, rng: Rng, theme: Theme, letters: str, font: str, swipe: str, look: str
) -> tuple[tuple[tuple[float, float], ...], int]:
    """Draw the disc with its letters; their centres, and how high they are."""
    height, width = canvas.shape[:2]
    disc = min(width * rng.uniform(0.28, 0.37), height * (0.19 if height > 1.3 * width else 0.38))
    x, y = width / 2 + rng.uniform(-0.03, 0.03) * width, height * 0.97 - disc
    ring = disc * rng.uniform(0.66, 0.74)
    size = round(
        min(disc * rng.uniform(0.3, 0.42), 1.15 * ring * np.sin(np.pi / len(letters)), 1.05 * (disc - ring))
    )
    if look in ("bare", "outline"):  # what a person can read on any photo
        lit = canvas[round(y - disc) : round(y + disc), round(x - disc) : round(x + disc)].mean() > 110
        theme = replace(theme, ink=BLACK if lit else WHITE, disc=BLACK if lit else WHITE)
    _ground(canvas, theme, (x, y), disc, look)
    angles = 2 * np.pi * np.arange(len(letters)) / len(letters)
    centres = tuple((x + ring * float(np.sin(a)), y - ring * float(np.cos(a))) for a in angles)
    order = rng.permutation(len(letters))[: int(rng.integers(2, len(letters) + 1))].tolist() if swipe else []
    path = [centres[i] for i in order]
    if len(letters) > 4 and rng.random() < 0.3:
        _shuffle_sign(canvas, (x, y), ring * 0.22, theme.ink)
    if swipe in ("circles", "under"):
        draw_line(canvas, [*path, (x + ring * 0.3, y)], size * 0.22, theme.swiped)
        for at in path if swipe == "circles" else ():
            rounded_box(
                canvas, at[0] - size * 0.88, at[1] - size * 0.88, size * 1.76, size * 1.76, size, theme.swiped
            )
    for i, (letter, at) in enumerate(zip(letters, centres, strict=True)):
        ink = WHITE if swipe == "circles" and i in order else theme.ink
        if look == "coloured":
            ink = INKS[(i + size) % len(INKS)]
        elif look in SEATS:
            half = size * SEATS[look][0]
            rounded_box(
                canvas, at[0] - half, at[1] - half, 2 * half, 2 * half, SEATS[look][1] * half, theme.disc
            )
        write(canvas, letter, at, size, ink, font=font)
    if swipe == "over":
        draw_line(canvas, path, size * 0.12, theme.swiped)
    return centres, size


def _ground(canvas: Canvas, theme: Theme, at: tuple[float, float], disc: float, look: str) -> None:
    """What lies below the letters."""
    (x, y), middle = at, (round(at[0]), round(at[1]))
    if look == "outline":
        cv2.circle(canvas, middle, round(disc), theme.disc, max(round(disc / 40), 2), cv2.LINE_AA)
    elif look == "coloured":
        rounded_box(canvas, x - disc, y - disc, 2 * disc, 2 * disc, disc, WHITE, opacity=0.95)
    elif look in ("disc", "button"):
        rounded_box(canvas, x - disc, y - disc, 2 * disc, 2 * disc, disc, theme.disc, opacity=theme.glass)
    if look == "button":
        cv2.circle(canvas, middle, round(disc * 0.24), theme.swiped, -1, cv2.LINE_AA)
        _shuffle_sign(canvas, at, disc * 0.12, WHITE)


def draw_line(canvas: Canvas, points: list[tuple[float, float]], thickness: float, colour: Colour) -> None:
    corners = np.array(points).round().astype(np.int32)
    cv2.polylines(canvas, [corners], False, colour, max(round(thickness), 2), cv2.LINE_AA)


def _shuffle_sign(canvas: Canvas, centre: tuple[float, float], radius: float, colour: Colour) -> None:
    """Two arrows that cross."""
    mask = np.zeros((round(4 * radius),) * 2, np.uint8)
    middle, r = 2 * radius, radius
    for sign in (1, -1):
        ends = [(-r, sign * r / 2), (-r / 3, sign * r / 2), (r / 3, -sign * r / 2), (r, -sign * r / 2)]
        draw_line(mask, [(middle + dx, middle + dy) for dx, dy in ends], r / 5, (255, 255, 255))
        tip = (middle + r, middle - sign * r / 2)
        draw_line(
            mask, [(tip[0] - r / 3, tip[1] - r / 3), tip, (tip[0] - r / 3, tip[1] + r / 3)], r / 5, WHITE
        )
    paint(canvas, mask, round(centre[0] - middle), round(centre[1] - middle), colour)


def _furniture(canvas: Canvas, rng: Rng) -> None:
    """Status bar, level, purse, round buttons at the sides, home bar."""
    height, width = canvas.shape[:2]
    unit = width / 100
    write(canvas, "9:41", (14 * unit, 3 * unit), round(3 * unit), WHITE)
    level = int(rng.integers(1, 2000))
    write(canvas, f"LEVEL {level}", (50 * unit, height * 0.06), round(3.6 * unit), WHITE, weight=800)
    rounded_box(canvas, 70 * unit, height * 0.045, 27 * unit, 6 * unit, 3 * unit, BLACK, opacity=0.6)
    _coin(canvas, (73 * unit, height * 0.045 + 3 * unit), 3.4 * unit)
    write(
        canvas, str(rng.integers(10, 9999)), (86 * unit, height * 0.045 + 3 * unit), round(2.6 * unit), WHITE
    )
    for x, y in ((6.5, 0.70), (6.5, 0.86), (93.5, 0.70), (93.5, 0.80)):
        at = round(x * unit), round(y * height)
        cv2.circle(canvas, at, round(5.5 * unit), (50, 40, 30), -1, cv2.LINE_AA)
        cv2.circle(canvas, at, round(5.5 * unit), WHITE, max(round(0.5 * unit), 1), cv2.LINE_AA)
        _shuffle_sign(canvas, (float(at[0]), float(at[1])), 2.6 * unit, WHITE)
    rounded_box(canvas, 33 * unit, height - 2.2 * unit, 34 * unit, unit, unit / 2, WHITE)


if __name__ == "__main__":
    for number in range(12):
        cv2.imwrite(str(Path(sys.argv[1]) / f"wheel-{number:02d}.png"), wheel_picture(number).canvas)
