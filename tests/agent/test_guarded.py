"""Limits hold whatever is asked, and never keep a button down."""

from __future__ import annotations

import io
import json

import pytest

from agent.errors import LimitReached, WatchdogLost
from agent.guarded import LimitedPointer, Limits, LoggedPointer, WatchedPointer
from agent.log import EventLog
from agent.ports import Pointer, ScreenPoint
from agent.watchdog import MOVED, PRESSED, RELEASED
from tests.agent.clocks import FakeClock

HERE = ScreenPoint(3.0, -4.5)


class Mouse:
    """Remembers what it was told; the watchdog's steps go to the same list."""

    def __init__(self) -> None:
        self.told: list[str | bytes] = []

    def position(self) -> ScreenPoint:
        return HERE

    def move(self, to: ScreenPoint) -> None:
        self.told.append("move")

    def press(self, at: ScreenPoint) -> None:
        self.told.append("press")

    def drag(self, to: ScreenPoint) -> None:
        self.told.append("drag")

    def release(self, at: ScreenPoint) -> None:
        self.told.append("release")

    def release_all(self) -> None:
        self.told.append("release_all")

    def tell(self, step: bytes) -> None:
        self.told.append(step)


class DeadWatchdog:
    def tell(self, step: bytes) -> None:
        raise WatchdogLost("gone")


def everything(pointer: Pointer) -> None:
    assert pointer.position() == HERE
    pointer.move(HERE)
    pointer.press(HERE)
    pointer.drag(HERE)
    pointer.release(HERE)
    pointer.release_all()


EVENTS = ["move", "press", "drag", "release", "release_all"]


def test_within_the_limits_everything_passes() -> None:
    mouse = Mouse()
    everything(LimitedPointer(mouse, Limits(), FakeClock()))
    assert mouse.told == EVENTS


@pytest.mark.parametrize(
    ("limits", "pause", "presses", "said"),
    [
        (Limits(presses=3), 0.25, 3, "3 drags"),
        (Limits(seconds=5), 0.25, 21, "5 seconds"),
        (Limits(events_per_second=4), 0.125, 4, "4 mouse events a second"),
    ],
)
def test_beyond_a_limit_only_releasing_is_left(limits: Limits, pause: float, presses: int, said: str) -> None:
    mouse, clock = Mouse(), FakeClock()
    pointer = LimitedPointer(mouse, limits, clock)
    with pytest.raises(LimitReached, match=said):
        while True:
            pointer.press(HERE)
            clock.sleep(pause)
    with pytest.raises(LimitReached):
        pointer.press(HERE)
    pointer.release(HERE)
    pointer.release_all()
    assert mouse.told == ["press"] * presses + ["release", "release_all"]


def test_the_cursor_goes_back_once_after_a_limit() -> None:
    mouse, clock = Mouse(), FakeClock()
    pointer = LimitedPointer(mouse, Limits(seconds=1), clock)
    pointer.move(HERE)
    clock.sleep(2)
    with pytest.raises(LimitReached):
        pointer.move(HERE)
    pointer.move(HERE)
    for event in (pointer.move, pointer.press, pointer.drag):
        with pytest.raises(LimitReached, match="1 seconds"):
            event(HERE)
    assert mouse.told == ["move", "move"]


def test_the_rate_is_that_of_the_last_second() -> None:
    mouse, clock = Mouse(), FakeClock()
    pointer = LimitedPointer(mouse, Limits(events_per_second=8), clock)
    for _ in range(300):
        pointer.drag(HERE)
        clock.sleep(0.125)
    assert len(mouse.told) == 300


def test_the_watchdog_knows_before_the_press_and_after_the_release() -> None:
    mouse = Mouse()
    everything(WatchedPointer(mouse, mouse))
    assert mouse.told == [
        "move",
        *(PRESSED, "press", MOVED, "drag", "release", RELEASED),
        *("release_all", RELEASED),
    ]


def test_without_the_watchdog_nothing_is_pressed_but_all_released() -> None:
    mouse = Mouse()
    pointer = WatchedPointer(mouse, DeadWatchdog())
    with pytest.raises(WatchdogLost):
        pointer.press(HERE)
    pointer.release_all()
    assert mouse.told == ["release_all"]


def test_the_log_has_every_event_with_its_place() -> None:
    file = io.BytesIO()
    everything(LoggedPointer(Mouse(), EventLog(file, lambda: 0.0)))
    lines = [json.loads(line) for line in file.getvalue().splitlines()][1:]
    assert [line["event"] for line in lines] == EVENTS
    assert all((line["x"], line["y"]) == (3.0, -4.5) for line in lines[:-1])
