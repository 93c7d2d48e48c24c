"""How exactly the reference pictures are read, with floors; run with `-s` to see the table."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from worker.errors import GridNotFound
from worker.model import ReadGrid
from worker.vision.read import read_picture

FLOORS = {"wordhunt": 8, "wordhunt-photo": 22, "wordhunt-howto": 2, "wordhunt-negative": 1}
"""Pictures of each kind that must be read exactly: all of them."""


def labels(shared_data: Path) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = json.loads((shared_data / "screens" / "labels.json").read_text())
    return [label for label in listed if label["kind"] in FLOORS]


STATES = {"how-to-play": "how-to-play", "result card": "over"}
"""Labels of screens without a board, and the state that tells what they are."""


def truth(label: dict[str, Any]) -> str:
    return STATES.get(label.get("state", ""), "/".join(label["letters"]))


def seen_in(path: Path) -> ReadGrid | None:
    try:
        return read_picture(path.read_bytes())
    except GridNotFound:
        return None


def answer(seen: ReadGrid | None) -> str:
    if seen is None:
        return ""
    return str(seen.to_grid()) if seen.cells else str(seen.state)


@pytest.fixture(scope="module")
def readings(shared_data: Path) -> list[tuple[dict[str, Any], ReadGrid | None]]:
    return [(label, seen_in(shared_data / "screens" / label["file"])) for label in labels(shared_data)]


def test_every_picture_is_read_exactly(readings: list[tuple[dict[str, Any], ReadGrid | None]]) -> None:
    exact, doubtful, total = Counter[str](), Counter[str](), Counter[str]()
    wrong = []
    for label, seen in readings:
        kind = label["kind"]
        total[kind] += 1
        exact[kind] += answer(seen) == truth(label)
        doubtful[kind] += seen is not None and any(cell.doubtful for cell in seen.cells)
        wrong += [] if answer(seen) == truth(label) else [(label["file"], truth(label), answer(seen))]
    for kind in FLOORS:
        print(f"{kind:20} exact {exact[kind]}/{total[kind]}, with doubtful cells {doubtful[kind]}")  # noqa: T201
    assert all(exact[kind] >= floor for kind, floor in FLOORS.items()), wrong


def test_wrong_cells_are_doubtful(readings: list[tuple[dict[str, Any], ReadGrid | None]]) -> None:
    for label, seen in readings:
        if seen is None or not seen.cells or label.get("state") == "how-to-play":
            continue
        letters = "".join(label["letters"])
        assert len(seen.cells) == len(letters), label["file"]
        for cell, letter in zip(seen.cells, letters, strict=True):
            assert cell.letters == letter or cell.doubtful, label["file"]


def test_milliseconds_per_stage(readings: list[tuple[dict[str, Any], ReadGrid | None]]) -> None:
    stages: dict[str, list[float]] = defaultdict(list)
    for _, seen in readings:
        for stage, spent in (seen.ms if seen else {}).items():
            stages[stage].append(spent)
    print("  ".join(f"{stage} {median(spent):.1f} ms" for stage, spent in stages.items()))  # noqa: T201
    assert stages["total"]
