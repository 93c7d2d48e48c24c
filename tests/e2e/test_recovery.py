"""Nothing acknowledged is lost, whatever dies: many jobs while workers and broker are killed at random."""

from __future__ import annotations

import asyncio
import json
import random
import signal
from collections import Counter

import psutil
import pytest

from app.jobs import BrokerUnavailable, JobRecord, Jobs
from tests.brokers import TestBroker, redis_keys, supervised, workers_of
from worker.wire import JobState, Task

pytestmark = [pytest.mark.e2e, pytest.mark.long]

JOBS = 1_000
WORKER_KILLS = 50
BROKER_KILLS = 5


async def client(jobs: Jobs, number: int) -> tuple[str, JobRecord]:
    """Ask until the job is acknowledged, then wait until it has ended."""
    while True:
        try:
            job = (await jobs.submit(Task.READ, {"do": "echo", "number": number})).id
            break
        except BrokerUnavailable:
            await asyncio.sleep(0.05)
    while True:
        try:
            record = await jobs.wait(job, 5)
        except BrokerUnavailable:
            await asyncio.sleep(0.05)
            continue
        if record.state.is_final:
            return job, record


async def kill(broker: TestBroker, supervisor: psutil.Process, done: asyncio.Event) -> Counter[str]:
    dice, kills = random.Random(1), Counter[str]()
    while kills["worker"] < WORKER_KILLS or kills["broker"] < BROKER_KILLS or not done.is_set():
        await asyncio.sleep(dice.uniform(0, 0.2))
        if kills["worker"] >= WORKER_KILLS and kills["broker"] >= BROKER_KILLS:
            continue
        if dice.random() < 0.1 and kills["broker"] < BROKER_KILLS:
            broker.stop(signal.SIGKILL)
            broker.start()  # in this thread, whose end would be the broker's end
            kills["broker"] += 1
        elif workers := workers_of(supervisor):
            dice.choice(workers).kill()
            kills["worker"] += 1
    return kills


def test_every_acknowledged_job_ends_once(broker: TestBroker) -> None:
    async def run(supervisor: psutil.Process) -> tuple[list[tuple[str, JobRecord]], Counter[str]]:
        jobs, done, some = Jobs(broker.url), asyncio.Event(), asyncio.Semaphore(20)
        await jobs.start()

        async def paced(number: int) -> tuple[str, JobRecord]:
            async with some:
                return await client(jobs, number)

        killing = asyncio.create_task(kill(broker, supervisor, done))
        ended = await asyncio.gather(*(paced(number) for number in range(JOBS)))
        done.set()
        kills = await killing
        await jobs.close()
        return ended, kills

    with supervised(broker.url, workers=2) as supervisor:
        ended, kills = asyncio.run(run(supervisor))
    assert kills["worker"] >= WORKER_KILLS
    assert kills["broker"] >= BROKER_KILLS
    assert {record.state for _, record in ended} == {JobState.FINISHED}
    numbers = [json.loads(record.result or b"")["request"]["number"] for _, record in ended]
    assert numbers == list(range(JOBS))
    assert not [key for key in redis_keys(broker.redis, "rq:*") if key not in ("rq:queues", "rq:workers")]
