"""How much memory a process may take, how much it has, and how it gives back what it needs no more."""

from __future__ import annotations

import ctypes
import resource
from contextlib import suppress
from pathlib import Path
from typing import Final

_STATUS: Final = Path("/proc/self/status")


def limit_memory(extra: int) -> int:
    """Let this process take so many bytes beside what it has; the limit, 0 where there is no such limit.

    Allocations beyond it fail, which Python and NumPy report as MemoryError and OpenCV in its own way. What
    counts (Linux's RLIMIT_DATA) is memory of its own to write to, used or only asked for: a bomb fails before
    it has touched a page. Mapped word graphs do not count.
    """
    has = _status("VmData")
    if has is None:
        return 0
    resource.setrlimit(resource.RLIMIT_DATA, (has + extra, has + extra))
    return has + extra


def give_back_large_blocks() -> None:
    """Have blocks of a megabyte and more returned to the system as soon as they are freed.

    glibc raises that bound to 32 million bytes by itself, and keeps smaller ones in a heap full of holes: a
    server that has sent a few large answers at once stayed hundreds of megabytes larger. Elsewhere nothing
    is done.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _LARGE)


_M_MMAP_THRESHOLD: Final = -3
_LARGE: Final = 1024 * 1024


def resident() -> int:
    """Bytes in memory now; 0 where that cannot be told."""
    return _status("VmRSS") or 0


def is_exhausted(error: BaseException) -> bool:
    """Whether an error says that there was no memory: Python's and NumPy's own, or OpenCV's StsNoMem."""
    return isinstance(error, MemoryError) or getattr(error, "code", None) == _NO_MEMORY


_NO_MEMORY: Final = -4


def _status(name: str) -> int | None:
    if not _STATUS.exists():
        return None
    for line in _STATUS.read_text().splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) * 1024
    return None
