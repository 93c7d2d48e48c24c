"""The signals that end a server, and what they do while it has nothing to end."""

from __future__ import annotations

import os
import signal
from typing import Final

ENDING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def end_at_once() -> None:
    """Let these signals end the process quietly, with the exit code of a server that was running.

    An exception would be a traceback, or be lost, wherever an import stands at that moment.
    """
    for signum in ENDING:
        signal.signal(signum, lambda *_: os._exit(os.EX_OK))
