"""Jobs as the API sees them: submit, wait, get.

A job is acknowledged when one transaction, on disk, has made its record and put it on a lane. Whoever waits
does so in memory: one reader per process follows the feed of all events and wakes those concerned, so a
waiter costs neither a connection nor a question to the broker.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, Final

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import ConstantBackoff
from redis.exceptions import ConnectionError as BrokerLost
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as BrokerSilent

from worker import wire
from worker.lanes.parts import enqueue_commands
from worker.store import Command, create_commands, picture_sha256
from worker.wire import Envelope, Failure, JobState, JsonObject, Lane, Task

log = logging.getLogger(__name__)

REPLY_SECONDS: Final = 1.5
"""The longest wait for the broker's reply: a client hears within two seconds that it is away."""
AWAY_SECONDS: Final = 1.7
"""The same with the wait for a free connection."""
CONNECTIONS: Final = 32
"""To the broker, which does one thing at a time: requests beyond these wait for one that is free."""
FEED_BLOCK_SECONDS: Final = 20.0
"""How long the reader sleeps without an event before it makes sure that the connection lives."""
RECONNECT_SECONDS: Final = 0.2


class BrokerUnavailable(Exception):
    """The broker does not answer; the request can be sent again."""


@dataclass(frozen=True, slots=True)
class JobRecord:
    """A job as its client sees it."""

    id: str
    task: str
    state: JobState
    created: datetime | None = None
    started: datetime | None = None
    ended: datetime | None = None
    attempts: int = 0
    """How often a worker began it; more than once when workers died."""
    progress: float = 0.0
    """The part done, 0 to 1."""
    stage: str | None = None
    failure: Failure | None = None
    result: bytes | None = None
    """The result as JSON, as the worker wrote it."""

    @classmethod
    def from_hash(cls, job: str, raw: dict[bytes, bytes], result: bytes | None = None) -> JobRecord:
        """Take the record as the broker keeps it."""
        fields = {key.decode(): value.decode() for key, value in raw.items()}
        failure = fields.get("failure")
        return cls(
            id=job,
            task=fields.get("task", ""),
            state=JobState(fields["state"]),
            created=_moment(fields.get("created")),
            started=_moment(fields.get("started")),
            ended=_moment(fields.get("ended")),
            attempts=int(fields.get("attempts", 0)),
            progress=float(fields.get("progress", 0)),
            stage=fields.get("stage") or None,
            failure=Failure(**json.loads(failure)) if failure else None,
            result=result,
        )

    def to_json(self) -> bytes:
        """The job as JSON, with the result's bytes put in as they are."""
        head = {
            "id": self.id,
            "task": self.task,
            "state": self.state,
            "created": _text(self.created),
            "started": _text(self.started),
            "ended": _text(self.ended),
            "attempts": self.attempts,
            "progress": self.progress,
            "stage": self.stage,
            "error": None if self.failure is None else asdict(self.failure),
            "links": {"self": f"/jobs/{self.id}"},
        }
        text = json.dumps(head, separators=(",", ":"), ensure_ascii=False).encode()
        return b"".join((text[:-1], b',"result":', self.result or b"null", b"}"))


