"""Our own mouse events on macOS: their order, fields and places, and how the button is let go."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from agent.errors import PointerFailed
from agent.ports import ScreenPoint
from agent.watchdog import PRESSED, guard
from tests.agent.mac.machine import DOWN, DRAGGED, MOVED, UP, Machine, MouseEvent

NUMBER, CLICKS, PRESSURE, ACROSS, DOWNWARDS = 0, 1, 2, 4, 5
"""Fields of a mouse event: kCGMouseEventNumber and its neighbours."""


def test_a_gesture_is_down_dragged_and_up_under_one_number(mac: Machine) -> None:
    from agent.adapters.quartz import open_pointer

    pointer = open_pointer()
    pointer.move(ScreenPoint(10.0, 20.0))
    for _ in range(2):
        pointer.press(ScreenPoint(10.0, 20.0))
        pointer.drag(ScreenPoint(10.4, 29.5))
        pointer.release(ScreenPoint(10.4, 29.5))
    events = [posted.event for posted in mac.posted]
    assert [event.kind for event in events] == [MOVED, DOWN, DRAGGED, UP, DOWN, DRAGGED, UP]
    assert [event.fields.get(NUMBER) for event in events] == [None, 1, 1, 1, 2, 2, 2]
    assert [event.fields.get(PRESSURE) for event in events] == [None, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0]
    assert all(event.fields[CLICKS] == 1 for event in events[1:])
    assert all(posted.tap == 0 for posted in mac.posted)  # kCGHIDEventTap
    assert events[2].place == (10.4, 29.5)


def test_deltas_are_whole_points_that_add_up_to_the_way(mac: Machine) -> None:
    from agent.adapters.quartz import open_pointer

    pointer = open_pointer()
    pointer.press(ScreenPoint(-3.0, 7.0))
    for step in range(1, 31):
        pointer.drag(ScreenPoint(-3.0 + step * 0.7, 7.0 - step * 0.3))
    deltas = [(posted.event.fields[ACROSS], posted.event.fields[DOWNWARDS]) for posted in mac.posted]
    assert deltas[0] == (0, 0)
    assert (sum(dx for dx, _ in deltas), sum(dy for _, dy in deltas)) == (21, -9)
    assert {dx for dx, _ in deltas[1:]} <= {0, 1} and {dy for _, dy in deltas[1:]} <= {0, -1}


def test_deltas_can_be_left_out(mac: Machine) -> None:
    from agent.adapters.quartz import open_pointer

    pointer = open_pointer(deltas=False)
    pointer.press(ScreenPoint(5.0, 5.0))
    pointer.release(ScreenPoint(5.0, 5.0))
    assert all(ACROSS not in posted.event.fields for posted in mac.posted)


def test_the_users_mouse_is_not_held_back(mac: Machine) -> None:
    from agent.adapters.quartz import open_pointer

    assert open_pointer().position() == ScreenPoint(400.0, 300.0)
    assert mac.suppression == 0.0


def test_release_all_lets_go_where_the_mouse_is(mac: Machine) -> None:
    from agent.adapters.quartz import open_pointer

    pointer = open_pointer()
    pointer.release_all()
    assert not mac.posted
    pointer.press(ScreenPoint(50.0, 60.0))
    pointer.drag(ScreenPoint(80.5, 60.0))
    pointer.release_all()
    pointer.release_all()
    assert [posted.event.kind for posted in mac.posted] == [DOWN, DRAGGED, UP]
    assert mac.posted[-1].event.place == (80.5, 60.0) and not mac.is_down


def test_release_all_lets_go_what_somebody_else_pressed(mac: Machine) -> None:
    from agent.adapters.quartz import open_pointer

    open_pointer().press(ScreenPoint(50.0, 60.0))
    open_pointer().release_all()
    assert not mac.is_down


def test_the_watchdog_releases_where_the_mouse_is_when_the_agent_is_gone(mac: Machine) -> None:
    from agent.adapters.quartz import open_pointer, open_releaser

    reads, writes = os.pipe()
    release = open_releaser()
    os.write(writes, PRESSED)
    open_pointer().press(ScreenPoint(50.0, 60.0))
    os.close(writes)
    assert guard(reads, release)
    os.close(reads)
    assert not mac.is_down and mac.posted[-1].event.place == (50.0, 60.0)


@pytest.mark.parametrize("fails", [DOWN, UP])
def test_an_event_that_cannot_be_made_is_an_error_and_the_button_is_known_to_be_held(
    mac: Machine, fails: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from agent.adapters.quartz import open_pointer

    pointer = open_pointer()
    make: Callable[..., MouseEvent | None] = mac.CGEventCreateMouseEvent
    broken = True

    def sometimes(source: object, kind: int, place: tuple[float, float], button: int) -> MouseEvent | None:
        return None if broken and kind == fails else make(source, kind, place, button)

    monkeypatch.setattr(mac, "CGEventCreateMouseEvent", sometimes)
    with pytest.raises(PointerFailed):
        pointer.press(ScreenPoint(1.0, 1.0))
        pointer.release(ScreenPoint(1.0, 1.0))
    broken = False
    pointer.release_all()
    assert mac.posted[-1].event.kind == UP and not mac.is_down
