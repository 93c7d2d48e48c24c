"""Pictures and results leave memory and disk when they have expired."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from app.embedded import EmbeddedBroker
from app.purge import LONGEST_PAUSE, SHORTEST_PAUSE, pause_for
from tests.brokers import is_on_disk
from worker.store import connect

pytestmark = pytest.mark.e2e

PICTURE = b"a picture's bytes, " + os.urandom(200_000)


@pytest.fixture
def place() -> Iterator[Path]:
    # Not pytest's own directory: the socket's path must be short.
    directory = Path(tempfile.mkdtemp(prefix="tw-"))
    yield directory
    shutil.rmtree(directory)


def with_broker(place: Path, act: Callable[[EmbeddedBroker, Redis], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        broker = EmbeddedBroker(place / "data", place / "run", purge_seconds=0.2)
        await broker.start()
        try:
            with connect(broker.url) as redis:
                return await act(broker, redis)
        finally:
            await broker.stop()

    return asyncio.run(run())


async def until(happens: Callable[[], bool], seconds: float = 10) -> None:
    async def ask() -> None:
        while not happens():
            await asyncio.sleep(0.02)

    await asyncio.wait_for(ask(), seconds)


def test_it_is_in_memory_and_on_disk_only_while_it_lives(place: Path) -> None:
    async def act(broker: EmbeddedBroker, redis: Redis) -> None:
        redis.set("keep", "this")
        before: Any = redis.info("memory")
        redis.set("picture", PICTURE, px=1000)
        assert is_on_disk(PICTURE[:1000], place)
        await until(lambda: not is_on_disk(PICTURE[:1000], place))
        after: Any = redis.info("memory")
        assert redis.dbsize() == 1
        assert redis.memory_usage("picture") is None
        assert after["used_memory"] < before["used_memory"] + len(PICTURE) / 2
        assert redis.get("keep") == b"this"

    with_broker(place, act)


def test_what_expired_while_nothing_ran_goes_at_the_next_start(place: Path) -> None:
    async def write(broker: EmbeddedBroker, redis: Redis) -> None:
        redis.set("picture", PICTURE, px=300)
        redis.bgrewriteaof()  # now it is in the part that is loaded in one go

    async def look(broker: EmbeddedBroker, redis: Redis) -> None:
        await until(lambda: not is_on_disk(PICTURE[:1000], place))

    with_broker(place, write)
    assert is_on_disk(PICTURE[:1000], place)
    with_broker(place, look)


def test_a_file_that_a_killed_broker_did_not_finish_goes(place: Path) -> None:
    async def act(broker: EmbeddedBroker, redis: Redis) -> None:
        (place / "data" / "temp-rewriteaof-bg-1.aof").write_bytes(PICTURE)
        pid = broker.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        await until(lambda: broker.pid != pid and not is_on_disk(PICTURE[:1000], place))

    with_broker(place, act)


def test_nothing_is_written_anew_when_nothing_has_expired(place: Path) -> None:
    async def act(broker: EmbeddedBroker, redis: Redis) -> tuple[set[str], set[str]]:
        def files() -> set[str]:
            return {path.name for path in (place / "data" / "appendonlydir").iterdir()}

        await asyncio.sleep(0.5)
        before = files()
        redis.set("keep", PICTURE)
        await asyncio.sleep(0.6)
        return before, files()

    before, after = with_broker(place, act)
    assert before == after


@pytest.mark.parametrize(
    ("lifetime", "pause"), [(3600, LONGEST_PAUSE), (60, 6.0), (1, SHORTEST_PAUSE), (86_400, LONGEST_PAUSE)]
)
def test_what_lives_long_may_stay_longer(lifetime: float, pause: float) -> None:
    assert pause_for(lifetime) == pause
