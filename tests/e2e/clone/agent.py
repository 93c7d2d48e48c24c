"""The agent as a person starts it, playing the clone."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Any

from tests.brokers import CHECKOUT
from tests.e2e.desktop import TITLE, Desktop, end

COUNTDOWN = "1"


@dataclass
class AgentProcess:
    process: subprocess.Popen[bytes]
    _told: IO[bytes]

    def result(self, *, within: float = 100.0) -> dict[str, Any]:
        """What it prints when it has ended."""
        self.process.wait(within)
        told: dict[str, Any] = json.loads(self._told.read())
        return told


@contextmanager
def agent(
    desktop: Desktop, service: str, *options: str, command: Sequence[str] = ("play", "--live")
) -> Iterator[AgentProcess]:
    """A running one, ended afterwards."""
    program = [sys.executable, "-m", "agent", *command, "--json", "--service", service, "--title", TITLE]
    if "play" in command:
        program += ["--no-learn", "--countdown", COUNTDOWN]
    with subprocess.Popen(
        [*program, *options], cwd=CHECKOUT, env=desktop.environment, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        try:
            yield AgentProcess(process, process.stdout)
        finally:
            end(process)
