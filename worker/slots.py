"""The places that a supervisor keeps filled, and what it remembers of the workers that left them."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from typing import Final

from worker import wire
from worker.process import BROKER_LOST, WorkerProcess
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
    is_outdated: bool = False
    """The worker lacks what its successor will know, and makes way for it between two jobs."""
    quick_deaths: int = 0
    not_before: float = 0.0
    """When the next worker may be started, on the monotonic clock."""

    def has_made_way(self, code: int) -> bool:
        """Whether the worker has ended as it was told; a new one has not yet learnt to do so in order."""
        return self.is_outdated and code in (os.EX_OK, -signal.SIGTERM)

    def reason(self, code: int) -> str:
        """Why the worker, which has ended with that exit code, has to be replaced."""
        if self.is_canceled:
            return wire.CANCELED.code
        if self.verdict is not None:
            return self.verdict.code
        return "broker_lost" if code == BROKER_LOST else "died"

    def vacate(self, lived: float) -> None:
        is_quick = lived < QUICK_DEATH_SECONDS and not (self.is_canceled or self.is_outdated)
        self.process = self.verdict = None
        self.is_canceled = self.is_outdated = False
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
