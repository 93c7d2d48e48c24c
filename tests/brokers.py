"""Brokers and worker trees of the tests' own: the bundled Valkey, real processes, short private places."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest
from redis import Redis

from app.embedded import EmbeddedBroker
from tests.crew import SPAWN_COMMAND
from worker.lanes.jobs import submit_command
from worker.leash import leashed
from worker.options import SupervisorOptions, WorkerOptions
from worker.store import Store, connect, picture_sha256
from worker.transitions import Command
from worker.wire import Envelope, JobState, JsonObject, Lane, Task

CHECKOUT = Path(__file__).resolve().parent.parent


def eventually(happens: Callable[[], Any], seconds: float = 10.0) -> Any:
    """Wait until `happens()` gives something true, and return that."""
    give_up = time.monotonic() + seconds
    while time.monotonic() < give_up:
        with suppress(psutil.NoSuchProcess):
            if outcome := happens():
                return outcome
        time.sleep(0.005)
    raise AssertionError(f"not within {seconds} s: {happens}")


BUNDLED, DEBIAN = "bundled", "redis-server"
on_both_brokers = pytest.mark.parametrize("broker", [BUNDLED, DEBIAN], indirect=True)
"""For suites that hold on any broker: the bundled one, and Debian's over TCP with a password."""
on_the_other_in_long = pytest.mark.parametrize(
    "broker", [BUNDLED, pytest.param(DEBIAN, marks=pytest.mark.long)], indirect=True
)
"""The same where the broker does nothing that others of the suite do not ask of both."""
_DEBIAN_CONFIG = """
bind 127.0.0.1
port {port}
requirepass {password}
dir {place}
appendonly yes
appendfsync always
save ""
loglevel warning
"""


class TestBroker:
    """A broker that tests may kill and start again with its data."""

    __test__ = False

    def __init__(self, command: Sequence[str], url: str, *, socket: Path | None = None) -> None:
        self.url = url
        self._command = leashed(list(command), signal.SIGKILL)
        self._socket = socket
        self.start()

    @classmethod
    def bundled(cls, place: Path) -> TestBroker:
        embedded = EmbeddedBroker(place / "data", place)
        (place / "data").mkdir(exist_ok=True)
        return cls(embedded.command(), embedded.url, socket=embedded.socket)

    @classmethod
    def debian(cls, place: Path) -> TestBroker:
        """Over TCP, with a password that stands in a file only, as it should."""
        program = shutil.which("redis-server")
        if program is None:
            pytest.skip("the program 'redis-server' is not installed")
        password, port = secrets.token_hex(16), free_port()
        config = place / "redis.conf"
        config.write_text(_DEBIAN_CONFIG.format(port=port, password=password, place=place))
        return cls([program, str(config)], f"redis://:{password}@127.0.0.1:{port}/0")

    def start(self) -> None:
        if self._socket is not None:
            self._socket.unlink(missing_ok=True)
        self.process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        self.redis = connect(self.url)
        self.store = Store(self.redis, result_ttl=60)
        eventually(self.store.ping)

    def stop(self, signum: signal.Signals = signal.SIGTERM) -> None:
        self.redis.close()
        self.process.send_signal(signum)
        self.process.wait(10)

    def transact(self, commands: list[Command]) -> list[Any]:
        with self.redis.pipeline() as pipeline:
            for command in commands:
                pipeline.execute_command(*command)  # type: ignore[no-untyped-call]
            return list(pipeline.execute())

    def submit(
        self,
        request: JsonObject,
        *,
        job: str | None = None,
        lane: Lane = Lane.FAST,
        picture: bytes | None = None,
        limit: float = 30,
    ) -> str:
        job = job or os.urandom(8).hex()
        sha256 = None if picture is None else picture_sha256(picture)
        envelope = Envelope(job, job, Task.READ, request, sha256)
        self.transact([submit_command(envelope, lane, limit=limit)])
        return job

    def field(self, job: str, name: str) -> str:
        found: Any = self.redis.hget(f"tilewise:job:{job}", name)
        return found.decode() if found else ""

    def ends(self, job: str, seconds: float = 10.0) -> JobState:
        """The state in which the job ends."""
        return JobState(
            eventually(lambda: (state := self.store.state(job)) and state.is_final and state, seconds)
        )

    def result(self, job: str) -> bytes:
        found: Any = self.redis.get(f"tilewise:result:{job}")
        return bytes(found)


@pytest.fixture(scope="session")
def running_brokers() -> Iterator[Callable[[str], TestBroker]]:
    """Gives the broker of a kind, started when it is first asked for."""
    # Not pytest's own directory: the socket's path must be short.
    place = Path(tempfile.mkdtemp(prefix="tw-"))
    start = {BUNDLED: TestBroker.bundled, DEBIAN: TestBroker.debian}
    running: dict[str, TestBroker] = {}

    def of_kind(kind: str) -> TestBroker:
        if kind not in running:
            running[kind] = start[kind](place)
        return running[kind]

    yield of_kind
    for broker in running.values():
        broker.stop(signal.SIGKILL)
    shutil.rmtree(place)


@pytest.fixture
def broker(request: pytest.FixtureRequest, running_brokers: Callable[[str], TestBroker]) -> TestBroker:
    """An empty broker, the bundled one unless a test asks for others."""
    broker = running_brokers(getattr(request, "param", BUNDLED))
    broker.redis.flushall()
    return broker


@contextmanager
def supervised(broker_url: str, *, place: Path = Path("unused"), **told: Any) -> Iterator[psutil.Process]:
    """A supervisor with the tests' crew, stopped in the end.

    Args:
        place: where the crew's games are.
    """
    supervisor = replace(
        SupervisorOptions(broker_url, alone=True, drain_seconds=5, parent=os.getpid()), **told
    )
    options = WorkerOptions(supervisor, Path("unused"), place)
    process = subprocess.Popen(SPAWN_COMMAND, env={**os.environ, **options.to_environment()}, cwd=CHECKOUT)
    try:
        yield psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait(20)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def workers_of(supervisor: psutil.Process) -> list[psutil.Process]:
    return [child for child in supervisor.children() if child.status() != psutil.STATUS_ZOMBIE]


def is_on_disk(what: bytes, place: Path) -> bool:
    """Whether any file there has these bytes; files may go while we look."""
    for path in place.rglob("*"):
        with suppress(OSError):
            if path.is_file() and what in path.read_bytes():
                return True
    return False


def redis_keys(redis: Redis, pattern: str = "*") -> set[str]:
    found: Any = redis.keys(pattern)
    return {key.decode() for key in found}
