"""What a game said of words, in the data directory: `{data_dir}/feedback/{name of the list}.txt`.

Kept until it is cleared or its list is deleted. Several processes may add at once: they wait for each other
at the lock of the folder, and readers see a whole file.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from dictionaries.errors import DamagedList
from dictionaries.feedback import Feedback
from dictionaries.storing import write_whole


def read_feedback(name: str, data_dir: Path) -> Feedback:
    """All that was heard about the list of that name; raises DamagedList, OSError."""
    try:
        return Feedback.of_text(_path(name, data_dir).read_text("utf-8"))
    except FileNotFoundError:
        return Feedback()
    except UnicodeDecodeError:
        raise DamagedList(f"{_path(name, data_dir)} is no text.", hint="Delete the file.") from None


def add_feedback(name: str, data_dir: Path, accepted: Iterable[str], rejected: Iterable[str]) -> Feedback:
    """Keep reports of folded words; returns all that was heard. Raises as `read_feedback`."""
    path = _path(name, data_dir)
    path.parent.mkdir(parents=True, exist_ok=True)
    with _locked(path.parent):
        feedback = read_feedback(name, data_dir).and_heard(accepted, rejected)
        write_whole(path, feedback.text.encode())
    return feedback


def clear_feedback(name: str, data_dir: Path) -> None:
    """Forget it; raises OSError."""
    _path(name, data_dir).unlink(missing_ok=True)


def _path(name: str, data_dir: Path) -> Path:
    return data_dir / "feedback" / f"{name}.txt"


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
