"""One agent at a time: two would write over what the other remembers, or fight over one mouse."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from agent.errors import AlreadyRunning, BadOutput


@contextmanager
def only_instance(lock: Path) -> Iterator[None]:
    """Hold the lock; the system gives it back when this process ends, however it ends.

    Raises:
        AlreadyRunning: another agent holds it; BadOutput: the file cannot be made.
    """
    descriptor = _opened(lock)
    try:
        _take(descriptor, lock)
        yield
    finally:
        # The file stays: whoever removed it would let a third agent lock another file of the same name.
        os.close(descriptor)


def _opened(lock: Path) -> int:
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        return os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise _unusable(lock, error) from None


def _unusable(lock: Path, error: OSError) -> BadOutput:
    return BadOutput(
        f"{lock}: {error.strerror or error}.",
        hint="The agent needs a directory of this machine that it may write to: see TILEWISE_DATA_DIR.",
    )


def _take(descriptor: int, lock: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.pread(descriptor, 20, 0).decode("ascii", "replace").strip()
        raise AlreadyRunning(f"Another agent is running (process {holder or 'unknown'}).") from None
    except OSError as error:  # some disks of other machines have no locks
        raise _unusable(lock, error) from None
    with suppress(OSError):  # a full disk: the lock holds without the number, which is for others to read
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, str(os.getpid()).encode(), 0)
