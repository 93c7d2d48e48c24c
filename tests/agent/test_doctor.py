"""Each thing that a round needs is looked for, and what is missing is named with what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

import agent.doctor as doctor
from agent.adapters.simdesktop import SimDesktop
from agent.desktop import PointerName, Target
from agent.doctor import Check, check_all
from agent.errors import NotSupported, OutsideWindow
from agent.instance import only_instance
from agent.ports import Capture, Permission, ScreenRect
from agent.profile import Profile, profile_path
from agent.service import ServiceOptions
from tests.agent import releaser
from tests.agent.clocks import FakeClock
from tests.agent.place import Place

PHONE = Target(title="Phone")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    made = Place(tmp_path / "agent")
    monkeypatch.setenv(releaser.VARIABLE, str(tmp_path / "released"))
    monkeypatch.setattr(doctor, "ServiceClient", made.service)
    monkeypatch.setattr(doctor, "open_desktop", made.open_desktop)
    monkeypatch.setattr(doctor, "open_pointer", made.open_pointer)
    monkeypatch.setattr(doctor, "releasing_module", lambda: releaser.__name__)
    return made


def checks(place: Place, target: Target | None = PHONE) -> dict[str, Check]:
    found = check_all(place.options.directory, ServiceOptions(), target, FakeClock())
    return {check.name: check for check in found}


def test_where_all_is_there(place: Place) -> None:
    found = checks(place)
    assert all(check.ok for name, check in found.items() if name != "Start button")
    assert found["window"].found == "'Phone', 390 x 844 points at (-300, 20)"
    assert found["scale"].found == "2 x 2 pixels a point"
    assert found["game"].found == "how-to-play, with its Start button"
    assert not found["Start button"].needed and place.desktop.events == 0


def test_a_window_that_is_not_as_it_should(place: Place) -> None:
    place.desktop.change(is_front=False, is_covered=True)
    found = checks(place)
    assert found["window"].found.endswith(", behind another, covered")
    assert found["game"].found == "not looked at" and found["game"].meaning  # others' windows are nobody's
    place.desktop.state = None
    found = checks(place)
    assert not found["window"].ok and not found["window"].needed and "scale" not in found
    assert "window" not in checks(place, target=None)


def test_a_window_beside_the_screen_hides_nothing_else(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(bounds: ScreenRect) -> Capture:
        raise OutsideWindow("That part of the window is not on the screen.")

    monkeypatch.setattr(place.desktop, "capture", fail)
    found = checks(place)
    assert not found["window"].ok and "not on the screen" in found["window"].found
    assert found["service"].ok and "game" not in found


def test_a_mouse_that_does_not_start_is_found_before_a_round(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(name: PointerName) -> SimDesktop:
        raise NotSupported("PyAutoGUI does not start.", hint="Say --pointer x11.")

    monkeypatch.setattr(doctor, "open_pointer", fail)
    mouse = checks(place)["mouse"]
    assert (mouse.ok, mouse.needed, mouse.meaning) == (False, True, "Say --pointer x11.")


def test_permissions_by_name(place: Place) -> None:
    place.grants.lacks = [Permission("accessibility", "Switch it on.")]
    found = checks(place)
    assert (found["accessibility"].ok, found["accessibility"].meaning) == (False, "Switch it on.")
    assert "window" not in found


def test_what_else_may_be_missing(place: Place) -> None:
    place.service.is_away = True
    profile_path(place.options.directory).parent.mkdir(parents=True)
    profile_path(place.options.directory).write_text("{}")
    with only_instance(place.options.directory / "agent.lock"):
        found = checks(place)
    bad = {name for name, check in found.items() if check.needed and not check.ok}
    assert bad == {"data directory", "service", "profile"}
    assert all(found[name].meaning for name in bad)


def test_another_agent_on_the_same_screen(place: Place) -> None:
    with place.desktop.taken():
        found = checks(place)
    assert not found["no other agent"].ok and found["no other agent"].meaning and found["data directory"].ok


def test_a_profile_tells_what_does_not_work(place: Place) -> None:
    kept = Profile(works={"vertical": False, "horizontal": True}, made_on="here, today")
    kept.save(profile_path(place.options.directory))
    found = checks(place)["profile"]
    assert found.ok and "here, today; does not work: vertical" in found.found
