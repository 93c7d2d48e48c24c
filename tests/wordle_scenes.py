"""What is around a drawn Wordle board: a phone's screen, a desktop, keyboards, buttons, advertisements."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import cv2
import numpy as np

from tests.drawing import Canvas, Colour, rounded_box, write
from tests.wordle_themes import Theme

KEYBOARDS = (
    ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"),
    ("AZERTYUIOP", "QSDFGHJKLM", "WXCVBN"),
    ("QWERTZUIOP", "ASDFGHJKL", "YXCVBNM"),
)
Rng = np.random.Generator


class Board(NamedTuple):
    """The space that a board takes, in pixels, and what the furniture must match."""

    theme: Theme
    width: int
    height: int
    pitch: int
    font: str
    known: dict[str, str]
    """The best mark of each letter, for the keyboard."""


Placed = tuple[Canvas, int, int]
"""A canvas, and where the board's left top corner comes to lie in it."""
Scene = Callable[[Board, Rng], Placed]


def _empty(board: Board, width: int, height: int) -> Canvas:
    return np.full((height, width, 3), board.theme.ground, np.uint8)


def _ink(board: Board) -> Colour:
    return board.theme.looks["."].letter


def crop(board: Board, rng: Rng) -> Placed:
    """Nothing but the board."""
    left, top, right, bottom = (int(side) for side in rng.integers(2, max(board.pitch, 4), 4))
    return _empty(board, board.width + left + right, board.height + top + bottom), left, top


