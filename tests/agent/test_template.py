"""The Start button is known again at other scales and places, and nothing else is taken for it."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from agent.ports import Capture, PixelBox, Reading, ScreenRect, Solution
from agent.template import SecondEvidence, keep_template, resembles

BUTTON = PixelBox(60, 200, 120, 48)


def screen(*, scale: float = 1.0, dim: float = 1.0, text: str = "START") -> Capture:
    """A card with lines of text and a button."""
    picture = Image.new("RGB", (240, 320), (60, 120, 90))
    draw = ImageDraw.Draw(picture)
    for row in range(5):
        draw.text((20, 20 + 30 * row), "Connect letters with each other", fill="white")
    draw.rounded_rectangle((60, 200, 180, 248), 20, fill=(120, 200, 80))
    draw.text((78, 208), text, fill="white", font=ImageFont.load_default(28))
    picture = picture.resize((round(240 * scale), round(320 * scale))).point(lambda value: int(value * dim))
    content = io.BytesIO()
    picture.save(content, "PNG")
    return Capture(content.getvalue(), *picture.size, ScreenRect(0, 0, 240, 320))


def scaled(box: PixelBox, scale: float, dx: float = 0, dy: float = 0) -> PixelBox:
    return PixelBox(box.x * scale + dx, box.y * scale + dy, box.width * scale, box.height * scale)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "agent" / "start.png"
    keep_template(screen(), BUTTON, path)
    return path


@pytest.mark.parametrize(("scale", "dim", "shift"), [(1, 1, 0), (2, 1, 3), (1.5, 0.6, 0), (1, 0.8, 1)])
def test_the_button_is_known_again(scale: float, dim: float, shift: float, kept: Path) -> None:
    assert resembles(screen(scale=scale, dim=dim), scaled(BUTTON, scale, shift, shift), kept) is True


@pytest.mark.parametrize("place", [(0, 0), (60, 20), (100, 100), (10, 260), (100, 260)])
def test_other_places_are_not_taken_for_it(place: tuple[float, float], kept: Path) -> None:
    assert resembles(screen(), PixelBox(*place, 120, 48), kept) is False


def test_without_a_kept_one_there_is_no_evidence(tmp_path: Path) -> None:
    assert resembles(screen(), BUTTON, tmp_path / "absent.png") is None
    (tmp_path / "broken.png").write_bytes(b"no picture")
    assert resembles(screen(), BUTTON, tmp_path / "broken.png") is None


class Sees:
    """A service that sees the button at one place."""

    def __init__(self, start: PixelBox | None) -> None:
        self._start = start

    def read(self, capture: Capture) -> Reading:
        return Reading("how-to-play", self._start)

    def solve(self, capture: Capture) -> Solution:
        raise AssertionError("a button is looked for without solving a board")

    def feedback(self, accepted: Sequence[str], rejected: Sequence[str]) -> None:
        raise AssertionError("a button is looked for without telling of words")


def test_only_what_both_see_is_a_button(kept: Path) -> None:
    elsewhere = PixelBox(60, 20, 120, 48)
    assert SecondEvidence(Sees(BUTTON), kept).read(screen()).start == BUTTON
    assert SecondEvidence(Sees(elsewhere), kept).read(screen()).start is None
    assert SecondEvidence(Sees(elsewhere), kept.with_name("absent")).read(screen()).start == elsewhere
    assert SecondEvidence(Sees(None), kept).read(screen()).start is None
