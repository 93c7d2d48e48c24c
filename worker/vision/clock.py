"""Where the time of reading a picture goes."""

from __future__ import annotations

import time


class Clock:
    """Milliseconds per stage; a stage that runs again adds up."""

    def __init__(self) -> None:
        self._began = self._last = time.perf_counter()
        self._laps: dict[str, float] = {}

    def lap(self, stage: str) -> None:
        """End a stage, which began when the one before ended."""
        now = time.perf_counter()
        self._laps[stage] = self._laps.get(stage, 0.0) + (now - self._last) * 1000
        self._last = now

    def finished(self) -> dict[str, float]:
        """Milliseconds per stage, and in total."""
        self.lap("assemble")
        total = (self._last - self._began) * 1000
        return {stage: round(spent, 2) for stage, spent in (self._laps | {"total": total}).items()}
