"""How the program that Tilewise grew out of reads a board: edges, the largest square, Tesseract.

A baseline for benchmarks, rebuilt from its description: the board is the largest contour that a polygon of
four corners fits, it is trimmed by a margin and cut into equal cells, and each cell goes through a Tesseract
process of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import numpy.typing as npt
import pytesseract

Pixels = npt.NDArray[np.uint8]

BLUR = (5, 5)
EDGES = (50, 150)
CORNER_TOLERANCE = 0.02
"""Of the contour's length: how far a polygon may leave it."""
MARGIN = 0.05
"""Of the board's width and height, on each side."""
INK = 150
CELL_SIDE = 100
ONE_LETTER = "--psm 10 -c tessedit_char_whitelist=ABCDEFGHIJKLMNOPQRSTUVWXYZ0"
SECONDS_A_CELL = 20

Rectangle = tuple[int, int, int, int]


class BoardNotFound(Exception):
    """No contour has four corners."""


def read_board(data: bytes, *, rows: int = 4, cols: int = 4) -> list[str]:
    """One string a row; "?" where Tesseract sees no single letter."""
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise BoardNotFound("no picture")
    pixels = np.asarray(picture, np.uint8)
    letters = [read_cell(cell) for cell in cells_of(pixels, find_board(pixels), rows, cols)]
    return ["".join(letters[start : start + cols]) for start in range(0, rows * cols, cols)]


def find_board(picture: Pixels) -> Rectangle:
    """The board as x, y, width, height, its margin taken off."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    edges = cv2.Canny(cv2.GaussianBlur(grey, BLUR, 0), *EDGES)
    contours, _ = cv2.findContours(edges, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for contour in sorted(contours, key=cv2.contourArea, reverse=True):
        if len(cv2.approxPolyDP(contour, CORNER_TOLERANCE * cv2.arcLength(contour, True), True)) == 4:
            return _trimmed(cv2.boundingRect(contour))
    raise BoardNotFound("no contour of four corners")


def _trimmed(rectangle: Sequence[int]) -> Rectangle:
    x, y, width, height = rectangle
    across, down = int(MARGIN * width), int(MARGIN * height)
    return x + across, y + down, max(width - 2 * across, 1), max(height - 2 * down, 1)


def cells_of(picture: Pixels, board: Rectangle, rows: int, cols: int) -> Iterator[Pixels]:
    """Equal parts of the board, row by row."""
    x, y, width, height = board
    side_x, side_y = max(width // cols, 1), max(height // rows, 1)
    for row in range(rows):
        for col in range(cols):
            left, top = x + col * side_x, y + row * side_y
            yield picture[top : top + side_y, left : left + side_x]


def read_cell(cell: Pixels) -> str:
    """The letter in a cell; a nought is an O."""
    _, binary = cv2.threshold(cv2.cvtColor(cell, cv2.COLOR_BGR2GRAY), INK, 255, cv2.THRESH_BINARY)
    closed = cv2.morphologyEx(binary, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_RECT, (2, 2)))
    square = cv2.resize(closed, (CELL_SIDE, CELL_SIDE), interpolation=cv2.INTER_LINEAR)
    text = pytesseract.image_to_string(square, lang="eng", config=ONE_LETTER, timeout=SECONDS_A_CELL).strip()
    letter = str(text).replace("0", "O")
    return letter if len(letter) == 1 else "?"
