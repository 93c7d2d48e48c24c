"""The phone's window is found, told apart from others and brought to the front."""

from __future__ import annotations

import pytest

from agent.desktop import Target
from agent.ports import ScreenRect, Window, WindowState
from tests.agent.mac.conftest import PHONE
from tests.agent.mac.desk import DeskWindow, Display, Program, Rect
from tests.agent.mac.machine import Machine

BOUNDS = ScreenRect(100, 80, 326, 720)


def window_of(target: Target) -> Window:
    from agent.adapters.macos_window import MacWindow

    return MacWindow(target)


@pytest.fixture
def window(mac: Machine) -> Window:
    return window_of(Target(bundle_id=PHONE))


def found(window: Window) -> WindowState:
    state = window.find()
    assert state is not None
    return state


def test_the_window_is_the_large_ordinary_one_of_the_program(window: Window) -> None:
    assert window.find() == WindowState(
        handle=11,
        title="iPhone-Mirroring",
        bounds=BOUNDS,
        is_front=False,
        is_minimised=False,
        is_covered=False,
    )


def test_no_program_no_window(mac: Machine) -> None:
    assert window_of(Target(bundle_id="org.example.Other")).find() is None


def test_a_program_that_was_started_later_is_seen(mac: Machine, window: Window) -> None:
    late = Program(777, "org.example.Late", "Late", [])
    mac.programs.append(late)
    mac.open(late, DeskWindow(77, Rect.of(500, 300, 300, 300), "late"))
    assert found(window_of(Target(bundle_id="org.example.Late"))).handle == 77


def test_a_part_of_the_title_or_the_number_names_a_window_too(mac: Machine) -> None:
    assert found(window_of(Target(title="mirroring"))).handle == 11
    assert window_of(Target(bundle_id=PHONE, title="zsh")).find() is None
    assert found(window_of(Target(window_id=30))).title == "zsh"


def test_activate_brings_it_to_the_front(mac: Machine, window: Window) -> None:
    window.activate(found(window))
    state = found(window)
    assert state.is_front and not state.is_covered and mac.front is not None and mac.front.pid == 501


@pytest.mark.parametrize("hidden", [True, False], ids=["hidden", "minimised"])
def test_what_cannot_be_seen_is_found_and_brought_back(
    mac: Machine, window: Window, phone: Program, hidden: bool
) -> None:
    phone.hidden, phone.windows[1].minimised = hidden, not hidden
    state = found(window)
    assert (state.handle, state.bounds, state.is_minimised, state.is_front) == (11, BOUNDS, True, False)
    window.activate(state)
    assert found(window) == WindowState(11, "iPhone-Mirroring", BOUNDS, True, False, False)


def test_the_right_one_of_several_windows_is_raised(mac: Machine, window: Window, phone: Program) -> None:
    before = found(window)
    mac.open(phone, DeskWindow(15, Rect.of(150, 90, 400, 700), "Settings"))
    state = found(window)
    assert state.handle == before.handle == 11 and state.is_covered
    window.activate(state)
    assert found(window).is_front and not found(window).is_covered


def test_a_window_of_the_same_program_takes_the_front(mac: Machine, window: Window, phone: Program) -> None:
    window.activate(found(window))
    mac.open(phone, DeskWindow(15, Rect.of(900, 90, 400, 700), "Settings"))
    state = found(window)
    assert not state.is_front and not state.is_covered


def test_the_window_stays_the_one_until_it_is_gone(mac: Machine, window: Window, phone: Program) -> None:
    first = found(window)
    phone.windows[1].bounds = Rect.of(300, 20, 326, 720)
    mac.open(phone, DeskWindow(15, Rect.of(900, 90, 400, 700), "Settings"))
    assert (found(window).handle, found(window).bounds.x) == (first.handle, 300)
    mac.close(first.handle)
    assert found(window).handle == 15
    mac.close(15)
    assert window.find() is None


def test_a_window_on_half_a_point_has_the_bounds_of_its_picture(
    mac: Machine, window: Window, phone: Program
) -> None:
    """On Retina it may stand there; what is captured are whole points, and both are compared."""
    from agent.adapters.macos_screen import MacScreen

    phone.windows[1].bounds = Rect.of(100.5, 80.5, 326, 720)
    state = found(window)
    assert state.bounds == ScreenRect(100, 80, 327, 721)
    assert MacScreen().capture(state.bounds).bounds == state.bounds


@pytest.mark.parametrize(
    ("bounds", "layer", "alpha", "covers"),
    [
        (Rect.of(400, 700, 500, 200), 0, 1.0, True),
        (Rect.of(400, 700, 500, 200), 0, 0.0, False),  # cannot be seen
        (Rect.of(426, 80, 500, 500), 0, 1.0, False),  # side by side
        (Rect.of(200, 200, 50, 50), 3, 1.0, True),  # floats above all ordinary ones
        (Rect.of(200, 22, 180, 300), 101, 1.0, True),  # a menu that is open
        (Rect.of(0, 0, 1440, 900), 25, 1.0, False),  # the system's, as large as the display, empty
    ],
)
def test_covered_is_what_the_user_sees_covered(
    mac: Machine, window: Window, terminal: Program, bounds: Rect, layer: int, alpha: float, covers: bool
) -> None:
    window.activate(found(window))
    mac.open(terminal, DeskWindow(31, bounds, "above", layer=layer, alpha=alpha))
    assert found(window).is_covered is covers


def test_a_window_behind_covers_nothing(mac: Machine, window: Window, terminal: Program) -> None:
    mac.open(terminal, DeskWindow(31, Rect.of(0, 0, 900, 800), "below"))
    assert found(window).is_covered
    window.activate(found(window))
    assert not found(window).is_covered


def test_a_window_over_the_edge_of_the_displays_is_covered(
    mac: Machine, window: Window, phone: Program
) -> None:
    phone.windows[1].bounds = Rect.of(-200, 100, 326, 720)
    assert found(window).is_covered
    mac.displays.append(Display(2, Rect.of(-1280, 0, 1280, 1024)))
    assert not found(window).is_covered  # it spans both
    assert found(window).bounds.x == -200


def test_a_program_that_hangs_costs_little_time(mac: Machine, window: Window, phone: Program) -> None:
    phone.answers = False
    state = found(window)
    assert mac.waited <= 0.05  # it is asked while a button is held
    window.activate(state)
    assert not state.is_front and mac.waited < 1.5


def test_without_permissions_it_is_found_but_not_in_front(mac: Machine, window: Window) -> None:
    mac.may_record = mac.may_control = False
    mac.front = mac.programs[1]
    state = found(window)
    assert state.title == "" and not state.is_front
