"""A lane in one process, on a real broker: what runs, what is refused, what is left behind."""

from __future__ import annotations

import json
import pickle
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from redis.exceptions import OutOfMemoryError, ResponseError
from rq import Queue
from rq.job import Job
from rq.serializers import JSONSerializer

from tests.brokers import TestBroker, on_both_brokers, redis_keys
from tests.crew import TestCrew
from worker import wire
from worker.lanes import patience
from worker.lanes.parts import Desk, ListedJob, NotListed, enqueue_commands, hand_key, listed, queue_key
from worker.lanes.recovery import Recovery
from worker.lanes.scripts import along
from worker.lanes.worker import LaneWorker
from worker.store import BrokerError, connect, picture_sha256
from worker.transitions import create_commands
from worker.wire import Envelope, JobState, Lane, Outcome, Task

ENVELOPE = Envelope("job-1", "job-1", Task.READ, {"do": "echo"})


@pytest.fixture
def lane_worker(broker: TestBroker) -> LaneWorker:
    return worker_named("host.fast.1", broker)


def worker_named(name: str, broker: TestBroker, lane: Lane = Lane.FAST) -> LaneWorker:
    return LaneWorker(lane, name, broker.redis, broker.store, TestCrew.functions)


def work(worker: LaneWorker) -> None:
    """Do everything that is queued, in this process."""
    worker.work(burst=True, logging_level=None)


def failure_code(broker: TestBroker, job: str) -> str:
    return str(json.loads(broker.field(job, "failure"))["code"])


class TestRunning:
    def test_result(self, broker: TestBroker, lane_worker: LaneWorker) -> None:
        job = broker.submit({"do": "echo", "x": "é"})
        work(lane_worker)
        assert broker.store.state(job) is JobState.FINISHED
        assert json.loads(broker.result(job))["request"] == {"do": "echo", "x": "é"}
        assert broker.field(job, "attempts") == "1"

    def test_picture_travels_by_its_hash(self, broker: TestBroker, lane_worker: LaneWorker) -> None:
        picture = b"not really a picture"
        broker.redis.set(wire.picture_key(picture_sha256(picture)), picture)
        job = broker.submit({"do": "echo"}, picture=picture)
        work(lane_worker)
        assert json.loads(broker.result(job))["picture"] == len(picture)

    def test_expired_picture(self, broker: TestBroker, lane_worker: LaneWorker) -> None:
        job = broker.submit({"do": "echo"}, picture=b"gone")
        work(lane_worker)
        assert failure_code(broker, job) == "picture_expired"

    def test_expected_failure_keeps_its_details(self, broker: TestBroker, lane_worker: LaneWorker) -> None:
        job = broker.submit({"do": "refuse"})
        work(lane_worker)
        failure = json.loads(broker.field(job, "failure"))
        assert failure == {"code": "bad_grid", "message": "No.", "hint": "Yes.", "details": {"row": 1}}

    def test_bug_is_not_run_again(self, broker: TestBroker, lane_worker: LaneWorker) -> None:
        job = broker.submit({"do": "raise"})
        work(lane_worker)
        assert failure_code(broker, job) == "internal_error"
        assert broker.field(job, "attempts") == "1"

    def test_nothing_is_left_in_rq(self, broker: TestBroker, lane_worker: LaneWorker) -> None:
        for deed in ("echo", "refuse", "raise"):
            broker.submit({"do": deed})
        work(lane_worker)
        assert redis_keys(broker.redis, "rq:*") <= {"rq:queues", "rq:worker:host.fast.1"}

    def test_ended_job_does_not_run(self, broker: TestBroker, lane_worker: LaneWorker) -> None:
        job = broker.submit({"do": "echo"})
        broker.store.fail(job, wire.TIMED_OUT)
        work(lane_worker)
        assert failure_code(broker, job) == "timed_out"
        assert broker.field(job, "attempts") == "0"
        assert redis_keys(broker.redis, "rq:job:*") == set()

    def test_lanes_are_apart(self, broker: TestBroker, lane_worker: LaneWorker) -> None:
        job = broker.submit({"do": "echo"}, lane=Lane.BULK)
        work(lane_worker)
        assert broker.store.state(job) is JobState.QUEUED


