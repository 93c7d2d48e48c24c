"""What wears a drawn picture: some of its letters, then all of it; a person can still read most of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from tests.drawing import Canvas, camera, encoded

Rng = np.random.Generator
HARMED = 0.4
"""Share of the letters to which something happened."""
WAYS = ("small", "blurred", "noisy", "pale", "rough", "askew")


def wear(canvas: Canvas, height: float, rng: Rng, *, tilt: float = 0.03, least: float = 8) -> bytes:
    """The file of a picture whose capitals are `height` pixels high, worn in one to three ways.

    Args:
        tilt: perspective of a photo at most, as a share of the side.
        least: pixels that capitals keep, when the picture is made smaller.
    """
    ways = set(rng.choice(WAYS, int(rng.integers(1, 4)), replace=False).tolist())
    small = min(float(rng.uniform(least, 1.6 * least)) / height, 1.0) if "small" in ways else 1.0
    if "askew" in ways and tilt:
        canvas = camera(canvas, rng, tilt=tilt, degrees=float(rng.uniform(-5, 5)), cast=True)[0]
    if small < 1:
        size = int(rng.choice([cv2.INTER_AREA, cv2.INTER_LINEAR]))
        canvas = np.asarray(cv2.resize(canvas, None, fx=small, fy=small, interpolation=size), np.uint8)
    seen: npt.NDArray[Any] = canvas.astype(np.float32)
    if "blurred" in ways:
        seen = cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.05, 0.16)) * height * small)
    if "pale" in ways:
        seen = float(rng.uniform(0, 150)) + float(rng.uniform(0.2, 0.4)) * seen
    if "noisy" in ways:
        seen = seen + rng.normal(0, float(rng.uniform(6, 24)), seen.shape).astype(np.float32)
    quality = int(rng.integers(8, 25)) if "rough" in ways else 92
    return encoded(np.asarray(np.clip(seen, 0, 255), np.uint8), ".jpg", quality)


def harmed(canvas: Canvas, centres: Iterable[tuple[float, float]], height: float, rng: Rng) -> Canvas:
    """Some of the letters smeared, coarse, speckled, or with a pen's stroke across."""
    canvas = canvas.copy()
    reach = round(0.8 * height)
    for x, y in centres:
        left, top = round(x) - reach, round(y) - reach
        letter = canvas[max(top, 0) : top + 2 * reach, max(left, 0) : left + 2 * reach]
        if rng.random() < HARMED and min(letter.shape[:2]) > 4:
            _HARMS[int(rng.integers(len(_HARMS)))](letter, height, rng)
    return canvas


def _smear(letter: Canvas, height: float, rng: Rng) -> None:
    across, down = rng.uniform(0.03, 0.28, 2) * height
    letter[:] = cv2.GaussianBlur(letter, (0, 0), sigmaX=float(across), sigmaY=float(down))


def _coarsen(letter: Canvas, height: float, rng: Rng) -> None:
    scale = min(float(rng.uniform(5, 9)) / height, 1.0)
    small = cv2.resize(letter, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    letter[:] = cv2.resize(small, letter.shape[1::-1], interpolation=cv2.INTER_LINEAR)


def _speckle(letter: Canvas, height: float, rng: Rng) -> None:
    noise = rng.normal(0, float(rng.uniform(20, 70)), letter.shape[:2])[:, :, None]
    letter[:] = np.clip(letter + cv2.GaussianBlur(noise, (0, 0), 0.05 * height)[:, :, None], 0, 255)


def _stroke(letter: Canvas, height: float, rng: Rng) -> None:
    one, other = (tuple((rng.uniform(0, 1, 2) * letter.shape[1::-1]).astype(int).tolist()) for _ in range(2))
    thick = max(round(float(rng.uniform(0.05, 0.12)) * height), 1)
    cv2.line(letter, one, other, rng.integers(0, 256, 3).tolist(), thick, cv2.LINE_AA)


_HARMS = (_smear, _coarsen, _speckle, _stroke)
