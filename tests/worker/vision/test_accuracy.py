"""How exactly the reference pictures are read, with floors; run with `-s` to see the table."""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from worker.errors import GridNotFound
from worker.model import ReadGrid
from worker.vision.read import read_picture

pytestmark = pytest.mark.slow

FLOORS = {
    "wordhunt": 8,
    "wordhunt-photo": 22,
    "wordhunt-howto": 2,
    "wordhunt-negative": 1,
    "boggle": 6,
    "wordsearch": 27,
    "wordgrid-app": 4,
    "wordgrid-terminal": 1,
}
"""Pictures of each kind that must be read exactly: all of them."""


def labels(shared_data: Path, kind: str) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = json.loads((shared_data / "screens" / "labels.json").read_text())
    return [label for label in listed if label["kind"] == kind]


STATES = {"how-to-play": "how-to-play", "result card": "over"}
"""Labels of screens without a board, and the state that tells what they are."""


def truth(label: dict[str, Any]) -> str:
    return STATES.get(label.get("state", ""), "/".join(map("".join, cells_of(label))))


def cells_of(label: dict[str, Any]) -> list[list[str]]:
    """Rows of what stands in the cells, "." for a hole and [QU] for a tile of several letters."""
    rows = label.get("cells") or label["letters"]
    return [[f"[{text.upper()}]" if len(text) > 1 else text for text in row] for row in rows]


def seen_in(path: Path) -> ReadGrid | None:
    try:
        return read_picture(path.read_bytes())
    except GridNotFound:
        return None


def answer(seen: ReadGrid | None) -> str:
    """As `truth` has it."""
    if seen is None:
        return ""
    return "/".join(map("".join, rows_of(seen))) if seen.cells else str(seen.state)


def rows_of(seen: ReadGrid) -> list[list[str]]:
    texts = [cell.letters or "." for cell in seen.cells]
    shown = [f"[{text}]" if len(text) > 1 else text for text in texts]
    return [shown[row * seen.cols : (row + 1) * seen.cols] for row in range(seen.rows)]


@pytest.fixture(scope="module", params=FLOORS)
def readings(
    request: pytest.FixtureRequest, shared_data: Path
) -> list[tuple[dict[str, Any], ReadGrid | None]]:
    """Labels of one kind, and what was read."""
    found = labels(shared_data, request.param)
    return [(label, seen_in(shared_data / "screens" / label["file"])) for label in found]


def test_every_picture_is_read_exactly(readings: list[tuple[dict[str, Any], ReadGrid | None]]) -> None:
    kind = readings[0][0]["kind"]
    wrong = [
        (label["file"], truth(label), answer(seen))
        for label, seen in readings
        if answer(seen) != truth(label)
    ]
    doubtful = sum(seen is not None and any(cell.doubtful for cell in seen.cells) for _, seen in readings)
    exact = len(readings) - len(wrong)
    print(f"{kind:20} exact {exact}/{len(readings)}, with doubtful cells {doubtful}")  # noqa: T201
    assert exact >= FLOORS[kind], wrong


def test_wrong_cells_are_doubtful(readings: list[tuple[dict[str, Any], ReadGrid | None]]) -> None:
    for label, seen in readings:
        if seen is None or not seen.cells or label.get("state") == "how-to-play":
            continue
        texts, letters = list(chain(*rows_of(seen))), list(chain(*cells_of(label)))
        assert len(texts) == len(letters), label["file"]
        for cell, text, letter in zip(seen.cells, texts, letters, strict=True):
            assert text == letter or cell.doubtful, label["file"]


def test_milliseconds_per_stage(readings: list[tuple[dict[str, Any], ReadGrid | None]]) -> None:
    stages: dict[str, list[float]] = defaultdict(list)
    for _, seen in readings:
        for stage, spent in (seen.ms if seen else {}).items():
            stages[stage].append(spent)
    print("  ".join(f"{stage} {median(spent):.1f} ms" for stage, spent in stages.items()))  # noqa: T201
    assert stages["total"]
