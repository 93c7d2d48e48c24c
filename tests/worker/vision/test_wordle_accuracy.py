"""Real pictures of Wordle: what is read wrong is printed (`-s`), and how much is right has a floor."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from worker.model import ReadCell
from worker.vision.decode import decode
from worker.vision.glyphs import default_reader
from worker.vision.wordle_tiles import WordleFound, find

ALL, SOME = slice(None), slice(2, None, 6)
MOST_INEXACT = 1
"""A letter that a message hides cannot be read."""
MOST_DOUBTFUL = 0.05
CLEAR = 0.5


class Real(NamedTuple):
    name: str
    label: dict[str, Any]
    found: WordleFound | None

    @property
    def letters(self) -> list[str]:
        assert self.found
        texts = [cell.letters or "." for cell in self.found.cells]
        cols = self.found.cols
        return ["".join(texts[start : start + cols]) for start in range(0, len(texts), cols)]

    @property
    def is_exact(self) -> bool:
        if self.found is None:
            return False
        return (self.letters, list(self.found.tiles)) == (self.label["letters"], self.label["tiles"])

    @property
    def doubtful(self) -> list[ReadCell]:
        return [cell for cell in self.found.cells if cell.doubtful] if self.found else []

    def wrong_without_doubt(self) -> list[int]:
        """Cells read wrong and not doubtful; all of them, when the board has another shape."""
        truth = list(zip("".join(self.label["letters"]), "".join(self.label["tiles"]), strict=True))
        if self.found is None or (self.found.rows, self.found.cols) != (
            self.label["rows"],
            self.label["cols"],
        ):
            return list(range(len(truth)))
        seen = zip("".join(self.letters), "".join(self.found.tiles), strict=True)
        triples = enumerate(zip(seen, truth, self.found.cells, strict=True))
        return [index for index, (got, right, cell) in triples if got != right and not cell.doubtful]


def _labels(shared_data: Path) -> list[dict[str, Any]]:
    labels: list[dict[str, Any]] = json.loads((shared_data / "screens" / "labels.json").read_text())
    return labels


def _look(shared_data: Path, label: dict[str, Any]) -> Real:
    data = (shared_data / "screens" / label["file"]).read_bytes()
    return Real(Path(label["file"]).name, label, find(decode(data), default_reader()))


@pytest.fixture(scope="module", params=[SOME, pytest.param(ALL, marks=pytest.mark.long)], ids=["some", "all"])
def screens(shared_data: Path, request: pytest.FixtureRequest) -> list[Real]:
    labels = [label for label in _labels(shared_data) if label["kind"] == "wordle"]
    return [_look(shared_data, label) for label in labels[request.param]]


@pytest.mark.slow
def test_letters_and_marks(screens: list[Real]) -> None:
    inexact = [real for real in screens if not real.is_exact]
    lines = [f"{len(screens) - len(inexact)} of {len(screens)} exact"]
    for real in inexact:
        seen = (real.letters, real.found.tiles) if real.found else None
        lines.append(f"{real.name}: {seen}, not {real.label['letters']} {real.label['tiles']}")
    print("\n".join(lines))  # noqa: T201 - this run's figure
    assert len(inexact) <= MOST_INEXACT


def test_nothing_wrong_without_doubt(screens: list[Real]) -> None:
    unflagged = {real.name: real.wrong_without_doubt() for real in screens}
    assert not {name: cells for name, cells in unflagged.items() if cells}


def test_exact_boards_leave_hardly_a_doubt(screens: list[Real]) -> None:
    doubts = {real.name: [cell.why for cell in real.doubtful] for real in screens if real.is_exact}
    assert sum(bool(whys) for whys in doubts.values()) <= MOST_DOUBTFUL * len(doubts), doubts


def test_each_is_taken_for_wordle(screens: list[Real]) -> None:
    worths = {real.name: real.found.worth if real.found else 0.0 for real in screens}
    assert not {name: worth for name, worth in worths.items() if worth < CLEAR}


@pytest.mark.parametrize(
    "kind",
    [
        "wordhunt-negative",
        *(
            pytest.param(kind, marks=pytest.mark.long)
            for kind in ("wordsearch", "wordscapes", "wordhunt", "wordgrid-app")
        ),
    ],
)
def test_other_games_are_not(shared_data: Path, kind: str) -> None:
    others = [_look(shared_data, label) for label in _labels(shared_data) if label["kind"] == kind]
    worths = {real.name: real.found.worth for real in others if real.found}
    assert not {name: worth for name, worth in worths.items() if worth >= CLEAR}
