"""A desktop for the watchdog's tests: releasing the button writes the time to a file."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

VARIABLE = "WATCHDOG_TEST_FILE"


def open_releaser() -> Callable[[], None]:
    told = Path(os.environ[VARIABLE])

    def release() -> None:
        told.write_text(str(time.time()))

    return release
