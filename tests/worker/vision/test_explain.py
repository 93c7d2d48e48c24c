"""The steps of reading as pictures."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from app.cli.commands import app
from tests.drawing import encoded
from tests.pictures import SAMPLE, WOOD, board_picture
from worker.errors import NotAnImage
from worker.vision import sketch
from worker.vision.decode import Pixels
from worker.vision.explain import explain

pytestmark = pytest.mark.slow

STEPS = ["1-grey", "2-candidates", "3-lattices", "4-cells", "5-glyphs", "6-letters"]


def steps_of(data: bytes) -> dict[str, Pixels]:
    return {
        step.name: np.asarray(cv2.imdecode(np.frombuffer(step.png, np.uint8), cv2.IMREAD_COLOR), np.uint8)
        for step in explain(data)
    }


def test_every_step_of_a_board() -> None:
    steps = steps_of(board_picture(2, theme=WOOD, pitch=100, shape="donut").to_bytes())
    assert list(steps) == STEPS
    red = np.all(np.abs(steps["3-lattices"].astype(int) - sketch.BEST) < 3, axis=2)
    assert red.sum() > 100, "the board's own lattice is drawn"
    assert steps["4-cells"].shape == steps["5-glyphs"].shape
    assert steps["5-glyphs"].min() < 30, "letters are drawn in black"


def test_as_far_as_reading_comes() -> None:
    rng = np.random.default_rng(4)
    noise = rng.integers(0, 255, (120, 120, 3)).astype(np.uint8)
    assert list(steps_of(encoded(noise))) == STEPS[:3]


def test_what_is_no_picture() -> None:
    with pytest.raises(NotAnImage):
        list(explain(b"nothing"))


def test_a_table_of_pictures() -> None:
    shades = [np.full((9, 9), shade, np.uint8) for shade in (10, 200)]
    drawn = sketch.table([shades[0], None, shades[1]], ["a", "b", "c"], cols=2)
    middle = sketch.TILE // 2
    right, below = middle + sketch.TILE + 4, middle + sketch.TILE + sketch.CAPTION
    seen = [drawn[y, x, 0] for y, x in ((middle, middle), (middle, right), (below, middle))]
    assert seen == [10, 255, 200]


class TestTerminal:
    def test_writes_numbered_files(self, tmp_path: Path) -> None:
        target = tmp_path / "steps"
        result = CliRunner().invoke(app, ["read", str(SAMPLE), "--explain", str(target)])
        assert result.exit_code == 0, result.output
        assert sorted(path.name for path in target.iterdir()) == [f"{step}.png" for step in STEPS]

    def test_takes_one_picture(self, tmp_path: Path) -> None:
        result = CliRunner().invoke(app, ["read", str(SAMPLE), str(SAMPLE), "--explain", str(tmp_path)])
        assert result.exit_code == 2
        assert "one picture" in result.stderr
