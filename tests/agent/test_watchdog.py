"""However the agent ends, the button is let go within 50 ms."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from agent.errors import WatchdogLost
from agent.watchdog import DONE, MOVED, PRESSED, RELEASED, Watchdog, guard
from tests.agent import releaser

EVENTS = releaser.__name__
RELEASED_WITHIN = 0.05
"""Seconds."""

AGENT = f"""
import os, sys, time
from agent.watchdog import PRESSED, RELEASED, Watchdog

dog = Watchdog.start({EVENTS!r})
for step in sys.argv[1]:
    dog.tell(step.encode())
print(dog.pid, flush=True)
time.sleep(60)
"""


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the watchdog of a test says when it released the button."""
    path = tmp_path / "released"
    monkeypatch.setenv(releaser.VARIABLE, str(path))
    return path


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    yield ends
    for end in ends:
        with suppress(OSError):
            os.close(end)


def agent(steps: bytes) -> tuple[subprocess.Popen[str], int]:
    """An agent that made these steps and now sleeps, with the process id of its watchdog."""
    process = subprocess.Popen(
        [sys.executable, "-c", AGENT, steps.decode()], stdout=subprocess.PIPE, text=True, process_group=0
    )
    assert process.stdout is not None
    with process.stdout as out:
        return process, int(out.readline())


def has_ended(pid: int) -> bool:
    """Whether it ends before long; an orphan may wait for somebody to take note of that."""
    give_up = time.monotonic() + 5
    while time.monotonic() < give_up:
        with suppress(psutil.NoSuchProcess):
            if psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
                time.sleep(0.005)
                continue
        return True
    return False


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_button_left_pressed_is_released_at_once(ending: signal.Signals, told: Path) -> None:
    """The machine may be busy, so the best of three counts."""
    taken: list[float] = []
    while len(taken) < 3 and min(taken, default=1.0) >= RELEASED_WITHIN:
        told.unlink(missing_ok=True)
        process, watchdog = agent(PRESSED + RELEASED + PRESSED + MOVED)
        killed = time.time()
        # The whole group, as Ctrl-C of a terminal does.
        os.killpg(process.pid, ending)
        process.wait()
        assert has_ended(watchdog)
        taken.append(float(told.read_text()) - killed)
    assert min(taken) < RELEASED_WITHIN, taken


def test_a_released_button_is_left_alone(told: Path) -> None:
    process, watchdog = agent(PRESSED + MOVED + RELEASED)
    process.kill()
    process.wait()
    assert has_ended(watchdog)
    assert not told.exists()


def test_closed_in_the_middle_of_a_drag_it_releases(told: Path) -> None:
    with Watchdog.start(EVENTS) as dog:
        dog.tell(PRESSED)
    assert told.exists() and has_ended(dog.pid)


def test_signals_for_the_agent_do_not_end_it(told: Path) -> None:
    with Watchdog.start(EVENTS) as dog:
        for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            os.kill(dog.pid, ending)
        dog.tell(PRESSED)
    assert told.exists()


def test_without_it_nothing_is_pressed(told: Path) -> None:
    with Watchdog.start(EVENTS) as dog:
        os.kill(dog.pid, signal.SIGKILL)
        # Its end of the pipe closes as it dies, not before the call returns.
        with pytest.raises(WatchdogLost):
            while True:
                dog.tell(PRESSED)
                time.sleep(0.001)


def test_one_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agent.watchdog.START_SECONDS", 0.1)
    with subprocess.Popen(
        [sys.executable, "-c", "import time; time.sleep(60)"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        Watchdog(process).close()
        assert process.returncode == -signal.SIGKILL


def test_an_agent_does_not_start_without_it() -> None:
    with pytest.raises(WatchdogLost, match="open_releaser"):
        Watchdog.start("tests.agent")
    with pytest.raises(WatchdogLost, match="No module"):
        Watchdog.start("tests.agent.absent")


@pytest.mark.parametrize(
    ("steps", "released"),
    [
        (b"", False),  # nothing happened
        (PRESSED, True),
        (PRESSED + MOVED * 3, True),
        (PRESSED + MOVED + RELEASED, False),
        (PRESSED + RELEASED + PRESSED, True),
        (PRESSED + RELEASED + DONE, False),
        (PRESSED + DONE, True),  # an agent that ends in the middle of a drag
    ],
)
def test_when_the_pipe_closes(steps: bytes, released: bool, pipe: tuple[int, int]) -> None:
    calls: list[None] = []
    os.write(pipe[1], steps)
    os.close(pipe[1])
    assert guard(pipe[0], lambda: calls.append(None)) is released
    assert bool(calls) is released


def test_steps_may_come_one_by_one(pipe: tuple[int, int]) -> None:
    calls: list[None] = []
    os.write(pipe[1], PRESSED)
    assert guard(pipe[0], lambda: calls.append(None), silence=0.05)
    assert calls, "a drag that falls silent ends"


def test_a_press_that_arrives_after_its_agent_has_died_is_released(pipe: tuple[int, int]) -> None:
    """It was on its way to the desktop when the pipe closed."""
    calls = 0
    held = False

    def release() -> None:
        nonlocal calls, held
        calls += 1
        held = calls == 1  # it comes right after the button was found to be up

    os.write(pipe[1], PRESSED)
    os.close(pipe[1])
    assert guard(pipe[0], release)
    assert not held
