"""A profile comes back as it was kept, or is refused by name."""

from __future__ import annotations

import json
from math import inf, nan
from pathlib import Path

import pytest

from agent.desktop import PointerName
from agent.errors import BadProfile
from agent.profile import Profile, load_profile
from agent.tempo import Tempo

KEPT = Profile(PointerName.QUARTZ, Tempo().slower(1.5), {"vertical": False, "horizontal": True}, "macOS 26")


def with_tempo(**times: object) -> str:
    kept = json.loads(KEPT.to_json())
    kept["tempo"].update(times)
    return json.dumps(kept)


def test_it_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "agent" / "profile.json"
    KEPT.save(path)
    assert load_profile(path) == KEPT
    assert KEPT.broken == ("vertical",)


def test_without_one_drags_are_made_as_usual(tmp_path: Path) -> None:
    assert load_profile(tmp_path / "profile.json") == Profile()


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "null",
        KEPT.to_json().replace('"version": 1', '"version": 2'),
        KEPT.to_json().replace("quartz", "abacus"),
        KEPT.to_json().replace('"hold"', '"grip"'),
        KEPT.to_json().replace('"hold": ', '"hold": -'),
        KEPT.to_json().replace('"works"', '"worked"'),
        KEPT.to_json().replace("false", '"no"'),
        with_tempo(dwell=nan),
        with_tempo(dwell=0.0),
        with_tempo(step=inf),
        with_tempo(hold="slow"),
        "[" * 100_000,
        KEPT.to_json()[:40],
    ],
)
def test_what_cannot_be_used_is_said_so(content: str, tmp_path: Path) -> None:
    path = tmp_path / "profile.json"
    path.write_text(content)
    with pytest.raises(BadProfile, match=r"profile\.json") as error:
        load_profile(path)
    assert "calibrate --live" in error.value.hint


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    (tmp_path / "profile.json").write_text("{}")
    with pytest.raises(BadProfile, match="it has no 'version'"):
        load_profile(tmp_path / "profile.json")
