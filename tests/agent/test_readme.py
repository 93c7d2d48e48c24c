"""What the README says of the agent is what the program takes."""

from __future__ import annotations

import re
from pathlib import Path

import typer

from agent.cli import app

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
SECTION = README.partition("\n## The agent\n")[2].partition("\n## ")[0]
OTHERS = {"--help"}


def options() -> dict[str, set[str]]:
    """By command."""
    group = typer.main.get_command(app)
    commands = group.commands  # type: ignore[attr-defined]
    return {
        name: {option for parameter in command.params for option in _names(parameter)}
        for name, command in commands.items()
    }


def _names(parameter: typer.core.TyperOption) -> list[str]:
    return [*parameter.opts, *parameter.secondary_opts]


def test_every_option_that_is_named_is_there() -> None:
    told = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", SECTION))
    assert told and told <= set().union(*options().values())


def test_every_option_that_is_there_is_named() -> None:
    known = {name for names in options().values() for name in names if name.startswith("--")}
    assert known - OTHERS - set(re.findall(r"--[a-z][a-z-]+", SECTION)) <= {"--learn"}


def test_every_command_is_named() -> None:
    assert {name for name in options() if f"`{name}" in SECTION} == set(options())


def test_the_examples_are_commands() -> None:
    for words in re.findall(r"\.venv/bin/python -m agent ([^\n`]+)", SECTION):
        command, *rest = words.split()
        assert {word for word in rest if word.startswith("--")} <= options()[command], words
