"""Pictures, results, job records and events in the broker.

Writing a record is one command or one script, so it can ride in any transaction, synchronous or not: the
functions that return a `Command` are pure, `Store` sends them for the workers, `app.jobs` for the API.

A record moves `queued -> started -> (queued again when its worker died) -> finished | failed | canceled` and
never leaves a final state: whoever finishes first wins, so a job that ran twice still has exactly one result.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any, Final

from redis import Redis
from redis.backoff import NoBackoff
from redis.client import Pipeline
from redis.exceptions import RedisError
from redis.retry import Retry

from worker import wire
from worker.wire import Envelope, Failure, JobState, Lane, Outcome

BrokerError = RedisError
"""Whatever the broker answers wrong, or not at all."""
Command = tuple[str | bytes | int | float, ...]

QUEUE_TTL: Final = 24 * 3600
"""Seconds that an unfinished job is kept; after a day nobody waits for it."""
EVENTS_PER_JOB: Final = 1_000
FEED_LENGTH: Final = 10_000
"""Events kept in the common feed; a reader that fell further behind reads the records themselves."""

_TRANSITION: Final = f"""
local state = redis.call('HGET', KEYS[1], 'state')
if state ~= 'queued' and state ~= 'started' then return 0 end
local new, keep, result, job, starts = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[5]
redis.call('HSET', KEYS[1], 'state', new, unpack(ARGV, 6))
if starts == '1' then redis.call('HINCRBY', KEYS[1], 'attempts', 1) end
redis.call('XADD', KEYS[2], 'MAXLEN', '~', {EVENTS_PER_JOB}, '*', 'state', new, unpack(ARGV, 6))
redis.call('XADD', KEYS[3], 'MAXLEN', '~', {FEED_LENGTH}, '*', 'job', job, 'state', new)
if keep > 0 then
  redis.call('EXPIRE', KEYS[1], keep)
  redis.call('EXPIRE', KEYS[2], keep)
  if result ~= '' then redis.call('SET', KEYS[4], result, 'EX', keep) end
end
return 1
"""


def connect(url: str, *, timeout: float = 5.0) -> Redis:
    """A synchronous client that waits `timeout` seconds for a reply and never repeats a command by itself."""
    return Redis.from_url(
        url,
        protocol=2,
        retry=Retry(NoBackoff(), 0),
        socket_timeout=timeout,
        socket_connect_timeout=2.0,
    )


def picture_sha256(picture: bytes) -> str:
    return hashlib.sha256(picture).hexdigest()


def create_commands(envelope: Envelope, lane: Lane, *, ttl: int = QUEUE_TTL) -> list[Command]:
    """Make the record of a new job and its first event."""
    record, events = wire.job_key(envelope.job), wire.events_key(envelope.job)
    created = time.time()
    fields = ("task", envelope.task, "lane", lane, "state", JobState.QUEUED, "created", created)
    more = ("attempts", 0, "progress", 0, "request_id", envelope.request_id)
    return [
        ("HSET", record, *fields, *more),
        ("EXPIRE", record, ttl),
        ("XADD", events, "*", "state", JobState.QUEUED, "created", created),
        ("EXPIRE", events, ttl),
    ]


def transition_command(
    job: str,
    state: JobState,
    fields: Mapping[str, str | float],
    *,
    result: bytes = b"",
    keep: int = 0,
    starts: bool = False,
) -> Command:
    """Move a record on unless it is final or gone; the reply is 1 when it moved, else 0.

    Args:
        keep: seconds until record, events and result vanish; 0 leaves their time as it is.
        starts: count an attempt.
    """
    keys = (wire.job_key(job), wire.events_key(job), wire.FEED_KEY, wire.result_key(job))
    pairs = (part for pair in fields.items() for part in pair)
    return ("EVAL", _TRANSITION, len(keys), *keys, state, keep, result, job, int(starts), *pairs)


def start_command(job: str) -> Command:
    return transition_command(
        job, JobState.STARTED, {"started": time.time(), "progress": 0, "stage": ""}, starts=True
    )


def go_on_command(job: str, stage: str) -> Command:
    """A further part begins."""
    return transition_command(job, JobState.STARTED, {"stage": stage})


def progress_command(job: str, stage: str, progress: float) -> Command:
    return transition_command(job, JobState.STARTED, {"progress": round(progress, 4), "stage": stage})


def requeue_command(job: str) -> Command:
    return transition_command(job, JobState.QUEUED, {"progress": 0, "stage": ""})


def finish_command(job: str, outcome: Outcome, *, keep: int) -> Command:
    """The terminal event, with the result's bytes when there is one."""
    if outcome.status == "ok":
        fields: dict[str, str | float] = {"ended": time.time(), "progress": 1}
        return transition_command(job, JobState.FINISHED, fields, result=outcome.result, keep=keep)
    failure = json.dumps(asdict(outcome.failure or wire.INTERNAL_ERROR))
    return transition_command(job, JobState.FAILED, {"ended": time.time(), "failure": failure}, keep=keep)


class Store:
    """The workers' side: a synchronous client, or a pipeline of it where the call must join a transaction."""

    def __init__(self, redis: Redis, *, result_ttl: int) -> None:
        self._redis = redis
        self._result_ttl = result_ttl

    def picture(self, sha256: str) -> bytes | None:
        found: Any = self._redis.get(wire.picture_key(sha256))
        return found if isinstance(found, bytes) else None

    def ping(self) -> bool:
        """Whether the broker takes commands."""
        try:
            return bool(self._redis.ping())
        except BrokerError:
            return False

    def hold_lease(self, host: str, seconds: int) -> None:
        """Show other hosts that this one lives."""
        self._redis.set(wire.host_key(host), int(time.time()), ex=seconds)

    def end_lease(self, host: str) -> None:
        self._redis.delete(wire.host_key(host))

    def state(self, job: str) -> JobState | None:
        """The record's state, None when there is no such record (any more)."""
        state: Any = self._redis.hget(wire.job_key(job), "state")
        return JobState(state.decode()) if state else None

    def start(self, job: str, pipeline: Pipeline) -> None:
        _send(pipeline, start_command(job))

    def go_on(self, job: str, stage: str, pipeline: Pipeline) -> None:
        _send(pipeline, go_on_command(job, stage))

    def send(self, commands: Iterable[Command], pipeline: Pipeline) -> None:
        """Have commands of others join a transaction."""
        for command in commands:
            _send(pipeline, command)

    def finish(self, job: str, outcome: Outcome, pipeline: Pipeline | None = None) -> None:
        _send(
            self._redis if pipeline is None else pipeline, finish_command(job, outcome, keep=self._result_ttl)
        )

    def fail(self, job: str, failure: Failure) -> None:
        self.finish(job, Outcome("error", failure=failure))

    def requeue(self, job: str) -> None:
        _send(self._redis, requeue_command(job))

    def report(self, job: str, stage: str, progress: float) -> None:
        _send(self._redis, progress_command(job, stage, progress))


def _send(client: Redis | Pipeline, command: Command) -> None:
    client.execute_command(*command)  # type: ignore[no-untyped-call]
