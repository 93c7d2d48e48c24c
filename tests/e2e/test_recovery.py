"""Nothing acknowledged is lost, whatever dies: a whole server, clients that wait, kills at random moments."""

from __future__ import annotations

import asyncio
import random
import string
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from app.greeting import SAMPLE
from tests.brokers import BUNDLED, DEBIAN, eventually, redis_keys
from tests.e2e.servers import ServersBroker, server
from tests.e2e.trees import Tree
from worker.store import BrokerError

pytestmark = pytest.mark.e2e

JsonObject = dict[str, Any]

WAIT = 2
"""Seconds that clients ask the server to wait for."""
LATE = 15.0
"""Seconds within which everything is answered that waits so long, on a machine that is busy with other tests;
on a quiet one it is a little over `WAIT`."""
CLIENTS = 20
MOST_TRIES = 3
"""A third death would rightly end a job, so one is spared from its second try on: when the kill comes, it may
be in its next one."""


def boards(count: int) -> list[str]:
    dice = random.Random(7)
    letters = string.ascii_uppercase + "EEAIORSTLN"
    return ["/".join("".join(dice.choices(letters, k=4)) for _ in range(4)) for _ in range(count)]


@dataclass
class Crowd:
    """Clients that send boards and pictures, each once, and wait for the answers."""

    url: str
    seconds: float
    """Over which they come."""
    statuses: Counter[int] = field(default_factory=Counter)
    slowest: tuple[float, str] = (0.0, "")
    """Seconds, and what was asked and answered."""
    jobs: list[str] = field(default_factory=list)

    async def all_answers(self, count: int) -> list[JsonObject]:
        """The results; every fourth is of the sample picture, the others of boards."""
        limits = httpx.Limits(max_connections=CLIENTS)
        async with httpx.AsyncClient(base_url=self.url, trust_env=False, timeout=60, limits=limits) as client:
            some = asyncio.Semaphore(CLIENTS)

            async def in_turn(number: int, grid: str) -> JsonObject:
                await asyncio.sleep(self.seconds * number / count)
                async with some:
                    return await self._one(client, number, grid)

            return await asyncio.gather(*(in_turn(*numbered) for numbered in enumerate(boards(count))))

    async def _one(self, client: httpx.AsyncClient, number: int, grid: str) -> JsonObject:
        # By the key it can ask again after a 503, which does not say whether the job was made.
        headers = {"Idempotency-Key": f"job-{number}", "Prefer": f"wait={WAIT}"}
        content: JsonObject = {"json": {"grid": grid}}
        if number % 4 == 0:
            content = {"content": SAMPLE.read_bytes()}
            headers["Content-Type"] = "image/png"
        answer = await self._insist(client, "POST", "/wordhunt/solve", headers=headers, **content)
        self.jobs.append(answer.json()["id"])
        while answer.status_code == 202 or answer.json()["state"] in ("queued", "started"):
            where = f"/jobs/{answer.json()['id']}"
            answer = await self._insist(client, "GET", where, headers={"Prefer": f"wait={WAIT}"})
        record: JsonObject = answer.json()
        assert record["state"] == "finished", record
        result: JsonObject = record["result"]
        return result

    async def _insist(self, client: httpx.AsyncClient, method: str, url: str, **told: Any) -> httpx.Response:
        """Ask until there is an answer; all there may be instead is 503 with `Retry-After`."""
        while True:
            asked = time.monotonic()
            answer = await client.request(method, url, **told)
            seconds = time.monotonic() - asked
            self.slowest = max(self.slowest, (seconds, f"{method} {url}: {answer.status_code}"))
            self.statuses[answer.status_code] += 1
            if answer.status_code in (200, 202):
                return answer
            assert answer.status_code == 503, answer.text
            assert int(answer.headers["Retry-After"]) > 0
            await asyncio.sleep(0.2)


