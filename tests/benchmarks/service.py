"""What the service adds to the work itself: queue, HTTP, and the time until a killed worker's job runs again.

Times are milliseconds on the clock, not CPU time, since waiting for the disk and for other processes is the
point. Every write is on disk before it is answered (`appendfsync always`); the raw list echo, two writes,
shows what the disk takes. Contenders take turns, so that drift hits all alike.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import httpx
from redis import Redis
from rq import Queue

from app.greeting import SAMPLE
from app.jobs import Jobs
from tests.benchmarks.batches import batch_table
from tests.benchmarks.table import Table
from tests.brokers import TestBroker, eventually, supervised, workers_of
from tests.e2e.trees import Tree
from tests.shared_data import shared_screenshot
from worker import tasks, warming
from worker.context import TaskContext
from worker.wire import JobState, Task
from worker.word_lists import find_dictionary

ROUNDS = 300
WAITERS = 64
BURST = 2_000
SOLVES = 60
KILLS = 20
_PLAIN_RQ = """
import sys
from redis import Redis
from rq import SimpleWorker
SimpleWorker(["plain"], connection=Redis.from_url(sys.argv[1])).work(logging_level="ERROR")
"""


def tables() -> Iterator[Table]:
    with servers_log():
        with own_broker() as broker:
            yield overhead(broker)
            yield throughput(broker)
            yield recovery(broker)
        yield post_to_answer(shared_screenshot() if shared_screenshot().is_file() else SAMPLE)
        yield batch_table()


@contextmanager
def servers_log() -> Iterator[None]:
    """What the processes started meanwhile log would bury the tables; it is shown when a benchmark fails."""
    kept = os.dup(2)
    with tempfile.TemporaryFile() as log:
        os.dup2(log.fileno(), 2)
        try:
            yield
        except Exception:
            log.seek(0)
            os.write(kept, log.read()[-20_000:])
            raise
        finally:
            os.dup2(kept, 2)
            os.close(kept)


@contextmanager
def own_broker() -> Iterator[TestBroker]:
    place = Path(tempfile.mkdtemp(prefix="tw-"))
    broker = TestBroker.bundled(place)
    try:
        yield broker
    finally:
        broker.stop()
        shutil.rmtree(place)


def overhead(broker: TestBroker) -> Table:
    """One client, one job that does nothing, again and again."""
    table = Table("A job that does nothing (ms)", ("way", "p5", "p50", "p99", "p50 / raw echo"))
    with supervised(broker.url), plain_rq(broker.url) as queue:
        times = asyncio.run(take_turns(broker, queue))
    raw = quantile(times["raw list echo"], 0.5)
    for name, measured in times.items():
        table.add(name, *quantiles(measured), f"{quantile(measured, 0.5) / raw:.1f}")
    return table


async def take_turns(broker: TestBroker, queue: Queue) -> dict[str, list[float]]:
    def echo() -> None:
        broker.redis.rpush("echo", "x")
        broker.redis.lpop("echo")

    def plain() -> None:
        queue.enqueue("operator.add", 1, 2).latest_result(timeout=10)

    times: dict[str, list[float]] = {"raw list echo": [], "submit and wait": [], "plain RQ SimpleWorker": []}
    async with jobs_at(broker.url) as once:
        for _ in range(ROUNDS):
            times["raw list echo"].append(timed(echo))
            times["submit and wait"].append(await once())
            times["plain RQ SimpleWorker"].append(timed(plain))
    return times


def throughput(broker: TestBroker) -> Table:
    columns = ("workers", "jobs/s", f"p50 of {WAITERS} waiting (ms)", "p99 (ms)")
    table = Table("Many clients, jobs that do nothing", columns)
    for workers in (1, 2):
        with supervised(broker.url, workers=workers):
            started = time.perf_counter()
            times = asyncio.run(burst(broker.url))
            rate = BURST / (time.perf_counter() - started)
        table.add(workers, f"{rate:.0f}", f"{quantile(times, 0.5):.0f}", f"{quantile(times, 0.99):.0f}")
    return table


def recovery(broker: TestBroker) -> Table:
    """From SIGKILL until the job runs in another worker."""
    table = Table("A killed worker's job runs again (ms)", ("kills", "p5", "p50", "p99"))
    with supervised(broker.url) as supervisor:
        times = []
        for _ in range(KILLS):
            job = broker.submit({"do": "sleep", "seconds": 1.0})
            until_attempt(broker, job, 1)
            time.sleep(0.05)
            for worker in workers_of(supervisor):
                worker.kill()
            times.append(timed(partial(until_attempt, broker, job, 2)))
            assert broker.ends(job) is JobState.FINISHED
    table.add(KILLS, *quantiles(times))
    return table


def post_to_answer(picture: Path) -> Table:
    """The whole way over HTTP, beside the same work called in this process, in turns."""
    name = f"our sample, since {shared_screenshot()} is absent" if picture == SAMPLE else picture.name
    table = Table(f"POST to answer, {name} (ms)", ("way", "p5", "p50", "p99", "p50 / in-process"))
    data = picture.read_bytes()
    headers = {"Content-Type": "image/png" if picture == SAMPLE else "image/jpeg"}
    place = Path(tempfile.mkdtemp(prefix="tw-"))
    os.environ["TILEWISE_CACHE_DIR"] = str(place / "cache")
    direct, posted = [], []
    with Tree(place / "data") as tree:
        context = TaskContext(place / "data", place / "cache")
        url = f"{tree.ready()}/wordhunt/solve"
        warming.warm(context)
        request = {**PLAIN_REQUEST, "dictionary": find_dictionary("en", place / "data").sha256}
        with httpx.Client(trust_env=False, timeout=60, headers=headers) as client:
            solve = partial(tasks.perform, Task.WORDHUNT_SOLVE, request, data, context)
            for _ in range(SOLVES):
                direct.append(timed(solve))
                posted.append(timed(lambda: client.post(url, content=data).raise_for_status()))
    shutil.rmtree(place)
    for name, times in {"in-process": direct, "POST": posted}.items():
        table.add(name, *quantiles(times), f"{quantile(times, 0.5) / quantile(direct, 0.5):.2f}")
    return table


PLAIN_REQUEST = {
    "grid": None,
    "min_length": 3,
    "max_length": None,
    "points": "wordhunt",
    "order": "points",
    "limit": None,
    "all_paths": False,
}


def until_attempt(broker: TestBroker, job: str, number: int) -> None:
    eventually(lambda: broker.field(job, "attempts") == str(number))


async def burst(url: str) -> list[float]:
    some = asyncio.Semaphore(WAITERS)
    async with jobs_at(url) as once:

        async def in_turn() -> float:
            async with some:
                return await once()

        return await asyncio.gather(*(in_turn() for _ in range(BURST)))


class jobs_at:
    """A function that runs one job and gives its milliseconds."""

    def __init__(self, url: str) -> None:
        self._jobs = Jobs(url)

    async def __aenter__(self) -> Callable[[], Awaitable[float]]:
        await self._jobs.start()
        return self._once

    async def __aexit__(self, *_: object) -> None:
        await self._jobs.close()

    async def _once(self) -> float:
        started = time.perf_counter()
        record = await self._jobs.wait((await self._jobs.submit(Task.READ, {"do": "echo"})).id, 60)
        assert record is not None
        assert record.result
        return (time.perf_counter() - started) * 1000


@contextmanager
def plain_rq(url: str) -> Iterator[Queue]:
    worker = subprocess.Popen([sys.executable, "-c", _PLAIN_RQ, url])
    queue = Queue("plain", connection=Redis.from_url(url))
    queue.enqueue("operator.add", 1, 2).latest_result(timeout=30)
    try:
        yield queue
    finally:
        worker.terminate()
        worker.wait(30)


def timed(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return (time.perf_counter() - started) * 1000


def quantile(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def quantiles(times: list[float]) -> tuple[str, ...]:
    return tuple(f"{quantile(times, share):.1f}" for share in (0.05, 0.5, 0.99))
