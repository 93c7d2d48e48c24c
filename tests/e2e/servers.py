"""Whole servers on either broker, which tests may kill, stop and start again."""

from __future__ import annotations

import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import psutil
from redis import Redis

from tests.brokers import BUNDLED, TestBroker, eventually
from tests.e2e.trees import Tree
from worker.store import connect


class ServersBroker(Protocol):
    """A server's broker, as the tests reach it."""

    @property
    def redis(self) -> Redis:
        """A connection of the tests' own."""

    @property
    def process(self) -> psutil.Process:
        """The running broker."""

    def kill(self) -> None:
        """SIGKILL; it is running again before long."""


@dataclass
class OwnBroker:
    """The broker that the server brings with it, and starts again."""

    tree: Tree

    def __post_init__(self) -> None:
        (socket,) = self.tree.runtime_dir.glob("*.sock")
        self.redis = connect(f"unix://{socket}")

    @property
    def process(self) -> psutil.Process:
        (process,) = eventually(lambda: self.tree.named("valkey-server"))
        return process

    def kill(self) -> None:
        victim = self.process
        victim.kill()
        with suppress(psutil.NoSuchProcess):
            eventually(lambda: not victim.is_running())


@dataclass
class OtherBroker:
    """A broker that somebody else runs, here the test."""

    broker: TestBroker

    @property
    def redis(self) -> Redis:
        return self.broker.redis

    @property
    def process(self) -> psutil.Process:
        return psutil.Process(self.broker.process.pid)

    def kill(self) -> None:
        self.broker.stop(signal.SIGKILL)
        self.broker.start()


@contextmanager
def server(
    kind: str, place: Path, *, workers: int = 2, **settings: str
) -> Iterator[tuple[Tree, ServersBroker]]:
    """A server on a broker of a kind, ready for work."""
    if kind == BUNDLED:
        with Tree(place, workers=workers, **settings) as tree:  # type: ignore[arg-type]
            tree.ready()
            yield tree, OwnBroker(tree)
        return
    broker_place = Path(tempfile.mkdtemp(prefix="tw-"))
    broker = TestBroker.debian(broker_place)
    try:
        with Tree(place, workers=workers, REDIS_URL=broker.url, **settings) as tree:  # type: ignore[arg-type]
            tree.ready()
            yield tree, OtherBroker(broker)
    finally:
        broker.stop(signal.SIGKILL)
        shutil.rmtree(broker_place)
