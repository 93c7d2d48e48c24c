"""What becomes of jobs, on a real broker: canceled, followed, repeated, expired, others', too many."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest

from app.jobs import (
    IdempotencyKeyReused,
    JobEvent,
    JobExpired,
    JobNotFound,
    JobRecord,
    Jobs,
    QueueFull,
    TooManyJobs,
)
from tests.brokers import TestBroker, eventually, redis_keys
from worker import wire
from worker.lanes.jobs import onward_command
from worker.transitions import start_command
from worker.wire import Drawing, Envelope, Further, JobState, Lane, Outcome, Task

T = TypeVar("T")
HOUR, DAY = 3600, 86_400


def with_jobs(broker: TestBroker, act: Callable[[Jobs], Awaitable[T]], **told: Any) -> T:
    async def run() -> T:
        jobs = Jobs(broker.url, **told)
        await jobs.start()
        try:
            return await act(jobs)
        finally:
            await jobs.close()

    return asyncio.run(run())


async def submit(jobs: Jobs, **more: Any) -> str:
    return (await jobs.submit(Task.READ, {}, **more)).id


class TestRecord:
    def test_position(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> list[int | None]:
            ids = [await submit(jobs, lane=lane) for lane in (Lane.FAST, Lane.FAST, Lane.BULK, Lane.FAST)]
            broker.transact([start_command(ids[0])])
            return [(await jobs.get(job)).position for job in ids]

        assert with_jobs(broker, act) == [None, 1, 0, 2]

    def test_a_part_in_a_worker_s_hand_is_next(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> JobRecord:
            job = await submit(jobs)
            broker.redis.lmove("rq:queue:fast", "rq:queue:fast:intermediate:host.fast.1")
            return await jobs.get(job)

        assert with_jobs(broker, act).position == 0

    def test_links_are_what_can_be_done(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> list[set[str]]:
            typed, picture = await submit(jobs), await submit(jobs, picture=b"picture")
            before = [await jobs.get(typed), await jobs.get(picture)]
            for job in (typed, picture):
                broker.store.finish(job, Outcome("ok", b"1"))
            return [set(record.links) for record in (*before, await jobs.get(typed), await jobs.get(picture))]

        assert with_jobs(broker, act) == [
            {"self", "events", "cancel"},
            {"self", "events", "cancel"},
            {"self", "events"},
            {"self", "events", "overlay"},
        ]

    def test_milliseconds(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> Any:
            job = await submit(jobs)
            queued = json.loads((await jobs.get(job)).to_json())["ms"]
            broker.transact([start_command(job)])
            broker.store.finish(job, Outcome("ok", b"1"), ms={"read": 1.234, "solve": 2})
            return queued, json.loads((await jobs.get(job)).to_json())["ms"]

        queued, ended = with_jobs(broker, act)
        assert queued == {}
        assert list(ended) == ["queued", "read", "solve", "total"]
        assert ended["read"] == 1.23 and ended["total"] >= ended["queued"] >= 0

    def test_its_tag_changes_with_it(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> list[str]:
            job, tags = await submit(jobs), []
            tags.append((await jobs.get(job)).tag)
            broker.transact([start_command(job)])
            for progress in (0.1, 0.2):
                broker.store.report(job, "read", progress)
                tags.append((await jobs.get(job)).tag)
            broker.store.finish(job, Outcome("ok", b"1"))
            return [*tags, (await jobs.get(job)).tag, (await jobs.get(job)).tag]

        *different, last = with_jobs(broker, act)
        assert len(set(different)) == 4 and last == different[-1]


class TestCancel:
    def test_a_queued_job_leaves_the_lane(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> JobRecord:
            job, other = await submit(jobs), await submit(jobs)
            record = await jobs.cancel(job)
            assert broker.redis.lrange("rq:queue:fast", 0, -1) == [other.encode()]
            assert not broker.redis.exists(f"rq:job:{job}")
            return record

        record = with_jobs(broker, act)
        assert (record.state, record.failure) == (JobState.CANCELED, wire.CANCELED)
        assert record.ended is not None and record.position is None

    @pytest.mark.slow
    def test_a_running_job_s_supervisor_is_told(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> str:
            job = await submit(jobs)
            broker.redis.lpop("rq:queue:fast")
            broker.transact([start_command(job)])
            await jobs.cancel(job)
            await jobs.cancel(job)
            return job

        listening = broker.redis.pubsub()  # type: ignore[no-untyped-call]
        listening.subscribe(wire.CANCEL_CHANNEL)
        job = with_jobs(broker, act)
        eventually(lambda: listening.get_message(timeout=0.1))
        heard = [message["data"] for _ in range(2) if (message := listening.get_message(timeout=0.2))]
        assert heard == [job.encode()]
        listening.close()

    @pytest.mark.parametrize("outcome", [Outcome("ok", b"1"), Outcome("error", failure=wire.TIMED_OUT)])
    def test_a_job_that_has_ended_stays_as_it_is(self, broker: TestBroker, outcome: Outcome) -> None:
        async def act(jobs: Jobs) -> tuple[JobRecord, JobRecord]:
            job = await submit(jobs)
            broker.store.finish(job, outcome)
            return await jobs.get(job), await jobs.cancel(job)

        before, after = with_jobs(broker, act)
        assert before == after

    def test_who_waits_is_woken(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> JobRecord:
            job = await submit(jobs)
            waiting = asyncio.create_task(jobs.wait(job, 10))
            await asyncio.sleep(0.1)
            await jobs.cancel(job)
            return await waiting

        assert with_jobs(broker, act).state is JobState.CANCELED

    def test_no_part_follows(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> str:
            job = await submit(jobs)
            await jobs.cancel(job)
            return job

        job = with_jobs(broker, act)
        further = Further(Task.READ, Lane.BULK, {}, 5)
        assert broker.transact([onward_command(Envelope(job, job, Task.READ, {}), further)]) == [0]
        assert not broker.redis.exists("rq:queue:bulk")


class TestOwner:
    @pytest.mark.parametrize("asker", ["", "bob", "alic"])
    def test_a_job_does_not_exist_for_others(self, broker: TestBroker, asker: str) -> None:
        async def act(jobs: Jobs) -> None:
            job = await submit(jobs, owner="alice")
            for ask in (jobs.get(job, owner=asker), jobs.cancel(job, owner=asker)):
                with pytest.raises(JobNotFound):
                    await ask
            assert (await jobs.get(job, owner="alice")).state is JobState.QUEUED

        with_jobs(broker, act)

    def test_nor_has_it_expired_for_them(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> None:
            job = await submit(jobs, owner="alice")
            broker.redis.delete(wire.job_key(job))
            with pytest.raises(JobExpired):
                await jobs.get(job, owner="alice")
            with pytest.raises(JobNotFound):
                await jobs.get(job, owner="bob")

        with_jobs(broker, act)

    def test_drawings_are_nobody_s(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> None:
            job = await submit(jobs, picture=b"picture")
            broker.store.finish(job, Outcome("ok", b"1"))
            drawing = await jobs.draw(await jobs.get(job), Drawing.OVERLAY, 0)
            with pytest.raises(JobNotFound):
                await jobs.get(drawing.id)

        with_jobs(broker, act)


class TestExpiry:
    @pytest.mark.slow
    def test_nothing_but_a_tombstone_stays(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> None:
            job = await submit(jobs, idempotency_key="key", owner="somebody", client="x", picture=b"picture")
            await jobs.cancel(job, owner="somebody")
            assert await asyncio.to_thread(
                eventually, lambda: not broker.redis.exists(wire.job_key(job)), seconds=4
            )
            with pytest.raises(JobExpired):
                await jobs.get(job, owner="somebody")
            with pytest.raises(JobExpired):
                await jobs.cancel(job, owner="somebody")
            for stranger in ("", "another"):
                with pytest.raises(JobNotFound):
                    await jobs.get(job, owner=stranger)
            vanishing = {key for key in redis_keys(broker.redis) if broker.redis.ttl(key) != -1}
            (tombstone,) = vanishing
            assert tombstone.startswith(wire.gone_key(""))
            lasting = b"".join(broker.redis.dump(key) or b"" for key in redis_keys(broker.redis) - vanishing)
            assert b"picture" not in lasting
            assert DAY - 10 < broker.redis.ttl(tombstone) <= DAY + HOUR + 1
            broker.redis.delete(tombstone)
            with pytest.raises(JobNotFound):
                await jobs.get(job, owner="somebody")

        with_jobs(broker, act, result_ttl=1, picture_ttl=1)

    def test_a_job_that_never_ran_leaves_one_too(self, broker: TestBroker) -> None:
        job = with_jobs(broker, submit)
        broker.redis.delete(wire.job_key(job))
        with pytest.raises(JobExpired):
            with_jobs(broker, lambda jobs: jobs.get(job))

    def test_a_drawing_goes_with_its_job(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> str:
            job = await submit(jobs, picture=b"picture")
            broker.store.finish(job, Outcome("ok", b"1"))
            broker.redis.expire(wire.job_key(job), 20)
            return (await jobs.draw(await jobs.get(job), Drawing.OVERLAY, 0)).id

        drawing = with_jobs(broker, act)
        broker.store.finish(drawing, Outcome("ok", b"PNG"))
        for key in (wire.job_key(drawing), wire.result_key(drawing), wire.events_key(drawing)):
            assert 0 < broker.redis.ttl(key) <= 20
        marks: list[Any] = [broker.redis.smembers(key) for key in redis_keys(broker.redis, "tilewise:gone:*")]
        assert sum(map(len, marks)) == 1  # the job's


class TestIdempotency:
    def test_the_same_request_makes_one_job(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> list[tuple[str, bool]]:
            made = [
                await jobs.submit(Task.READ, {"a": 1, "b": 2}, picture=b"p", idempotency_key="k"),
                await jobs.submit(Task.READ, {"b": 2, "a": 1}, picture=b"p", idempotency_key="k"),
            ]
            return [(submitted.id, submitted.replayed) for submitted in made]

        (first, was_first), (second, was_second) = with_jobs(broker, act)
        assert first == second and (was_first, was_second) == (False, True)
        assert broker.redis.llen("rq:queue:fast") == 1

    def test_at_once_from_many(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> set[str]:
            return set(await asyncio.gather(*(submit(jobs, idempotency_key="k") for _ in range(50))))

        assert len(with_jobs(broker, act)) == 1
        assert broker.redis.llen("rq:queue:fast") == 1

    @pytest.mark.parametrize(
        "other",
        [{"request": {"x": 1}}, {"task": Task.WORDHUNT_SOLVE}, {"picture": b"q"}, {"picture": None}],
    )
    def test_another_request_is_refused(self, broker: TestBroker, other: dict[str, Any]) -> None:
        asked: dict[str, Any] = {"task": Task.READ, "request": {}, "picture": b"p", "idempotency_key": "k"}

        async def act(jobs: Jobs) -> None:
            first = await jobs.submit(**asked)
            with pytest.raises(IdempotencyKeyReused) as refusal:
                await jobs.submit(**{**asked, **other})
            assert refusal.value.job == first.id

        with_jobs(broker, act)
        assert broker.redis.llen("rq:queue:fast") == 1

    def test_owners_have_keys_of_their_own(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> set[str]:
            return {await submit(jobs, idempotency_key="k", owner=owner) for owner in ("", "a", "b")}

        assert len(with_jobs(broker, act)) == 3

    def test_the_key_lasts_as_long_as_its_job(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> str:
            return await submit(jobs, idempotency_key="k")

        job = with_jobs(broker, act)
        key = wire.idempotency_key("", "k")
        assert broker.redis.ttl(key) == pytest.approx(broker.redis.ttl(wire.job_key(job)), abs=1)
        broker.store.finish(job, Outcome("ok", b"1"))
        assert broker.redis.ttl(key) == pytest.approx(broker.redis.ttl(wire.job_key(job)), abs=1)
        assert broker.redis.ttl(key) <= 60


class TestLimits:
    def test_open_jobs_of_a_client(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> None:
            first, second = await submit(jobs, client="a"), await submit(jobs, client="a")
            with pytest.raises(TooManyJobs) as refusal:
                await submit(jobs, client="a")
            assert refusal.value.limit == 2
            await submit(jobs, client="b")
            await jobs.cancel(first)
            await submit(jobs, client="a")
            broker.store.finish(second, Outcome("ok", b"1"))
            await submit(jobs, client="a")

        with_jobs(broker, act, max_open=2)

    def test_a_repeated_request_counts_once(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> None:
            for _ in range(3):
                await submit(jobs, client="a", idempotency_key="k")

        with_jobs(broker, act, max_open=1)

    def test_full_queue(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> None:
            for _ in range(2):
                await submit(jobs)
            with pytest.raises(QueueFull):
                await submit(jobs, client="a", idempotency_key="k")
            await submit(jobs, lane=Lane.BULK)
            broker.redis.lpop("rq:queue:fast")
            await submit(jobs, client="a", idempotency_key="k")

        with_jobs(broker, act, max_queued=2)


class TestFollow:
    async def events(self, jobs: Jobs, job: str, **how: Any) -> list[JobEvent | None]:
        return [event async for event in jobs.follow(job, **how)]

    @pytest.mark.slow
    def test_from_the_beginning_to_the_end(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> list[JobEvent | None]:
            job = await submit(jobs)
            following = asyncio.create_task(self.events(jobs, job))
            await asyncio.sleep(0.1)
            broker.transact([start_command(job)])
            broker.store.report(job, "read", 0.5)
            await asyncio.sleep(0.1)
            broker.store.finish(job, Outcome("ok", b"1"))
            return await following

        told = [(event.kind, event.to_json()) for event in with_jobs(broker, act) if event]
        assert [(kind, fields["state"]) for kind, fields in told] == [
            ("state", "queued"),
            ("state", "started"),
            ("progress", "started"),
            ("state", "finished"),
        ]
        assert told[2][1] == {"state": "started", "stage": "read", "progress": 0.5}
        assert told[3][1].keys() == {"state", "ended", "progress"}

    def test_resumes_after_any_event(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> None:
            job = await submit(jobs)
            broker.transact([start_command(job)])
            broker.store.fail(job, wire.TIMED_OUT)
            every = [event for event in await self.events(jobs, job) if event]
            assert every[-1].to_json()["error"]["code"] == "timed_out"
            for place, event in enumerate(every):
                assert await self.events(jobs, job, after=event.id) == every[place + 1 :]

        with_jobs(broker, act)

    def test_nothing_happens_for_a_while(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> list[JobEvent | None]:
            job, events = await submit(jobs), []
            async for event in jobs.follow(job, heartbeat=0.05):
                events.append(event)
                if len(events) == 3:
                    await jobs.cancel(job)
            return events

        events = with_jobs(broker, act)
        assert events[1:3] == [None, None]
        assert events[-1] is not None and events[-1].state is JobState.CANCELED

    @pytest.mark.slow
    def test_many_share_one_connection(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> int:
            job = await submit(jobs)
            following = [asyncio.create_task(self.events(jobs, job)) for _ in range(50)]
            await asyncio.sleep(0.3)
            blocked = sum(client["cmd"] == "xread" for client in broker.redis.client_list())
            await jobs.cancel(job)
            assert {len(events) for events in await asyncio.gather(*following)} == {2}
            return blocked

        assert with_jobs(broker, act) == 1

    def test_ends_with_the_server(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> list[JobEvent | None]:
            following = asyncio.create_task(self.events(jobs, await submit(jobs)))
            await asyncio.sleep(0.1)
            jobs.end_waits()
            return await asyncio.wait_for(following, 2)

        assert len(with_jobs(broker, act)) == 1

    @pytest.mark.slow
    def test_survives_a_restart_of_the_broker(self, broker: TestBroker) -> None:
        async def act(jobs: Jobs) -> list[JobEvent | None]:
            job = await submit(jobs)
            following = asyncio.create_task(self.events(jobs, job))
            await asyncio.sleep(0.1)
            broker.stop(signal.SIGKILL)
            await asyncio.sleep(0.1)
            broker.start()
            broker.store.finish(job, Outcome("ok", b"1"))
            return await asyncio.wait_for(following, 10)

        events = with_jobs(broker, act)
        assert [event.state for event in events if event] == [JobState.QUEUED, JobState.FINISHED]
