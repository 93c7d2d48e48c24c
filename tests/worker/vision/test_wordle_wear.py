"""Worn pictures of Wordle: what is lost or looks like something else is doubtful."""

from __future__ import annotations

import pytest

from tests.calibration_pictures import sample
from worker.vision.calibration import Reading
from worker.vision.decode import decode
from worker.vision.glyphs import default_reader
from worker.vision.wordle_tiles import find

HARD = {
    "buttons below, one in line with a column": (9120, 8510, 8532),
    "a stroke in an empty tile, as high as letters": (9097,),
    "rows whose outlines are lost": (8202, 8467),
    "two tiles of one colour that compression parted": (8104,),
}
CASES = [pytest.param(seed, id=f"{name}-{seed}") for name, seeds in HARD.items() for seed in seeds]


@pytest.mark.parametrize("seed", CASES)
def test_nothing_is_wrong_without_doubt(seed: int) -> None:
    drawn = sample(Reading.WORDLE, seed, worn=True)
    found = find(decode(drawn.data), default_reader())
    assert found is not None
    certain = {index for index, cell in enumerate(found.cells) if not cell.doubtful}
    if (found.rows, found.cols) != drawn.shape:
        assert not certain
        return
    letters = [cell.letters for cell in found.cells]
    truth = list(zip(drawn.letters, drawn.marks, strict=True))
    seen = list(zip(letters, "".join(found.tiles), strict=True))
    assert not [index for index in certain if seen[index] != truth[index]]
