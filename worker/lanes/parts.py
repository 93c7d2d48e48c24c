"""Parts as RQ jobs: JSON data, a function from a list, and the commands that put one on its lane."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from redis import Redis
from rq import Queue, Retry
from rq.exceptions import DeserializationError
from rq.job import Job, JobStatus
from rq.serializers import JSONSerializer

from worker import wire
from worker.counts import Count
from worker.transitions import QUEUE_TTL, Command
from worker.wire import Envelope, Lane, Outcome

log = logging.getLogger(__name__)

Report = Callable[[str, float], None]
"""Takes the stage that begins and the part done, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What a running part may ask of its worker."""

    report: Report
    fetch: Callable[[str], bytes | None]
    """What the broker keeps under a key, None when there is nothing (any more)."""
    count: Count
    """Adds to a count of `worker.counts`."""
    answers: Callable[[], list[bytes]]
    """What the parts of the fan before have answered, in their order."""
    limit: float
    """Seconds that the part may run."""


PartFunction = Callable[[Envelope, bytes | None, Desk], Outcome]
"""What runs a part: its envelope, the picture's bytes when it names one, and the worker's desk."""

DEATHS_ALLOWED: Final = 2
"""A part may lose its worker twice; the third time it fails as the likely cause."""
FAILURE_TTL: Final = 10
"""Seconds that RQ keeps a part that killed its workers, no longer than any result; its default is a year."""

_NOT_CONNECTED: Final = Redis()


class NotListed(Exception):
    """An RQ job that asks for anything but a listed function."""


class ListedJob(Job):
    """An RQ job that can only call a function of the list: no imports, methods, callbacks or web requests."""

    functions: ClassVar[Mapping[str, PartFunction]] = {}

    @property
    def func(self) -> PartFunction:
        extras = (self._success_callback_name, self._failure_callback_name, self._stopped_callback_name)
        if self.instance is not None or any(extras) or self.webhooks:
            raise NotListed(f"job {self.id} asks for a method, a callback or a web request")
        function = self.functions.get(str(self.func_name))
        if function is None:
            raise NotListed(f"job {self.id} asks for {self.func_name!r}")
        return function

    @property
    def success_callback(self) -> None:
        return None

    @property
    def failure_callback(self) -> None:
        return None

    @property
    def stopped_callback(self) -> None:
        return None

    def send_webhooks(self, *_: object, **__: object) -> None:
        return None


def listed(functions: Mapping[str, PartFunction]) -> type[ListedJob]:
    """The job class for one list of functions."""
    return type("ListedJob", (ListedJob,), {"functions": dict(functions)})


def queue_key(lane: Lane) -> str:
    return f"{Queue.redis_queue_namespace_prefix}{lane}"


def hand_key(lane: Lane, worker: str) -> str:
    """The list that holds what a worker has taken from the lane and not yet begun."""
    return f"{queue_key(lane)}:intermediate:{worker}"


def enqueue_commands(envelope: Envelope, lane: Lane, *, limit: float) -> list[Command]:
    """The commands that put a part on its lane; for the script that makes the job's record, see `lanes.jobs`.

    Args:
        limit: seconds that the part may run.
    """
    return [*make_commands(envelope, lane, limit=limit), ("RPUSH", queue_key(lane), envelope.part)]


def make_commands(envelope: Envelope, lane: Lane, *, limit: float) -> list[Command]:
    """The commands that make a part which is put on its lane later."""
    job = ListedJob.create(
        envelope.task.value,
        args=[envelope.to_json()],
        connection=_NOT_CONNECTED,
        serializer=JSONSerializer,
        id=envelope.part,
        origin=lane.value,
        description=envelope.task.value,
        timeout=max(1, round(limit)),
        ttl=QUEUE_TTL,
        failure_ttl=FAILURE_TTL,
        result_ttl=0,
        status=JobStatus.QUEUED,
        retry=Retry(max=DEATHS_ALLOWED, enqueue_at_front=True),
    )
    fields = [part for pair in job.to_dict().items() for part in pair]
    return [
        ("SADD", Queue.redis_queues_keys, queue_key(lane)),
        ("HSET", job.key, *fields),
        ("EXPIRE", job.key, QUEUE_TTL),
    ]


def envelope_of(job: Job) -> Envelope | None:
    """What travels in the RQ job; None when it is not of this version's making."""
    try:
        envelope = Envelope.from_json(job.args[0])
    except (DeserializationError, LookupError, TypeError, ValueError, AttributeError):
        log.warning("part %s is not of this version's making", job.id)
        return None
    return envelope if envelope.schema == wire.SCHEMA_VERSION else None


def public_id(job: Job) -> str:
    """The job that the part belongs to, also when it is of another version's making."""
    try:
        return str(job.args[0]["job"])
    except (DeserializationError, LookupError, TypeError):
        return job.id
