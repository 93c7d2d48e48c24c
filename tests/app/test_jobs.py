"""Jobs on a real broker, with real workers where a job has to run."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TypeVar

import pytest
from redis.exceptions import ResponseError

from app.jobs import BrokerUnavailable, JobNotFound, JobRecord, Jobs, new_job_id
from tests.brokers import DEBIAN, TestBroker, on_both_brokers, redis_keys, supervised
from worker import wire
from worker.lanes.overview import WRITE_NOTHING
from worker.transitions import Command
from worker.wire import Failure, JobState, JsonObject, Lane, Outcome, Task

T = TypeVar("T")
NOON = datetime(2026, 11, 30, 12, 0, 0, 500_000, tzinfo=UTC)


@asynccontextmanager
async def jobs_of(broker: TestBroker) -> AsyncIterator[Jobs]:
    jobs = Jobs(broker.url)
    await jobs.start()
    try:
        yield jobs
    finally:
        await jobs.close()


def with_jobs(broker: TestBroker, act: Callable[[Jobs], Awaitable[T]]) -> T:
    async def run() -> T:
        async with jobs_of(broker) as jobs:
            return await act(jobs)

    return asyncio.run(run())


async def run_job(jobs: Jobs, request: JsonObject, seconds: float = 10, **more: bytes) -> JobRecord:
    record = await jobs.wait((await jobs.submit(Task.READ, request, picture=more.get("picture"))).id, seconds)
    return record


class TestRecord:
    RESULT = b'{"a": "\xc3\xa9"}'
    RECORD = JobRecord("id", "read", JobState.FINISHED, NOON, None, NOON, 1, 1.0, result=RESULT)

    def test_result_is_spliced_in_as_it_is(self) -> None:
        text = self.RECORD.to_json()
        assert text.endswith(b',"result":{"a": "\xc3\xa9"}}')
        assert json.loads(text) == {
            "id": "id",
            "task": "read",
            "state": "finished",
            "position": None,
            "created": "2026-11-30T12:00:00.500Z",
            "started": None,
            "ended": "2026-11-30T12:00:00.500Z",
            "attempts": 1,
            "progress": 1.0,
            "stage": None,
            "ms": {"total": 0.0},
            "error": None,
            "links": {"self": "/jobs/id", "events": "/jobs/id/events"},
            "result": {"a": "é"},
        }

    def test_failure(self) -> None:
        record = JobRecord("id", "read", JobState.FAILED, failure=Failure("code", "m", "h", {"x": 1}))
        told = json.loads(record.to_json())
        assert told["error"] == {"code": "code", "message": "m", "hint": "h", "details": {"x": 1}}
        assert told["result"] is None

    def test_ids_differ_and_are_safe(self) -> None:
        ids = {new_job_id() for _ in range(1000)}
        assert len(ids) == 1000
        assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", job) for job in ids)


class TestSubmit:
    def test_queued(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> JobRecord:
            return await jobs.get((await jobs.submit(Task.READ, {})).id)

        record = with_jobs(broker, act)
        assert (record.state, record.task, record.attempts) == (JobState.QUEUED, "read", 0)
        assert record.created is not None
        assert abs((datetime.now(UTC) - record.created).total_seconds()) < 5

    def test_lane(self, broker: TestBroker) -> None:
        job = with_jobs(broker, lambda jobs: jobs.submit(Task.READ, {}, lane=Lane.BULK))
        assert broker.redis.lrange("rq:queue:bulk", 0, -1) == [job.id.encode()]

    def test_same_picture_is_stored_once(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> None:
            for _ in range(2):
                await jobs.submit(Task.READ, {}, picture=b"picture")

        with_jobs(broker, act)
        (key,) = redis_keys(broker.redis, "tilewise:picture:*")
        assert broker.redis.get(key) == b"picture"

    def test_everything_has_an_end(self, broker: TestBroker) -> None:
        with_jobs(broker, lambda jobs: jobs.submit(Task.READ, {}, picture=b"picture"))
        lasting = {key for key in redis_keys(broker.redis) if broker.redis.ttl(key) == -1}
        assert lasting == {"rq:queues", "rq:queue:fast"}

    @pytest.mark.slow
    def test_unknown_job(self, broker: TestBroker) -> None:
        with pytest.raises(JobNotFound):
            with_jobs(broker, lambda jobs: jobs.get("nothing"))
        with pytest.raises(JobNotFound):
            with_jobs(broker, lambda jobs: jobs.wait("nothing", 5))


class TestWait:
    @pytest.mark.timed
    def test_time_is_up(self, broker: TestBroker) -> None:
        started = time.monotonic()
        record = with_jobs(broker, lambda jobs: run_job(jobs, {}, 0.1))
        assert record.state is JobState.QUEUED
        assert 0.1 <= time.monotonic() - started < 2

    def test_woken_by_the_end(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> JobRecord:
            job = (await jobs.submit(Task.READ, {})).id
            waiting = asyncio.create_task(jobs.wait(job, 10))
            await asyncio.sleep(0.1)
            broker.store.finish(job, Outcome("ok", b"[1]"))
            return await waiting

        record = with_jobs(broker, act)
        assert (record.state, record.result) == (JobState.FINISHED, b"[1]")

    @pytest.mark.slow
    def test_many_waiters_share_two_connections(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> tuple[int, list[JobRecord]]:
            ids = [(await jobs.submit(Task.READ, {})).id for _ in range(50)]
            waiting = [asyncio.create_task(jobs.wait(job, 10)) for job in ids]
            await asyncio.sleep(0.3)
            clients = [client for client in broker.redis.client_list() if client["cmd"] == "xread"]
            for job in ids:
                broker.store.fail(job, wire.TIMED_OUT)
            return len(clients), await asyncio.gather(*waiting)

        blocked, records = with_jobs(broker, act)
        assert blocked == 1
        assert {record.state for record in records} == {JobState.FAILED}


@pytest.mark.timed
@pytest.mark.slow
def test_more_requests_at_once_than_connections(broker: TestBroker) -> None:
    async def act(jobs: Jobs) -> tuple[list[JobRecord], int]:
        async def one(number: int) -> JobRecord:
            return await jobs.get((await jobs.submit(Task.READ, {}, picture=b"%d" % number)).id)

        records = await asyncio.gather(*(one(number) for number in range(200)))
        return records, len(broker.redis.client_list())

    records, connections = with_jobs(broker, act)
    assert {record.state for record in records} == {JobState.QUEUED}
    assert len({record.id for record in records}) == 200
    assert connections < 50


@pytest.mark.e2e
class TestWithWorkers:
    def test_answer(self, broker: TestBroker) -> None:
        with supervised(broker.url):
            record = with_jobs(broker, lambda jobs: run_job(jobs, {"do": "echo"}, picture=b"12345"))
        assert record.state is JobState.FINISHED
        assert record.result is not None
        assert json.loads(record.result)["picture"] == 5
        assert None not in (record.created, record.started, record.ended)

    def test_expected_failure(self, broker: TestBroker) -> None:
        with supervised(broker.url):
            record = with_jobs(broker, lambda jobs: run_job(jobs, {"do": "refuse"}))
        assert record.failure == Failure("bad_grid", "No.", "Yes.", {"row": 1})
        assert record.result is None

    def test_progress_is_seen(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> tuple[JobRecord, JobRecord]:
            job = (await jobs.submit(Task.READ, {"do": "sleep", "seconds": 1.5})).id
            halfway = await jobs.wait(job, 0)
            while halfway.stage is None:
                halfway = await jobs.wait(job, 0.1)
            return halfway, await jobs.wait(job, 10)

        with supervised(broker.url):
            halfway, record = with_jobs(broker, act)
        assert halfway.state is JobState.STARTED
        assert 0 < halfway.progress < 1
        assert (halfway.stage or "").startswith("step")
        assert record.progress == 1

    def test_burst(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> list[JobRecord]:
            return await asyncio.gather(*(run_job(jobs, {"do": "echo", "n": n}) for n in range(100)))

        with supervised(broker.url, workers=2):
            records = with_jobs(broker, act)
        answers = [json.loads(record.result or b"")["request"]["n"] for record in records]
        assert answers == list(range(100))


class TestBrokerAway:
    @pytest.mark.timed
    def test_said_within_two_seconds(self) -> None:
        async def act() -> None:
            jobs = Jobs("unix:///nowhere/tilewise.sock")
            with pytest.raises(BrokerUnavailable):
                await jobs.submit(Task.READ, {})
            with pytest.raises(BrokerUnavailable):
                await jobs.get("x")
            with pytest.raises(BrokerUnavailable):
                await jobs.ping()
            await jobs.close()

        started = time.monotonic()
        asyncio.run(act())
        assert time.monotonic() - started < 2

    @pytest.mark.timed
    @pytest.mark.slow
    def test_a_hung_broker_is_as_good_as_none(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> float:
            await jobs.ping()
            broker.process.send_signal(signal.SIGSTOP)
            try:
                started = time.monotonic()
                with pytest.raises(BrokerUnavailable):
                    await jobs.submit(Task.READ, {}, picture=b"picture")
                return time.monotonic() - started
            finally:
                broker.process.send_signal(signal.SIGCONT)

        assert with_jobs(broker, act) < 2

    @pytest.mark.timed
    @pytest.mark.slow
    def test_all_hear_of_a_hung_broker_in_time(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> tuple[list[object], float, JobRecord]:
            job = (await jobs.submit(Task.READ, {})).id
            broker.process.send_signal(signal.SIGSTOP)
            try:
                started = time.monotonic()
                heard = await asyncio.gather(*(jobs.get(job) for _ in range(100)), return_exceptions=True)
                seconds = time.monotonic() - started
            finally:
                broker.process.send_signal(signal.SIGCONT)
            return list(heard), seconds, await jobs.get(job)

        heard, seconds, record = with_jobs(broker, act)
        assert {type(error) for error in heard} == {BrokerUnavailable}
        assert seconds < 2
        assert record is not None  # the connections are free again

    @on_both_brokers
    @pytest.mark.parametrize(
        ("refuse", "accept"),
        [(("CONFIG", "SET", "maxmemory", 1), ("CONFIG", "SET", "maxmemory", 0)),
         (("REPLICAOF", "127.0.0.1", 1), ("REPLICAOF", "NO", "ONE"))],
        ids=["full", "replica"],
    )  # fmt: skip
    def test_a_broker_that_takes_nothing_is_as_good_as_none(
        self, broker: TestBroker, refuse: Command, accept: Command, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def act(jobs: Jobs) -> JobRecord:
            broker.store.ask(refuse)
            try:
                for asking in (jobs.submit(Task.READ, {}, picture=b"picture"), jobs.ask([WRITE_NOTHING])):
                    with pytest.raises(BrokerUnavailable):
                        await asking
            finally:
                broker.store.ask(accept)
            return await jobs.get((await jobs.submit(Task.READ, {})).id)

        assert with_jobs(broker, act).state is JobState.QUEUED
        assert "refuses" in caplog.text
        assert "tilewise:" not in caplog.text  # nothing of what was sent

    @pytest.mark.parametrize("broker", [DEBIAN], indirect=True)
    @pytest.mark.parametrize("user", ["", ":wrong@"])
    def test_a_broker_that_does_not_let_us_in(self, broker: TestBroker, user: str) -> None:
        async def act() -> None:
            jobs = Jobs(f"redis://{user}{broker.url.partition('@')[2]}")
            for asking in (jobs.submit(Task.READ, {}, picture=b"picture"), jobs.get("x"), jobs.ping()):
                with pytest.raises(BrokerUnavailable):
                    await asking
            await jobs.close()

        asyncio.run(act())

    def test_a_question_that_is_wrong_is_our_own_fault(self, broker: TestBroker) -> None:
        with pytest.raises(ResponseError):
            with_jobs(broker, lambda jobs: jobs.ask([("HGETALL", wire.FEED_KEY), ("NONSENSE",)]))

    @pytest.mark.e2e
    def test_waiter_survives_a_restart(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> JobRecord:
            job = (await jobs.submit(Task.READ, {})).id
            waiting = asyncio.create_task(jobs.wait(job, 10))
            await asyncio.sleep(0.1)
            broker.stop(signal.SIGKILL)
            await asyncio.sleep(0.1)
            broker.start()
            await asyncio.sleep(0.5)
            broker.store.finish(job, Outcome("ok", b"[1]"))
            return await waiting

        record = with_jobs(broker, act)
        assert record.result == b"[1]"

    @pytest.mark.e2e
    def test_acknowledged_jobs_survive_a_killed_broker(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> list[str]:
            return [(await jobs.submit(Task.READ, {"do": "echo"})).id for _ in range(50)]

        ids = with_jobs(broker, act)
        broker.stop(signal.SIGKILL)
        broker.start()
        assert {broker.store.state(job) for job in ids} == {JobState.QUEUED}
        with supervised(broker.url, workers=2):
            assert {broker.ends(job) for job in ids} == {JobState.FINISHED}
