"""A live round with everything that is put around it, on a simulated phone in real time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import agent.play as program
from agent.desktop import PointerName
from agent.errors import AlreadyRunning, BadLog, BadProfile, NoPermission, ServiceAway, UserStopped
from agent.instance import only_instance
from agent.learned import untold_path
from agent.log import read_log
from agent.play import calibrate, play
from agent.ports import Permission
from agent.profile import Profile, load_profile, profile_path
from agent.progress import Progress, WordJudged
from agent.replay import audited
from agent.stopping import Signals
from agent.wishes import Wishes
from tests.agent import releaser
from tests.agent.place import Place

pytestmark = pytest.mark.slow


@pytest.fixture(params=["how-to-play"])
def place(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    made = Place(tmp_path / "agent", request.param)
    monkeypatch.setenv(releaser.VARIABLE, str(tmp_path / "released"))
    monkeypatch.setattr(program, "ServiceClient", made.service)
    monkeypatch.setattr(program, "open_desktop", made.open_desktop)
    monkeypatch.setattr(program, "open_pointer", made.open_pointer)
    monkeypatch.setattr(program, "releasing_module", lambda: releaser.__name__)
    return made


@pytest.fixture
def signals() -> Iterator[Signals]:
    with Signals() as noted:
        yield noted


def test_a_round_is_played_logged_and_learned_from(place: Place, signals: Signals) -> None:
    hand = place.desktop.hand
    result = play(place.options, signals, place.told.append, place.ticks.append)
    assert (result.reason, result.points, result.refused) == ("played", 1100, ("QUEER",))
    assert place.solver.told == [(result.accepted, ("QUEER",))]
    assert place.ticks == [1] and place.desktop.hand == hand
    assert not place.desktop.outside and not place.desktop.is_held
    assert place.options.log is not None
    entries = read_log(place.options.log)
    assert [entry.what for entry in entries[:2]] == ["log", "begun"]
    assert entries[-1].fields == {"told": True} or entries[-2].fields == {"told": True}
    assert audited(entries).breaches == []


@pytest.mark.parametrize("place", ["playing"], indirect=True)
def test_in_a_round_of_somebody_elses_nothing_counts_as_refused(place: Place, signals: Signals) -> None:
    """Words without points may have been played before."""
    result = play(place.options, signals, place.told.append, place.ticks.append)
    assert result.refused == ("QUEER",)
    assert place.solver.told == [(result.accepted, ())]


def test_calibrating_keeps_a_profile(place: Place, signals: Signals) -> None:
    findings = calibrate(place.options, signals, place.told.append, place.ticks.append)
    assert all(findings.works.values()) and len(findings.works) == 4
    kept = load_profile(profile_path(place.options.directory))
    assert kept == findings.profile() and kept.pointer is PointerName.PYAUTOGUI


def test_a_damaged_profile_does_not_keep_the_calibration_from_mending_it(
    place: Place, signals: Signals
) -> None:
    path = profile_path(place.options.directory)
    path.parent.mkdir()
    path.write_text("{}")
    findings = calibrate(place.options, signals, place.told.append, place.ticks.append)
    assert load_profile(path) == findings.profile()


@pytest.mark.parametrize("is_known", [True, False])
def test_a_calibration_that_is_stopped_takes_no_other_ones_place(
    is_known: bool, place: Place, signals: Signals
) -> None:
    path = profile_path(place.options.directory)
    before = Profile(works={"vertical": False}, made_on="a round that was played to its end")
    if is_known:
        before.save(path)

    def stop(event: Progress) -> None:
        if isinstance(event, WordJudged) and event.total_words == 2:
            place.desktop.abort_reason = "Escape was pressed."

    findings = calibrate(place.options, signals, stop, place.ticks.append)
    assert findings.result.reason == "user_stopped" and any(findings.works.values())
    assert load_profile(path) == (before if is_known else findings.profile())


def test_the_log_of_a_round_stays_when_the_next_does_not_begin(place: Place, signals: Signals) -> None:
    place.service.is_away = True
    assert place.options.log is not None
    place.options.log.parent.mkdir()
    place.options.log.write_text("of the round before")
    with pytest.raises(ServiceAway):
        play(place.options, signals, place.told.append, place.ticks.append)
    assert place.options.log.read_text() == "of the round before"


def nothing_was_moved(place: Place) -> bool:
    return place.desktop.events == 0 and place.phone.state == "how-to-play"


def test_permissions_are_asked_for_first(place: Place, signals: Signals) -> None:
    place.grants.lacks = [Permission("accessibility", "Switch it on."), Permission("screen", "That, too.")]
    with pytest.raises(NoPermission, match="accessibility, screen") as error:
        play(place.options, signals, place.told.append, place.ticks.append)
    assert error.value.hint == "Switch it on. That, too." and nothing_was_moved(place)


def test_one_at_a_time(place: Place, signals: Signals) -> None:
    with only_instance(place.options.directory / "agent.lock"), pytest.raises(AlreadyRunning):
        play(place.options, signals, place.told.append, place.ticks.append)
    assert nothing_was_moved(place)


def test_one_at_a_time_on_a_screen_wherever_the_files_are(place: Place, signals: Signals) -> None:
    with place.desktop.taken(), pytest.raises(AlreadyRunning):
        play(place.options, signals, place.told.append, place.ticks.append)
    assert nothing_was_moved(place)
    play(
        replace(place.options, wishes=Wishes(seconds=20, max_words=1)),
        signals,
        place.told.append,
        place.ticks.append,
    )
    assert not place.desktop.is_taken


def test_without_the_service_nothing_begins(place: Place, signals: Signals) -> None:
    place.service.is_away = True
    with pytest.raises(ServiceAway):
        play(place.options, signals, place.told.append, place.ticks.append)
    assert nothing_was_moved(place)


def test_it_can_be_stopped_while_it_counts_down(place: Place, signals: Signals) -> None:
    place.desktop.abort_reason = "Escape was pressed"
    with pytest.raises(UserStopped, match="Escape"):
        play(replace(place.options, countdown=2), signals, place.told.append, place.ticks.append)
    assert place.ticks == [2] and nothing_was_moved(place)


def test_files_that_cannot_be_used(place: Place, signals: Signals) -> None:
    directory = place.options.directory
    directory.mkdir()
    with pytest.raises(BadLog, match="directory"):
        play(replace(place.options, log=directory), signals, place.told.append, place.ticks.append)
    profile_path(directory).write_text("{}")
    with pytest.raises(BadProfile):
        play(place.options, signals, place.told.append, place.ticks.append)
    assert nothing_was_moved(place)


def test_what_the_service_never_takes_is_in_the_log_and_not_kept(place: Place, signals: Signals) -> None:
    place.options = replace(place.options, wishes=Wishes(seconds=20, max_words=1))
    place.service.takes_feedback = False
    result = play(place.options, signals, place.told.append, place.ticks.append)
    assert not untold_path(place.options.directory).exists()
    assert place.options.log is not None
    said = {entry.what: entry.fields for entry in read_log(place.options.log)}
    assert said["feedback_dropped"] == {
        "accepted": list(result.accepted),
        "rejected": list(result.refused),
        "why": "Too many words.",
    }
    assert said["learned"] == {"told": False}


def test_what_the_service_was_not_told_is_kept(place: Place, signals: Signals) -> None:
    place.options = replace(place.options, wishes=Wishes(seconds=20, max_words=1))

    def go_away(event: Progress) -> None:
        place.service.is_away = True

    result = play(place.options, signals, go_away, place.ticks.append)
    assert result.words == 1 and untold_path(place.options.directory).exists()
    assert load_profile(profile_path(place.options.directory)).works == {}
