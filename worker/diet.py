"""Keeps a worker from growing: a limit while it works, and a fresh one in its place when it stays large."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from worker import memory
from worker.lanes.parts import Desk, PartFunction
from worker.wire import OUT_OF_MEMORY, Envelope, Outcome

STAYS: Final = 0.5
"""Of the limit: a worker that keeps this much between jobs has leaks, or holes too small for the next job."""


class Diet:
    """Wraps a worker's functions, which then end with `out_of_memory` where they would take too much."""

    def __init__(self, functions: Mapping[str, PartFunction], extra: int) -> None:
        """Set the limit for this process.

        Args:
            extra: bytes beside what the process has now; 0 for any number.
        """
        self._most_kept = memory.resident() + int(extra * STAYS)
        self._is_limited = bool(extra and memory.limit_memory(extra))
        self._was_exhausted = False
        self.functions = {name: self._watched(function) for name, function in functions.items()}

    def is_over(self) -> bool:
        """Whether the process should be replaced before its next job."""
        return self._was_exhausted or (self._is_limited and memory.resident() > self._most_kept)

    def _watched(self, function: PartFunction) -> PartFunction:
        def call(envelope: Envelope, picture: bytes | None, desk: Desk) -> Outcome:
            try:
                outcome = function(envelope, picture, desk)
            except Exception as error:
                if not memory.is_exhausted(error):
                    raise
                outcome = Outcome("error", failure=OUT_OF_MEMORY)
            self._was_exhausted = outcome.failure == OUT_OF_MEMORY
            return outcome

        return call
