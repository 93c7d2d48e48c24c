"""The bundled broker as a child: its life, its data, its place."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.embedded import BrokerNotStarted, EmbeddedBroker, make_private
from tests.brokers import CHECKOUT, eventually
from worker.store import BrokerError, connect

pytestmark = pytest.mark.e2e


@pytest.fixture
def place() -> Iterator[Path]:
    # Not pytest's own directory: the socket's path must be short.
    directory = Path(tempfile.mkdtemp(prefix="tw-"))
    yield directory
    shutil.rmtree(directory)


def with_broker(place: Path, act: Callable[[EmbeddedBroker], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        broker = EmbeddedBroker(place / "data", place / "run")
        await broker.start()
        try:
            return await act(broker)
        finally:
            await broker.stop()

    return asyncio.run(run())


async def answers(broker: EmbeddedBroker, seconds: float = 5) -> bool:
    async def until_pong() -> bool:
        while True:
            try:
                with connect(broker.url, timeout=1) as redis:
                    return bool(redis.ping())
            except BrokerError:
                await asyncio.sleep(0.01)

    return await asyncio.wait_for(until_pong(), seconds)


def test_only_this_user_reaches_it(place: Path) -> None:
    async def act(broker: EmbeddedBroker) -> tuple[int, list[Any]]:
        ports = psutil.Process(broker.pid).net_connections("inet")
        return stat.S_IMODE((place / "run").stat().st_mode), ports

    assert with_broker(place, act) == (0o700, [])


def test_every_write_is_on_disk_before_the_reply(place: Path) -> None:
    async def act(broker: EmbeddedBroker) -> dict[str, str]:
        with connect(broker.url) as redis:
            told: Any = redis.config_get("append*")
            return {key: told[key] for key in ("appendonly", "appendfsync")}

    assert with_broker(place, act) == {"appendonly": "yes", "appendfsync": "always"}


def test_it_leaves_half_of_the_memory_to_others_and_drops_nothing(place: Path) -> None:
    async def act(broker: EmbeddedBroker) -> tuple[int, str]:
        with connect(broker.url) as redis:
            kept: Any = redis.config_get("maxmemory*")
        return int(kept["maxmemory"]), kept["maxmemory-policy"]

    memory, policy = with_broker(place, act)
    assert memory == pytest.approx(psutil.virtual_memory().total / 2, rel=0.01)
    assert policy == "noeviction"


def test_data_survives_stop_and_start(place: Path) -> None:
    async def write(broker: EmbeddedBroker) -> None:
        with connect(broker.url) as redis:
            redis.set("key", "value")

    async def read(broker: EmbeddedBroker) -> Any:
        with connect(broker.url) as redis:
            return redis.get("key")

    with_broker(place, write)
    assert with_broker(place, read) == b"value"


def test_started_again_with_its_data_when_it_dies(place: Path) -> None:
    async def act(broker: EmbeddedBroker) -> Any:
        with connect(broker.url) as redis:
            redis.set("key", "value")
        pid = broker.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        while broker.pid == pid:
            await asyncio.sleep(0.01)
        assert await answers(broker)
        with connect(broker.url) as redis:
            return redis.get("key")

    assert with_broker(place, act) == b"value"


def test_a_command_that_was_cut_off_in_the_middle_is_left_out(place: Path) -> None:
    """As a kill in the midst of writing leaves it; nobody was told that it was stored."""

    async def write(broker: EmbeddedBroker) -> None:
        with connect(broker.url) as redis:
            redis.set("key", "value")

    async def read(broker: EmbeddedBroker) -> Any:
        with connect(broker.url) as redis:
            redis.set("later", "value")
            return redis.mget("key", "half", "later")

    with_broker(place, write)
    (written,) = (place / "data" / "appendonlydir").glob("*.incr.aof")
    with written.open("ab") as file:
        file.write(b"*3\r\n$3\r\nSET\r\n$4\r\nhalf\r\n$100\r\nof a val")
    assert with_broker(place, read) == [b"value", None, b"value"]
    assert with_broker(place, read) == [b"value", None, b"value"]


def test_data_that_cannot_be_read_are_named_and_left_alone(place: Path) -> None:
    async def nothing(broker: EmbeddedBroker) -> None:
        pass

    with_broker(place, nothing)
    (written,) = (place / "data" / "appendonlydir").glob("*.base.rdb")
    written.write_bytes(b"not a word of this was written by a broker")
    with pytest.raises(BrokerNotStarted, match=r"\(exit code 1\): Bad file format"):
        with_broker(place, nothing)
    assert written.read_bytes().startswith(b"not a word")


def test_what_it_says_is_in_the_log(place: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def act(broker: EmbeddedBroker) -> None:
        with connect(broker.url) as redis:
            redis.config_set("loglevel", "notice")
            redis.bgrewriteaof()
            pid = broker.pid
            assert pid is not None
        os.kill(pid, signal.SIGTERM)
        while broker.pid == pid:
            await asyncio.sleep(0.01)

    caplog.set_level("INFO")
    with_broker(place, act)
    told = [record.message for record in caplog.records if record.name == "app.embedded"]
    assert "broker: Valkey is now ready to exit, bye bye..." in told
    (ended,) = [record for record in caplog.records if "starting it again" in record.message]
    assert any("bye bye" in line for line in ended.said)  # type: ignore[attr-defined]


def test_nothing_but_data_stays(place: Path) -> None:
    async def act(broker: EmbeddedBroker) -> int | None:
        return broker.pid

    pid = with_broker(place, act)
    assert not psutil.pid_exists(pid)
    assert [path.name for path in place.iterdir()] == ["data"]


def test_stale_socket(place: Path) -> None:
    (place / "run").mkdir()
    EmbeddedBroker(place / "data", place / "run").socket.write_text("stale")
    assert with_broker(place, answers)


def test_second_server_on_the_same_data(place: Path) -> None:
    async def act(broker: EmbeddedBroker) -> None:
        with pytest.raises(BrokerNotStarted, match="Another server uses the job queue"):
            await EmbeddedBroker(place / "data", place / "run").start()
        assert await answers(broker)

    with_broker(place, act)


def test_two_brokers_share_a_runtime_directory(place: Path) -> None:
    async def act(broker: EmbeddedBroker) -> None:
        other = EmbeddedBroker(place / "other", place / "run")
        await other.start()
        assert await answers(other)
        await other.stop()
        assert await answers(broker)

    with_broker(place, act)


def test_socket_path_too_long(place: Path) -> None:
    with pytest.raises(BrokerNotStarted, match="TILEWISE_RUNTIME_DIR"):
        asyncio.run(EmbeddedBroker(place / "data", place / ("x" * 100)).start())


def test_unusable_data_directory(place: Path) -> None:
    (place / "data").write_text("a file")
    with pytest.raises(BrokerNotStarted, match="data"):
        asyncio.run(EmbeddedBroker(place / "data", place / "run").start())


def test_directory_of_somebody_else(place: Path) -> None:
    (place / "real").mkdir()
    (place / "link").symlink_to(place / "real")
    with pytest.raises(PermissionError):
        make_private(place / "link")


_PARENT = """
import asyncio, sys
from pathlib import Path
from app.embedded import EmbeddedBroker

async def main():
    broker = EmbeddedBroker(Path(sys.argv[1]) / "data", Path(sys.argv[1]) / "run")
    await broker.start()
    print(broker.pid, flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


def test_dies_with_a_killed_parent(place: Path) -> None:
    command = [sys.executable, "-c", _PARENT, str(place)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=CHECKOUT) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert psutil.pid_exists(pid)
        parent.kill()
    eventually(lambda: not psutil.pid_exists(pid), 3)
