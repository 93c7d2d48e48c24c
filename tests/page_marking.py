"""What a solver's pen leaves on a page: strokes through words, lassos and ellipses, highlighter."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from tests.drawing import Canvas, Colour, paint

Rng = np.random.Generator
Mask = npt.NDArray[np.bool_]
Ends = tuple[tuple[int, int], tuple[int, int]]

PENS: tuple[Colour, ...] = ((60, 60, 200), (190, 70, 30), (50, 130, 40), (40, 40, 40))
HIGHLIGHTERS: tuple[Colour, ...] = ((120, 220, 250), (130, 245, 190), (250, 220, 130), (200, 150, 255))


def word_ends(rng: Rng, inside: Mask, centres: npt.NDArray[np.float64]) -> Ends:
    """The first and last cell of a word of five letters, in pixels."""
    rows, cols = inside.shape
    down, across = ((0, 1), (1, 0), (1, 1))[int(rng.integers(3))]
    row, col = int(rng.integers(rows - 4 * down)), int(rng.integers(cols - 4 * across))
    one, other = centres[row, col], centres[row + 4 * down, col + 4 * across]
    return (int(one[0]), int(one[1])), (int(other[0]), int(other[1]))


def lasso(canvas: Canvas, ends: Ends, radius: int, pen: Colour = PENS[0]) -> None:
    shape = np.zeros(canvas.shape[:2], np.uint8)
    cv2.line(shape, *ends, 255, 2 * radius, cv2.LINE_AA)
    edge = cv2.morphologyEx(shape, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    paint(canvas, np.asarray(edge, np.uint8), 0, 0, pen)


def ellipse(canvas: Canvas, ends: Ends, radius: int, pen: Colour) -> None:
    """As people draw them: around the word, narrow at its ends."""
    (x1, y1), (x2, y2) = ends
    length = float(np.hypot(x2 - x1, y2 - y1))
    shape = np.zeros(canvas.shape[:2], np.uint8)
    angle = float(np.degrees(np.arctan2(y2 - y1, x2 - x1)))
    box = ((x1 + x2) / 2, (y1 + y2) / 2), (length + 2.8 * radius, 2.3 * radius), angle
    cv2.ellipse(shape, box, 255, max(radius // 7, 1), cv2.LINE_AA)
    paint(canvas, shape, 0, 0, pen)


def highlight(canvas: Canvas, ends: Ends, thickness: int, colour: Colour) -> None:
    """Under the letters, as a highlighter leaves them dark."""
    shape = np.zeros(canvas.shape[:2], np.uint8)
    cv2.line(shape, *ends, 255, thickness, cv2.LINE_AA)
    paint(canvas, shape, 0, 0, colour, 0.8)


def pen_stroke(canvas: Canvas, ends: Ends, thickness: int, pen: Colour) -> None:
    """Through the middle of a word's letters."""
    shape = np.zeros(canvas.shape[:2], np.uint8)
    cv2.line(shape, *ends, 255, thickness, cv2.LINE_AA)
    paint(canvas, shape, 0, 0, pen)
