"""The pictures that reading is timed with, each with its truth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np

from tests.drawing import Canvas, camera, encoded, write
from tests.pictures import SAMPLE, SAMPLE_LETTERS, WOOD, board_picture
from tests.shared_data import shared_screenshot
from tests.wheel_pictures import wheel_picture
from tests.wordle_pictures import screen
from tests.wordle_scenes import phone

PHONE = (1170, 2532)
REAL_LETTERS = ("LWIE", "CWDT", "AONS", "ILOT")


class Case(NamedTuple):
    name: str
    data: bytes
    letters: tuple[str, ...]
    target: str
    """Milliseconds on an idle core."""
    tiles: tuple[str, ...] = ()
    """Marks, of Wordle."""


def screenshot_cases() -> Iterator[Case]:
    """Word Hunt on a whole phone screen."""
    drawn = SAMPLE.read_bytes()
    yield Case("drawn, PNG", drawn, SAMPLE_LETTERS, "<= 70")
    yield Case("drawn, JPEG", _as_jpeg(drawn), SAMPLE_LETTERS, "<= 25")
    if shared_screenshot().is_file():
        real = shared_screenshot().read_bytes()
        yield Case("real, JPEG", real, REAL_LETTERS, "<= 25")
        yield Case("real, PNG", encoded(_decoded(real)), REAL_LETTERS, "<= 70")


def other_cases() -> Iterator[Case]:
    yield photo()
    yield page()
    yield from wordle()
    yield from wheel()


def photo() -> Case:
    """A board on a screen as a phone's camera sees it: 4032 x 3024 pixels."""
    rng = np.random.default_rng(5)
    drawn = board_picture(5, theme=WOOD, pitch=190, phone=False)
    seen, _ = camera(drawn.canvas, rng, cast=True, blur=1.5, noise=4.0)
    canvas: Canvas = np.full((3024, 4032, 3), 70, np.uint8)
    height, width = seen.shape[:2]
    canvas[900 : 900 + height, 1300 : 1300 + width] = seen
    noise = rng.normal(0, 4, canvas.shape[:2]).astype(np.int16)[:, :, None]
    noisy = np.clip(canvas.astype(np.int16) + noise, 0, 255).astype(np.uint8)
    return Case("photo, 12 megapixels, JPEG", encoded(noisy, ".jpg"), drawn.rows, "<= 250")


def page(*, side: int = 30, pitch: int = 38) -> Case:
    """A printed word-search page of 30 x 30 letters."""
    rng = np.random.default_rng(30)
    rows = ["".join(row) for row in rng.choice(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), (side, side))]
    canvas: Canvas = np.full((pitch * (side + 6), pitch * (side + 4), 3), 252, np.uint8)
    for row, line in enumerate(rows):
        for col, letter in enumerate(line):
            place = ((col + 2.5) * pitch, (row + 2.5) * pitch)
            write(canvas, letter, place, round(0.5 * pitch), (20, 20, 20))
    return Case(f"word-search page, {side} x {side}, PNG", encoded(canvas), tuple(rows), "<= 120")


def wordle() -> Iterator[Case]:
    """Wordle on a whole phone screen."""
    drawn = screen(30, cols=5, pitch=180, font="sans", scene=phone)
    canvas: Canvas = np.full((PHONE[1], PHONE[0], 3), drawn.canvas[0, 0], np.uint8)
    shown = drawn.canvas[: PHONE[1], : PHONE[0]]
    left = (PHONE[0] - shown.shape[1]) // 2
    canvas[: shown.shape[0], left : left + shown.shape[1]] = shown
    for extension, target in ((".jpg", "-"), (".png", "-")):
        name = f"Wordle, 1170 x 2532, {extension[1:].upper()}"
        yield Case(name, encoded(canvas, extension), drawn.letters, target, drawn.marks)


def wheel() -> Iterator[Case]:
    """A letter wheel with a crossword above it on a whole phone screen."""
    drawn = wheel_picture(3, count=6, swipe="", font="sans", sizes=(PHONE,))
    for extension in (".jpg", ".png"):
        name = f"letter wheel, 1170 x 2532, {extension[1:].upper()}"
        yield Case(name, drawn.to_bytes(extension), (drawn.letters,), "-")


def _as_jpeg(data: bytes) -> bytes:
    return encoded(_decoded(data), ".jpg")


def _decoded(data: bytes) -> Canvas:
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    return np.asarray(pixels, np.uint8)
