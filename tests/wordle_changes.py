"""What happens to a drawn Wordle screen: sheets and messages upon it, strokes, other colours, other sizes."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from tests.drawing import Colour, rounded_box, write
from tests.wordle_pictures import Drawn

Rng = np.random.Generator
Distortion = Callable[[Drawn, Rng], Drawn]


def dimmed(drawn: Drawn, rng: Rng) -> Drawn:
    """Behind a dark or pale sheet, through which a line of digits shines."""
    share = float(rng.uniform(0.35, 0.7))
    sheet = np.full_like(drawn.canvas, 0 if rng.random() < 0.7 else 255)
    seen = np.asarray(cv2.addWeighted(drawn.canvas, 1 - share, sheet, share, 0), np.uint8)
    y = drawn.top + float(rng.uniform(0.5, 3)) * drawn.pitch
    ghost = seen.copy()
    middle = (drawn.left + 2.5 * drawn.pitch, y)
    write(ghost, "82 97 15 20", middle, max(drawn.pitch // 3, 6), (128, 128, 128))
    return drawn.seen(np.asarray(cv2.addWeighted(ghost, 0.12, seen, 0.88, 0), np.uint8), "dimmed")


def shifted(drawn: Drawn, rng: Rng) -> Drawn:
    """In the colours of another screen: channels mixed a little, and darker."""
    mix = np.eye(3) + rng.uniform(-0.05, 0.05, (3, 3))
    seen = np.clip(drawn.canvas.astype(np.float32) @ mix.T * rng.uniform(0.8, 1.0), 0, 255)
    return drawn.seen(seen.astype(np.uint8), "colours shifted")


def scaled(drawn: Drawn, rng: Rng) -> Drawn:
    """Shown at another size, so that no edge lies on a pixel; never so small that letters are lost."""
    least = max(26 / drawn.pitch, 0.5)
    factor = float(rng.uniform(least, max(1.3, least)))
    seen = cv2.resize(drawn.canvas, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return drawn.seen(np.asarray(seen, np.uint8), f"scaled by {factor:.2f}")


def compressed(drawn: Drawn, rng: Rng) -> Drawn:
    """Saved as a JPEG of middling quality."""
    data = drawn.to_bytes(".jpg", int(rng.integers(60, 95)))
    return drawn.seen(np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)), "JPEG")


def warmed(drawn: Drawn, rng: Rng) -> Drawn:
    """A screen at night, or another camera's idea of white: each channel with its own gain and gamma."""
    gains, gamma = rng.uniform(0.72, 1.0, 3), rng.uniform(0.8, 1.25)
    seen = 255 * (drawn.canvas / 255.0) ** gamma * gains
    return drawn.seen(np.clip(seen, 0, 255).astype(np.uint8), "warmed")


PENS: tuple[Colour, ...] = ((220, 60, 200), (230, 90, 20), (40, 40, 230), (60, 220, 255), (40, 200, 60))


def scribbled(drawn: Drawn, rng: Rng) -> Drawn:
    """A pen's line across some rows."""
    canvas, pitch = drawn.canvas.copy(), drawn.pitch
    count, rows = len(drawn.letters[0]), sum(row.strip(".") != "" for row in drawn.letters)
    colour, wide = PENS[int(rng.integers(len(PENS)))], max(round(pitch * rng.uniform(0.03, 0.08)), 1)
    for row in range(int(rng.integers(1, rows + 1))):
        xs = np.linspace(drawn.left + 0.3 * pitch, drawn.left + (count - 0.3) * pitch, 2 * count)
        ys = drawn.top + pitch * (row + 0.5 + rng.uniform(-0.15, 0.15, len(xs)))
        line = np.column_stack([xs, ys]).astype(np.int32)
        cv2.polylines(canvas, [line], False, colour, wide, cv2.LINE_AA)
    return drawn.seen(canvas, "scribbled")


def sprinkled(drawn: Drawn, rng: Rng) -> Drawn:
    """Confetti over the board."""
    canvas, pitch = drawn.canvas.copy(), drawn.pitch
    width, height = len(drawn.letters[0]) * pitch, len(drawn.letters) * pitch
    for x, y in rng.uniform(0, 1, (12 * len(drawn.letters), 2)) * (width, height):
        corners = np.array([drawn.left + x, drawn.top + y]) + rng.uniform(-0.06, 0.06, (4, 2)) * pitch
        b, g, r = rng.integers(60, 255, 3).tolist()
        cv2.fillConvexPoly(canvas, cv2.convexHull(corners.astype(np.int32)), (b, g, r), cv2.LINE_AA)
    return drawn.seen(canvas, "sprinkled")


def toasted(drawn: Drawn, rng: Rng) -> Drawn:
    """A message over the top edge of the board."""
    return _with_message(drawn, rng, drawn.top - float(rng.uniform(0.2, 0.3)) * drawn.pitch, "toasted")


def covered(drawn: Drawn, rng: Rng) -> Drawn:
    """A message that hides part of some letters."""
    rows = sum(row.strip(".") != "" for row in drawn.letters)
    row = int(rng.integers(rows)) + float(rng.uniform(0.2, 0.8))
    return _with_message(drawn, rng, drawn.top + row * drawn.pitch, "covered")


def _with_message(drawn: Drawn, rng: Rng, y: float, note: str) -> Drawn:
    canvas, pitch = drawn.canvas.copy(), drawn.pitch
    x = drawn.left + len(drawn.letters[0]) * pitch / 2
    dark = canvas[0, 0].mean() < 128
    fill, ink = ((250, 250, 250), (20, 20, 20)) if dark else ((20, 20, 20), (250, 250, 250))
    wide, high = float(rng.uniform(1.0, 2.2)) * pitch, float(rng.uniform(0.45, 0.7)) * pitch
    rounded_box(canvas, x - wide / 2, y - high / 2, wide, high, 0.1 * pitch, fill)
    write(canvas, str(rng.choice(["Great", "Splendid", "Phew"])), (x, y), max(pitch // 6, 4), ink)
    return drawn.seen(canvas, note)


DISTORTIONS: tuple[Distortion, ...] = (dimmed, shifted, warmed, scaled, compressed, toasted)
"""After these, everything can still be read."""
HIDING: tuple[Distortion, ...] = (scribbled, sprinkled, covered)
"""These may hide letters."""
