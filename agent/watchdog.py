"""A second process that lets the mouse button go when the agent ends with it pressed, however it ends.

The agent tells it through a pipe, one byte a step: before each press, while it drags, after each release.
The system closes the pipe when the agent dies, by whatever hand; the watchdog then has a connection to the
desktop of its own, made beforehand, and releases the button. It also does so when a drag falls silent, as
when the agent is suspended in the middle of one.

    python -m agent.watchdog agent.adapters.x11
"""

from __future__ import annotations

import importlib
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Final, Self

from agent.errors import AgentError, WatchdogLost

Release = Callable[[], None]

PRESSED: Final = b"p"
MOVED: Final = b"m"
RELEASED: Final = b"r"
DONE: Final = b"q"
READY: Final = b"ready\n"

SILENCE_SECONDS: Final = 6.0
"""How long a drag may pause; no tempo rests longer than 5 seconds anywhere."""
START_SECONDS: Final = 10.0
"""Until the watchdog must have its connection; a cold interpreter takes a tenth of a second."""
AGAIN_SECONDS: Final = 0.02
"""After which the button is released once more: a killed agent's last press may have been on its way."""
_IGNORED: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Watchdog:
    """The agent's end of the pipe."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    @classmethod
    def start(cls, events: str) -> Self:
        """Start it and wait until it is ready.

        Args:
            events: the module whose `open_releaser` gives a function that releases the button.

        Raises:
            WatchdogLost: it does not come up.
        """
        # A session of its own: Ctrl-C goes to all processes of the terminal's.
        process = subprocess.Popen(
            [sys.executable, "-m", "agent.watchdog", events],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            bufsize=0,
        )
        dog = cls(process)
        if (answer := dog._first_line()) != READY:
            process.kill()
            dog.close()
            why = answer.decode(errors="replace").strip() or "it says nothing"
            raise WatchdogLost(f"The process that guards the mouse button does not start: {why}.")
        return dog

    @property
    def pid(self) -> int:
        return self._process.pid

    def tell(self, step: bytes) -> None:
        """PRESSED before the button goes down, MOVED with each move, RELEASED when it is up.

        Raises:
            WatchdogLost: it has ended, so nothing may be pressed any more.
        """
        try:
            _pipe(self._process.stdin).write(step)
        except OSError:
            raise WatchdogLost("The process that guards the mouse button has ended.") from None

    def close(self) -> None:
        """End it; when the button was not told to be up, it is released now."""
        with suppress(OSError):
            _pipe(self._process.stdin).write(DONE)
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                _pipe(pipe).close()
        try:
            self._process.wait(START_SECONDS)
        except subprocess.TimeoutExpired:  # the desktop does not answer it
            self._process.kill()
            self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _first_line(self) -> bytes:
        out = _pipe(self._process.stdout)
        readable, _, _ = select.select([out], [], [], START_SECONDS)
        return out.readline() if readable else b""


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise RuntimeError("the process was started without a pipe")
    return pipe


def guard(descriptor: int, release: Release, *, silence: float = SILENCE_SECONDS) -> bool:
    """Follow the steps until the pipe closes; release the button when it was left pressed.

    Args:
        descriptor: the pipe's end to read from.
        silence: seconds that a drag may pause.

    Returns:
        Whether the button had to be released.
    """
    pressed = False
    while True:
        readable, _, _ = select.select([descriptor], [], [], silence if pressed else None)
        steps = os.read(descriptor, 4096) if readable else b""
        pressed = _is_pressed(steps, pressed)
        if not steps or DONE in steps:
            if pressed:
                release()
                time.sleep(AGAIN_SECONDS)
                release()
            return pressed


def _is_pressed(steps: bytes, before: bool) -> bool:
    last = max(steps.rfind(PRESSED), steps.rfind(RELEASED))
    return before if last < 0 else steps[last : last + 1] == PRESSED


def main(events: str) -> None:
    """The watchdog's process."""
    for ending in _IGNORED:
        signal.signal(ending, signal.SIG_IGN)
    try:
        release: Release = importlib.import_module(events).open_releaser()
    except (ImportError, AttributeError, AgentError) as error:
        os.write(sys.stdout.fileno(), f"{str(error).rstrip('.')}\n".encode())
        sys.exit(1)
    os.write(sys.stdout.fileno(), READY)
    guard(sys.stdin.fileno(), release)


if __name__ == "__main__":
    main(sys.argv[1])