def test_a_script_carries_others_out_before_itself(broker: TestBroker) -> None:
    script = ("EVAL", "return {#ARGV, ARGV[1], redis.call('GET', KEYS[1])}", 1, "told", "word")
    with broker.redis.pipeline() as others:
        others.set("told", "first")
        others.rpush("many", *range(1_000))
        reply: Any = broker.store.ask(along(script, others))
    assert reply == [1, b"word", b"first"]
    assert broker.redis.llen("many") == 1_000


class TestFurtherParts:
    """A job that goes on in another part, on another lane."""

    @pytest.fixture
    def bulk_worker(self, broker: TestBroker) -> LaneWorker:
        return worker_named("host.bulk.1", broker, Lane.BULK)

    def test_the_job_ends_with_its_last_part(
        self, broker: TestBroker, lane_worker: LaneWorker, bulk_worker: LaneWorker
    ) -> None:
        picture = b"a picture"
        broker.redis.set(wire.picture_key(picture_sha256(picture)), picture)
        job = broker.submit({"do": "go_on", "then": "echo"}, picture=picture)
        work(lane_worker)
        assert broker.store.state(job) is JobState.STARTED
        work(bulk_worker)
        assert broker.store.state(job) is JobState.FINISHED
        told = json.loads(broker.result(job))
        assert (told["request"], told["picture"]) == ({"do": "echo"}, len(picture))
        assert broker.field(job, "attempts") == "1"
        assert redis_keys(broker.redis, "rq:job:*") == set()

    def test_its_last_part_may_fail(
        self, broker: TestBroker, lane_worker: LaneWorker, bulk_worker: LaneWorker
    ) -> None:
        job = broker.submit({"do": "go_on", "then": "refuse"})
        work(lane_worker)
        work(bulk_worker)
        assert failure_code(broker, job) == "bad_grid"

    def test_a_picture_that_expired_on_the_way_is_the_part_s_own_concern(
        self, broker: TestBroker, lane_worker: LaneWorker, bulk_worker: LaneWorker
    ) -> None:
        picture = b"a picture"
        broker.redis.set(wire.picture_key(picture_sha256(picture)), picture)
        job = broker.submit({"do": "go_on", "then": "echo"}, picture=picture)
        work(lane_worker)
        broker.redis.delete(wire.picture_key(picture_sha256(picture)))
        work(bulk_worker)
        assert json.loads(broker.result(job))["picture"] is None

    def test_a_job_that_has_ended_goes_on_no_further(
        self, broker: TestBroker, lane_worker: LaneWorker, bulk_worker: LaneWorker
    ) -> None:
        job = broker.submit({"do": "go_on", "then": "echo"})
        work(lane_worker)
        broker.store.fail(job, wire.TIMED_OUT)
        work(bulk_worker)
        assert failure_code(broker, job) == "timed_out"
        assert redis_keys(broker.redis, "rq:job:*") == set()

    def test_a_part_that_lost_its_worker_runs_again(
        self, broker: TestBroker, lane_worker: LaneWorker, bulk_worker: LaneWorker
    ) -> None:
        job = broker.submit({"do": "go_on", "then": "echo"})
        work(lane_worker)
        part = ListedJob.fetch(f"{job}-read", broker.redis, JSONSerializer)
        envelope = Envelope.from_json(part.args[0])
        assert (envelope.job, envelope.is_first) == (job, False)
        assert bulk_worker._take(part, envelope)
        Recovery(broker.redis, broker.store).recover("host.bulk.1")
        work(worker_named("host.bulk.2", broker, Lane.BULK))
        assert broker.ends(job) is JobState.FINISHED
        assert broker.field(job, "attempts") == "2"


