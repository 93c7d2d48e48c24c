"""A child process that does not outlive its parent, however the parent ends.

Linux: the kernel signals the child when the *thread* that started it ends, so start it from the main thread.
Elsewhere the child's standard input is a pipe from the parent, and its end is the signal.

As a program, `python -I -S leash.py PARENT SIGNAL COMMAND...` runs a command that knows nothing of this.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

LINUX = sys.platform == "linux"
_PR_SET_PDEATHSIG = 1


def leashed(command: list[str], signum: signal.Signals) -> list[str]:
    """The command line that runs `command` and sends it `signum` when the calling process ends."""
    me = str(Path(__file__).resolve())
    return [sys.executable, "-I", "-S", me, str(os.getpid()), str(int(signum)), *command]


def die_with_parent(parent: int, signum: signal.Signals = signal.SIGKILL) -> None:
    """End this process when the process `parent` ends; at once if it has ended already."""
    if LINUX:
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signum), 0, 0, 0)
        if os.getppid() != parent:
            os.kill(os.getpid(), signum)
    else:
        _when_stdin_ends(lambda: os.kill(os.getpid(), signum))


def _when_stdin_ends(act: Callable[[], None]) -> None:
    def watch() -> None:
        while os.read(0, 1024):
            pass
        act()

    threading.Thread(target=watch, daemon=True).start()


def _keep(command: list[str], signum: signal.Signals) -> int:
    """Run the command as a child, since only this process can watch the pipe."""
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, close_fds=False)
    for forwarded in (signal.SIGTERM, signal.SIGINT):
        signal.signal(forwarded, lambda number, _frame: child.send_signal(number))
    _when_stdin_ends(lambda: child.send_signal(signum))
    return child.wait()


def main(arguments: list[str]) -> int:
    parent, signum, command = int(arguments[0]), signal.Signals(int(arguments[1])), arguments[2:]
    if not LINUX:
        return _keep(command, signum)
    die_with_parent(parent, signum)
    os.execv(command[0], command)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
