"""The README promises commands, codes and settings: each of them must be true."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli.commands import app
from app.problems import PROBLEMS
from app.settings import Settings, variable_name

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
COMMANDS = re.findall(r"^tilewise .*$", README, re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_the_terminal_examples_work(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = CliRunner().invoke(app, shlex.split(command)[1:])
    assert result.exit_code == 0, result.output
    assert result.stdout.strip()


def test_the_error_table_has_every_code() -> None:
    rows = re.findall(r"^\| `([a-z_]+)` \| (\d{3}) \| (\d) \| (.+) \|$", README, re.MULTILINE)
    told = {code: (int(status), int(exit_code), title) for code, status, exit_code, title in rows}
    assert told == {code: (p.status, p.exit_code, p.title) for code, p in PROBLEMS.items()}


def test_the_settings_table_has_every_setting() -> None:
    told = set(re.findall(r"`(TILEWISE_[A-Z_]+)`", README))
    known = {variable_name(knob) for knob in Settings.model_fields}
    others = {"TILEWISE_REQUIRE_ALL", "TILEWISE_AGENT_SERVICE", "TILEWISE_AGENT_KEY"}
    assert told - others <= known
    assert known - told <= {variable_name("openai_api_key")}


@pytest.mark.parametrize("path", re.findall(r"(?:@|\]\()((?:app|worker|dictionaries)/[\w./-]+)", README))
def test_named_files_exist(path: str) -> None:
    assert (ROOT / path).is_file()
