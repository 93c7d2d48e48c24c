"""A dry run plans, draws and logs a round, and moves nothing."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image

from agent.adapters.simdesktop import SimDesktop
from agent.desktop import Desktop
from agent.drawing import ON_PICTURE, Line, plan_svg
from agent.dry_run import (
    DryRun,
    capture_of_picture,
    capture_of_window,
    plan_on,
    summary,
    to_json,
    write_drawing,
)
from agent.errors import BadOption, BadOutput, NoPermission, NoWindow
from agent.geometry import Board
from agent.log import read_log
from agent.ports import Capture, Permission, ScreenPoint, ScreenRect
from agent.replay import audited, result_of
from agent.tempo import Tempo
from agent.wishes import Wishes
from dictionaries import find
from tests.agent.boards import SolvedBoard, solved_boards
from tests.agent.simulation import Simulation
from worker.lexicon import open_lexicon

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def board(lexicon_cache: Path) -> SolvedBoard:
    (board,) = solved_boards(open_lexicon(find("en"), lexicon_cache), 1, words=range(60, 150), seed=4)
    return board


def planned(
    board: SolvedBoard, log: Path | None = None, wishes: Wishes | None = None
) -> tuple[DryRun, SimDesktop]:
    simulation = Simulation(board, state="playing", bounds=ScreenRect(-700, 40, 390, 844))
    capture = simulation.desktop.capture(simulation.bounds)
    wishes = wishes or Wishes(seconds=60)
    return plan_on(capture, simulation.solver, wishes=wishes, tempo=Tempo(), log=log), simulation.desktop


def test_every_word_is_planned_and_nothing_is_touched(board: SolvedBoard, tmp_path: Path) -> None:
    made, desktop = planned(board, tmp_path / "log")
    assert sorted(step.word.text for step in made.steps) == sorted(board.points)
    assert made.points == sum(board.points.values()) and 0 < made.seconds < 60
    assert desktop.events == 0 and desktop.phone.dragged == []


def test_its_log_is_that_of_a_round(board: SolvedBoard, tmp_path: Path) -> None:
    made, _ = planned(board, tmp_path / "log")
    audit = audited(read_log(tmp_path / "log"))
    assert (audit.drags, audit.breaches) == (len(made.steps), [])
    end = result_of(read_log(tmp_path / "log"))
    assert end is not None and (end.reason, end.points) == ("dry-run", made.points)


@pytest.mark.parametrize(
    ("wishes", "words", "points"),
    [(Wishes(max_words=5), 5, None), (Wishes(target=1000), None, 1000), (Wishes(seconds=1), 15, None)],
)
def test_it_keeps_to_the_wishes(
    wishes: Wishes, words: int | None, points: int | None, board: SolvedBoard
) -> None:
    made, _ = planned(board, wishes=wishes)
    assert words is None or 0 < len(made.steps) <= words
    assert points is None or points <= made.points < points + 2200


def test_the_drawing_has_a_line_for_each_word(board: SolvedBoard, tmp_path: Path) -> None:
    made, _ = planned(board)
    path = tmp_path / "new" / "plan.svg"
    write_drawing(made, path)
    drawn = ET.fromstring(path.read_text())
    lines = drawn.findall(f"{SVG}polyline")
    labels = [f"{number} {step.word.text} {step.word.points}" for number, step in enumerate(made.steps, 1)]
    assert [line.findtext(f"{SVG}title") for line in lines] == labels[:ON_PICTURE] + labels
    assert len(drawn.findall(f"{SVG}text")) == len(made.steps)
    assert str(path) in summary(made, path)
    assert to_json(made, path)["points"] == made.points
    with pytest.raises(BadOutput):
        write_drawing(made, path / "below")


def test_drags_are_drawn_where_they_are_made() -> None:
    """Two tiles 40 points apart on a desktop whose pixels are half a point."""
    capture = Capture(b"", 200, 100, ScreenRect(-50, 10, 100, 50))
    board = Board(
        capture.bounds, (ScreenPoint(-20, 30), ScreenPoint(20, 30)), ScreenRect(-40, 20, 80, 20), 40
    )
    svg = plan_svg(capture, board, [Line("<A&B>", (1, 0))])
    assert 'points="140.0,40.0 60.0,40.0"' in svg and "1 &lt;A&amp;B&gt;" in svg
    assert plan_svg(capture, board, []).count("<polyline") == 0


def test_a_picture_in_place_of_the_window(tmp_path: Path) -> None:
    path = tmp_path / "screen.jpg"
    Image.new("L", (30, 20)).save(path)
    capture = capture_of_picture(path)
    assert (capture.width, capture.height, capture.bounds) == (30, 20, ScreenRect(0, 0, 30, 20))
    assert capture.png.startswith(b"\x89PNG")
    path.write_bytes(b"no picture")
    for broken in (path, tmp_path / "absent.png"):
        with pytest.raises(BadOption, match=broken.name):
            capture_of_picture(broken)


class Grants:
    def __init__(self, *missing: Permission) -> None:
        self._missing = missing

    def missing(self) -> tuple[Permission, ...]:
        return self._missing


def test_a_window_that_cannot_be_looked_at(board: SolvedBoard) -> None:
    place = Simulation(board).desktop
    allowed = Desktop(place, place, place, Grants(), place)
    assert capture_of_window(allowed).bounds == ScreenRect(100, 50, 390, 844)
    place.change(is_front=False)
    assert capture_of_window(allowed).width == 780
    place.change(is_covered=True)  # whatever lies there is nobody's business
    with pytest.raises(NoWindow, match="over a part") as covered:
        capture_of_window(allowed)
    assert "Move" in covered.value.hint
    place.change(is_minimised=True, is_covered=False)
    with pytest.raises(NoWindow):
        capture_of_window(allowed)
    place.state = None
    with pytest.raises(NoWindow):
        capture_of_window(allowed)
    missing = Permission("Screen Recording", "Open the settings.")
    with pytest.raises(NoPermission, match="Screen Recording") as error:
        capture_of_window(Desktop(place, place, place, Grants(missing), place))
    assert error.value.hint == "Open the settings."
