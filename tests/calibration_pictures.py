"""Pictures with their truth for measuring what a confidence is worth; each follows from its seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tests.calibration_wear import harmed, wear
from tests.dice_pictures import Throw, dice_picture
from tests.drawing import Canvas, encoded
from tests.page_pictures import page_picture
from tests.pictures import SHAPES, Line, board_picture
from tests.wheel_pictures import SMALL, wheel_picture
from tests.wordle_changes import scribbled
from tests.wordle_pictures import screen
from worker.vision.calibration import Reading

Rng = np.random.Generator


class Sample(NamedTuple):
    """A picture and what should be read in it."""

    data: bytes
    shape: tuple[int, int]
    letters: tuple[str, ...]
    """By cell, "" where there is none."""
    marks: str
    """By cell, of Wordle."""


class _Drawn(NamedTuple):
    canvas: Canvas
    shape: tuple[int, int]
    letters: tuple[str, ...]
    centres: npt.NDArray[np.float64]
    """(cells, 2) in pixels, NaN for a hole."""
    height: float
    """Of capitals, in pixels."""
    least: float
    """The height they keep when the picture is made smaller."""
    tilt: float = 0.0
    """Of photos, as a share of the side."""
    marks: str = ""


def sample(reading: Reading, seed: int, *, worn: bool) -> Sample:
    """Worn until letters are misread, or as pictures are mostly sent: whole, sharp, a good JPEG."""
    rng = np.random.default_rng([seed, *reading.encode()])
    drawn = _DRAWN[reading](int(rng.integers(2**31)), rng, worn)
    if worn:
        there = drawn.centres[~np.isnan(drawn.centres[:, 0])]
        canvas = harmed(drawn.canvas, there.tolist(), drawn.height, rng)
        data = wear(canvas, drawn.height, rng, tilt=drawn.tilt, least=drawn.least)
    else:
        data = encoded(drawn.canvas, ".jpg", int(rng.integers(75, 96)))
    return Sample(data, drawn.shape, drawn.letters, drawn.marks)


def _board(seed: int, rng: Rng, worn: bool) -> _Drawn:
    shape = str(rng.choice([*SHAPES, "4x4"]))
    swipe = int(rng.choice([0, 0, 3, 5])) if worn else 0
    line = Line(float(rng.uniform(0.06, 0.2)), float(rng.uniform(0.6, 0.95)))
    pitch = int(rng.integers(56, 90))
    drawn = board_picture(seed, shape=shape, pitch=pitch, phone=False, swipe=swipe, line=line)
    size = len(drawn.rows), len(drawn.rows[0])
    return _Drawn(drawn.canvas, size, _cells(drawn.rows), drawn.centres, pitch * 0.45, 8, 0.03)


def _dice(seed: int, rng: Rng, worn: bool) -> _Drawn:
    side = int(rng.choice([4, 4, 5]))
    throw = Throw(holes=int(rng.choice([0, 0, 1])), worn=int(rng.choice([0, 2])) if worn else 0)
    drawn = dice_picture(seed, side=side, throw=throw)
    steps = np.linalg.norm(np.diff(drawn.centres.reshape(side, side, 2), axis=1), axis=2)
    text = "".join(drawn.rows).replace("[Qu]", "q")
    letters = tuple({"q": "QU", ".": ""}.get(sign, sign) for sign in text)
    height = 0.4 * float(np.nanmedian(steps))
    return _Drawn(drawn.canvas, (side, side), letters, drawn.centres, height, 12, 0.02)


def _page(seed: int, rng: Rng, worn: bool) -> _Drawn:
    rows, cols = int(rng.integers(9, 15)), int(rng.integers(9, 15))
    if worn:
        drawn = page_picture(seed, rows=rows, cols=cols)
    else:
        drawn = page_picture(seed, rows=rows, cols=cols, lassos=0, markers=0)
    size, centres = (len(drawn.rows), len(drawn.rows[0])), drawn.centres.reshape(-1, 2)
    return _Drawn(drawn.canvas, size, _cells(drawn.rows), centres, drawn.style.size, 9, 0.03)


def _wordle(seed: int, rng: Rng, worn: bool) -> _Drawn:
    drawn = screen(seed, cols=int(rng.choice([5, 5, 6])), pitch=int(rng.integers(40, 80)))
    if worn and rng.random() < 0.25:
        drawn = scribbled(drawn, rng)
    size, pitch = (len(drawn.letters), len(drawn.letters[0])), drawn.pitch
    rows, cols = np.indices(size).reshape(2, -1) + 0.5
    centres = np.column_stack([drawn.left + cols * pitch, drawn.top + rows * pitch])
    letters, marks = _cells(drawn.letters), "".join(drawn.marks)
    return _Drawn(drawn.canvas, size, letters, centres, pitch * 0.45, 10, marks=marks)


def _wheel(seed: int, rng: Rng, worn: bool) -> _Drawn:
    drawn = wheel_picture(seed, sizes=SMALL, swipe=None if worn else "")
    size, centres = (1, len(drawn.letters)), np.array(drawn.centres)
    return _Drawn(drawn.canvas, size, tuple(drawn.letters), centres, drawn.height, 12)


_DRAWN: dict[Reading, Callable[[int, Rng, bool], _Drawn]] = {
    Reading.BOARD: _board,
    Reading.DICE: _dice,
    Reading.PAGE: _page,
    Reading.WORDLE: _wordle,
    Reading.WHEEL: _wheel,
}


def _cells(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple("" if letter == "." else letter for letter in "".join(rows))
