"""Jobs as the API sees them: submit, wait, get, follow, cancel.

A job is acknowledged when one transaction, on disk, has made its record and put it on a lane. A job belongs
to its owner; to everybody else it does not exist.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from app.jobs.broker import REPLY_SECONDS, BrokerUnavailable, client, reached, transact
from app.jobs.errors import IdempotencyKeyReused, JobExpired, JobNotFound, QueueFull, TooManyJobs
from app.jobs.events import START, JobEvent
from app.jobs.feed import Feed
from app.jobs.record import JobRecord
from worker import wire
from worker.lanes.jobs import (
    Quota,
    Submission,
    cancel_command,
    look_command,
    once_per_key,
    read_look,
    read_submission,
    submit_command,
)
from worker.store import picture_sha256
from worker.transitions import Command
from worker.wire import Drawing, Envelope, JsonObject, Lane, Task

_DRAWINGS: Final = "drawings of jobs"
"""The owner of drawings; no client can be called so, because of the spaces."""


@dataclass(frozen=True, slots=True)
class Submitted:
    """A job that will run, or has run."""

    id: str
    replayed: bool = False
    """It was made by an earlier request with the same Idempotency-Key."""


class Jobs:
    """The jobs of one broker; `start` before use, `close` after."""

    def __init__(
        self,
        redis_url: str,
        *,
        result_ttl: int = 3600,
        picture_ttl: int = 3600,
        job_timeout: float = 60.0,
        max_open: int = 0,
        max_queued: int = 0,
    ) -> None:
        """Name the broker; nothing is connected yet.

        Args:
            result_ttl: seconds that an ended job is kept.
            picture_ttl: seconds that an uploaded picture is kept.
            job_timeout: seconds that a job on the fast lane may run.
            max_open: queued and running jobs of one client, 0 for any number.
            max_queued: parts that wait in a lane, 0 for any number.
        """
        self._redis = client(redis_url, REPLY_SECONDS)
        self._feed = Feed(redis_url)
        self._result_ttl = result_ttl
        self._picture_ttl = picture_ttl
        self._limits = {Lane.FAST: job_timeout, Lane.BULK: max(job_timeout, 3600.0)}
        self._max_open, self._max_queued = max_open, max_queued
        self._ending = False

    @property
    def pool(self) -> Any:
        """The connections, for others who ask the broker something."""
        return self._redis.connection_pool

    async def secret(self) -> bytes:
        """32 random bytes that all processes of this broker share; raises BrokerUnavailable."""
        make: Command = ("SET", wire.SECRET_KEY, secrets.token_bytes(32), "NX")
        _, secret = await transact(self._redis, [make, ("GET", wire.SECRET_KEY)])
        return bytes(secret)

    async def start(self) -> None:
        """Begin to follow the feed; a broker that is not there yet is waited for."""
        await self._feed.start()

    async def close(self) -> None:
        """Let go of the broker."""
        await self._feed.close()
        await self._redis.aclose()

    def end_waits(self) -> None:
        """Let all who wait or follow have the job as it stands, since the server is about to end."""
        self._ending = True
        self._feed.wake_all()

    async def ping(self) -> None:
        """Raises BrokerUnavailable when the broker does not answer."""
        await reached(self._redis.ping())

    async def ask(self, commands: Sequence[Command]) -> list[Any]:
        """The broker's replies to one transaction, for what is no job; raises BrokerUnavailable."""
        return await transact(self._redis, commands)

    async def submit(
        self,
        task: Task,
        request: JsonObject,
        *,
        picture: bytes | None = None,
        lane: Lane = Lane.FAST,
        request_id: str = "",
        owner: str = "",
        client: str = "",
        idempotency_key: str = "",
    ) -> Submitted:
        """Queue a job; once this returns, the job will run.

        Args:
            owner: who may see the job.
            client: for whom it counts among the open ones; nobody when empty.
            idempotency_key: makes one job, however often it comes with the same request.

        Raises:
            BrokerUnavailable: it may or may not run.
            IdempotencyKeyReused: the key came with another request before.
            TooManyJobs, QueueFull: a limit is reached.
        """
        sha256 = None if picture is None else picture_sha256(picture)
        job = new_job_id()
        envelope = Envelope(job, job, task, request, sha256, request_id)
        commands = []
        if picture is not None and sha256 is not None:
            commands = [await self._picture_command(sha256, picture)]
        once = once_per_key(envelope, owner, idempotency_key) if idempotency_key else None
        quota = Quota(client, self._max_open, self._max_queued)
        limit = self._limits[lane]
        submit = submit_command(envelope, lane, limit=limit, owner=owner, once=once, quota=quota)
        return await self._submit([*commands, submit])

    async def get(self, job_id: str, *, owner: str = "") -> JobRecord:
        """The job as it stands.

        Raises:
            JobNotFound, JobExpired, BrokerUnavailable.
        """
        (reply,) = await transact(self._redis, [look_command(job_id, owner)])
        return _record(job_id, reply)

    async def wait(self, job_id: str, seconds: float, *, owner: str = "") -> JobRecord:
        """The job when it has ended, or as it stands after `seconds`; raises as `get` does."""
        with self._feed.woken_by(job_id, every=False) as woken:
            give_up = time.monotonic() + seconds
            while True:
                woken.clear()
                record = await self.get(job_id, owner=owner)
                left = give_up - time.monotonic()
                if record.state.is_final or left <= 0 or self._ending:
                    return record
                with suppress(TimeoutError):
                    await asyncio.wait_for(woken.wait(), left)

    async def cancel(self, job_id: str, *, owner: str = "") -> JobRecord:
        """End the job unless it has ended: off its lane, or stopped by the supervisor that runs it.

        Returns the job as it is then; raises as `get` does.
        """
        cancel = cancel_command(job_id, owner, keep=self._result_ttl)
        _, reply = await transact(self._redis, [cancel, look_command(job_id, owner)])
        return _record(job_id, reply)

    async def follow(
        self, job_id: str, *, after: str = START, heartbeat: float = 15.0
    ) -> AsyncGenerator[JobEvent | None, None]:
        """What happens to a job, until it has ended or the server does.

        Args:
            after: the event after which to begin.
            heartbeat: seconds without an event until None is given.
        """
        with self._feed.woken_by(job_id, every=True) as woken:
            while not self._ending:
                woken.clear()
                events, has_ended = await self._events(job_id, after)
                for event in events:
                    yield event
                    after = event.id
                if has_ended:
                    return
                try:
                    await asyncio.wait_for(woken.wait(), heartbeat)
                except TimeoutError:
                    yield None

    async def draw(
        self,
        record: JobRecord,
        drawing: Drawing,
        seconds: float,
        *,
        request_id: str = "",
        number: int | None = None,
    ) -> JobRecord:
        """A drawing of the job, a job whose result is a PNG file; made when it is first asked for.

        Args:
            record: of a finished job with a picture, a typed word search or levels.
            seconds: how long to wait for it.
            number: which of the job's levels is drawn.
        """
        job = new_job_id()
        asked = {"job": record.id, "drawing": drawing, "number": number}
        picture = record.picture if drawing is Drawing.OVERLAY else None  # which may be gone by now
        envelope = Envelope(job, job, Task.DRAW_OVERLAY, asked, picture, request_id)
        submit = submit_command(
            envelope,
            Lane.FAST,
            limit=self._limits[Lane.FAST],
            owner=_DRAWINGS,
            once=once_per_key(envelope, _DRAWINGS, f"{record.id} {drawing} {number}"),
            quota=Quota(max_queued=self._max_queued),
            subject=record.id,
        )
        drawn = await self._submit([submit])
        return await self.wait(drawn.id, seconds, owner=_DRAWINGS)

    async def _submit(self, commands: list[Command]) -> Submitted:
        """Send a transaction that ends with a submission."""
        *_, reply = await transact(self._redis, commands)
        outcome, job = read_submission(reply)
        if outcome is Submission.REUSED:
            raise IdempotencyKeyReused(job)
        if outcome is Submission.TOO_MANY:
            raise TooManyJobs(self._max_open)
        if outcome is Submission.QUEUE_FULL:
            raise QueueFull(self._max_queued)
        return Submitted(job, replayed=outcome is Submission.REPLAYED)

    async def _picture_command(self, sha256: str, picture: bytes) -> Command:
        """Store the picture, or keep the stored one longer: the same picture is sent and written once."""
        key = wire.picture_key(sha256)
        left_ms = await reached(self._redis.pttl(key))
        if left_ms > REPLY_SECONDS * 2000:
            return ("EXPIRE", key, self._picture_ttl)
        return ("SET", key, picture, "EX", self._picture_ttl)

    async def _events(self, job_id: str, after: str) -> tuple[list[JobEvent], bool]:
        """The events after one, and whether none will follow; none now when the broker is away."""
        try:
            entries, state = await transact(
                self._redis,
                [
                    ("XRANGE", wire.events_key(job_id), f"({after}", "+"),
                    ("HGET", wire.job_key(job_id), "state"),
                ],
            )
        except BrokerUnavailable:
            return [], False  # the feed wakes all when it is back
        events = [JobEvent.from_entry(entry, fields) for entry, fields in entries]
        return events, state is None or wire.JobState(state.decode()).is_final


def new_job_id() -> str:
    """128 random bits, safe in URLs and in RQ's keys."""
    return secrets.token_urlsafe(16)


def _record(job_id: str, reply: Any) -> JobRecord:
    looked = read_look(reply)
    if looked.is_expired:
        raise JobExpired(job_id)
    if not looked.fields:
        raise JobNotFound(job_id)
    return JobRecord.from_look(job_id, looked)