def phone(board: Board, rng: Rng) -> Placed:
    """A whole screen: status bar, title, board, sometimes hint buttons and an advertisement, keyboard."""
    pitch = max(board.pitch, board.width // 6)
    margin = int(rng.uniform(0.04, 0.2) * board.width)
    width, above = board.width + 2 * margin, round(rng.uniform(1.4, 2.6) * pitch)
    hints, advertisement = rng.random() < 0.4, rng.random() < 0.4
    below = round((4.2 + hints + 1.2 * advertisement) * pitch)
    canvas = _empty(board, width, above + board.height + below)
    _status_bar(canvas, board, rng)
    _title(canvas, board, margin + board.width / 2, above - 0.55 * pitch)
    y = above + board.height + 0.25 * pitch
    if hints:
        _hints(canvas, board, width, y, pitch, rng)
        y += pitch
    keyboard(canvas, board, (0.02 * width, y), (0.96 * width, 3.4 * pitch), rng)
    if advertisement:
        _advertisement(canvas, (0, round(canvas.shape[0] - 1.1 * pitch), width, round(1.1 * pitch)), rng)
    return canvas, margin, above


def desktop(board: Board, rng: Rng) -> Placed:
    """The middle of a browser's window, with a keyboard below and perhaps an advertisement beside."""
    pitch = board.pitch
    width, height = max(round(3 * board.width), 640), round(board.height + 7.5 * pitch)
    left, top = (width - board.width) // 2 + int(rng.integers(-pitch, pitch)), round(2.4 * pitch)
    canvas = _empty(board, width, height)
    _browser_bar(canvas, round(0.9 * pitch), rng)
    _title(canvas, board, left + board.width / 2, top - 0.7 * pitch)
    size = max(board.width * 1.5, 8 * pitch), 3.3 * pitch
    keyboard(
        canvas, board, (left + board.width / 2 - size[0] / 2, top + board.height + 0.5 * pitch), size, rng
    )
    if rng.random() < 0.5:
        box = round(width - 1.1 * left * 0.6), top, round(left * 0.6), round(4 * pitch)
        _advertisement(canvas, box, rng)
    return canvas, left, top


def beside_terminal(board: Board, rng: Rng) -> Placed:
    """A window with the board beside one full of text."""
    pitch = board.pitch
    wide = max(board.width, 5 * pitch)
    canvas = _empty(board, board.width + 2 * pitch + wide, board.height + 4 * pitch)
    x = board.width + 2 * pitch
    canvas[:, x:] = (30, 30, 30) if rng.random() < 0.6 else (235, 240, 240)
    ink = (90, 220, 90) if canvas[0, x].mean() < 128 else (40, 40, 40)
    line = max(pitch // 4, 7)
    for y in range(2 * line, canvas.shape[0] - line, 2 * line):
        words = ["".join(rng.choice(list("abcdefghijklmnop/:=.-"), int(n))) for n in rng.integers(2, 9, 4)]
        write(canvas, " ".join(words), (x + wide / 2, y), max(line * 2 // 3, 5), ink, weight=400)
    keyboard(canvas, board, (pitch, board.height + 1.7 * pitch), (0.9 * board.width, 2.2 * pitch), rng)
    return canvas, pitch, round(1.4 * pitch)


SCENES: tuple[Scene, ...] = (crop, crop, phone, phone, desktop, beside_terminal)


def keyboard(
    canvas: Canvas, board: Board, corner: tuple[float, float], size: tuple[float, float], rng: Rng
) -> None:
    """Three rows of keys in the colours of what is known, with square keys or tall ones."""
    keys = KEYBOARDS[int(rng.choice([0, 0, 0, 1, 2]))]
    wide = size[0] / 10
    high = wide if rng.random() < 0.25 else size[1] / 3
    radius, gap = float(rng.choice([0.0, 0.1, 0.2])) * wide, float(rng.uniform(0.06, 0.14)) * wide
    for row, letters in enumerate(keys):
        start = corner[0] + (10 - len(letters)) * wide / 2
        for col, key in enumerate(letters):
            x, y = start + col * wide, corner[1] + row * high
            known = board.known.get(key)
            fill = board.theme.looks[known].fill if known else board.theme.key
            rounded_box(canvas, x + gap / 2, y + gap / 2, wide - gap, high - gap, radius, fill)
            middle = (x + wide / 2, y + high / 2)
            write(canvas, key, middle, max(round(wide * 0.35), 4), _ink(board), font=board.font)
    y = corner[1] + 2 * high
    free = (10 - len(keys[2])) * wide / 2
    for x, text in ((corner[0], "ENTER"), (corner[0] + size[0] - free, "DEL")):
        rounded_box(canvas, x + gap / 2, y + gap / 2, free - gap, high - gap, radius, board.theme.key)
        write(canvas, text, (x + free / 2, y + high / 2), max(round(wide * 0.2), 4), _ink(board))


def _title(canvas: Canvas, board: Board, x: float, y: float) -> None:
    write(canvas, "WORDLY", (x, y), max(board.pitch // 3, 8), _ink(board), font=board.font)
    rule = round(y + 0.35 * board.pitch)
    cv2.line(canvas, (0, rule), (canvas.shape[1], rule), board.theme.key, 1)


def _status_bar(canvas: Canvas, board: Board, rng: Rng) -> None:
    size = max(board.pitch // 6, 5)
    write(canvas, f"{rng.integers(1, 13)}:{rng.integers(10, 60)}", (4 * size, 1.5 * size), size, _ink(board))
    x = canvas.shape[1] - 4 * size
    rounded_box(canvas, x, size, 2 * size, size, size / 4, _ink(board))


def _hints(canvas: Canvas, board: Board, width: int, y: float, pitch: int, rng: Rng) -> None:
    """Round or square buttons with a sign each."""
    for place, sign in enumerate("?!+"):
        x = width * (place + 1) / 4
        fill = tuple(int(level) for level in rng.integers(40, 230, 3))
        radius = float(rng.choice([0.1, 0.5])) * pitch * 0.8
        rounded_box(canvas, x - 0.4 * pitch, y, 0.8 * pitch, 0.8 * pitch, radius, (fill[0], fill[1], fill[2]))
        write(canvas, sign, (x, y + 0.4 * pitch), max(pitch // 3, 5), (255, 255, 255))


def _advertisement(canvas: Canvas, box: tuple[int, int, int, int], rng: Rng) -> None:
    """A loud picture with a word on it."""
    x, y, width, height = box
    area = canvas[y : y + height, max(x, 0) : x + width]
    if not area.size:
        return
    coarse = rng.integers(0, 255, (3, 7, 3)).astype(np.uint8)
    area[:] = cv2.resize(coarse, (area.shape[1], area.shape[0]), interpolation=cv2.INTER_CUBIC)
    word = "".join(rng.choice(list("ABDEGHKLMNOPRSTUW"), 6))
    write(canvas, word, (x + width / 2, y + height / 2), max(height // 4, 5), (255, 255, 255), weight=800)


def _browser_bar(canvas: Canvas, height: int, rng: Rng) -> None:
    """Tabs, an address, and small round buttons."""
    shade = int(rng.choice([40, 60, 215, 235]))
    canvas[:height] = shade
    ink = (230, 230, 230) if shade < 128 else (50, 50, 50)
    size = max(height // 5, 5)
    for tab in range(int(rng.integers(1, 5))):
        x = (tab + 0.1) * canvas.shape[1] / 6
        light = min(shade + 20, 255)
        rounded_box(canvas, x, 2, canvas.shape[1] / 6.5, height / 2 - 2, size / 2, (light, light, light))
        write(canvas, "wordly game", (x + canvas.shape[1] / 13, height / 4), size, ink, weight=400)
    write(canvas, "https://example.org/words", (canvas.shape[1] / 3, height * 0.75), size, ink, weight=400)
