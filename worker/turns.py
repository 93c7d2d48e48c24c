"""Of two process trees that could do the same work one works, and the other waits for its turn, warm.

The turn is the lock of a file. It is held by the whole tree, since children inherit it, and the kernel ends
it with the last of them: who gets the turn can count on it that nobody of the other tree is still at work.
"""

from __future__ import annotations

import fcntl
import logging
import os
import tempfile

from worker.leash import LINUX

log = logging.getLogger(__name__)


def new_turn() -> int | None:
    """A descriptor for both trees to inherit; None where a tree is not forked, so that none can be warm."""
    if not LINUX:
        return None
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def take_turn(descriptor: int) -> None:
    """Wait until nobody else has the turn, and keep it until this process and its children end."""
    # Opened anew: the lock belongs to what was opened, and the inherited descriptor is shared with the other.
    own = os.open(f"/proc/self/fd/{descriptor}", os.O_RDWR | os.O_CLOEXEC)
    try:
        fcntl.flock(own, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        log.info("standing by")
        fcntl.flock(own, fcntl.LOCK_EX)
