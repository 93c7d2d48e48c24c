"""A service that hangs holds nobody up."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Sequence

import pytest

from agent.background import Background, PromptSolver
from agent.errors import ServiceAway, UserStopped
from agent.ports import Capture, Reading, ScreenRect, Solution
from tests.agent.clocks import FakeClock

CAPTURE = Capture(b"", 1, 1, ScreenRect(0, 0, 1, 1))


class Slow:
    """A service that answers when it is let."""

    def __init__(self) -> None:
        self.may_answer = threading.Event()

    def read(self, capture: Capture) -> Reading:
        self.may_answer.wait(10)
        return Reading("playing")

    def solve(self, capture: Capture) -> Solution:
        raise ServiceAway("away")

    def feedback(self, accepted: Sequence[str], rejected: Sequence[str]) -> None:
        pass


class StoppedClock(FakeClock):
    """Somebody presses Ctrl-C."""

    def sleep(self, seconds: float) -> None:
        raise UserStopped("Stopped.")


def test_an_answer_and_an_error_come_through() -> None:
    slow = Slow()
    solver = PromptSolver(slow, FakeClock(), Background())
    threading.Timer(0.05, slow.may_answer.set).start()
    assert solver.read(CAPTURE) == Reading("playing")
    with pytest.raises(ServiceAway):
        solver.solve(CAPTURE)


def test_who_stops_does_not_wait_for_the_service() -> None:
    slow = Slow()
    began = time.monotonic()
    with pytest.raises(UserStopped):
        PromptSolver(slow, StoppedClock(), Background()).read(CAPTURE)
    assert time.monotonic() - began < 2
    slow.may_answer.set()


def test_a_program_ends_while_something_is_asked() -> None:
    code = "import time; from agent.background import Background; Background().submit(time.sleep, 60)"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=20)
