"""Draws what surrounds a letter in a puzzle, and what happens to it on the way into a picture.

Every function takes the random generator and plain arrays, and returns a new array. Canvases are float32 grey
levels (SIDE, SIDE); masks are float32 0..1 of the same shape, 1 where ink goes.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Canvas = NDArray[np.float32]
Rng = np.random.Generator

SIDE = 72  # of a drawn patch, before it is brought to its final resolution
MIDDLE = SIDE / 2


@dataclass(frozen=True, slots=True)
class Levels:
    """Grey levels of one board: its ground, the letters, and what lies around tiles."""

    ground: float
    ink: float
    outside: float


def pick_levels(rng: Rng) -> Levels:
    """Mostly strong contrast, sometimes dimmed or washed out, either polarity."""
    if rng.random() < 0.62:
        ground, ink = rng.uniform(150, 255), rng.uniform(0, 70)
    elif rng.random() < 0.7:
        ground, ink = rng.uniform(0, 130), rng.uniform(190, 255)
    else:
        ground = rng.uniform(10, 245)
        ink = ground + rng.choice([-1, 1]) * rng.uniform(28, 90)
    return Levels(ground, float(np.clip(ink, 0, 255)), rng.uniform(0, 255))


def place(
    rng: Rng, mask: NDArray[np.uint8], scale: float, centre: tuple[float, float], turn: float
) -> Canvas:
    """The mask on a canvas: scaled, stretched, sheared, turned by degrees and seen a little from the side."""
    h, w = mask.shape
    angle = np.deg2rad(turn)
    stretch = rng.uniform(0.86, 1.16)
    shear = rng.normal(0, 0.06)
    linear = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    linear = linear @ np.array([[stretch, shear], [0, 1 / stretch]]) * scale
    shift = np.array(centre) - linear @ np.array([w / 2, h / 2])
    matrix = np.eye(3)
    matrix[:2, :2], matrix[:2, 2] = linear, shift
    matrix = _tilt(rng) @ matrix
    drawn = cv2.warpPerspective(mask, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR)
    return np.asarray(drawn, np.float32) / np.float32(255)


def _tilt(rng: Rng) -> NDArray[np.float64]:
    """A slight perspective about the canvas's middle."""
    tilt = np.eye(3)
    tilt[2, :2] = rng.normal(0, 0.0009, 2)
    tilt[2, 2] = 1 - tilt[2, :2].sum() * MIDDLE
    return tilt


def change_weight(rng: Rng, mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Thicker or thinner strokes now and then."""
    roll, brush = rng.random(), np.ones((3, 3), np.uint8)
    if roll < 0.12:
        return np.asarray(cv2.dilate(np.pad(mask, 2), brush), np.uint8)
    if roll < 0.18 and mask.mean() > 70:
        return np.asarray(cv2.erode(mask, brush), np.uint8)
    return mask


def page(rng: Rng, levels: Levels) -> Canvas:
    """Paper or screen, plain or ruled; sometimes a marker's band runs through."""
    canvas = np.full((SIDE, SIDE), levels.ground, np.float32)
    if rng.random() < 0.15:
        band = _band(rng)
        canvas += band * rng.uniform(-0.5, 0.5) * (levels.ink - levels.ground)
    if rng.random() < 0.35:
        _rules(rng, canvas, levels)
    return canvas


def _rules(rng: Rng, canvas: Canvas, levels: Levels) -> None:
    """The four lines of a cell, at about half a pitch from the middle, drawn in place."""
    level = levels.ground + rng.uniform(0.25, 1.1) * (levels.ink - levels.ground)
    width = int(rng.integers(1, 4))
    reach = rng.uniform(0.40, 0.5) * SIDE
    ox, oy = rng.normal(0, 3, 2)
    for at in (MIDDLE - reach + ox, MIDDLE + reach + ox):
        cv2.line(canvas, (round(at), 0), (round(at), SIDE), level, width)
    for at in (MIDDLE - reach + oy, MIDDLE + reach + oy):
        cv2.line(canvas, (0, round(at)), (SIDE, round(at)), level, width)


def _band(rng: Rng) -> Canvas:
    """A wide soft band, as of a highlighter."""
    mask = np.zeros((SIDE, SIDE), np.float32)
    points = rng.uniform(0, SIDE, (2, 2)).round().astype(int).tolist()
    cv2.line(mask, points[0], points[1], 1.0, int(rng.integers(20, 60)))
    return mask


def tile(rng: Rng, levels: Levels) -> Canvas:
    """A tile with its gap and the edges of its neighbours, textured, shaded, framed or plain."""
    canvas = np.full((SIDE, SIDE), levels.outside, np.float32)
    side, gap = rng.uniform(0.7, 0.99) * SIDE, rng.uniform(0.03, 0.2) * SIDE
    radius = rng.choice([0.0, rng.uniform(0.05, 0.3), 0.5]) * side
    cx, cy = MIDDLE + rng.normal(0, 3.5, 2)
    face = rounded_boxes(cx, cy, side, radius, side + gap)
    ground = levels.ground + grain(rng) + slope(rng)
    if rng.random() < 0.25:
        ground = ground + _rim(rng, face)
    return canvas * (1 - face) + ground * face


def rounded_boxes(cx: float, cy: float, side: float, radius: float, pitch: float) -> Canvas:
    """Antialiased squares with round corners (discs when the radius is half the side), one every pitch."""
    dx = _from_centre(cx, pitch)[None, :] - np.float32(side / 2 - radius)
    dy = _from_centre(cy, pitch)[:, None] - np.float32(side / 2 - radius)
    outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0)) + np.minimum(np.maximum(dx, dy), 0)
    return np.asarray(np.clip(radius - outside + 0.5, 0, 1), np.float32)


