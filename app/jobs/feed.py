"""One reader for all who wait: it follows the feed of every job's events and wakes those concerned.

So a waiter costs neither a connection nor a question to the broker.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from redis.exceptions import RedisError

from app.jobs.broker import REPLY_SECONDS, client
from worker import wire
from worker.wire import JobState

log = logging.getLogger(__name__)

FEED_BLOCK_SECONDS: Final = 20.0
"""How long the reader sleeps without an event before it makes sure that the connection lives."""
RECONNECT_SECONDS: Final = 0.2


@dataclass(eq=False, slots=True)
class _Waiter:
    """Somebody who waits for a job."""

    every: bool
    """Whether every event matters, or the end alone."""
    woken: asyncio.Event = field(default_factory=asyncio.Event)


class Feed:
    """The reader of one process; `start` before use, `close` after."""

    def __init__(self, redis_url: str) -> None:
        self._redis = client(redis_url, FEED_BLOCK_SECONDS + REPLY_SECONDS)
        self._waiting: defaultdict[str, set[_Waiter]] = defaultdict(set)
        self._following: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to follow; a broker that is not there yet is waited for."""
        if self._following is None:
            self._following = asyncio.create_task(self._follow())

    async def close(self) -> None:
        """Stop following and let go of the broker."""
        while self._following is not None and not self._following.done():
            self._following.cancel()  # again, since redis-py may swallow one while it connects
            await asyncio.wait([self._following], timeout=0.1)
        self._following = None
        await self._redis.aclose()

    @contextmanager
    def woken_by(self, job: str, *, every: bool) -> Iterator[asyncio.Event]:
        """Set by the job's end, or by each of its events, and now and then without reason."""
        waiter = _Waiter(every)
        self._waiting[job].add(waiter)
        try:
            yield waiter.woken
        finally:
            self._waiting[job].discard(waiter)
            if not self._waiting[job]:
                del self._waiting[job]

    def wake_all(self) -> None:
        self._wake(list(self._waiting), is_end=True)

    def _wake(self, jobs: Iterable[str], *, is_end: bool) -> None:
        for job in jobs:
            for waiter in self._waiting.get(job, ()):
                if is_end or waiter.every:
                    waiter.woken.set()

    async def _follow(self) -> None:
        """Wake waiters as events arrive, for ever."""
        last: bytes | None = None
        away = False
        while True:
            try:
                if last is None:
                    last = await self._end()
                    self.wake_all()  # something may have happened unseen
                    away = False
                last = await self._read(last)
            except (RedisError, OSError) as error:
                if not away:
                    log.warning("the broker is away: %s", error)
                last, away = None, True
                await asyncio.sleep(RECONNECT_SECONDS)

    async def _end(self) -> bytes:
        newest: Any = await self._redis.xrevrange(wire.FEED_KEY, count=1)
        return newest[0][0] if newest else b"0-0"

    async def _read(self, last: bytes) -> bytes:
        """Handle what came after the entry `last`; the newest entry's id."""
        block = int(FEED_BLOCK_SECONDS * 1000)
        replies: Any = await self._redis.xread({wire.FEED_KEY: last}, block=block)
        for _, entries in replies or []:
            for entry, fields in entries:
                last = entry
                is_end = JobState(fields[b"state"].decode()).is_final
                self._wake([fields[b"job"].decode()], is_end=is_end)
        return last
