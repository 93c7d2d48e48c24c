"""How far a part is, told now and then, and how long each of its stages took."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

REPORT_SECONDS: Final = 0.25
"""A progress event is a write to disk, so work that is done sooner sends none."""
FIRST_STAGE: Final = "prepare"
"""Until the part names a stage itself: fetching the picture, loading a word list."""


class Progress:
    """Takes every stage that a running part names and passes on what is worth an event."""

    def __init__(self, tell: Callable[[str, float], None]) -> None:
        self._tell = tell
        self._stage = FIRST_STAGE
        self._since = time.perf_counter()
        self._spent: dict[str, float] = {}
        self._next_report = self._since + REPORT_SECONDS

    def report(self, stage: str, progress: float) -> None:
        """Note the stage that begins, or goes on, and the part done."""
        if stage != self._stage:
            self._close_stage()
            self._stage = stage
        now = time.perf_counter()
        if now >= self._next_report:
            self._next_report = now + REPORT_SECONDS
            self._tell(stage, progress)

    def end(self) -> dict[str, float]:
        """Milliseconds per stage."""
        self._close_stage()
        return dict(self._spent)

    def _close_stage(self) -> None:
        now = time.perf_counter()
        self._spent[self._stage] = self._spent.get(self._stage, 0.0) + (now - self._since) * 1000
        self._since = now
