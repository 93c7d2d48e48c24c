"""Jobs of two parts while workers die and clients cancel: each ends once, and who follows it sees that."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field

import psutil
import pytest

from app.jobs import JobEvent, Jobs
from tests.brokers import TestBroker, redis_keys, supervised, workers_of
from worker.wire import JobState, Task

pytestmark = pytest.mark.e2e

JOBS = 80
KILLS = 12


@dataclass
class Client:
    """Submits jobs, cancels every fourth, and follows all of them."""

    jobs: Jobs
    dice: random.Random = field(default_factory=lambda: random.Random(1))

    async def one(self, number: int) -> tuple[str, list[JobState]]:
        request = {"do": "go_on", "then": "echo"}
        job = (await self.jobs.submit(Task.READ, request, client="somebody")).id
        following = asyncio.create_task(self.follow(job))
        if number % 4 == 0:
            await asyncio.sleep(self.dice.uniform(0, 0.5))
            await self.jobs.cancel(job)
        return job, await asyncio.wait_for(following, 30)

    async def follow(self, job: str) -> list[JobState]:
        events: list[JobEvent | None] = [event async for event in self.jobs.follow(job)]
        return [event.state for event in events if event]


async def kill(supervisor: psutil.Process) -> None:
    dice = random.Random(2)
    for _ in range(KILLS):
        await asyncio.sleep(dice.uniform(0, 0.1))
        if workers := workers_of(supervisor):
            dice.choice(workers).kill()


def test_they_end_once_whatever_happens(broker: TestBroker) -> None:
    async def run(supervisor: psutil.Process) -> list[tuple[str, list[JobState]]]:
        jobs = Jobs(broker.url)
        await jobs.start()
        client = Client(jobs)
        killing = asyncio.create_task(kill(supervisor))
        ended = await asyncio.gather(*(client.one(number) for number in range(JOBS)))
        await killing
        await jobs.close()
        return ended

    with supervised(broker.url, workers=2, bulk_workers=2) as supervisor:
        ended = asyncio.run(run(supervisor))
    assert len(ended) == JOBS
    for job, states in ended:
        assert [state for state in states if state.is_final] == states[-1:]
        assert broker.store.state(job) is states[-1]
        assert states[-1] in (JobState.FINISHED, JobState.CANCELED) or "worker_died" in broker.field(
            job, "failure"
        )
    assert sum(states[-1] is JobState.FINISHED for _, states in ended) >= JOBS / 2
    assert not redis_keys(broker.redis, "tilewise:open:*")
    assert not redis_keys(broker.redis, "rq:queue:*")
