"""A clock that never waits."""

from __future__ import annotations


class FakeClock:
    """Time goes on only while somebody sleeps."""

    def __init__(self, start: float = 100.0) -> None:
        self.time = start
        self.slept: list[float] = []

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += max(0.0, seconds)
