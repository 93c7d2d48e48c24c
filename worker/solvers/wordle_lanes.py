"""Searches that run side by side, in turns."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol


class Lane(Protocol):
    def run(self, work: int) -> bool:
        """Go on for about so much work; whether it is done."""


def run_all(lanes: Sequence[Lane], work: int) -> bool:
    """Share a turn of work between the lanes; whether all of them are done.

    No thread outlives the turn: a search that is dropped between two turns may be freed in any thread, even
    one that is just starting, where waiting for others would never end.
    """
    if len(lanes) == 1:
        return lanes[0].run(work)
    with ThreadPoolExecutor(max(1, len(lanes))) as threads:
        return all(list(threads.map(lambda lane: lane.run(work // len(lanes)), lanes)))
