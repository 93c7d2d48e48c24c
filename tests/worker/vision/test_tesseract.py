"""Tesseract where it is installed, and no harm where it is not."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.conftest import require_tool
from tests.drawing import write
from tests.list_pages import page_with_list
from tests.pictures import WOOD, board_picture
from worker.model import Box, CellSource, Kind, ReadCell, ReadGrid, ScreenState
from worker.vision import tesseract
from worker.vision.decode import Picture, Pixels, decode
from worker.vision.glyphs import default_reader
from worker.vision.word_list import read_word_list

pytestmark = pytest.mark.slow


@pytest.fixture
def installed() -> None:
    require_tool("tesseract")
    tesseract.version.cache_clear()


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    tesseract.version.cache_clear()


@pytest.fixture(autouse=True)
def _probed_anew() -> None:
    tesseract.version.cache_clear()


def letter(text: str) -> Pixels:
    canvas = np.full((80, 80, 3), 240, np.uint8)
    write(canvas, text, (40, 40), 36, (20, 20, 20))
    return np.asarray(cv2.cvtColor(canvas, cv2.COLOR_BGR2GRAY), np.uint8)


def board(
    *doubts: int, letters: dict[int, str] | None = None, confidence: float = 0.6
) -> tuple[Picture, ReadGrid, str]:
    """A drawn board as read, with some of its cells doubtful, and maybe misread; and its true letters."""
    drawn = board_picture(7, theme=WOOD, pitch=120)
    truth = "".join(drawn.rows)
    cells = []
    for index, (x, y) in enumerate(drawn.centres):
        box = Box(int(x) - 50, int(y) - 50, 100, 100)
        text = (letters or {}).get(index, truth[index])
        why = "unclear" if index in doubts else None
        cells.append(ReadCell(text, confidence, box, box.centre, doubtful=why is not None, why=why))
    grid = ReadGrid(Kind.WORDHUNT, ScreenState.PLAYING, 4, 4, tuple(cells))
    return decode(drawn.to_bytes()), grid, truth


@pytest.mark.usefixtures("installed")
class TestInstalled:
    def test_its_version(self) -> None:
        assert (tesseract.version() or "")[0].isdigit()

    def test_letters_one_by_one(self) -> None:
        read = tesseract.read_letters([letter(text) for text in "AKESMZ"])
        assert sum(one == other for one, other in zip(read, "AKESMZ", strict=True)) >= 4

    @pytest.mark.timed
    def test_all_cells_in_one_process(self) -> None:
        start = time.monotonic()
        assert len(tesseract.read_letters([letter("E")] * 48)) == 48
        assert time.monotonic() - start < 4

    def test_a_letter_that_both_read_is_surer(self) -> None:
        picture, grid, truth = board(0, 1, 2, 3, confidence=0.88)
        cells = tesseract.confirmed(picture, grid).cells[:4]
        assert sum(not cell.doubtful and cell.confidence > 0.9 for cell in cells) >= 2
        assert "".join(cell.letters for cell in cells) == truth[:4]
        assert {cell.source for cell in cells} == {CellSource.MODEL}

    @pytest.mark.parametrize("confidence", [0.6, 0.97])
    def test_its_word_alone_lifts_no_doubt(self, confidence: float) -> None:
        """A letter that is hardly more likely than another, or doubtful for another reason, stays so."""
        picture, grid, _ = board(0, 1, 2, 3, confidence=confidence)
        cells = tesseract.confirmed(picture, grid).cells[:4]
        assert all(cell.doubtful for cell in cells)
        assert sum(cell.confidence > confidence for cell in cells) >= 2

    def test_never_overrules(self) -> None:
        picture, grid, truth = board(5, letters={5: "W" if "W" not in board()[2] else "Z"})
        after = tesseract.confirmed(picture, grid)
        assert after.cells[5] == grid.cells[5]
        assert truth[5] != after.cells[5].letters

    def test_fills_what_was_given_up_and_leaves_the_doubt(self) -> None:
        picture, grid, _ = board(5, letters={5: ""})
        cell = tesseract.confirmed(picture, grid).cells[5]
        assert cell.doubtful
        assert (cell.source is CellSource.TESSERACT) == (cell.letters != "")

    def test_a_place_on_a_page_is_not_filled(self) -> None:
        picture, grid, _ = board(5, letters={5: ""})
        page = replace(grid, kind=Kind.WORDSEARCH)
        assert tesseract.confirmed(picture, page).cells[5] == grid.cells[5]

    def test_letters_around_a_wheel_stand_upright(self) -> None:
        picture, grid, _ = board(0, 1, 2, 3, confidence=0.6)
        ring = [grid.cells[index] for index in (0, 1, 5, 4)]  # the last one lies below the first
        wheel = replace(grid, kind=Kind.WHEEL, rows=1, cells=tuple(ring))
        cells = tesseract.confirmed(picture, wheel).cells
        assert sum(cell.confidence > 0.6 for cell in cells[:2]) >= 1

    def test_a_board_without_doubts_is_left_alone(self) -> None:
        picture, grid, _ = board()
        assert tesseract.confirmed(picture, grid) is grid

    def test_reads_the_list_of_a_page(self) -> None:
        page = page_with_list()
        read = [entry.text for entry in tesseract.read_lines(page.picture.full_grey)]
        assert len(set(page.words) & set(read)) >= 8

    def test_helps_with_a_list(self) -> None:
        page = page_with_list(extra=("ZEBRA",))
        words = read_word_list(page.picture, page.grid, default_reader(), helper=tesseract.read_lines)
        assert sorted(words) == sorted(page.words)

    def test_is_told_to_use_one_core(self) -> None:
        assert os.environ["OMP_THREAD_LIMIT"] == "1"


class TestNoHelp:
    @pytest.mark.usefixtures("missing")
    def test_not_installed(self) -> None:
        picture, grid, _ = board(0, 1)
        assert tesseract.version() is None
        assert tesseract.confirmed(picture, grid) == grid
        assert tesseract.read_lines(picture.grey) == []
        assert tesseract.read_letters([letter("A")]) == [""]

    @pytest.mark.timed
    @pytest.mark.parametrize("behaviour", ["exit 3", "echo broken >&2; exit 1", "sleep 30"])
    def test_a_program_that_does_not_work(
        self, behaviour: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        program = tmp_path / "tesseract"
        program.write_text(
            f'#!/bin/sh\n[ "$1" = --version ] && echo "tesseract 5.9.9" && exit 0\n{behaviour}\n'
        )
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
        monkeypatch.setattr(tesseract, "CELL_SECONDS", 0.5)
        monkeypatch.setattr(tesseract, "LINE_SECONDS", 0.5)
        picture, grid, _ = board(0, 1)
        assert tesseract.version() == "5.9.9"
        start = time.monotonic()
        assert tesseract.confirmed(picture, grid) == grid
        assert tesseract.read_lines(picture.grey) == []
        assert time.monotonic() - start < 3
