"""How many words of the reference pages' lists are read, with floors; run with `-s` to see the table.

The board is given as the labels have it, so that only the list is measured: pages that stand upright, whose
list is whole and in the picture.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import require_tool
from worker.model import Box, Kind, ReadCell, ReadGrid, ScreenState
from worker.vision import tesseract
from worker.vision.decode import decode
from worker.vision.glyphs import default_reader
from worker.vision.word_list import Helper, read_word_list

FLOOR, FLOOR_WITH_TESSERACT = 0.79, 0.91
"""Share of all words that must be read, spaces aside."""
MOST_FOREIGN = 0.05
"""Entries that are in no list, as a share of all words."""
ELSEWHERE = {"wordsearch-104.png", "wordsearch-107.png", "wordsearch-108.png"}
"""Their lists are pictures of their own."""
TURNED = {"wordsearch-003.png", "wordsearch-004.png"}


def pages(shared_data: Path) -> list[dict[str, Any]]:
    labels: list[dict[str, Any]] = json.loads((shared_data / "screens" / "labels.json").read_text())
    whole = [label for label in labels if label.get("words") and label.get("words_complete") is not False]
    return [label for label in whole if Path(label["file"]).name not in ELSEWHERE | TURNED]


def labelled_grid(label: dict[str, Any]) -> ReadGrid:
    """The board as the label has it, its cells equal parts of the label's box."""
    rows = label["letters"]
    x, y, width, height = label["bbox"]
    across, down = width / len(rows[0]), height / len(rows)
    cells = []
    for row, line in enumerate(rows):
        for col, letter in enumerate(line):
            box = Box(int(x + col * across), int(y + row * down), int(across), int(down))
            cells.append(ReadCell("" if letter == "." else letter, 1.0, box, box.centre))
    return ReadGrid(Kind.WORDSEARCH, ScreenState.PLAYING, len(rows), len(rows[0]), tuple(cells))


def measure(shared_data: Path, helper: Helper | None) -> tuple[float, float]:
    """Shares of words read and of foreign entries."""
    listed = read = foreign = 0
    for label in pages(shared_data):
        picture = decode((shared_data / "screens" / label["file"]).read_bytes())
        words = {word.replace(" ", "") for word in label["words"]}
        seen = {
            word.replace(" ", "")
            for word in read_word_list(picture, labelled_grid(label), default_reader(), helper=helper)
        }
        print(f"{label['file']}: {len(words & seen)} of {len(words)}, foreign {sorted(seen - words)}")  # noqa: T201
        listed, read, foreign = listed + len(words), read + len(words & seen), foreign + len(seen - words)
    return read / listed, foreign / listed


@pytest.mark.long
def test_by_the_network_alone(shared_data: Path) -> None:
    read, foreign = measure(shared_data, None)
    assert read >= FLOOR
    assert foreign <= MOST_FOREIGN


@pytest.mark.long
def test_with_tesseract(shared_data: Path) -> None:
    require_tool("tesseract")
    read, foreign = measure(shared_data, tesseract.read_lines)
    assert read >= FLOOR_WITH_TESSERACT
    assert foreign <= MOST_FOREIGN


@pytest.fixture(autouse=True)
def _probed_anew() -> None:
    tesseract.version.cache_clear()
