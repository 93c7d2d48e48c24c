"""Where workers come from: copies of one warm process, or, where that cannot be, started afresh."""

from __future__ import annotations

import gc
import logging
import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from worker.leash import LINUX
from worker.options import SupervisorOptions
from worker.process import Crew, WorkerOrders, WorkerProcess, fork_worker, spawn_worker
from worker.wire import Lane

log = logging.getLogger(__name__)

RARE_COLLECTION: Final = 500_000
"""New objects between two garbage collections while warming up, which makes few that are not kept."""


class Nursery:
    """Starts the workers of one supervisor; `prepare` first."""

    def __init__(self, options: SupervisorOptions, crew: Crew, spawn_command: Sequence[str]) -> None:
        """Take orders.

        Args:
            spawn_command: the program that becomes a worker when asked to, see `process.run_spawned`.
        """
        self._options = options
        self._crew = crew
        self._spawn_command = list(spawn_command)
        self._forks = False
        self._learned: set[str] = set()
        self._serial = 0

    def prepare(self) -> None:
        """Become the process that workers are copied from, where that is possible."""
        wanted = self._options.start
        if wanted == "spawn" or (wanted == "auto" and not LINUX):
            return
        started = time.monotonic()
        with _to_be_copied():
            self._crew.load()
        self._forks = True
        while self.grow():
            pass
        self._forks = _has_one_thread()
        log.info("warm after %.1f s", time.monotonic() - started)

    def grow(self) -> bool:
        """Learn one more of the games that are compiled; whether there was one, which earlier copies lack.

        It takes half a second, in which the supervisor hears nothing.
        """
        known = (game for game in self._crew.games if game not in self._learned)
        game = next(filter(self._crew.is_compiled, known), None) if self._forks else None
        if game is None:
            return False
        with _to_be_copied():
            self._crew.learn(game)
        self._learned.add(game)
        return True

    def missing(self) -> list[str]:
        """The games that are not compiled on this machine."""
        return [game for game in self._crew.games if not self._crew.is_compiled(game)]

    def start(self, host: str, lane: Lane | None, game: str = "") -> WorkerProcess:
        """A new worker, named after its host; without a lane, one that compiles a game and ends."""
        self._serial += 1
        orders = WorkerOrders(
            name=f"{host}.{lane or game}.{os.getpid()}-{self._serial}",
            lane=lane,
            game=game,
            redis_url=self._options.redis_url,
            result_ttl=self._options.result_ttl,
            memory=self._options.memory,
            llm_url=self._options.llm_url,
            parent=os.getpid(),
        )
        if self._forks:
            return fork_worker(orders, self._crew)
        return spawn_worker(orders, self._spawn_command)


@contextmanager
def _to_be_copied() -> Iterator[None]:
    """Warm up quickly, and so that copies share what it takes.

    After a supervisor's death jobs wait for this, and a fifth of it would be the collector's.
    """
    usual = gc.get_threshold()
    gc.set_threshold(RARE_COLLECTION)
    yield
    gc.set_threshold(*usual)
    gc.freeze()  # the collector would touch, and so copy, what forked workers share


def _has_one_thread() -> bool:
    """A copy of a process with threads may hold a lock that no thread will ever release."""
    tasks = Path("/proc/self/task")
    count = len(list(tasks.iterdir())) if tasks.is_dir() else threading.active_count()
    if count > 1:
        log.warning("%d threads after warming up: workers are started afresh instead of forked", count)
    return count == 1
