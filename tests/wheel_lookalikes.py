"""Pictures of what stands on a ring and is no letter wheel, drawn from a seed: dials, menus, keyboards."""

from __future__ import annotations

import cv2
import numpy as np

from tests.drawing import Canvas, rounded_box, write
from tests.wheel_pictures import BLACK, LETTERS, WHITE, Rng, draw_line, scene


def clock_face(rng: Rng) -> Canvas:
    """Twelve numbers, or four, on a disc, with hands."""
    return _dial(
        rng, ["12", *map(str, range(1, 12))] if rng.random() < 0.5 else ["12", "3", "6", "9"], hands=True
    )


def roulette(rng: Rng) -> Canvas:
    """Numbers on a ring."""
    return _dial(rng, [str(n) for n in rng.integers(10, 99, int(rng.integers(5, 12))).tolist()], hands=False)


def rotary_dial(rng: Rng) -> Canvas:
    """Single digits on a ring."""
    return _dial(rng, [str(n) for n in range(2, 2 + int(rng.integers(5, 9)))], hands=False)


def _dial(rng: Rng, texts: list[str], *, hands: bool) -> Canvas:
    canvas = scene(rng, 650, 1300)
    x, y, radius = 325.0, rng.uniform(400, 900), rng.uniform(180, 260)
    rounded_box(canvas, x - radius, y - radius, 2 * radius, 2 * radius, radius, WHITE, opacity=0.95)
    for i, text in enumerate(texts):
        angle = 2 * np.pi * i / len(texts)
        at = x + 0.75 * radius * float(np.sin(angle)), y - 0.75 * radius * float(np.cos(angle))
        write(canvas, text, at, round(radius * 0.16 if len(texts) > 9 else radius * 0.24), BLACK)
    for length in (0.4, 0.65) if hands else ():
        angle = rng.uniform(0, 2 * np.pi)
        end = x + length * radius * float(np.sin(angle)), y - length * radius * float(np.cos(angle))
        draw_line(canvas, [(x, y), end], radius * 0.04, BLACK)
    return canvas


def keypad(rng: Rng) -> Canvas:
    """Three columns of round keys with digits, and letters below them."""
    canvas = scene(rng, 650, 1300)
    names = ("", "ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ")
    for i, name in enumerate(names):
        x, y = 140 + 185 * (i % 3), 420 + 185 * (i // 3)
        cv2.circle(canvas, (x, y), 78, WHITE, -1, cv2.LINE_AA)
        write(canvas, str(i + 1), (x, y - 12), 52, BLACK)
        if name:
            write(canvas, name, (x, y + 40), 16, BLACK)
    return canvas


def icon_ring(rng: Rng) -> Canvas:
    """Signs that are no letters around a disc: a menu."""
    canvas = scene(rng, 650, 1300)
    x, y, radius, count = 325.0, 700.0, 230.0, int(rng.integers(3, 9))
    rounded_box(canvas, x - radius, y - radius, 2 * radius, 2 * radius, radius, WHITE, opacity=0.9)
    for i in range(count):
        angle = 2 * np.pi * i / count
        at = round(x + 165 * float(np.sin(angle))), round(y - 165 * float(np.cos(angle)))
        corners = int(rng.integers(3, 7))
        turns = 2 * np.pi * np.arange(2 * corners) / (2 * corners)
        reach = np.where(np.arange(2 * corners) % 2, 0.45, 1.0) * 34
        star = np.array(at) + np.column_stack([np.sin(turns), -np.cos(turns)]) * reach[:, None]
        cv2.fillPoly(canvas, [star.round().astype(np.int32)], BLACK, cv2.LINE_AA)
    return canvas


def shifted_keys(rng: Rng) -> Canvas:
    """Rows of square keys, each row half a key further right: six of them stand around any other."""
    pitch = float(rng.uniform(40, 64))
    spots = [(col + row / 2, float(row)) for row in range(3) for col in range(9 - row)]
    return _lettered(
        rng, [((x - 4) * pitch, y * pitch) for x, y in spots], pitch, size=rng.uniform(0.4, 0.55)
    )


def wide_keys(rng: Rng) -> Canvas:
    """Keys of a phone: in three rows that are centred, farther apart than the keys of a row."""
    pitch = float(rng.uniform(40, 58))
    lengths, rise = (10, 9, 7), float(rng.uniform(1.2, 1.75))
    spots = [(col - (keys - 1) / 2, float(row)) for row, keys in enumerate(lengths) for col in range(keys)]
    return _lettered(
        rng, [(x * pitch, y * rise * pitch) for x, y in spots], pitch, size=rng.uniform(0.35, 0.5)
    )


def hexagons(rng: Rng) -> Canvas:
    """A board of hexagons: six around each of those inside."""
    pitch, rows = float(rng.uniform(60, 90)), int(rng.integers(3, 6))
    spots = [(col + row % 2 / 2, row * 0.866) for row in range(rows) for col in range(5)]
    return _lettered(rng, [((x - 2) * pitch, y * pitch) for x, y in spots], pitch, size=0.5)


def honeycomb(rng: Rng) -> Canvas:
    """Seven letters: one in the middle of six."""
    pitch = float(rng.uniform(70, 130))
    arms = [1j * pitch * np.exp(1j * np.pi / 3 * k) for k in range(6)]
    return _lettered(rng, [(0.0, 0.0), *((arm.real, arm.imag) for arm in arms)], pitch, size=0.5)


def _lettered(rng: Rng, spots: list[tuple[float, float]], pitch: float, *, size: float) -> Canvas:
    """Random letters on tiles of their own, or bare, around a point of a plain ground."""
    canvas = np.full((1300, 650, 3), rng.integers(200, 256, 3), np.uint8)
    middle, half = float(rng.uniform(300, 800)), 0.46 * pitch
    tiles, round_ones = rng.random() < 0.7, rng.random() < 0.3
    fills = rng.integers(90, 190, (3, 3))
    for x, y in spots:
        at = 325 + x, middle + y
        if tiles:
            fill = tuple(fills[int(rng.integers(3))].tolist())
            corner = half if round_ones else 0.15 * half
            rounded_box(canvas, at[0] - half, at[1] - half, 2 * half, 2 * half, corner, fill)
        write(canvas, str(rng.choice(list(LETTERS))), at, round(size * pitch), WHITE if tiles else BLACK)
    return canvas


NO_WHEELS = (clock_face, roulette, rotary_dial, keypad, icon_ring)
"""Without a board."""
RINGS_AMONG_OTHERS = (shifted_keys, wide_keys, hexagons, honeycomb)
"""Letters on rings that have more letters beside them, or one in their middle."""
