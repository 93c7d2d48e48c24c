"""How the user stops a round on macOS, and what macOS has to allow."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from agent.desktop import Target, open_desktop
from agent.errors import AlreadyRunning
from tests.agent.mac.conftest import PHONE
from tests.agent.mac.desk import Display, Point, Rect
from tests.agent.mac.machine import Machine

ESCAPE = 53


def test_escape_stops(mac: Machine) -> None:
    from agent.adapters.macos_abort import MacAbort

    abort = MacAbort()
    assert abort.reason() is None
    mac.keys = {ESCAPE}
    assert abort.reason() == "Escape was pressed."


@pytest.mark.parametrize(
    ("mouse", "stops"),
    [
        (Point(0, 0), True),
        (Point(1439.9, 0), True),
        (Point(0, 899.5), True),
        (Point(-1280, 1000 - 0.1), True),  # of the display to the left, whose bottom is lower
        (Point(0, 450), False),  # an edge
        (Point(400, 300), False),
        (Point(-640, -24), False),
    ],
)
def test_a_corner_of_any_display_stops(mac: Machine, mouse: Point, stops: bool) -> None:
    from agent.adapters.macos_abort import MacAbort

    mac.displays.append(Display(2, Rect.of(-1280, -24, 1280, 1024)))
    mac.mouse = mouse
    reason = MacAbort().reason()
    assert reason == ("The mouse was moved into a corner of the screen." if stops else None)


def test_nothing_is_missing_and_nothing_asked_when_all_is_allowed(mac: Machine) -> None:
    from agent.adapters.macos_permissions import MacPermissions

    assert MacPermissions().missing() == []
    assert not mac.asked and not mac.questions


def test_what_is_missing_comes_with_the_way_to_grant_it(mac: Machine) -> None:
    from agent.adapters.macos_permissions import MacPermissions

    mac.may_record = mac.may_control = False
    recording, control = MacPermissions("Apple_Terminal").missing()
    assert (recording.name, control.name) == ("screen recording", "accessibility")
    assert "switch on Terminal, quit it" in recording.how and "Privacy_ScreenCapture" in recording.how
    assert "switch on Terminal, quit it" in control.how and "Privacy_Accessibility" in control.how
    assert mac.asked == ["record"] and mac.questions == 1  # macOS puts the terminal on its lists


@pytest.mark.parametrize("told", ["", "tmux"])
def test_an_unknown_terminal_is_described(mac: Machine, told: str) -> None:
    from agent.adapters.macos_permissions import MacPermissions

    mac.may_control = False
    (control,) = MacPermissions(told).missing()
    assert "switch on the program that you started this from" in control.how


def test_one_agent_a_user_wherever_its_files_are(
    mac: Machine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from agent.adapters.macos_seat import MacSeat

    monkeypatch.setattr("pwd.getpwuid", lambda uid: SimpleNamespace(pw_dir=str(tmp_path)))
    for number in range(2):  # it is free again
        monkeypatch.setenv("TILEWISE_DATA_DIR", str(tmp_path / f"{number}"))
        monkeypatch.setenv("HOME", str(tmp_path / f"{number}"))
        with (
            MacSeat().taken(),
            pytest.raises(AlreadyRunning, match=f"process {os.getpid()}"),
            MacSeat().taken(),
        ):
            pass


def test_the_desktop_of_a_mac_has_all_of_it(mac: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    desktop = open_desktop(Target(bundle_id=PHONE))
    state = desktop.window.find()
    assert state is not None and desktop.screen.capture(state.bounds).width == 652
    assert desktop.abort.reason() is None and not desktop.permissions.missing()
