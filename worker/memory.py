"""How much memory a worker may take, and how much it has."""

from __future__ import annotations

import resource
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
