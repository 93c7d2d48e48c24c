"""Strokes that the drawn test pictures share: boxes, letters, patterns, and what a camera does."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

Canvas = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]
"""Blue, green, red."""

DEJAVU = Path("/usr/share/fonts/truetype/dejavu")
FONTS = ("sans", *(str(DEJAVU / name) for name in ("DejaVuSans-Bold.ttf", "DejaVuSerif-Bold.ttf")))
"""OpenCV's own face first; the others only where they are installed."""


def installed_fonts() -> list[str]:
    return [font for font in FONTS if not font.startswith("/") or Path(font).exists()]


@lru_cache(maxsize=16)
def _face(font: str) -> cv2.FontFace:
    return cv2.FontFace(font)


@lru_cache(maxsize=2048)
def _mask(text: str, height: int, font: str, weight: int) -> tuple[Canvas, int]:
    """A text in white on black, cropped, and where its baseline lies; capitals are `height` pixels high."""
    size = max(round(height * 1.4), 4)
    canvas = np.zeros((3 * size, size * (len(text) + 2), 3), np.uint8)
    cv2.putText(canvas, text, (size, 2 * size), (255, 255, 255), _face(font), size, weight)
    x, y, w, h = cv2.boundingRect(canvas[:, :, 0])
    return canvas[y : y + h, x : x + w, 0], 2 * size - y


def paint(canvas: Canvas, mask: Canvas, x: int, y: int, colour: Colour, opacity: float = 1.0) -> None:
    """Lay a colour through a mask whose top left corner is at (x, y); what lies outside is cut off."""
    top, left = max(y, 0), max(x, 0)
    part = mask[top - y : max(canvas.shape[0] - y, 0), left - x : max(canvas.shape[1] - x, 0)]
    if part.size:
        area = canvas[top : top + part.shape[0], left : left + part.shape[1]]
        share = part[:, :, None].astype(np.float32) / 255 * opacity
        area[:] = np.round(area * (1 - share) + np.array(colour, np.float32) * share)


def write(
    canvas: Canvas,
    text: str,
    centre: tuple[float, float],
    height: int,
    colour: Colour,
    *,
    font: str = "sans",
    weight: int = 600,
) -> None:
    """Write with the middle of the capitals at `centre`."""
    mask, baseline = _mask(text, height, font, weight)
    x, y = round(centre[0] - mask.shape[1] / 2), round(centre[1] + height / 2) - baseline
    paint(canvas, mask, x, y, colour)


@lru_cache(maxsize=256)
def _rounded(width: int, height: int, radius: int) -> Canvas:
    scale = 4
    mask = np.zeros((height * scale, width * scale), np.uint8)
    r, w, h = min(radius * scale, width * scale // 2, height * scale // 2), width * scale, height * scale
    cv2.rectangle(mask, (r, 0), (w - r - 1, h - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (w - 1, h - r - 1), 255, -1)
    for x in (r, w - r - 1):
        for y in (r, h - r - 1):
            cv2.circle(mask, (x, y), r, 255, -1)
    return np.asarray(cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def rounded_box(
    canvas: Canvas,
    x: float,
    y: float,
    width: float,
    height: float,
    radius: float,
    colour: Colour,
    *,
    opacity: float = 1.0,
) -> None:
    mask = _rounded(max(round(width), 1), max(round(height), 1), round(radius))
    paint(canvas, mask, round(x), round(y), colour, opacity)


def shadow(canvas: Canvas, x: float, y: float, width: float, height: float, radius: float) -> None:
    """A soft dark edge below and around a box."""
    for step in range(6):
        grow = radius * (0.9 - step * 0.18)
        rounded_box(
            canvas,
            x - grow,
            y - grow * 0.4,
            width + 2 * grow,
            height + 1.6 * grow,
            radius + grow,
            (20, 40, 20),
            opacity=0.10,
        )


def maze_pattern(canvas: Canvas, step: int, colour: Colour) -> None:
    """Interlocking strokes at 45 degrees, like the felt of a game table."""
    height, width = canvas.shape[:2]
    lines = np.zeros((height, width), np.uint8)
    for row, y in enumerate(range(0, height + step, step)):
        for col, x in enumerate(range(0, width + step, step)):
            ends = (
                ((x, y), (x + step, y + step))
                if (row // 2 + col // 3) % 2
                else ((x, y + step), (x + step, y))
            )
            cv2.line(lines, *ends, 255, max(step // 4, 1), cv2.LINE_AA)
    paint(canvas, lines, 0, 0, colour)


def text_width(text: str, height: int, *, font: str = "sans", weight: int = 600) -> int:
    """Pixels that the ink of a text is wide when its capitals are `height` high."""
    return int(_mask(text, height, font, weight)[0].shape[1])


@lru_cache(maxsize=32)
def wood_grain(side: int, seed: int) -> npt.NDArray[np.int16]:
    """(side, side) brightness offsets: wavy lines along x in a few levels, so that it packs well as PNG."""
    rng = np.random.default_rng(seed)
    wave = np.sin(np.arange(side) / side * 5 + rng.uniform(0, 6)) * side * 0.015
    rows = np.arange(side)[:, None] + wave[None, :]
    waves = [np.sin(rows / side * rng.uniform(8, 110) + rng.uniform(0, 6)) for _ in range(4)]
    return np.asarray(np.round(np.sum(waves, axis=0) * 0.6) * 4, np.int16)


def add_grain(canvas: Canvas, x: int, y: int, side: int, seed: int) -> None:
    area = canvas[y : y + side, x : x + side]
    grain = wood_grain(side, seed)[: area.shape[0], : area.shape[1], None]
    area[:] = np.clip(area.astype(np.int16) + grain, 0, 255)


def camera(
    canvas: Canvas,
    rng: np.random.Generator,
    *,
    tilt: float = 0.0,
    degrees: float = 0.0,
    blur: float = 0.0,
    noise: float = 0.0,
    cast: bool = False,
) -> tuple[Canvas, npt.NDArray[np.float64]]:
    """What a photo of a screen looks like, and the (3, 3) map from screen to photo pixels.

    `tilt` is perspective as a share of the side, `blur` a sigma in pixels, `noise` a sigma in grey levels.
    """
    height, width = canvas.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    moved = corners + rng.uniform(-tilt, tilt, (4, 2)).astype(np.float32) * min(width, height)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    moved = moved @ turn[:, :2].T.astype(np.float32) + turn[:, 2].astype(np.float32)
    low, high = moved.min(axis=0) - 20, moved.max(axis=0) + 20
    matrix = cv2.getPerspectiveTransform(corners, (moved - low).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    photo = cv2.warpPerspective(canvas, matrix, size, flags=cv2.INTER_AREA, borderValue=(60, 50, 45))
    if blur:
        photo = cv2.GaussianBlur(photo, (0, 0), blur)
    seen = photo.astype(np.float32)
    if cast:
        seen *= rng.uniform(0.55, 1.0, 3).astype(np.float32)
    if noise:
        seen += np.asarray(rng.normal(0, noise, seen.shape), np.float32)
    return np.asarray(np.clip(seen, 0, 255), np.uint8), np.asarray(matrix, np.float64)


def encoded(canvas: Canvas, extension: str = ".png", quality: int = 90) -> bytes:
    flags = {".jpg": [cv2.IMWRITE_JPEG_QUALITY, quality], ".webp": [cv2.IMWRITE_WEBP_QUALITY, quality]}
    done, data = cv2.imencode(extension, canvas, flags.get(extension, []))
    assert done
    return data.tobytes()
