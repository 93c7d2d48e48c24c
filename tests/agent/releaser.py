"""A desktop for the watchdog's tests: releasing the button for the first time writes when to a file."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

VARIABLE = "WATCHDOG_TEST_FILE"


def open_releaser() -> Callable[[], None]:
    told = Path(os.environ[VARIABLE])

    def release() -> None:
        with suppress(FileExistsError), told.open("x") as file:
            file.write(str(time.time()))

    return release
