"""Signals wake whoever sleeps, once; the second one ends the program as always."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from agent.errors import UserStopped
from agent.stopping import ENDING, AnyAbort, Signals, SystemClock


@pytest.mark.timed
@pytest.mark.parametrize("ending", ENDING)
def test_a_signal_wakes_a_sleeper(ending: signal.Signals) -> None:
    with Signals() as signals:
        clock = SystemClock(signals)
        assert signals.reason() is None
        threading.Timer(0.02, os.kill, (os.getpid(), ending)).start()
        began = clock.now()
        with pytest.raises(UserStopped, match=ending.name):
            clock.sleep(30)
        assert clock.now() - began < 1
        assert ending.name in (signals.reason() or "")
        with pytest.raises(UserStopped):
            clock.sleep(0)


@pytest.mark.timed
def test_sleeping_takes_as_long_as_was_asked() -> None:
    with Signals() as signals:
        clock = SystemClock(signals)
        for seconds in (-1.0, 0.0, 0.01):
            began = time.monotonic()
            clock.sleep(seconds)
            assert seconds <= time.monotonic() - began < 1


def test_afterwards_signals_are_as_they_were() -> None:
    before = [signal.getsignal(ending) for ending in ENDING]
    with Signals():
        assert [signal.getsignal(ending) for ending in ENDING] != before
    assert [signal.getsignal(ending) for ending in ENDING] == before


def test_what_nohup_ignores_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with Signals() as signals:
            os.kill(os.getpid(), signal.SIGHUP)
            assert signals.reason() is None
    finally:
        signal.signal(signal.SIGHUP, before)


STUBBORN = """
import os, signal
from agent.stopping import Signals

with Signals() as signals:
    os.kill(os.getpid(), signal.SIGTERM)
    print(signals.reason(), flush=True)
    os.kill(os.getpid(), signal.SIGTERM)
    print("still there")
"""


def test_the_second_signal_ends_the_program() -> None:
    run = subprocess.run([sys.executable, "-c", STUBBORN], capture_output=True, text=True, timeout=20)
    assert (run.returncode, run.stdout) == (-signal.SIGTERM, "Stopped by SIGTERM.\n")


class Says:
    def __init__(self, reason: str | None) -> None:
        self._reason = reason

    def reason(self) -> str | None:
        return self._reason


def test_the_first_reason_counts() -> None:
    assert AnyAbort([Says(None), Says("hotkey"), Says("corner")]).reason() == "hotkey"
    assert AnyAbort([Says(None)]).reason() is None
