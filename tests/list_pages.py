"""Drawn word-search pages with their word list, and the board as a perfect reader would have it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from tests.drawing import Canvas, encoded, write
from worker.model import Box, Kind, Point, ReadCell, ReadGrid, ScreenState
from worker.vision.decode import Picture, decode

ANIMALS = (
    "TIGER", "POLAR BEAR", "HORSE", "OTTER", "WALRUS", "GAZELLE", "LYNX", "MOLE", "SEA LION", "BADGER",
)  # fmt: skip
SIDE = 12
"""Rows and columns of the board."""


@dataclass(frozen=True)
class Page:
    picture: Picture
    grid: ReadGrid
    words: tuple[str, ...]


def page_with_list(
    *,
    seed: int = 1,
    words: tuple[str, ...] = ANIMALS,
    pitch: int = 40,
    heading: str = "ANIMALS AT LARGE",
    turn: float = 0.0,
    font: str = "sans",
    extra: tuple[str, ...] = (),
) -> Page:
    """A board with the words hidden in its rows, the list below it in two columns.

    Args:
        extra: words printed in the list that are not in the board.
        turn: degrees by which the whole page is turned.
    """
    rng = np.random.default_rng(seed)
    rows = _board(words, rng)
    width, top, left = pitch * (SIDE + 6), pitch * 3, pitch * 3
    height = pitch * (SIDE + 10)
    canvas: Canvas = np.full((height, width, 3), 250, np.uint8)
    write(canvas, heading, (width / 2, pitch * 1.2), round(pitch * 0.8), (10, 10, 10), font=font)
    centres = np.array(
        [
            (left + (col + 0.5) * pitch, top + (row + 0.5) * pitch)
            for row in range(SIDE)
            for col in range(SIDE)
        ]
    )
    for (x, y), letter in zip(centres, "".join(rows), strict=True):
        write(canvas, letter, (x, y), round(pitch * 0.55), (10, 10, 10), font=font)
    for index, word in enumerate((*words, *extra)):
        row, column = divmod(index, 2)
        place = (width * (0.3 + 0.4 * column), top + pitch * (SIDE + 1 + 0.9 * row))
        write(canvas, word, place, round(pitch * 0.45), (10, 10, 10), font=font)
    if turn:
        canvas, centres = _turned(canvas, centres, turn)
    return Page(decode(encoded(canvas)), _grid(rows, centres, pitch), (*words, *extra))


def _board(words: tuple[str, ...], rng: np.random.Generator) -> list[str]:
    letters = rng.choice(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), (SIDE, SIDE))
    for row, word in enumerate(words):
        hidden = list(word.replace(" ", ""))[:: 1 if row % 2 else -1]
        start = int(rng.integers(SIDE - len(hidden) + 1))
        letters[row, start : start + len(hidden)] = hidden
    return ["".join(row) for row in letters]


def _turned(canvas: Canvas, centres: np.ndarray, turn: float) -> tuple[Canvas, np.ndarray]:
    height, width = canvas.shape[:2]
    side = round(float(np.hypot(height, width)))
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1)
    matrix[:, 2] += [(side - width) / 2, (side - height) / 2]
    turned = cv2.warpAffine(canvas, matrix, (side, side), borderValue=(250, 250, 250))
    return np.asarray(turned, np.uint8), centres @ matrix[:, :2].T + matrix[:, 2]


def _grid(rows: list[str], centres: np.ndarray, pitch: int) -> ReadGrid:
    cells = tuple(
        ReadCell(letter, 0.99, Box(int(x - pitch / 2), int(y - pitch / 2), pitch, pitch), Point(x, y))
        for letter, (x, y) in zip("".join(rows), centres.tolist(), strict=True)
    )
    return ReadGrid(Kind.WORDSEARCH, ScreenState.PLAYING, SIDE, SIDE, cells)
