"""The places that a supervisor keeps filled, and what it remembers of the workers that left them."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from worker.process import WorkerProcess
from worker.wire import Failure, Lane

QUICK_DEATH_SECONDS: Final = 1.0
"""Workers that live shorter than this three times in a row are started with growing pauses."""
LONGEST_PAUSE: Final = 0.5


@dataclass(slots=True)
class Slot:
    """A place for one worker."""

    lane: Lane
    process: WorkerProcess | None = None
    verdict: Failure | None = None
    """Why we killed the worker."""
    is_canceled: bool = False
    """We killed it because its job was canceled."""
    quick_deaths: int = 0
    not_before: float = 0.0
    """When the next worker may be started, on the monotonic clock."""

    def vacate(self, lived: float) -> None:
        is_quick = lived < QUICK_DEATH_SECONDS and not self.is_canceled
        self.process = self.verdict = None
        self.is_canceled = False
        self.quick_deaths = self.quick_deaths + 1 if is_quick else 0
        pause = min(LONGEST_PAUSE, 0.01 * 2**self.quick_deaths) if self.quick_deaths >= 3 else 0.0
        self.not_before = time.monotonic() + pause


@dataclass(frozen=True, slots=True)
class Dead:
    """A worker whose parts are still to be recovered."""

    name: str
    verdict: Failure | None
    blameless: bool
    reason: str
    """For the counts; empty when the supervisor ends itself."""
