"""Signals end a round at the next moment in which it waits, which is where everything can be put in order."""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Sequence
from types import FrameType
from typing import Any, Final, Self

from agent.errors import UserStopped
from agent.ports import Abort

ENDING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGTSTP)
"""Ctrl-Z, too: a program that only pauses in the middle of a drag would leave the button down."""


class Signals:
    """While it is entered, the first ending signal is a reason to stop; the second one ends as usual.

    An exception out of a signal's handler could tear a request to the display server in two, with which the
    button is to be released. So the handler takes a note, and wakes whoever sleeps.
    """

    def __init__(self) -> None:
        self._reason: str | None = None
        self._before: dict[signal.Signals, Any] = {}
        self._read, self._write = os.pipe()
        os.set_blocking(self._write, False)

    def reason(self) -> str | None:
        return self._reason

    def wait(self, seconds: float) -> None:
        """Sleep, but not longer than until a signal comes; raises UserStopped when one came."""
        if self._reason is None:
            select.select([self._read], [], [], max(0.0, seconds))
        if self._reason is not None:
            raise UserStopped(self._reason)

    def __enter__(self) -> Self:
        # Who started it with `nohup` wants it to go on without its terminal.
        ignored = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        noted = [ending for ending in ENDING if not (ignored and ending is signal.SIGHUP)]
        self._before = {ending: signal.signal(ending, self._note) for ending in noted}
        return self

    def __exit__(self, *_: object) -> None:
        self._restore()
        os.close(self._read)
        os.close(self._write)

    def _note(self, number: int, _: FrameType | None) -> None:
        self._reason = f"Stopped by {signal.Signals(number).name}."
        os.write(self._write, b"!")
        self._restore()

    def _restore(self) -> None:
        for ending, before in self._before.items():
            signal.signal(ending, before)
        self._before = {}


class SystemClock:
    """The real time, in which waiting ends with a signal."""

    def __init__(self, signals: Signals) -> None:
        self._signals = signals

    def now(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Raises UserStopped when a signal came."""
        self._signals.wait(seconds)


class AnyAbort:
    """The first reason of several."""

    def __init__(self, aborts: Sequence[Abort]) -> None:
        self._aborts = tuple(aborts)

    def reason(self) -> str | None:
        return next(filter(None, (abort.reason() for abort in self._aborts)), None)
