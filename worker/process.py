"""A worker process: how it is started, what it does, what it tells the supervisor.

On Linux a warmed parent without threads forks its workers in milliseconds; elsewhere each is started afresh
and warms itself. Either way it tells of its work through a pipe, one JSON line when a part begins and one
when it has ended, and the pipe's end says that the process is gone.
"""

from __future__ import annotations

import json
import logging
import os
import random
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, NoReturn, Protocol

from worker.confinement import confine, peers_of
from worker.diet import Diet
from worker.lanes.parts import PartFunction
from worker.lanes.worker import LaneWorker
from worker.leash import die_with_parent
from worker.logs import name_process
from worker.store import BrokerError, Store, connect
from worker.wire import Lane

log = logging.getLogger(__name__)

SPAWN_VARIABLE: Final = "TILEWISE_LANE_WORKER"
BROKER_LOST: Final = os.EX_TEMPFAIL
"""Exit code of a worker that could not reach the broker: no fault of the job that it held."""
_BACKGROUND: Final = 10
"""The niceness of compiling, for which nobody waits: a tenth of a core where others want it."""
_PIPE_FD: Final = 3
_STOPS: Final = (signal.SIGTERM, signal.SIGINT)


class Crew(Protocol):
    """What workers can do."""

    @property
    def functions(self) -> Mapping[str, PartFunction]:
        """The list: every function that may be called, by its task's name."""

    @property
    def games(self) -> Sequence[str]:
        """What is compiled apart, in this order: a job waits only for the game that it is about."""

    def load(self) -> None:
        """Load what all functions need."""

    def is_compiled(self, game: str) -> bool:
        """Whether this machine has what `learn` would otherwise compile."""

    def learn(self, game: str) -> None:
        """Load what a game's functions need, and compile it first where it is missing."""


@dataclass(frozen=True, slots=True)
class WorkerOrders:
    """What one worker process is told."""

    name: str
    lane: Lane | None
    """None for one that serves none, but compiles a game for the others."""
    redis_url: str
    result_ttl: int
    parent: int
    """The supervisor's process id."""
    memory: int = 0
    """Bytes that its jobs may take beside what it has when it starts; 0 for any number."""
    llm_url: str | None = None
    game: str = ""
    """What to compile."""


class WorkerProcess:
    """The supervisor's handle on a running worker."""

    def __init__(self, orders: WorkerOrders, pid: int, pipe: int, leash: int | None = None) -> None:
        """Hold a new process.

        Args:
            pipe: what it tells.
            leash: a pipe that ends with this process, where the kernel offers nothing better.
        """
        self.name = orders.name
        self.pid = pid
        self.pipe = pipe
        self._leash = leash
        self.started = time.monotonic()
        self.job: str | None = None
        self.deadline: float | None = None
        """When the running part has to end, on the monotonic clock."""
        self._unread = b""
        os.set_blocking(pipe, False)

    def hear(self) -> bool:
        """Take in what the worker told; False when it has ended."""
        try:
            told = os.read(self.pipe, 65536)
        except BlockingIOError:
            return True
        *lines, self._unread = (self._unread + told).split(b"\n")
        for line in lines:
            self._note(json.loads(line))
        return bool(told)

    def _note(self, message: dict[str, Any]) -> None:
        self.job = message.get("job")
        limit = message.get("limit")
        self.deadline = time.monotonic() + limit if limit else None

    def signal(self, signum: signal.Signals) -> None:
        os.kill(self.pid, signum)

    def bury(self) -> int:
        """Wait for the process to end; its exit code, negative when a signal ended it."""
        os.close(self.pipe)
        if self._leash is not None:
            os.close(self._leash)
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status)


def fork_worker(orders: WorkerOrders, crew: Crew) -> WorkerProcess:
    """Start a worker as a copy of this warm process, which must have no threads."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    # No signal may meet the copy while it still has the parent's handlers.
    signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)
    pid = os.fork()
    if not pid:
        signal.set_wakeup_fd(-1)
        for stop in _STOPS:
            signal.signal(stop, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPS)
    if pid:
        os.close(writing)
        return WorkerProcess(orders, pid, reading)
    os.close(reading)
    _end_with(orders, crew, writing, is_fresh=False)


def spawn_worker(orders: WorkerOrders, command: Sequence[str]) -> WorkerProcess:
    """Start a worker afresh.

    Args:
        command: a program that calls `run_spawned`.
    """
    reading, writing = os.pipe()
    leash_end, leash = os.pipe()
    pid = os.posix_spawn(
        command[0],
        list(command),
        {**os.environ, SPAWN_VARIABLE: json.dumps(asdict(orders))},
        file_actions=[(os.POSIX_SPAWN_DUP2, leash_end, 0), (os.POSIX_SPAWN_DUP2, writing, _PIPE_FD)],
    )
    os.close(writing)
    os.close(leash_end)
    return WorkerProcess(orders, pid, reading, leash)


def run_spawned(crew: Crew) -> None:
    """Be the worker that `spawn_worker` asked for, if it did; does not return then."""
    told = os.environ.pop(SPAWN_VARIABLE, None)
    if told is None:
        return
    values = json.loads(told)
    orders = WorkerOrders(**{**values, "lane": values["lane"] and Lane(values["lane"])})
    _end_with(orders, crew, _PIPE_FD, is_fresh=True)


def _end_with(orders: WorkerOrders, crew: Crew, pipe: int, *, is_fresh: bool) -> NoReturn:
    """Work, then end this process without the parent's exit handlers.

    Args:
        is_fresh: it is no copy of a warm process.
    """
    code = os.EX_SOFTWARE
    try:
        die_with_parent(orders.parent)
        if is_fresh:
            _warm(crew)
        code = _compile(orders, crew) if orders.lane is None else _serve(orders.lane, orders, crew, pipe)
    except BrokerError as error:
        log.error("worker %s lost the broker: %s", orders.name, error)
        code = BROKER_LOST
    except BaseException:
        log.exception("worker %s failed", orders.name)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _warm(crew: Crew) -> None:
    crew.load()
    for game in filter(crew.is_compiled, crew.games):
        crew.learn(game)


def _compile(orders: WorkerOrders, crew: Crew) -> int:
    name_process("worker.compiler")
    os.nice(_BACKGROUND)
    crew.learn(orders.game)
    return os.EX_OK


def _serve(lane: Lane, orders: WorkerOrders, crew: Crew, pipe: int) -> int:
    random.seed()
    confine(peers_of(orders.redis_url, orders.llm_url))
    diet = Diet(crew.functions, orders.memory)
    name_process(f"worker.{lane}")
    if lane is Lane.BULK:
        os.nice(5)  # somebody waits for the other lane
    redis = connect(orders.redis_url)
    worker = LaneWorker(
        lane,
        orders.name,
        redis,
        Store(redis, result_ttl=orders.result_ttl),
        diet.functions,
        on_begin=lambda job, limit: _tell(pipe, {"job": job, "limit": limit}),
        on_end=lambda: _on_end(pipe, diet),
    )
    worker.work(logging_level=None)
    if worker.fault is not None:
        raise worker.fault
    return os.EX_OK


def _on_end(pipe: int, diet: Diet) -> None:
    _tell(pipe, {})
    if diet.is_over():
        log.info("a worker has grown too large and makes way for a fresh one")
        signal.raise_signal(signal.SIGTERM)  # it stops in order, and the supervisor starts another


def _tell(pipe: int, message: dict[str, Any]) -> None:
    os.write(pipe, json.dumps(message).encode() + b"\n")
