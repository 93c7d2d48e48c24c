"""How exactly the reference pictures of letter wheels are read; run with `-s` to see the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from worker.vision.decode import decode
from worker.vision.glyphs import default_reader
from worker.vision.wheel import WheelFound, find

pytestmark = pytest.mark.slow

EVERY = 15
"""How many of the other pictures stand for one that is tried: they take a while."""
LIKELY = 0.5
"""Worth from which on a picture is taken for a wheel."""


@pytest.fixture(scope="module")
def readings(shared_data: Path) -> list[tuple[dict[str, Any], WheelFound | None]]:
    screens = shared_data / "screens"
    labels: list[dict[str, Any]] = json.loads((screens / "labels.json").read_text())
    wheels = [label for label in labels if label["kind"] == "wordscapes"]
    others = [label for label in labels if label["kind"] != "wordscapes"]
    return [
        (label, find(decode((screens / label["file"]).read_bytes()), default_reader()))
        for label in wheels + others[::EVERY]
    ]


def letters_of(found: WheelFound | None) -> str:
    return "".join(cell.letters or "." for cell in found.cells) if found else ""


def test_every_wheel_is_read_exactly(readings: list[tuple[dict[str, Any], WheelFound | None]]) -> None:
    wheels = [(label, found) for label, found in readings if label["kind"] == "wordscapes"]
    for label, found in wheels:
        print(label["file"], letters_of(found), found and found.worth, *(found.crossword if found else ()))  # noqa: T201
    assert wheels
    assert [letters_of(found) for _, found in wheels] == [label["letters"][0] for label, _ in wheels]
    assert all(found and found.worth > LIKELY for _, found in wheels)
    assert not any(cell.doubtful for _, found in wheels if found for cell in found.cells)


def test_the_crossword_is_found_above_every_wheel(
    readings: list[tuple[dict[str, Any], WheelFound | None]],
) -> None:
    """The labels do not hold it; whatever it is, its words are joined rows of boxes, several of them."""
    for label, found in readings:
        if label["kind"] == "wordscapes":
            assert found is not None
            assert sum(row.count("#") + sum(map(str.isalpha, row)) for row in found.crossword) >= 7


def test_no_other_picture_is_taken_for_a_wheel(
    readings: list[tuple[dict[str, Any], WheelFound | None]],
) -> None:
    taken = [
        (label["file"], letters_of(found), found.worth)
        for label, found in readings
        if label["kind"] != "wordscapes" and found is not None and found.worth > LIKELY / 2
    ]
    assert taken == []
