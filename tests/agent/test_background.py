"""A service that hangs holds nobody up."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Sequence

import pytest

from agent.background import MOST_SECONDS, Background, PromptSolver
from agent.errors import ServiceAway, UserStopped
from agent.ports import Capture, Reading, ScreenRect, Solution
from agent.stopping import AnyAbort
from tests.agent.clocks import FakeClock

CAPTURE = Capture(b"", 1, 1, ScreenRect(0, 0, 1, 1))


NOBODY = AnyAbort([])


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
    solver = PromptSolver(slow, FakeClock(), NOBODY, Background())
    threading.Timer(0.05, slow.may_answer.set).start()
    assert solver.read(CAPTURE) == Reading("playing")
    with pytest.raises(ServiceAway):
        solver.solve(CAPTURE)


@pytest.mark.timed
def test_who_stops_does_not_wait_for_the_service() -> None:
    slow = Slow()
    began = time.monotonic()
    with pytest.raises(UserStopped):
        PromptSolver(slow, StoppedClock(), NOBODY, Background()).read(CAPTURE)
    assert time.monotonic() - began < 2
    slow.may_answer.set()


class Escape:
    """An `Abort` that remembers who asks it."""

    def __init__(self) -> None:
        self.asked_by: set[int] = set()

    def reason(self) -> str | None:
        self.asked_by.add(threading.get_ident())
        return "Escape was pressed."


@pytest.mark.timed
def test_the_hotkey_does_not_wait_for_the_service() -> None:
    slow, began = Slow(), time.monotonic()
    with pytest.raises(UserStopped, match="Escape"):
        PromptSolver(slow, FakeClock(), Escape(), Background()).read(CAPTURE)
    assert time.monotonic() - began < 2
    slow.may_answer.set()


def test_no_other_thread_asks_for_the_hotkey() -> None:
    """Connections to a desktop are no good to two threads."""
    slow, escape = Slow(), Escape()
    solver = PromptSolver(slow, FakeClock(), escape, Background())
    threading.Timer(0.1, slow.may_answer.set).start()
    assert Background().submit(solver.read, CAPTURE).result(10) == Reading("playing")
    assert not escape.asked_by


class HurriedClock(FakeClock):
    """Every look at it takes a second."""

    def now(self) -> float:
        self.time += 1
        return self.time


@pytest.mark.slow
def test_an_answer_that_comes_in_drops_is_given_up() -> None:
    slow, clock = Slow(), HurriedClock(0.0)
    with pytest.raises(ServiceAway, match="end"):
        PromptSolver(slow, clock, NOBODY, Background()).read(CAPTURE)
    assert MOST_SECONDS <= clock.time <= MOST_SECONDS + 3
    slow.may_answer.set()


def test_a_program_ends_while_something_is_asked() -> None:
    code = "import time; from agent.background import Background; Background().submit(time.sleep, 60)"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=20)
