"""Rounds of trials on a simulated phone: what works is found, kept and said plainly."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.adapters.simdesktop import SimDesktop, SimExecutor
from agent.adapters.simphone import Quality
from agent.calibrate import Findings, calibrate, report, to_json
from agent.calibrating import TemplateKeeper
from agent.desktop import PointerName
from agent.ports import Pointer, ScreenPoint
from agent.round import World
from agent.trials import Direction
from agent.wishes import Wishes
from dictionaries import find
from tests.agent.boards import SolvedBoard, solved_boards
from tests.agent.simulation import Simulation
from worker.lexicon import open_lexicon

pytestmark = pytest.mark.slow

PYAUTOGUI, QUARTZ = PointerName.PYAUTOGUI, PointerName.QUARTZ


@pytest.fixture(scope="module")
def board(lexicon_cache: Path) -> SolvedBoard:
    (board,) = solved_boards(open_lexicon(find("en"), lexicon_cache), 1, words=range(150, 300), seed=3)
    return board


class Stiff:
    """A mouse whose events are lost while it goes straight up or down."""

    def __init__(self, desktop: SimDesktop) -> None:
        self._desktop = desktop

    def position(self) -> ScreenPoint:
        return self._desktop.position()

    def move(self, to: ScreenPoint) -> None:
        self._desktop.move(to)

    def press(self, at: ScreenPoint) -> None:
        self._desktop.press(at)

    def drag(self, to: ScreenPoint) -> None:
        if abs(to.x - self._desktop.hand.x) > 0.2 * abs(to.y - self._desktop.hand.y):
            self._desktop.drag(to)
        self._desktop.hand = to

    def release(self, at: ScreenPoint) -> None:
        self._desktop.release(at)

    def release_all(self) -> None:
        self._desktop.release_all()


def calibrated(
    simulation: Simulation, tmp_path: Path, pointers: dict[PointerName, Pointer] | None = None
) -> Findings:
    desktop, clock = simulation.desktop, simulation.clock
    world = World(desktop, desktop, desktop, clock, desktop, simulation.solver, SimExecutor(clock))
    return calibrate(
        world,
        pointers or {PYAUTOGUI: desktop},
        TemplateKeeper(simulation.solver, tmp_path / "start.png"),
        listener=simulation.told.append,
        wishes=Wishes(seconds=60),
    )


def test_a_phone_that_follows_needs_eight_words(board: SolvedBoard, tmp_path: Path) -> None:
    simulation = Simulation(board, wishes=Wishes(seconds=60))
    findings = calibrated(simulation, tmp_path)
    assert findings.works == {str(direction): True for direction in Direction}
    assert findings.profile().tempo == findings.tempo
    assert (findings.result.reason, findings.result.words) == ("played", 8)
    assert simulation.phone.score == findings.result.points
    assert [line for line in report(findings) if "works" in line] == [
        f"  {direction}: works" for direction in Direction
    ]


def test_a_slow_phone_gets_a_slower_tempo(board: SolvedBoard, tmp_path: Path) -> None:
    simulation = Simulation(board, quality=Quality(sampling=15), wishes=Wishes(seconds=60))
    findings = calibrated(simulation, tmp_path)
    assert all(findings.works.values())
    assert findings.profile().tempo.dwell > findings.tempo.dwell
    assert any("times slower" in line for line in report(findings))


def test_a_mouse_that_works_better_is_taken(board: SolvedBoard, tmp_path: Path) -> None:
    simulation = Simulation(board, wishes=Wishes(seconds=80))
    pointers: dict[PointerName, Pointer] = {PYAUTOGUI: Stiff(simulation.desktop), QUARTZ: simulation.desktop}
    findings = calibrated(simulation, tmp_path, pointers)
    assert findings.profile().pointer is QUARTZ and all(findings.works.values())
    said = "\n".join(report(findings))
    assert "vertical: DOES NOT WORK at any speed" in said and "quartz (taken):" in said
    trials = to_json(findings)["trials"]
    assert {trial["pointer"] for trial in trials} == {"pyautogui", "quartz"}


def test_what_does_not_work_is_said_and_kept(board: SolvedBoard, tmp_path: Path) -> None:
    simulation = Simulation(board, wishes=Wishes(seconds=80))
    findings = calibrated(simulation, tmp_path, {PYAUTOGUI: Stiff(simulation.desktop)})
    assert findings.works["vertical"] is False and findings.works["horizontal"] is True
    assert findings.profile().broken == ("vertical",)
    assert "Words with vertical steps are left out from now on" in "\n".join(report(findings))


def test_where_nothing_arrives_it_says_so(board: SolvedBoard, tmp_path: Path) -> None:
    quality = Quality(lost_touches=1.0)
    simulation = Simulation(board, quality=quality, state="playing", wishes=Wishes(seconds=80))
    findings = calibrated(simulation, tmp_path)
    assert not any(findings.works.values()) and simulation.phone.score == 0 and findings.course.trials
    assert "No drag arrives. Nothing was kept." in list(report(findings))


def test_every_event_is_on_the_board_and_a_moved_window_is_followed(
    board: SolvedBoard, tmp_path: Path
) -> None:
    simulation = Simulation(board, wishes=Wishes(seconds=60))
    bounds = simulation.bounds
    moved = type(bounds)(bounds.x + 300, bounds.y + 40, bounds.width, bounds.height)
    simulation.after(2.0, lambda: simulation.desktop.change(bounds=moved))
    findings = calibrated(simulation, tmp_path)
    assert all(findings.works.values())
    assert not simulation.desktop.outside and not simulation.desktop.is_held


def test_a_user_who_stops_it_gets_what_was_found_so_far(board: SolvedBoard, tmp_path: Path) -> None:
    simulation = Simulation(board, wishes=Wishes(seconds=60))
    simulation.after(1.0, lambda: setattr(simulation.desktop, "abort_reason", "Escape was pressed"))
    findings = calibrated(simulation, tmp_path)
    assert findings.result.reason == "user_stopped"
    assert len(findings.works) < 4 and not simulation.desktop.is_held


def test_what_was_missed_so_far_is_not_called_broken(board: SolvedBoard, tmp_path: Path) -> None:
    simulation = Simulation(board, wishes=Wishes(seconds=60))
    simulation.after(7.0, lambda: setattr(simulation.desktop, "abort_reason", "Escape was pressed"))
    findings = calibrated(simulation, tmp_path, {PYAUTOGUI: Stiff(simulation.desktop)})
    assert findings.works["horizontal"] and "vertical" not in findings.works
    said = "\n".join(report(findings))
    assert "vertical: did not arrive" in said and "DOES NOT WORK" not in said and "left out" not in said
    assert "stopped early" in said and findings.profile().broken == ()


def test_without_a_score_that_is_what_it_says(board: SolvedBoard, tmp_path: Path) -> None:
    simulation = Simulation(board, wishes=Wishes(seconds=60))
    simulation.solver.shows_score = False
    findings = calibrated(simulation, tmp_path)
    error = findings.result.error
    assert error is not None and error.code == "score_unseen" and "doctor" in error.hint
    assert "No drag arrives" not in "\n".join(report(findings))
