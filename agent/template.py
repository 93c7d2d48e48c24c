"""A picture of the user's own Start button: second evidence that what is to be clicked is that button."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import StatisticsError, correlation
from typing import Final

from PIL import Image

from agent.places import write_whole
from agent.ports import Capture, PixelBox, Reading, Solution, Solver

SIZE: Final = (48, 16)
"""Both are compared at this size, in grey: displays differ in scale and brightness."""
LEAST_LIKENESS: Final = 0.55
"""Correlation from which two pictures show one button. On pictures of the how-to card other places come to
0.47 at most, the button to 0.6 and more even when it is cut out some pixels off."""


def template_path(directory: Path) -> Path:
    return directory / "start.png"


def keep_template(capture: Capture, start: PixelBox, path: Path) -> None:
    """Remember how the button looks; raises OSError."""
    content = io.BytesIO()
    _cut(capture, start).save(content, "PNG")
    write_whole(path, content.getvalue())


def resembles(capture: Capture, start: PixelBox, path: Path) -> bool | None:
    """Whether the place looks like the button that was kept; None when none was, or it cannot be read."""
    try:
        with Image.open(path) as kept:
            return likeness(kept, _cut(capture, start)) >= LEAST_LIKENESS
    except OSError:
        return None


def likeness(one: Image.Image, other: Image.Image) -> float:
    """Correlation of two pictures, -1..1; 0 when one of them shows nothing."""
    try:
        return correlation(_greys(one), _greys(other))
    except StatisticsError:
        return 0.0


def _greys(picture: Image.Image) -> Sequence[int]:
    return picture.convert("L").resize(SIZE, Image.Resampling.BOX).tobytes()


def _cut(capture: Capture, box: PixelBox) -> Image.Image:
    with Image.open(io.BytesIO(capture.png)) as picture:
        return picture.convert("RGB").crop((box.x, box.y, box.x + box.width, box.y + box.height))


class SecondEvidence:
    """A `Solver` that has seen no Start button unless the place looks like the one that was kept."""

    def __init__(self, solver: Solver, path: Path) -> None:
        self._solver = solver
        self._path = path

    def read(self, capture: Capture) -> Reading:
        reading = self._solver.read(capture)
        if reading.start is None or resembles(capture, reading.start, self._path) is not False:
            return reading
        return replace(reading, start=None)

    def solve(self, capture: Capture) -> Solution:
        return self._solver.solve(capture)

    def feedback(self, accepted: Sequence[str], rejected: Sequence[str]) -> None:
        self._solver.feedback(accepted, rejected)
