"""Whether machine code is found again by the next process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_START = (
    "import sys; from pathlib import Path; from worker import kernels; kernels.use_cache(Path(sys.argv[1]));"
)


def printed_without_compiling(script: str, cache: Path) -> str:
    """What a script prints, run twice with its kernels in `cache`; the second time it may compile nothing."""
    command = [sys.executable, "-c", _START + script, str(cache)]
    watched = {**os.environ, "NUMBA_DEBUG_CACHE": "1"}  # other processes may save to the same place
    for _ in range(2):
        done = subprocess.run(command, check=True, capture_output=True, text=True, env=watched)
    assert "data loaded" in done.stdout
    assert "data saved" not in done.stdout
    return done.stdout
