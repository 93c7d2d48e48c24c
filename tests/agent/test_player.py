"""The hand on the mouse."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.adapters.recorder import Recorder
from agent.errors import PointerFailed, UserStopped
from agent.gesture import Event, Gesture
from agent.player import COSTLY, PUNCTUAL, SLICE, Player
from agent.ports import ScreenPoint
from tests.agent.clocks import FakeClock

GESTURE = Gesture(
    (
        Event(0.0, "press", ScreenPoint(10, 10), is_tile=True),
        Event(0.03, "drag", ScreenPoint(30, 10)),
        Event(0.04, "drag", ScreenPoint(50, 10), is_tile=True),
        Event(0.10, "release", ScreenPoint(50, 10)),
    )
)


class Hook:
    """An `Abort`, and a hand that takes the mouse at some event."""

    def __init__(self) -> None:
        self.why: str | None = None

    def reason(self) -> str | None:
        return self.why


def fine(_: ScreenPoint) -> str | None:
    return None


class TestPlaying:
    def setup_method(self) -> None:
        self.clock = FakeClock()
        self.mouse = Recorder(self.clock, ScreenPoint(500, 500))
        self.abort = Hook()
        self.player = Player(self.mouse, self.clock, self.abort)

    def test_events_come_at_their_times(self) -> None:
        played = self.player.play(GESTURE, fine)
        assert [(event.kind, round(event.at - 100, 6)) for event in self.mouse.events] == [
            ("press", 0.0),
            ("drag", 0.03),
            ("drag", 0.04),
            ("release", 0.1),
        ]
        assert played.broken is None and played.seconds == pytest.approx(0.1)
        assert played.released == pytest.approx(100.1)

    def test_what_is_late_pushes_the_rest_back(self) -> None:
        def slow(point: ScreenPoint) -> str | None:
            if point.x == 30:
                self.clock.sleep(0.5)
            return None

        self.player.play(GESTURE, slow)
        at = [event.at for event in self.mouse.events]
        assert at[3] - at[2] >= 0.06 - 1e-9  # it rests on the tile all the same

    @pytest.mark.parametrize("x", [10, 50])
    def test_what_takes_its_time_does_not_take_it_from_the_rest(self, x: int) -> None:
        def slow(point: ScreenPoint) -> str | None:
            self.clock.sleep(0.5 if point.x == x else 0.0)
            return None

        self.player.play(GESTURE, slow)
        at = {(event.kind, event.point.x): event.at for event in self.mouse.events}
        assert at["drag", 50] - at["press", 10] >= 0.04 - PUNCTUAL - 1e-9
        assert at["release", 50] - at["drag", 50] >= 0.06 - PUNCTUAL - 1e-9

    def test_moves_between_two_tiles_are_left_out_when_late(self) -> None:
        slow = Gesture((*GESTURE.events[:2], Event(0.031, "drag", ScreenPoint(40, 10)), *GESTURE.events[2:]))

        def late(point: ScreenPoint) -> str | None:
            self.clock.sleep(0.005 if point.x == 30 else 0.0)
            return None

        self.player.play(slow, late)
        assert [(event.kind, event.point.x) for event in self.mouse.events] == [
            ("press", 10),
            ("drag", 30),
            ("drag", 50),
            ("release", 50),
        ]

    def test_no_wait_is_long(self) -> None:
        self.player.wait(1.0)
        assert max(self.clock.slept) <= SLICE

    def test_trouble_breaks_it_off_with_the_button_up(self) -> None:
        played = self.player.play(GESTURE, lambda point: "moved" if point.x == 50 else None)
        assert played.broken == "moved"
        assert [event.kind for event in self.mouse.events] == ["press", "drag", "release"]

    def test_trouble_before_the_press_touches_nothing(self) -> None:
        assert self.player.play(GESTURE, lambda _: "moved").broken == "moved"
        assert not self.mouse.events

    def test_an_abort_stops_it_with_the_button_up(self) -> None:
        def hotkey(point: ScreenPoint) -> str | None:
            self.abort.why = "hotkey" if point.x == 30 else None
            return None

        with pytest.raises(UserStopped, match="hotkey"):
            self.player.play(GESTURE, hotkey)
        assert [event.kind for event in self.mouse.events] == ["press", "drag", "release"]

    def test_the_users_own_movement_stops_it(self) -> None:
        def take() -> None:
            if self.clock.now() > 100.05:  # on the last tile
                self.mouse._position = ScreenPoint(300, 300)

        with pytest.raises(UserStopped, match="moved"):
            Player(self.mouse, self.clock, self.abort, idle=take).play(GESTURE, fine)
        assert not self.mouse.is_held and self.clock.now() < 100.1

    def test_between_two_gestures_too(self) -> None:
        self.player.play(GESTURE, fine)
        self.mouse._position = ScreenPoint(60, 10)
        with pytest.raises(UserStopped):
            self.player.play(GESTURE, fine)
        assert len(self.mouse.events) == 4

    def test_where_the_mouse_was_before_is_nobodys_business(self) -> None:
        self.player.check()

    def test_systems_that_round_or_are_late_are_no_users(self) -> None:
        self.player.play(GESTURE, fine)
        for x in (51.4, 30.5):  # rounded; two events ago
            self.mouse._position = ScreenPoint(x, 10.5)
            self.player.check()

    def test_a_failing_system_leaves_no_button_down(self) -> None:
        class Failing(Recorder):
            def drag(self, to: ScreenPoint) -> None:
                raise PointerFailed("refused")

        mouse = Failing(self.clock)
        with pytest.raises(PointerFailed):
            Player(mouse, self.clock, self.abort).play(GESTURE, fine)
        assert not mouse.is_held and mouse.events[-1].kind == "release"

    def test_costly_looks_are_taken_on_tiles_only(self) -> None:
        looks = []

        def costly(point: ScreenPoint) -> str | None:
            looks.append(point.x)
            self.clock.sleep(2 * COSTLY)
            return None

        self.player.play(GESTURE, costly)
        assert looks == [10, 50]

    def test_a_click_needs_a_quiet_window(self) -> None:
        assert not self.player.click(ScreenPoint(5, 5), lambda _: "moved")
        assert self.player.click(ScreenPoint(5, 5), fine)
        press, release = self.mouse.events
        assert (press.kind, release.kind) == ("press", "release")
        assert press.point == release.point == ScreenPoint(5, 5)
        assert release.at - press.at > 1 / 60  # a phone looks in between

    def test_long_waits_are_used(self) -> None:
        idle = []
        player = Player(self.mouse, self.clock, self.abort, idle=lambda: idle.append(1))
        player.play(GESTURE, fine)
        assert len(idle) >= 5  # 30, 10 and 60 ms, in slices


@given(st.integers(0, 3), st.sampled_from((KeyboardInterrupt, ValueError, UserStopped)))
def test_whatever_is_raised_the_button_is_up(at: int, kind: Callable[[str], BaseException]) -> None:
    clock = FakeClock()
    mouse = Recorder(clock)
    left = iter(range(at))

    def trouble(_: ScreenPoint) -> str | None:
        if next(left, None) is None:
            raise kind("now")
        return None

    try:
        Player(mouse, clock, Hook()).play(GESTURE, trouble)
    except BaseException as error:
        assert isinstance(error, KeyboardInterrupt | ValueError | UserStopped)
    assert not mouse.is_held
