"""The copies and parts of a picture in which a wheel and its crossword are looked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from worker.vision.decode import Pixels
from worker.vision.wheel_rings import Ring

SEARCHED_SIDE, SMALL_SIDE = 1400, 450
"""Pixels: letters of a wheel are large, so that a picture with a longer side is searched at half its size,
and one whose sides are all shorter than the other number at twice its size."""
PALE = 1.4
"""How many times the levels of a picture must be stretched to be worth it."""


def top_of(ring: Ring) -> float:
    """Where the letters begin, in pixels from the top."""
    return ring.centre.imag - ring.radius - ring.height / 2


def parts_by(shape: tuple[int, ...], ring: Ring) -> Iterator[tuple[slice, slice]]:
    """Rows and columns above a ring, and beside it in a picture (height, width) that is wider than high."""
    height, width = shape[:2]
    yield slice(0, max(round(top_of(ring)), 0)), slice(0, width)
    if width > height:
        reach = ring.radius + ring.height
        yield slice(0, height), slice(0, max(round(ring.centre.real - reach), 0))
        yield slice(0, height), slice(max(round(ring.centre.real + reach), 0), width)


def stretched(pixels: Pixels) -> Pixels:
    """With levels from black to white, if it is pale: a disc of glass is then no fainter than usual."""
    low, high = np.percentile(pixels[::8, ::8], (1, 99)).tolist()
    gain = 255 / max(high - low, 32)
    if gain < PALE:
        return pixels
    return np.asarray(np.clip((pixels.astype(np.float32) - low) * gain, 0, 255), np.uint8)


def searched(pixels: Pixels) -> tuple[Pixels, float]:
    """The picture to search, and how many times smaller it is than the one given."""
    if SMALL_SIDE <= max(pixels.shape) <= SEARCHED_SIDE:
        return pixels, 1.0
    factor, way = (0.5, cv2.INTER_AREA) if max(pixels.shape) > SEARCHED_SIDE else (2.0, cv2.INTER_CUBIC)
    return np.asarray(cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=way), np.uint8), 1 / factor


def scaled(ring: Ring, scale: float) -> Ring:
    """The ring in pixels of a copy that is `scale` times larger."""
    # The middle of a pixel of the small copy is the middle of several of the large one.
    centre = ring.centre * scale + (scale - 1) / 2 * (1 + 1j)
    return replace(ring, centre=centre, arm=ring.arm * scale, height=ring.height * scale)


def glance(pixels: Pixels, side: int) -> Pixels:
    """A copy whose longer side has at most this many pixels."""
    factor = min(side / max(pixels.shape), 1.0)
    return np.asarray(cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
