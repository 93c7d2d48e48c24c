"""Why there is no job, or no new one."""

from __future__ import annotations


class JobNotFound(Exception):
    """There is no such job for its asker, and as far as we know there never was."""


class JobExpired(Exception):
    """There was such a job, and it is no longer kept."""


class TooManyJobs(Exception):
    """The client has as many queued and running jobs as it may have."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class QueueFull(Exception):
    """As many jobs wait in the lane as may."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class IdempotencyKeyReused(Exception):
    """A client's key has made a job for another request."""

    def __init__(self, job: str) -> None:
        super().__init__(job)
        self.job = job
