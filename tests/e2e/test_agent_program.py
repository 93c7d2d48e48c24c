"""The agent's other commands on a real desktop, as they follow each other on a new machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agent.log import read_log
from agent.places import agent_dir
from agent.profile import load_profile, profile_path
from agent.replay import audited
from agent.template import template_path
from dictionaries import find
from tests.brokers import CHECKOUT
from tests.e2e.clone.game import opened
from tests.e2e.desktop import TITLE, Desktop
from tests.e2e.serving import served

pytestmark = pytest.mark.e2e

BOARD = "STAR/ENIL/GROP/DUET"


@pytest.fixture(scope="module")
def service(lexicon_cache: Path) -> Iterator[str]:
    with served(lexicon_cache) as client:
        yield str(client.base_url)


@pytest.fixture(scope="module")
def words() -> list[str]:
    """Those that the service knows, and so the page."""
    return list(find("en").words())


@pytest.fixture(autouse=True)
def hand(screen: Desktop) -> None:
    screen.move_mouse(1400, 1700)


def told(screen: Desktop, service: str, *words: str) -> dict[str, Any]:
    """What the agent prints."""
    program = [sys.executable, "-m", "agent", *words, "--json", "--service", service, "--title", TITLE]
    run = subprocess.run(program, cwd=CHECKOUT, env=screen.environment, stdout=subprocess.PIPE, check=True)
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


@pytest.mark.timeout(240)  # two rounds; a busy machine reads a screen in seconds
def test_doctor_calibrate_play(screen: Desktop, service: str, words: list[str], tmp_path: Path) -> None:
    """What calibrating found and remembered is what the next round goes by."""
    log = tmp_path / "log"
    with opened(screen, words, board=BOARD) as game:
        checks = {check["name"]: check for check in told(screen, service, "doctor")["checks"]}
        assert all(check["ok"] for name, check in checks.items() if name != "Start button")
        assert "Start button" in checks["game"]["found"] and "1 x 1" in checks["scale"]["found"]
        found = told(screen, service, "calibrate", "--live", "--countdown", "1", "--log", str(log))
        assert found["reason"] == "played" and list(found["works"].values()) == [True] * 4
        gained = sum(trial["gained"] for trial in found["trials"])
        assert gained == game.server.entries("gesture")[-1]["score"]
        assert audited(read_log(log)).breaches == []
    place = agent_dir(os.environ)
    assert load_profile(profile_path(place)).works == found["works"] and template_path(place).exists()
    with opened(screen, words, board=BOARD) as game:
        result = told(
            screen, service, "play", "--live", "--countdown", "1", "--max-words", "5", "--log", str(log)
        )
        assert (result["reason"], result["words"]) == ("max-words", 5)
        assert game.server.entries("gesture")[-1]["score"] == result["points"]
    assert audited(read_log(log)).breaches == []


def test_a_dry_run_looks_and_touches_nothing(
    screen: Desktop, service: str, words: list[str], tmp_path: Path
) -> None:
    out = tmp_path / "plan.svg"
    with opened(screen, words, board=BOARD) as game:
        game.start()
        before = screen.pointer()
        planned = told(screen, service, "dry-run", "--out", str(out))
        assert planned["letters"] == BOARD.split("/") and len(planned["words"]) > 200
        assert game.server.entries("gesture") == [] and screen.pointer() == before
    assert out.read_text().count("<text") == len(planned["words"])