def _from_centre(centre: float, pitch: float) -> Canvas:
    """Distance of each pixel to the nearest of the centres that stand every pitch along one axis."""
    at = np.arange(SIDE, dtype=np.float32) - np.float32(centre)
    return np.asarray(np.abs((at + pitch / 2) % pitch - pitch / 2), np.float32)


def _rim(rng: Rng, face: Canvas) -> Canvas:
    """A lighter or darker border along the tile's edge."""
    size = int(rng.integers(3, 8))
    inner = cv2.erode(face, np.ones((size, size), np.uint8))
    return (face - inner) * np.float32(rng.uniform(-120, 120))


def grain(rng: Rng) -> Canvas:
    """Wood-like streaks along one direction, or none."""
    if rng.random() < 0.5:
        return np.zeros((SIDE, SIDE), np.float32)
    noise = rng.normal(0, 1, (SIDE, SIDE)).astype(np.float32)
    streaks = cv2.blur(noise, (int(rng.integers(9, 31)), 1))
    streaks = streaks.T.copy() if rng.random() < 0.2 else streaks
    return streaks * np.float32(rng.uniform(4, 40))


def slope(rng: Rng) -> Canvas:
    """A linear change of light across the canvas."""
    gx, gy = rng.normal(0, 14, 2)
    ramp = np.linspace(-1, 1, SIDE, dtype=np.float32)
    return np.asarray(ramp[None, :] * gx + ramp[:, None] * gy, np.float32)


def degrade(rng: Rng, canvas: Canvas, letter_side: float, contrast: float) -> NDArray[np.uint8]:
    """The canvas as a camera or a screen capture would keep it: blurred, small, noisy, compressed.

    `letter_side` (pixels on the canvas) and `contrast` (of ink and ground, in grey levels) keep blur,
    resolution and noise within what a person could still read.
    """
    side = _final_side(rng, letter_side)
    if rng.random() < 0.12:  # a screen's own pixels
        return np.clip(_resized(canvas, side), 0, 255).astype(np.uint8)
    if rng.random() < 0.55:
        blur = rng.exponential(0.035) * letter_side
        canvas = blurred(canvas, float(np.clip(blur, 0.3, 0.09 * letter_side)))
    if rng.random() < 0.08:
        canvas = _shaken(rng, canvas)
    small = _resized(canvas, side)
    if rng.random() < 0.45:
        deviation = min(rng.exponential(0.03), 0.12) * contrast
        small = small + rng.normal(0, deviation, small.shape).astype(np.float32)
    picture = np.clip(small, 0, 255).astype(np.uint8)
    return _compressed(rng, picture) if rng.random() < 0.35 else picture


def _resized(canvas: Canvas, side: int) -> Canvas:
    way = cv2.INTER_AREA if side <= SIDE else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(canvas, (side, side), interpolation=way), np.float32)


def _final_side(rng: Rng, letter_side: float) -> int:
    """Log-uniform, such that the letter keeps at least seven pixels."""
    least = 7.5 * SIDE / letter_side
    return round(float(np.exp(rng.uniform(np.log(max(least, 14)), np.log(110)))))


def _shaken(rng: Rng, canvas: Canvas) -> Canvas:
    kernel = np.zeros((7, 7), np.float32)
    length = int(rng.integers(1, 4))
    dx, dy = rng.integers(-length, length + 1, 2).tolist()
    cv2.line(kernel, (3 - dx, 3 - dy), (3 + dx, 3 + dy), 1.0)
    return np.asarray(cv2.filter2D(canvas, -1, kernel / kernel.sum()), np.float32)


def blurred(canvas: NDArray[np.floating], deviation: float) -> Canvas:
    return np.asarray(cv2.GaussianBlur(canvas.astype(np.float32), (0, 0), deviation), np.float32)


def _compressed(rng: Rng, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 96))])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), np.uint8)