@dataclass
class Killer:
    """Kills workers and the broker at random moments."""

    tree: Tree
    broker: ServersBroker
    workers: int
    brokers: int
    kills: Counter[str] = field(default_factory=Counter)

    def run(self) -> None:
        dice = random.Random(1)
        while self.kills["worker"] < self.workers or self.kills["broker"] < self.brokers:
            time.sleep(dice.uniform(0, 0.3))
            done = (self.kills["worker"] + 1) / (self.workers + 1)
            if self.kills["broker"] < self.brokers * done and dice.random() < 0.3:
                self.broker.kill()
                self.kills["broker"] += 1
            elif self.kills["worker"] < self.workers and not self._is_last_try():
                self._kill_one_of(self._workers(), dice)

    def _kill_one_of(self, workers: list[psutil.Process], dice: random.Random) -> None:
        if workers:
            with suppress(psutil.NoSuchProcess):
                dice.choice(workers).kill()
                self.kills["worker"] += 1

    def _workers(self) -> list[psutil.Process]:
        with suppress(psutil.Error):
            return list(self.tree.supervisor().children())
        return []

    def _is_last_try(self) -> bool:
        try:
            running: Any = self.broker.redis.zrange("rq:wip:fast", 0, -1)
            jobs = [part.decode().split(":")[0] for part in running]
            tries: list[Any] = [self.broker.redis.hget(f"tilewise:job:{job}", "attempts") for job in jobs]
        except BrokerError:
            return True
        return any(int(count or 0) >= MOST_TRIES - 1 for count in tries)


def quiet_results(tree: Tree, count: int) -> list[JsonObject]:
    """What the jobs must answer, from the server before anything is killed."""
    with tree.client() as client:
        head = {"Prefer": "wait=60"}
        batch = client.post("/wordhunt/solve", json={"grids": boards(count)}, headers=head).raise_for_status()
        answers: list[JsonObject] = batch.json()["result"]["boards"]
        head["Content-Type"] = "image/png"
        sample = client.post("/wordhunt/solve", content=SAMPLE.read_bytes(), headers=head)
        for number in range(0, count, 4):
            answers[number] = sample.json()["result"]
    return answers


def words_of(results: list[JsonObject]) -> list[list[tuple[str, int]]]:
    return [[(word["word"], word["points"]) for word in result["words"]] for result in results]


def check_that_nothing_is_lost(kind: str, place: Path, *, jobs: int, workers: int, brokers: int) -> None:
    with server(kind, place, RATE_LIMIT="none", LOG_LEVEL="error") as (tree, broker):
        expected = words_of(quiet_results(tree, jobs))
        crowd = Crowd(tree.url, seconds=workers * 0.2)
        killer = Killer(tree, broker, workers, brokers)

        with ThreadPoolExecutor(1) as elsewhere:
            answering = elsewhere.submit(lambda: asyncio.run(crowd.all_answers(jobs)))
            killer.run()  # in this thread, whose end is the end of the brokers that it starts
            results = answering.result()
        sys.stdout.write(f"\n{kind}: {dict(killer.kills)}, {dict(crowd.statuses)}, {crowd.slowest}\n")
        assert killer.kills == {"worker": workers, "broker": brokers}
        assert words_of(results) == expected
        assert len(set(crowd.jobs)) == jobs
        assert crowd.slowest < (LATE, "")
        eventually(broker.redis.ping)
        for job in crowd.jobs:
            entries: Any = broker.redis.xrange(f"tilewise:events:{job}")
            ends = [event for _, event in entries if event[b"state"] not in (b"queued", b"started")]
            assert [event[b"state"] for event in ends] == [b"finished"], entries
        left = redis_keys(broker.redis, "rq:*")
        assert not [key for key in left if not key.startswith(("rq:queues", "rq:worker"))]
        broker.redis.close()


@pytest.mark.parametrize("kind", [BUNDLED, DEBIAN])
def test_every_job_ends_once_with_the_right_answer(kind: str, tmp_path: Path) -> None:
    check_that_nothing_is_lost(kind, tmp_path, jobs=120, workers=10, brokers=2)


@pytest.mark.long
@pytest.mark.parametrize("kind", [BUNDLED, DEBIAN])
def test_a_thousand_jobs_end_once_with_the_right_answer(kind: str, tmp_path: Path) -> None:
    check_that_nothing_is_lost(kind, tmp_path, jobs=1000, workers=50, brokers=5)
