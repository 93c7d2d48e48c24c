"""What is seen of a round on a terminal, and in a file."""

from __future__ import annotations

import pytest

from agent.ports import ScreenPoint, ScreenRect
from agent.progress import (
    BoardSolved,
    Ended,
    Interrupted,
    PhaseBegan,
    Progress,
    ScreenRead,
    StartClicked,
    WindowSeen,
    WordDragged,
    WordJudged,
)
from agent.terminal import CLEAR, Terminal

ROUND: list[Progress] = [
    PhaseBegan("look"),
    WindowSeen("Phone", ScreenRect(0, 0, 390, 844)),
    ScreenRead("how-to-play", None),
    StartClicked(ScreenPoint(5, 5)),
    BoardSolved(("CA", "TS"), 4, 1300, 1, 1200, True, ScreenRect(0, 0, 2, 2)),
    PhaseBegan("play"),
    WordDragged("CATS", 400, (0, 1, 2, 3), 1, 0.3, 1.0, 70.0),
    WordJudged("CATS", 400, "accepted", 1, 400),
    Interrupted("window covered"),
    Interrupted("window covered"),
    WordDragged("CAT", 100, (0, 1, 2), 1, 0.3, 1.0, 69.4),
    WordJudged("CAT", 100, "missed", 1, 400),
    Ended("window_lost", "The window is gone.", 1, 400, 2),
]


def shown(*, is_screen: bool) -> str:
    written: list[str] = []
    times = iter([10.0, 10.5])
    terminal = Terminal(written.append, lambda: next(times), is_screen)
    for event in ROUND:
        terminal(event)
    return "".join(written)


def test_lines_where_lines_cannot_be_changed() -> None:
    text = shown(is_screen=False)
    assert CLEAR not in text and "left" not in text
    assert text.splitlines() == [
        "Looking for the game.",
        "Window 'Phone', 390 x 844 points.",
        "Start was clicked.",
        "CA/TS: 4 words, 1,300 points; there is time for 1 word, 1,200 points. "
        "Some letters may be read wrong.",
        "Playing. Move the mouse or press Escape to stop.",
        "CATS               400 accepted",
        "Waiting: window covered.",
        "CAT                100 missed",
        "Stopped (window_lost). The window is gone. 1 word, 400 points.",
    ]


def test_words_points_pace_and_time_left_on_a_screen() -> None:
    text = shown(is_screen=True)
    assert CLEAR + "1 word, 400 points, 70 s left" in text
    assert CLEAR + "1 word, 400 points, 0.50 s a word, 69 s left" in text
    assert text.count("Waiting") == 1 and "accepted" not in text


@pytest.mark.parametrize("reason", ["over", "played", "target", "max-words", "time"])
def test_each_end_has_its_sentence(reason: str) -> None:
    written: list[str] = []
    Terminal(written.append, lambda: 0.0, False)(Ended(reason, "", 2, 500, 2))
    assert written[0].endswith(". 2 words, 500 points.\n") and "Stopped" not in written[0]
