"""The loops that Numba compiles, and where their machine code is kept.

Importing this package loads neither Numba nor NumPy; importing one of its modules loads both (2 s from cold)
and fixes the directory.
"""

from __future__ import annotations

import atexit
import hashlib
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

_SOURCES: Final = Path(__file__).parent
_PROBE_BYTES: Final = 1 << 20
"""About what the machine code takes: a nearly full disk is found out before Numba fails on it."""

_chosen: list[Path] = []


def use_cache(cache_dir: Path) -> None:
    """Keep machine code under `cache_dir` instead of beside the sources; to be called before a kernel is
    imported."""
    if "worker.kernels.compiled" not in sys.modules:
        _chosen[:] = [cache_dir]


def cache_directory() -> Path:
    """The directory for the machine code of the present sources; where none can be written, one until the
    exit.

    Numba looks at the file of the called function only: after a change in another file it would go on using
    the old machine code. So the directory is named by a hash of them all.
    """
    base = _chosen[0] if _chosen else _SOURCES / "__pycache__"
    directory = base / f"kernels-{sources_digest()}"
    return directory if _is_writable(directory) else _passing_directory()


@cache
def _passing_directory() -> Path:
    directory = Path(tempfile.mkdtemp(prefix="tilewise-kernels-"))
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    return directory


def is_loaded() -> bool:
    """Whether this process has loaded the path kernels, so that using them costs no more waiting."""
    return "worker.kernels.paths" in sys.modules


def sources_digest() -> str:
    digest = hashlib.sha256()
    for path in sorted(_SOURCES.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _is_writable(directory: Path) -> bool:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory) as probe:
            probe.write(bytes(_PROBE_BYTES))
        return True
    except OSError:
        return False
