"""A log tells a round again, and whether the mouse did what it must not."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.adapters.simdesktop import SimExecutor
from agent.guarded import Limits, LoggedPointer
from agent.log import Entry, EventLog, read_log
from agent.play import both
from agent.ports import ScreenRect
from agent.replay import Audit, audited, progress_of, result_of, told_of
from agent.round import Round, World
from agent.tempo import Tempo
from dictionaries import find
from tests.agent.boards import SolvedBoard, solved_boards
from tests.agent.simulation import Simulation
from worker.lexicon import open_lexicon

SCENE = [
    Entry(0.0, "window_seen", {"title": "", "bounds": {"x": 0, "y": 0, "width": 100, "height": 100}}),
    Entry(
        0.0,
        "board_solved",
        {
            "letters": ["CAT"],
            **{"words": 1, "points": 100, "planned_words": 1, "planned_points": 100, "doubtful": False},
            "area": {"x": 20, "y": 20, "width": 60, "height": 60},
        },
    ),
]


@pytest.fixture(scope="module")
def board(lexicon_cache: Path) -> SolvedBoard:
    (board,) = solved_boards(open_lexicon(find("en"), lexicon_cache), 1, words=range(60, 150), seed=4)
    return board


@pytest.mark.slow
def test_a_round_is_told_again_as_it_was(board: SolvedBoard, tmp_path: Path) -> None:
    simulation = Simulation(board)
    desktop, clock = simulation.desktop, simulation.clock
    bounds = simulation.bounds
    moved = ScreenRect(bounds.x + 40, bounds.y, bounds.width, bounds.height)
    simulation.after(5.0, lambda: desktop.change(bounds=moved))
    with EventLog.create(tmp_path / "log", clock.now) as log:
        pointer = LoggedPointer(desktop, log)
        world = World(desktop, desktop, pointer, clock, desktop, simulation.solver, SimExecutor(clock))
        result = Round(
            world, wishes=simulation.wishes, tempo=Tempo(), listener=both(simulation.told.append, log.tell)
        ).run()
    entries = read_log(tmp_path / "log")
    assert [event for _, event in told_of(entries)] == simulation.told
    audit = audited(entries)
    assert (audit.breaches, audit.drags) == ([], len(simulation.phone.dragged))
    ended = result_of(entries)
    assert ended is not None and (ended.words, ended.points) == (result.words, result.points)


def at(seconds: float, kind: str, x: float = 50, y: float = 50) -> Entry:
    return Entry(seconds, kind, {"x": x, "y": y})


def ended(seconds: float) -> Entry:
    return Entry(seconds, "ended", {"reason": "over", "message": "", "words": 0, "points": 0, "dragged": 0})


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ([at(1, "press", 150), at(2, "release")], "outside"),
        ([at(1, "press"), at(2, "drag", 50, -1), at(3, "release")], "outside"),
        ([Entry(1, "phase_began", {"phase": "start"}), at(1, "press", 101), at(2, "release")], "outside"),
        ([at(1, "press", 10), at(2, "release")], "beside the board"),
        ([at(1, "press"), at(2, "drag", 50, 81), at(3, "release")], "beside the board"),
        ([ended(1), at(2, "press"), at(3, "release")], "after the end"),
        ([at(1, "press"), at(2, "press"), at(3, "release")], "with the button held"),
        ([at(1, "drag")], "no button held"),
        ([at(1, "press"), at(2, "drag")], "ends with the button pressed"),
        ([at(1, "press"), at(3, "drag"), at(2, "drag", 51), at(4, "release")], "stands after"),
    ],
)
def test_what_must_not_be_is_found(entries: list[Entry], said: str) -> None:
    (breach,) = audited([*SCENE, *entries]).breaches
    assert said in breach.what


@pytest.mark.parametrize(
    "entries",
    [
        [at(1, "press"), at(2, "drag"), at(3, "release")],
        [at(1, "press"), Entry(2, "release_all")],
        [at(1, "press"), at(1, "release"), at(2, "move", 500, 500)],  # the cursor is put back
        [Entry(1, "phase_began", {"phase": "start"}), at(1, "press", 10), at(2, "release", 10)],
        [at(1, "press"), at(2, "drag"), at(3, "release", 500), ended(4), at(5, "move", 3, 3)],
    ],
)
def test_what_may_be_is_let_pass(entries: list[Entry]) -> None:
    assert audited([*SCENE, *entries]).breaches == []


def test_the_board_goes_with_its_window() -> None:
    bounds = {"x": 200, "y": 0, "width": 100, "height": 100}
    moved = Entry(1, "window_seen", {"title": "", "bounds": bounds})
    assert audited([*SCENE, moved, at(2, "press", 279), at(3, "release")]).breaches == []
    assert audited([*SCENE, moved, at(2, "press", 281), at(3, "release")]).breaches != []


def test_the_rate_is_counted() -> None:
    audit = Audit(Limits(events_per_second=10))
    for number in range(30):
        audit.take(at(number * 0.0625, "move"))
    assert audit.most_a_second == 16 and len(audit.breaches) > 0


def test_a_log_that_breaks_off_has_no_result() -> None:
    assert result_of([*SCENE, at(1, "press")]) is None


@pytest.mark.parametrize(
    "entry",
    [
        Entry(0, "word_judged", {"word": "CAT"}),
        Entry(0, "ended", {"reason": "over", "colour": "red"}),
        Entry(0, "press", {"x": 1}),
        Entry(0, "window_seen", {"title": "", "bounds": {"x": 1}}),
    ],
)
def test_entries_that_no_agent_writes(entry: Entry) -> None:
    with pytest.raises(ValueError, match=r"fields|argument"):
        audited([*SCENE, entry])


def test_entries_of_other_kinds_tell_nothing() -> None:
    assert progress_of(Entry(0, "learned", {"told": True})) is None
