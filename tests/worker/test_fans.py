"""Parts that run side by side: in one process step by step, and in real ones that die."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any

import psutil
import pytest
from rq.serializers import JSONSerializer

from tests.brokers import TestBroker, eventually, on_both_brokers, redis_keys, supervised, workers_of
from tests.crew import TestCrew
from worker import wire
from worker.lanes.fans import answer_command, fan_out_command
from worker.lanes.jobs import cancel_command
from worker.lanes.parts import ListedJob
from worker.lanes.recovery import Recovery
from worker.lanes.worker import LaneWorker
from worker.wire import Envelope, Fan, Further, JobState, JsonObject, Lane, Task

pytestmark = pytest.mark.e2e


def echoes(count: int) -> JsonObject:
    return {"do": "fan_out", "deeds": [{"do": "echo", "n": number} for number in range(count)]}


def naps(count: int, seconds: float) -> JsonObject:
    deeds = [{"do": "sleep", "n": number, "seconds": seconds} for number in range(count)]
    return {"do": "fan_out", "deeds": deeds}


def work(broker: TestBroker, lane: Lane, *, most: int | None = None) -> None:
    worker = LaneWorker(lane, f"host.{lane}.1", broker.redis, broker.store, TestCrew.functions)
    worker.work(burst=True, logging_level=None, max_jobs=most)


def numbers(broker: TestBroker, job: str) -> list[int]:
    return [answer["request"]["n"] for answer in json.loads(broker.result(job))]


def answered(broker: TestBroker, job: str) -> dict[int, JsonObject]:
    found: Any = broker.redis.hgetall(wire.answers_key(job))
    return {int(number): json.loads(answer) for number, answer in found.items()}


def failure_code(broker: TestBroker, job: str) -> str:
    return str(json.loads(broker.field(job, "failure"))["code"])


def check_that_nothing_is_left(broker: TestBroker, job: str) -> None:
    assert not broker.redis.exists(wire.answers_key(job))
    assert redis_keys(broker.redis, "rq:job:*") == redis_keys(broker.redis, "rq:queue:*") == set()


class TestSteps:
    def test_answers_are_joined_in_order(self, broker: TestBroker) -> None:
        job = broker.submit(echoes(5))
        work(broker, Lane.FAST)
        queued: Any = broker.redis.lrange("rq:queue:bulk", 0, -1)
        for part in reversed(queued):  # the last comes first
            broker.redis.lrem("rq:queue:bulk", 1, part)
            broker.redis.rpush("rq:queue:bulk", part)
        work(broker, Lane.BULK)
        assert broker.store.state(job) is JobState.FINISHED
        assert numbers(broker, job) == list(range(5))
        check_that_nothing_is_left(broker, job)

    def test_without_parts_there_is_only_the_join(self, broker: TestBroker) -> None:
        job = broker.submit(echoes(0))
        work(broker, Lane.FAST)
        work(broker, Lane.BULK)
        assert numbers(broker, job) == []
        check_that_nothing_is_left(broker, job)

    def test_progress_is_what_is_answered(self, broker: TestBroker) -> None:
        job = broker.submit(echoes(4))
        work(broker, Lane.FAST)
        for done in (0.25, 0.5, 0.75):
            work(broker, Lane.BULK, most=1)
            assert (broker.store.state(job), float(broker.field(job, "progress"))) == (JobState.STARTED, done)

    def test_progress_goes_on_from_what_was_done_before(self, broker: TestBroker) -> None:
        job = broker.submit({**echoes(2), "begin": 0.5, "end": 0.9})
        work(broker, Lane.FAST)
        for done in (0.7, 0.9):
            work(broker, Lane.BULK, most=1)
            assert (broker.store.state(job), float(broker.field(job, "progress"))) == (JobState.STARTED, done)

    def test_a_repeated_transaction_changes_nothing(self, broker: TestBroker) -> None:
        """As after a reply that was lost with the connection."""
        job = broker.submit(echoes(2))
        first = Envelope(job, job, Task.READ, {})
        fan = Fan(Task.READ, Lane.BULK, ({"n": 0}, {"n": 1}), 5, Further(Task.READ, Lane.BULK, {}, 5))
        assert [broker.transact([fan_out_command(first, fan)])[0] for _ in range(2)] == [1, 0]
        one, other = first.spread_by(fan)
        for chunk in (one, one, other, other, one):
            broker.transact([answer_command(chunk, b"answer")])
        assert broker.transact([fan_out_command(first, fan)]) == [0]
        queued: Any = broker.redis.lrange("rq:queue:bulk", 0, -1)
        assert [part.decode() for part in queued] == [one.part, other.part, first.followed_by(fan.join).part]

    @pytest.mark.parametrize("bad", ["refuse", "raise", "go_on", "fan_out"])
    def test_one_that_fails_ends_them_all(self, broker: TestBroker, bad: str) -> None:
        """Nor may a part of a fan have further ones."""
        job = broker.submit(
            {
                "do": "fan_out",
                "deeds": [{"do": "echo"}, {"do": bad, "then": "echo", "deeds": []}, {"do": "echo"}],
            }
        )
        work(broker, Lane.FAST)
        work(broker, Lane.BULK, most=2)
        assert failure_code(broker, job) == ("bad_grid" if bad == "refuse" else "internal_error")
        check_that_nothing_is_left(broker, job)

    def test_a_dead_worker_s_part_runs_again_alone(self, broker: TestBroker) -> None:
        job = broker.submit(echoes(3))
        work(broker, Lane.FAST)
        work(broker, Lane.BULK, most=1)
        dying = LaneWorker(Lane.BULK, "host.bulk.2", broker.redis, broker.store, TestCrew.functions)
        dying.register_birth()  # type: ignore[no-untyped-call]
        part = ListedJob.fetch(f"{job}-read-1", broker.redis, JSONSerializer)
        broker.redis.lrem("rq:queue:bulk", 1, part.id)
        assert dying._take(part, Envelope.from_json(part.args[0]))
        Recovery(broker.redis, broker.store).recover("host.bulk.2")
        assert broker.store.state(job) is JobState.STARTED
        assert list(answered(broker, job)) == [0]
        work(broker, Lane.BULK)
        assert numbers(broker, job) == [0, 1, 2]
        assert broker.field(job, "attempts") == "1"


@on_both_brokers
class TestProcesses:
    @pytest.mark.parametrize("workers", [1, 3])
    def test_any_number_of_workers_gives_the_same(self, broker: TestBroker, workers: int) -> None:
        with supervised(broker.url, bulk_workers=workers):
            job = broker.submit(naps(6, 0.1))
            assert broker.ends(job) is JobState.FINISHED
        assert numbers(broker, job) == list(range(6))
        pids = {answer["pid"] for answer in json.loads(broker.result(job))}
        assert len(pids) == workers

    def test_killed_workers_do_no_harm(self, broker: TestBroker) -> None:
        dice = random.Random(3)
        with supervised(broker.url, bulk_workers=3) as supervisor:
            job = broker.submit(naps(12, 0.2))
            for _ in range(4):
                time.sleep(dice.uniform(0.05, 0.2))
                if workers := workers_of(supervisor):
                    dice.choice(workers).kill()
            assert broker.ends(job, 20) is JobState.FINISHED
        assert numbers(broker, job) == list(range(12))
        check_that_nothing_is_left(broker, job)

    def test_what_is_answered_is_not_done_again(self, broker: TestBroker) -> None:
        with supervised(broker.url, bulk_workers=2) as supervisor:
            job = broker.submit(naps(8, 0.15))
            eventually(lambda: len(answered(broker, job)) >= 3)
            workers = workers_of(supervisor)
            supervisor.kill()
            psutil.wait_procs(workers, 5)
            before = answered(broker, job)
        with supervised(broker.url, bulk_workers=2):
            assert broker.ends(job) is JobState.FINISHED
        after = json.loads(broker.result(job))
        assert {number: after[number] for number in before} == before
        assert numbers(broker, job) == list(range(8))

    def test_canceled_they_stop_within_a_second(self, broker: TestBroker) -> None:
        deeds: JsonObject = {"do": "fan_out", "deeds": [{"do": "hang"}] * 4}
        with supervised(broker.url, bulk_workers=2) as supervisor:
            job = broker.submit(deeds)
            eventually(lambda: broker.redis.zcard("rq:wip:bulk") == 2)
            later = broker.submit({"do": "echo"}, lane=Lane.BULK)
            before = set(workers_of(supervisor))
            asked = time.monotonic()
            broker.transact([cancel_command(job, "", keep=60)])
            assert broker.ends(later) is JobState.FINISHED
            eventually(lambda: len(before & set(workers_of(supervisor))) == 1)
            assert time.monotonic() - asked < 1.0
            eventually(lambda: len(workers_of(supervisor)) == 3)
        assert broker.store.state(job) is JobState.CANCELED
        check_that_nothing_is_left(broker, job)

    def test_one_that_kills_its_workers_ends_them_all(self, broker: TestBroker, tmp_path: Path) -> None:
        (tmp_path / "lives").write_text("9")
        deeds = [{"do": "die", "lives": str(tmp_path / "lives")}, *({"do": "hang"} for _ in range(3))]
        with supervised(broker.url, bulk_workers=2) as supervisor:
            job = broker.submit({"do": "fan_out", "deeds": deeds})
            assert broker.ends(job) is JobState.FAILED
            assert failure_code(broker, job) == "worker_died"
            assert (tmp_path / "lives").read_text() == "6"
            assert broker.ends(broker.submit({"do": "echo"}, lane=Lane.BULK), 2) is JobState.FINISHED
            eventually(lambda: len(workers_of(supervisor)) == 3)
        assert redis_keys(broker.redis, "rq:job:*") <= {f"rq:job:{job}-read-0"}  # a few seconds longer

    def test_one_past_its_time_ends_them_all(self, broker: TestBroker) -> None:
        deeds = [{"do": "hang"}, *({"do": "sleep", "seconds": 30} for _ in range(3))]
        with supervised(broker.url, bulk_workers=2) as supervisor:
            job = broker.submit({"do": "fan_out", "deeds": deeds, "limit": 1})
            assert broker.ends(job) is JobState.FAILED
            assert failure_code(broker, job) == "timed_out"
            later = broker.submit({"do": "echo"}, lane=Lane.BULK)
            assert broker.ends(later, 2) is JobState.FINISHED
            eventually(lambda: len(workers_of(supervisor)) == 3)
        check_that_nothing_is_left(broker, job)
