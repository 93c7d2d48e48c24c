"""Draws what lies over a letter, or close beside it: strokes, a swipe's line, glints, fences, wear.

As in `worker.vision.glyph_scene`, canvases and masks are float32 (SIDE, SIDE); masks are 0..1.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from worker.vision.glyph_scene import MIDDLE, SIDE, Canvas, Levels, Rng, blurred


def strokes(rng: Rng) -> Canvas:
    """A mask of a swipe's polyline, a lasso or frame, or a straight rule, across or around the letter."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    width = int(rng.integers(2, 11))
    draw = (_swipe, _lasso, _rule)[int(rng.choice(3, p=(0.5, 0.3, 0.2)))]
    draw(rng, mask, width)
    return mask.astype(np.float32) / np.float32(255)


@dataclass(frozen=True, slots=True)
class Swipe:
    """The line of a swipe on a canvas: how far each pixel is from its middle, half its width, its look."""

    distance: Canvas
    half: float
    level: float
    opacity: float

    def cover(self) -> Canvas:
        """0..1: how much of a pixel it covers."""
        return np.asarray(np.clip(self.half - self.distance + 0.5, 0, 1), np.float32)

    def over(self, level: float) -> float:
        """What it looks like over a grey level."""
        return level + self.opacity * (self.level - level)


def swipe_through(rng: Rng, levels: Levels) -> Swipe:
    """From cell to cell through the middle, or ending there; the ground lies between it and the ink.

    What runs from middle to middle runs along stems and bars, and hides them where little shines through.
    """
    middle = np.array([MIDDLE, MIDDLE]) + rng.normal(0, 1.5, 2)
    turns = rng.choice(8, size=1 if rng.random() < 0.35 else 2, replace=False) * (np.pi / 4)
    ends = [middle + 2 * SIDE * np.array([np.cos(turn), np.sin(turn)]) for turn in turns]
    distance = np.minimum.reduce([_from_segment(middle, end) for end in ends])
    reach = 255 - levels.ground if levels.ink < levels.ground else -levels.ground
    level = levels.ground + reach * rng.uniform(0.3, 1.0)
    return Swipe(distance, rng.uniform(0.045, 0.13) * SIDE, level, rng.uniform(0.6, 0.96))


def _from_segment(start: NDArray[np.float64], end: NDArray[np.float64]) -> Canvas:
    """Distance of each pixel from a segment."""
    ys, xs = np.mgrid[:SIDE, :SIDE]
    x, y = xs - start[0], ys - start[1]
    dx, dy = end - start
    along = np.clip((x * dx + y * dy) / (dx * dx + dy * dy), 0, 1)
    return np.asarray(np.hypot(x - along * dx, y - along * dy), np.float32)


def _swipe(rng: Rng, mask: NDArray[np.uint8], width: int) -> None:
    """A polyline with one end in the middle, where swipes start, turn and end."""
    points = rng.uniform(-10, SIDE + 10, (int(rng.integers(2, 4)), 2))
    points[-1 if rng.random() < 0.5 else 0] = MIDDLE + rng.normal(0, 8, 2)
    cv2.polylines(mask, [points.round().astype(np.int32)], False, 255, width, cv2.LINE_AA)


def _lasso(rng: Rng, mask: NDArray[np.uint8], width: int) -> None:
    """A ring around this letter, or a long one around a row of them."""
    axes = (int(rng.uniform(0.38, 1.6) * SIDE), int(rng.uniform(0.34, 0.5) * SIDE))
    centre = (int(MIDDLE + rng.normal(0, 14)), int(MIDDLE + rng.normal(0, 3)))
    turn = float(rng.choice([0, 45, 90, 135]))
    cv2.ellipse(mask, centre, axes, turn, 0, 360, 255, max(width // 2, 1), cv2.LINE_AA)


def _rule(rng: Rng, mask: NDArray[np.uint8], width: int) -> None:
    """A line from edge to edge near the middle."""
    at, drift = int(MIDDLE + rng.normal(0, 8)), int(rng.normal(0, 10))
    start, end = (0, at), (SIDE, at + drift)
    if rng.random() < 0.4:
        start, end = start[::-1], end[::-1]
    cv2.line(mask, start, end, 255, width, cv2.LINE_AA)


def worn(rng: Rng, mask: Canvas) -> Canvas:
    """The print with its colour rubbed off in spots."""
    spots = blurred(rng.normal(0, 1, (SIDE, SIDE)), rng.uniform(0.7, 2.5))
    bare = spots > rng.uniform(0.2, 1.2) * max(float(spots.std()), 1e-6)
    return mask * (1 - np.float32(rng.uniform(0.2, 0.9)) * bare.astype(np.float32))


def glint(rng: Rng) -> Canvas:
    """A soft spot of light, as on glossy dice and screens."""
    mask = np.zeros((SIDE, SIDE), np.float32)
    centre = (int(MIDDLE + rng.normal(0, 14)), int(MIDDLE + rng.normal(0, 14)))
    axes = (int(rng.integers(3, 16)), int(rng.integers(2, 9)))
    cv2.ellipse(mask, centre, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    return blurred(mask, rng.uniform(0.8, 4)) * np.float32(rng.uniform(0.3, 1.0))


def fence(rng: Rng, letter: Canvas) -> Canvas:
    """Straight bars close beside the letter, as of a narrow cell or a drawn box, on one side or several."""
    x, y, w, h = cv2.boundingRect((letter > 0.5).astype(np.uint8))
    mask = np.zeros((SIDE, SIDE), np.float32)
    width = int(rng.integers(1, 4))
    for side in rng.choice(4, size=int(rng.integers(1, 4)), replace=False).tolist():
        away = round(float(rng.uniform(0.05, 0.3)) * max(w, h)) + width
        at = (x - away, x + w + away, y - away, y + h + away)[side]
        drift = int(rng.normal(0, 1))
        ends = ((at, 0), (at + drift, SIDE)) if side < 2 else ((0, at), (SIDE, at + drift))
        cv2.line(mask, *ends, 1.0, width, cv2.LINE_AA)
    return mask
