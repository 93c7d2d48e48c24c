"""Every turn that a round can take."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.errors import AgentError, NoBoard, ServiceAway, ServiceRefused, UserStopped
from agent.ports import PixelBox, Reading, ScreenRect, Solution, WindowState
from agent.progress import Phase
from agent.supervise import Patience, Situation, step
from agent.turns import (
    Action,
    Activate,
    Click,
    Clicked,
    Drag,
    Dragged,
    Look,
    News,
    Observation,
    Solve,
    Stop,
    Wait,
)

PATIENCE = Patience()
WINDOW = WindowState(1, "Phone", ScreenRect(0, 0, 400, 800), True, False, False)
START = PixelBox(10, 10, 50, 20)
HOW_TO = Reading("how-to-play", start=START)
PLAYING, OVER, UNKNOWN = Reading("playing"), Reading("over"), Reading("unknown")
SOLVED = Solution(PLAYING, (), ())
DOUBTFUL = Solution(Reading("playing", doubtful=True), (), ())


def situation(phase: Phase, **changes: object) -> Situation:
    return replace(Situation(phase, 0.0, 140.0, has_played=phase == "play"), **changes)  # type: ignore[arg-type]


def turn(
    phase: Phase, news: News | None, *, now: float = 1.0, window: WindowState | None = WINDOW
) -> tuple[Phase, Action]:
    after, action = step(situation(phase), Observation(now, window, news), PATIENCE)
    return after.phase, action


@pytest.mark.parametrize(
    ("phase", "news", "expected_phase", "expected"),
    [
        ("look", None, "look", Look()),
        ("look", HOW_TO, "start", Click(START)),
        ("look", PLAYING, "solve", Solve()),  # the user has pressed Start
        ("look", UNKNOWN, "look", Wait(0.25, "no board in sight")),
        ("look", OVER, "look", Wait(0.25, "no board in sight")),  # the round before
        ("start", Clicked(), "start", Wait(0.15)),
        ("start", None, "start", Solve()),
        ("start", NoBoard(""), "start", Wait(0.1)),  # it opens slowly
        ("start", SOLVED, "play", Drag()),
        ("start", DOUBTFUL, "start", Wait(0.15)),  # tiles may still be moving
        ("solve", SOLVED, "play", Drag()),
        ("solve", NoBoard(""), "look", Wait(0.1)),
        ("play", Dragged(), "play", Drag()),
        ("play", Dragged(is_suspicious=True), "play", Look()),
        ("play", Dragged(is_resized=True), "solve", Solve()),
        ("play", PLAYING, "play", Drag()),
        ("play", OVER, "over", Stop("over")),
        ("play", HOW_TO, "over", Stop("over")),  # another round is offered
        ("play", UNKNOWN, "play", Wait(0.2, "board out of sight")),
        ("play", Dragged(finished="target"), "over", Stop("target")),
        ("play", ServiceAway(""), "play", Drag()),  # pixels tell as well, for a while
    ],
)
def test_turns(phase: Phase, news: News | None, expected_phase: Phase, expected: Action) -> None:
    assert turn(phase, news) == (expected_phase, expected)


@pytest.mark.parametrize("phase", ["look", "start", "solve", "play"])
@pytest.mark.parametrize(
    ("window", "why"),
    [
        (replace(WINDOW, is_front=False), "behind another window"),
        (replace(WINDOW, is_covered=True), "covered"),
        (replace(WINDOW, is_minimised=True), "minimised"),
    ],
)
def test_a_hidden_window_is_brought_to_the_front(phase: Phase, window: WindowState, why: str) -> None:
    assert turn(phase, None, window=window) == (phase, Activate(f"window {why}"))


@pytest.mark.parametrize("phase", ["look", "start", "solve", "play"])
@pytest.mark.parametrize(
    ("error", "code"), [(UserStopped("hotkey"), "user_stopped"), (ServiceRefused("key"), "service_refused")]
)
def test_some_errors_end_it_at_once(phase: Phase, error: AgentError, code: str) -> None:
    assert turn(phase, error) == ("over", Stop(code, error))


def run(situation: Situation, news: News | None, window: WindowState | None, *, every: float) -> Stop:
    """The same again and again, until it ends."""
    now = 1.0
    while True:
        situation, action = step(situation, Observation(now, window, news), PATIENCE)
        if isinstance(action, Stop):
            return action
        now += every


class TestPatience:
    def test_a_window_that_is_not_there(self) -> None:
        stop = run(situation("look"), None, None, every=0.1)
        assert stop.reason == "no_window"

    def test_a_window_that_stays_covered(self) -> None:
        stop = run(situation("play"), None, replace(WINDOW, is_covered=True), every=0.2)
        assert stop.reason == "window_lost"

    @pytest.mark.parametrize("phase", ["look", "start", "solve", "play"])
    def test_a_service_that_stays_away(self, phase: Phase) -> None:
        assert run(situation(phase), ServiceAway(""), WINDOW, every=0.3).reason == "service_away"

    def test_a_service_that_is_away_between_drags(self) -> None:
        state, now, stop = situation("play"), 1.0, None
        while not isinstance(stop, Stop):
            state, _ = step(state, Observation(now, WINDOW, ServiceAway("")), PATIENCE)
            state, stop = step(state, Observation(now + 0.2, WINDOW, Dragged()), PATIENCE)
            now += 1.0
            if now > 20:
                break
            _, stop = step(state, Observation(now, WINDOW, ServiceAway("")), PATIENCE)
        assert isinstance(stop, Stop) and stop.reason == "service_away"

    def test_no_board_at_all(self) -> None:
        assert run(situation("look"), UNKNOWN, WINDOW, every=0.3).reason == "no_board"

    def test_a_card_whose_button_is_not_the_one_that_was_remembered(self) -> None:
        stop = run(situation("look"), replace(HOW_TO, start=None), WINDOW, every=0.3)
        assert stop.reason == "no_board" and stop.error is not None
        assert "remembered" in stop.error.message and "calibrate --live" in stop.error.hint

    def test_a_locked_phone(self) -> None:
        stop = run(situation("play"), UNKNOWN, WINDOW, every=0.3)
        assert stop.reason == "window_lost" and stop.error is not None
        assert "connect again" in stop.error.hint

    def test_drags_that_never_count(self) -> None:
        stop = turn("play", Dragged(misses=PATIENCE.misses))[1]
        assert isinstance(stop, Stop) and stop.reason == "too_many_misses"

    def test_start_is_not_clicked_for_ever(self) -> None:
        state = situation("look", clicks=PATIENCE.clicks)
        _, action = step(state, Observation(1.0, WINDOW, HOW_TO), PATIENCE)
        assert isinstance(action, Stop) and action.reason == "no_board"

    def test_start_is_clicked_again_when_nothing_happens(self) -> None:
        state = situation("start", since=0.0, clicks=1)
        state, action = step(state, Observation(2.0, WINDOW, NoBoard("")), PATIENCE)
        assert (state.phase, action) == ("look", Look())
        state, action = step(state, Observation(2.1, WINDOW, HOW_TO), PATIENCE)
        assert action == Click(START) and state.clicks == 2

    def test_doubtful_letters_are_taken_in_the_end(self) -> None:
        state, action = situation("solve"), None
        for _ in range(PATIENCE.doubtful):
            state, action = step(state, Observation(1.0, WINDOW, DOUBTFUL), PATIENCE)
        assert (state.phase, action) == ("play", Drag())

    def test_after_the_window_was_away_the_board_is_looked_at_before_the_next_drag(self) -> None:
        state, _ = step(situation("play"), Observation(1.0, None, Dragged()), PATIENCE)
        state, action = step(state, Observation(1.5, WINDOW, None), PATIENCE)
        assert action == Look()
        assert step(state, Observation(1.6, WINDOW, PLAYING), PATIENCE)[1] == Drag()

    def test_a_second_round_is_not_begun(self) -> None:
        state = situation("look", has_played=True)
        assert step(state, Observation(1.0, WINDOW, HOW_TO), PATIENCE)[1] == Stop("over")


windows = st.sampled_from(
    (
        None,
        WINDOW,
        WINDOW,
        WINDOW,
        replace(WINDOW, is_front=False),
        replace(WINDOW, is_covered=True),
        replace(WINDOW, is_minimised=True),
    )
)
all_news: st.SearchStrategy[News | None] = st.sampled_from(
    (
        None,
        HOW_TO,
        PLAYING,
        OVER,
        UNKNOWN,
        SOLVED,
        DOUBTFUL,
        Dragged(),
        Dragged(is_suspicious=True),
        Dragged(is_resized=True),
        Dragged(misses=99),
        Dragged(finished="played"),
        Clicked(),
        NoBoard(""),
        ServiceAway(""),
        ServiceRefused(""),
    )
)


@given(st.lists(st.tuples(windows, all_news, st.floats(0.01, 5)), max_size=200))
def test_whatever_is_seen_nothing_is_touched_in_a_window_that_is_not_in_front_and_it_ends(
    course: list[tuple[WindowState | None, News | None, float]],
) -> None:
    now = 0.0
    state = Situation.at_first(now, 80, PATIENCE)
    for window, news, seconds in course:
        now += seconds
        state, action = step(state, Observation(now, window, news), PATIENCE)
        if isinstance(action, Stop):
            assert state.phase == "over"
            return
        assert now < state.deadline
        if isinstance(action, Click | Drag | Look | Solve):
            assert window == WINDOW
    state, action = step(state, Observation(state.deadline, WINDOW, None), PATIENCE)
    assert isinstance(action, Stop)
