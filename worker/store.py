"""Pictures, results, job records and events in the broker, as the workers read and write them."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any

from redis import Redis
from redis.backoff import NoBackoff
from redis.client import Pipeline
from redis.exceptions import RedisError
from redis.retry import Retry

from worker import wire
from worker.counts import count_command
from worker.transitions import (
    Command,
    finish_command,
    progress_command,
    requeue_command,
)
from worker.wire import Failure, JobState, Outcome

BrokerError = RedisError
"""Whatever the broker answers wrong, or not at all."""


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


class Store:
    """The workers' side: a synchronous client, or a pipeline of it where the call must join a transaction."""

    def __init__(self, redis: Redis, *, result_ttl: int) -> None:
        self._redis = redis
        self._result_ttl = result_ttl

    def fetch(self, key: str) -> bytes | None:
        """What is kept under a key, if anything is."""
        found: Any = self._redis.get(key)
        return found if isinstance(found, bytes) else None

    def answers(self, job: str) -> list[bytes]:
        """What the chunks of the job's fan have answered, in the order of their numbers."""
        found: Any = self._redis.hgetall(wire.answers_key(job))
        return [found[chunk] for chunk in sorted(found, key=int)]

    def picture(self, sha256: str) -> bytes | None:
        return self.fetch(wire.picture_key(sha256))

    def ping(self) -> bool:
        """Whether the broker takes commands."""
        try:
            return bool(self._redis.ping())
        except BrokerError:
            return False

    def ask(self, command: Command) -> Any:
        """The broker's reply to a command of others."""
        return self._redis.execute_command(*command)  # type: ignore[no-untyped-call]

    def facts(self) -> dict[str, Any]:
        """What the broker is, and how well it keeps what it is given.

        `program`, `version`; `aof`: whether there is an append-only file; `policy`: what becomes of keys when
        its memory is full, None when it does not say.
        """
        told: Any = self._redis.info()
        is_valkey = told.get("server_name") == "valkey"
        return {
            "program": "Valkey" if is_valkey else "Redis",
            "version": told.get("valkey_version") or told.get("redis_version"),
            "aof": bool(told.get("aof_enabled")),
            "policy": told.get("maxmemory_policy"),
        }

    def hold_lease(
        self, host: str, seconds: int, *, workers: int = 1, preparing: Collection[str] = ()
    ) -> None:
        """Show other hosts and the API that this host lives.

        Args:
            workers: how many it has.
            preparing: games that it is still compiling.
        """
        with self._redis.pipeline() as pipeline:
            pipeline.set(wire.host_key(host), " ".join((str(workers), *preparing)), ex=seconds)
            pipeline.sadd(wire.HOSTS_KEY, host)
            pipeline.execute()

    def end_lease(self, host: str) -> None:
        with self._redis.pipeline() as pipeline:
            pipeline.delete(wire.host_key(host))
            pipeline.srem(wire.HOSTS_KEY, host)
            pipeline.execute()

    def count(self, name: str) -> None:
        """Count one of `worker.counts`, or leave it when the broker is away."""
        with suppress(BrokerError):
            _send(self._redis, count_command(name))

    def state(self, job: str) -> JobState | None:
        """The record's state, None when there is no such record (any more)."""
        state: Any = self._redis.hget(wire.job_key(job), "state")
        return JobState(state.decode()) if state else None

    def send(self, command: Command, pipeline: Pipeline) -> None:
        """Have a command of others join a transaction."""
        _send(pipeline, command)

    def finish(self, job: str, outcome: Outcome, *, ms: Mapping[str, float] | None = None) -> None:
        _send(self._redis, self.end_command(job, outcome, ms=ms))

    def end_command(self, job: str, outcome: Outcome, *, ms: Mapping[str, float] | None = None) -> Command:
        """What `finish` sends, for a script that does more."""
        return finish_command(job, outcome, keep=self._result_ttl, ms=ms)

    def fail(self, job: str, failure: Failure) -> None:
        self.finish(job, Outcome("error", failure=failure))

    def requeue(self, job: str) -> None:
        _send(self._redis, requeue_command(job))

    def report(self, job: str, stage: str, progress: float) -> None:
        _send(self._redis, progress_command(job, stage, progress))


def _send(client: Redis | Pipeline, command: Command) -> None:
    client.execute_command(*command)  # type: ignore[no-untyped-call]