class TestBrokerThatTakesNothing:
    """Its memory is full when a part ends."""

    @pytest.fixture
    def worker(self, broker: TestBroker) -> Iterator[LaneWorker]:
        class Late(LaneWorker):
            def register_death(self) -> None:
                broker.redis.config_set("maxmemory", 0)  # in the very moment when the worker gives up
                super().register_death()

        def fill(envelope: Envelope, picture: bytes | None, desk: Desk) -> Outcome:
            broker.redis.config_set("maxmemory", 1)
            return TestCrew.functions[Task.READ](envelope, picture, desk)

        yield Late(Lane.FAST, "host.fast.1", broker.redis, broker.store, {Task.READ: fill})
        broker.redis.config_set("maxmemory", 0)

    @pytest.mark.slow
    @on_both_brokers
    def test_a_result_is_held_until_it_is_taken(self, broker: TestBroker, worker: LaneWorker) -> None:
        job = broker.submit({"do": "echo"})
        relief = connect(broker.url)
        timer = threading.Timer(0.5, lambda: relief.config_set("maxmemory", 0))
        timer.start()
        work(worker)
        timer.join()
        relief.close()
        assert broker.store.state(job) is JobState.FINISHED
        assert broker.field(job, "attempts") == "1"
        assert worker.fault is None

    @on_both_brokers
    def test_a_worker_that_gives_up_leaves_its_part_to_be_found(
        self, broker: TestBroker, worker: LaneWorker, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(patience, "BROKER_PATIENCE", 0.1)
        job = broker.submit({"do": "echo"})
        work(worker)
        assert isinstance(worker.fault, BrokerError)
        assert broker.store.state(job) is JobState.STARTED
        Recovery(broker.redis, broker.store).recover(worker.name, blameless=True)
        work(worker_named("host.fast.2", broker))
        assert broker.store.state(job) is JobState.FINISHED
        assert broker.field(job, "attempts") == "2"


@pytest.mark.parametrize(
    ("error", "refusal"),
    [
        (OutOfMemoryError("command not allowed", status_code="OOM"), "OOM"),
        (ResponseError("MISCONF Errors writing to the AOF file: No space left on device"), "MISCONF"),
        (ResponseError("Command # 1 (SET a b) of pipeline caused error: ('BUSY Redis is busy',)"), "BUSY"),
        (ResponseError("Command # 1 (SET a MISCONF) of pipeline caused error: WRONGTYPE Operation"), None),
        (ResponseError("NOAUTH Authentication required."), "NOAUTH"),
        (ResponseError("Protocol error: unauthenticated multibulk length", status_code="ERR"), "NOAUTH"),
        (ConnectionError("MISCONF"), None),
    ],
)
def test_which_refusals_pass(error: Exception, refusal: str | None) -> None:
    assert patience.refusal_of(error) == refusal


class TestAllowList:
    """Whoever reaches the broker can queue what he likes; he must not be able to run it."""

    def test_unlisted_function(self, broker: TestBroker, lane_worker: LaneWorker) -> None:
        queue = Queue("fast", broker.redis, serializer=JSONSerializer)
        job = queue.enqueue("os.system", ENVELOPE.to_json(), job_id="job-1")
        broker.transact(create_commands(ENVELOPE, Lane.FAST))
        work(lane_worker)
        assert broker.store.state("job-1") is JobState.FAILED
        assert not Job.exists(job.id, broker.redis)

    @pytest.mark.parametrize(
        "extra", ["success_callback_name", "failure_callback_name", "stopped_callback_name"]
    )
    def test_callbacks(self, broker: TestBroker, lane_worker: LaneWorker, extra: str) -> None:
        job = broker.submit({"do": "echo"})
        broker.redis.hset(f"rq:job:{job}", extra, "os.abort")
        work(lane_worker)
        assert failure_code(broker, job) == "internal_error"

    def test_webhooks(self, broker: TestBroker, lane_worker: LaneWorker) -> None:
        job = broker.submit({"do": "echo"})
        hook = {"url": "http://127.0.0.1:9/", "job_status": "finished"}
        broker.redis.hset(f"rq:job:{job}", "webhooks", json.dumps([hook]))
        work(lane_worker)
        assert failure_code(broker, job) == "internal_error"

    def test_instance(self, broker: TestBroker) -> None:
        job = listed(TestCrew.functions)("x", broker.redis, JSONSerializer)
        job.data = json.dumps(["read", "an instance", [], {}]).encode()
        with pytest.raises(NotListed):
            _ = job.func

    def test_pickle_is_not_read(self, broker: TestBroker, lane_worker: LaneWorker) -> None:
        job = broker.submit({"do": "echo"})
        broker.redis.hset(f"rq:job:{job}", "data", pickle.dumps(("read", None, [ENVELOPE.to_json()], {})))
        work(lane_worker)
        assert failure_code(broker, job) == "unknown_schema"

    def test_damaged_part_is_dropped(self, broker: TestBroker, lane_worker: LaneWorker) -> None:
        job = broker.submit({"do": "echo"})
        broker.redis.hset(f"rq:job:{job}", "created_at", "yesterday")
        work(lane_worker)
        assert not broker.redis.exists(hand_key(Lane.FAST, "host.fast.1"))

    def test_no_callback_runs_in_cleanup(self, broker: TestBroker) -> None:
        job = ListedJob("x", broker.redis, JSONSerializer)
        job._failure_callback_name = "os.abort"
        assert job.failure_callback is None


class TestOtherVersion:
    """What another version of Tilewise has queued is refused, and ends."""

    @pytest.mark.parametrize("part", ["job-1", "job-1-read", "job-1-read-0"])
    @pytest.mark.parametrize("news", [{}, {"task": "later.task"}, {"later": 1}], ids=["", "task", "member"])
    def test_a_newer_one(
        self, news: wire.JsonObject, part: str, broker: TestBroker, lane_worker: LaneWorker
    ) -> None:
        commands = enqueue_commands(replace(ENVELOPE, part=part), Lane.FAST, limit=5)
        broker.transact([*create_commands(ENVELOPE, Lane.FAST), *commands])
        newer = {**ENVELOPE.to_json(), "part": part, "schema": wire.SCHEMA_VERSION + 1, **news}
        broker.redis.hset(f"rq:job:{part}", "data", json.dumps([newer["task"], None, [newer], {}]))
        work(lane_worker)
        assert failure_code(broker, "job-1") == "unknown_schema"
        assert redis_keys(broker.redis, "rq:job:*") == redis_keys(broker.redis, "rq:queue:*") == set()

    def test_an_older_one(self, broker: TestBroker, lane_worker: LaneWorker) -> None:
        older = replace(ENVELOPE, schema=wire.SCHEMA_VERSION - 1)
        commands = enqueue_commands(older, Lane.FAST, limit=5)
        broker.transact([*create_commands(older, Lane.FAST), *commands])
        work(lane_worker)
        assert failure_code(broker, "job-1") == "unknown_schema"


class TestRecovery:
    @pytest.fixture
    def recovery(self, broker: TestBroker) -> Recovery:
        return Recovery(broker.redis, broker.store)

    def die_running(self, broker: TestBroker, worker: LaneWorker) -> None:
        """Leave the broker as a worker does that is killed in the middle of a part."""
        worker.register_birth()  # type: ignore[no-untyped-call]
        taken = worker.dequeue_job_and_maintain_ttl(None)
        assert taken is not None
        assert worker._take(taken[0], Envelope.from_json(taken[0].args[0]))
        worker.executions.clear()

    def queued(self, broker: TestBroker) -> list[str]:
        found: Any = broker.redis.lrange(queue_key(Lane.FAST), 0, -1)
        return [job.decode() for job in found]

    def test_running_part_comes_first_again(
        self,
        broker: TestBroker,
        lane_worker: LaneWorker,
        recovery: Recovery,
    ) -> None:
        first, second = broker.submit({"do": "echo"}), broker.submit({"do": "echo"})
        self.die_running(broker, lane_worker)
        recovery.recover(lane_worker.name)
        assert self.queued(broker) == [first, second]
        assert broker.store.state(first) is JobState.QUEUED
        work(worker_named("host.fast.2", broker))
        assert broker.field(first, "attempts") == "2"
        assert broker.ends(second) is JobState.FINISHED
        assert redis_keys(broker.redis, "rq:*") <= {"rq:queues", "rq:worker:host.fast.2"}

    def test_part_in_the_hand(self, broker: TestBroker, lane_worker: LaneWorker, recovery: Recovery) -> None:
        first, second = broker.submit({"do": "echo"}), broker.submit({"do": "echo"})
        lane_worker.register_birth()  # type: ignore[no-untyped-call]
        lane_worker.dequeue_job_and_maintain_ttl(None)
        assert self.queued(broker) == [second]
        recovery.recover(lane_worker.name)
        assert self.queued(broker) == [first, second]
        assert broker.field(first, "attempts") == "0"

    def test_third_death_is_the_last(self, broker: TestBroker, recovery: Recovery) -> None:
        job = broker.submit({"do": "echo"})
        for number in range(3):
            worker = LaneWorker(
                Lane.FAST, f"host.fast.{number}", broker.redis, broker.store, TestCrew.functions
            )
            self.die_running(broker, worker)
            recovery.recover(worker.name)
        assert failure_code(broker, job) == "worker_died"
        assert self.queued(broker) == []

    def test_blameless_deaths_do_not_count(self, broker: TestBroker, recovery: Recovery) -> None:
        job = broker.submit({"do": "echo"})
        for number in range(4):
            worker = LaneWorker(
                Lane.FAST, f"host.fast.{number}", broker.redis, broker.store, TestCrew.functions
            )
            self.die_running(broker, worker)
            recovery.recover(worker.name, blameless=True)
        assert self.queued(broker) == [job]

    def test_verdict(self, broker: TestBroker, lane_worker: LaneWorker, recovery: Recovery) -> None:
        job = broker.submit({"do": "echo"})
        self.die_running(broker, lane_worker)
        recovery.recover(lane_worker.name, verdict=wire.TIMED_OUT)
        assert failure_code(broker, job) == "timed_out"
        assert self.queued(broker) == []
        assert redis_keys(broker.redis, "rq:*") <= {"rq:queues"}

    def test_twice_is_once(self, broker: TestBroker, lane_worker: LaneWorker, recovery: Recovery) -> None:
        job = broker.submit({"do": "echo"})
        self.die_running(broker, lane_worker)
        recovery.recover(lane_worker.name)
        recovery.recover(lane_worker.name)
        assert self.queued(broker) == [job]

    def test_orphans_are_those_without_a_lease(
        self,
        broker: TestBroker,
        lane_worker: LaneWorker,
        recovery: Recovery,
    ) -> None:
        job = broker.submit({"do": "echo"})
        self.die_running(broker, lane_worker)
        broker.store.hold_lease("host", 30)
        assert recovery.recover_orphans("other", living=set()) == []
        broker.store.end_lease("host")
        assert recovery.recover_orphans("other", living=set()) == ["host.fast.1"]
        assert self.queued(broker) == [job]

    def test_result_of_a_second_run_is_ignored(self, broker: TestBroker, lane_worker: LaneWorker) -> None:
        job = broker.submit({"do": "echo"})
        work(lane_worker)
        result = broker.result(job)
        broker.store.finish(job, Outcome("ok", b"another"))
        broker.store.fail(job, wire.TIMED_OUT)
        assert broker.result(job) == result
        assert broker.store.state(job) is JobState.FINISHED