class Jobs:
    """The jobs of one broker; `start` before use, `close` after."""

    def __init__(self, redis_url: str, *, picture_ttl: int = 3600, job_timeout: float = 60.0) -> None:
        """Name the broker; nothing is connected yet.

        Args:
            picture_ttl: seconds that an uploaded picture is kept.
            job_timeout: seconds that a job on the fast lane may run.
        """
        self._redis = _client(redis_url, REPLY_SECONDS)
        self._reader = _client(redis_url, FEED_BLOCK_SECONDS + REPLY_SECONDS)
        self._picture_ttl = picture_ttl
        self._limits = {Lane.FAST: job_timeout, Lane.BULK: max(job_timeout, 3600.0)}
        self._waiting: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._following: asyncio.Task[None] | None = None
        self._ending = False

    async def start(self) -> None:
        """Begin to follow the feed; a broker that is not there yet is waited for."""
        if self._following is None:
            self._following = asyncio.create_task(self._follow())

    async def close(self) -> None:
        """Stop following and let go of the broker."""
        while self._following is not None and not self._following.done():
            self._following.cancel()  # again, since redis-py may swallow one while it connects
            await asyncio.wait([self._following], timeout=0.1)
        self._following = None
        await self._redis.aclose()
        await self._reader.aclose()

    def end_waits(self) -> None:
        """Let all who wait have the job as it stands, since the server is about to end."""
        self._ending = True
        self._wake(list(self._waiting))

    async def ping(self) -> None:
        """Raises BrokerUnavailable when the broker does not answer."""
        await _reached(self._redis.ping())

    async def submit(
        self,
        task: Task,
        request: JsonObject,
        *,
        picture: bytes | None = None,
        lane: Lane = Lane.FAST,
        request_id: str = "",
    ) -> str:
        """Queue a job and return its id; once this returns, the job will run.

        Raises:
            BrokerUnavailable: it may or may not run.
        """
        job = new_job_id()
        sha256 = None if picture is None else picture_sha256(picture)
        envelope = Envelope(job, job, task, request, sha256, request_id)
        commands = create_commands(envelope, lane) + enqueue_commands(
            envelope, lane, limit=self._limits[lane]
        )
        if picture is not None and sha256 is not None:
            commands = [await self._picture_command(sha256, picture), *commands]
        await self._transact(commands)
        return job

    async def get(self, job_id: str) -> JobRecord | None:
        """The job as it stands, None when there is none (any more); raises BrokerUnavailable."""
        raw, result = await self._transact(
            [("HGETALL", wire.job_key(job_id)), ("GET", wire.result_key(job_id))]
        )
        return JobRecord.from_hash(job_id, raw, result) if b"state" in raw else None

    async def wait(self, job_id: str, seconds: float) -> JobRecord | None:
        """The job when it has ended, or as it stands after `seconds`; raises BrokerUnavailable."""
        async with self._woken_for(job_id) as woken:
            give_up = time.monotonic() + seconds
            while True:
                woken.clear()
                record = await self.get(job_id)
                left = give_up - time.monotonic()
                if record is None or record.state.is_final or left <= 0 or self._ending:
                    return record
                with suppress(TimeoutError):
                    await asyncio.wait_for(woken.wait(), left)

    @asynccontextmanager
    async def _woken_for(self, job_id: str) -> AsyncIterator[asyncio.Event]:
        woken = asyncio.Event()
        self._waiting[job_id].add(woken)
        try:
            yield woken
        finally:
            self._waiting[job_id].discard(woken)
            if not self._waiting[job_id]:
                del self._waiting[job_id]

    async def _picture_command(self, sha256: str, picture: bytes) -> Command:
        """Store the picture, or keep the stored one longer: the same picture is sent and written once."""
        key = wire.picture_key(sha256)
        left_ms = await _reached(self._redis.pttl(key))
        if left_ms > REPLY_SECONDS * 2000:
            return ("EXPIRE", key, self._picture_ttl)
        return ("SET", key, picture, "EX", self._picture_ttl)

    async def _transact(self, commands: list[Command]) -> list[Any]:
        async def execute() -> list[Any]:
            async with self._redis.pipeline(transaction=True) as pipeline:
                for command in commands:
                    pipeline.execute_command(*command)
                return await pipeline.execute()

        replies: list[Any] = await _reached(execute())
        return replies

    # The feed

    async def _follow(self) -> None:
        """Wake waiters as events arrive, for ever."""
        last: bytes | None = None
        away = False
        while True:
            try:
                if last is None:
                    last = await self._feed_end()
                    self._wake(list(self._waiting))  # something may have happened unseen
                    away = False
                last = await self._read_feed(last)
            except (RedisError, OSError) as error:
                if not away:
                    log.warning("the broker is away: %s", error)
                last, away = None, True
                await asyncio.sleep(RECONNECT_SECONDS)

    async def _feed_end(self) -> bytes:
        newest: Any = await self._reader.xrevrange(wire.FEED_KEY, count=1)
        return newest[0][0] if newest else b"0-0"

    async def _read_feed(self, last: bytes) -> bytes:
        """Handle what came after the entry `last`; the newest entry's id."""
        block = int(FEED_BLOCK_SECONDS * 1000)
        replies: Any = await self._reader.xread({wire.FEED_KEY: last}, block=block)
        for _, entries in replies or []:
            for entry, fields in entries:
                last = entry
                if JobState(fields[b"state"].decode()).is_final:
                    self._wake([fields[b"job"].decode()])
        return last

    def _wake(self, jobs: list[str]) -> None:
        for job in jobs:
            for woken in self._waiting.get(job, ()):
                woken.set()


def new_job_id() -> str:
    """128 random bits, safe in URLs and in RQ's keys."""
    return secrets.token_urlsafe(16)


def _client(url: str, reply_seconds: float) -> Redis:
    # One repetition: a pooled connection may be from before the broker was restarted. None after a time-out,
    # since the caller is to hear of it within two seconds.
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=CONNECTIONS,
        timeout=AWAY_SECONDS,
        protocol=2,
        retry=Retry(ConstantBackoff(0.05), 1, supported_errors=(BrokerLost,)),
        socket_timeout=reply_seconds,
        socket_connect_timeout=REPLY_SECONDS,
    )
    return Redis.from_pool(pool)


async def _reached(reply: Any) -> Any:
    """The broker's reply; raises BrokerUnavailable when there is none in time."""
    asking = asyncio.ensure_future(reply)
    try:
        # The end of the asking is not waited for: redis-py swallows a cancellation while it connects.
        await asyncio.wait([asking], timeout=AWAY_SECONDS)
    finally:
        if not asking.done():
            asking.add_done_callback(_forget)
            asking.cancel()
    if not asking.done():
        raise BrokerUnavailable(f"no reply within {AWAY_SECONDS} s")
    try:
        return asking.result()
    except (BrokerLost, BrokerSilent, OSError) as error:
        raise BrokerUnavailable(str(error)) from error


def _forget(asking: asyncio.Future[Any]) -> None:
    """Nobody is left to hear how it failed."""
    if not asking.cancelled():
        asking.exception()


def _moment(seconds: str | None) -> datetime | None:
    return datetime.fromtimestamp(float(seconds), UTC) if seconds else None


def _text(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
