"""Real worker processes, real signals, a real broker."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.brokers import (
    TestBroker,
    eventually,
    on_both_brokers,
    on_the_other_in_long,
    redis_keys,
    supervised,
    workers_of,
)
from worker.wire import JobState, Lane

pytestmark = pytest.mark.e2e


def pid_that_ran(broker: TestBroker, job: str) -> int:
    return int(json.loads(broker.result(job))["pid"])


def failure_code(broker: TestBroker, job: str) -> str:
    return str(json.loads(broker.field(job, "failure"))["code"])


@on_both_brokers
@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_workers_for_each_lane(broker: TestBroker, start: str) -> None:
    with supervised(broker.url, workers=2, start=start) as supervisor:
        jobs = [broker.submit({"do": "echo"}, lane=lane) for lane in Lane]
        assert [broker.ends(job) for job in jobs] == [JobState.FINISHED] * 2
        assert len(workers_of(supervisor)) == 3
        assert {pid_that_ran(broker, job) for job in jobs} <= {
            worker.pid for worker in workers_of(supervisor)
        }


@on_both_brokers
def test_killed_worker_is_replaced_and_its_job_runs_again(broker: TestBroker) -> None:
    with supervised(broker.url) as supervisor:
        job = broker.submit({"do": "sleep", "seconds": 0.3})
        eventually(lambda: broker.store.state(job) is JobState.STARTED)
        before = {worker.pid for worker in workers_of(supervisor)}
        victim = running(broker, supervisor)
        killed = time.monotonic()
        victim.kill()
        eventually(lambda: broker.field(job, "attempts") == "2")
        assert time.monotonic() - killed < 1.0
        assert broker.ends(job) is JobState.FINISHED
        assert pid_that_ran(broker, job) not in before
        assert len(workers_of(supervisor)) == 2


def running(broker: TestBroker, supervisor: psutil.Process) -> psutil.Process:
    """The worker that is at work."""
    keys = [key for key in redis_keys(broker.redis, "rq:worker:*") if not key.endswith(":executions")]
    states: list[Any] = [broker.redis.hmget(key, ["state", "pid"]) for key in keys]
    (pid,) = [int(pid) for state, pid in states if state == b"busy"]
    return psutil.Process(pid)


@on_the_other_in_long
def test_poison_ends_after_three_deaths_and_stops_nobody(broker: TestBroker, tmp_path: Path) -> None:
    (tmp_path / "lives").write_text("9")
    with supervised(broker.url):
        poison = broker.submit({"do": "die", "lives": str(tmp_path / "lives")})
        good = broker.submit({"do": "echo"})
        assert broker.ends(poison) is JobState.FAILED
        assert failure_code(broker, poison) == "worker_died"
        assert broker.ends(good) is JobState.FINISHED
        assert (tmp_path / "lives").read_text() == "6"


@on_the_other_in_long
def test_two_deaths_are_forgiven(broker: TestBroker, tmp_path: Path) -> None:
    (tmp_path / "lives").write_text("2")
    with supervised(broker.url):
        job = broker.submit({"do": "die", "lives": str(tmp_path / "lives")})
        assert broker.ends(job) is JobState.FINISHED
        assert broker.field(job, "attempts") == "3"


@on_the_other_in_long
def test_time_limit_holds_where_no_signal_is_heard(broker: TestBroker) -> None:
    with supervised(broker.url):
        stuck, good = broker.submit({"do": "hang"}, limit=1), broker.submit({"do": "echo"})
        assert broker.ends(stuck) is JobState.FAILED
        assert failure_code(broker, stuck) == "timed_out"
        assert broker.field(stuck, "attempts") == "1"
        assert broker.ends(good) is JobState.FINISHED


@on_the_other_in_long
def test_sigterm_lets_running_jobs_end_and_leaves_queued_ones(broker: TestBroker) -> None:
    with supervised(broker.url) as supervisor:
        first, second = [broker.submit({"do": "sleep", "seconds": 0.5}) for _ in range(2)]
        eventually(lambda: broker.store.state(first) is JobState.STARTED)
        supervisor.terminate()
        assert supervisor.wait(5) == 0
    assert broker.store.state(first) is JobState.FINISHED
    assert broker.store.state(second) is JobState.QUEUED


@on_the_other_in_long
def test_draining_has_an_end_and_the_next_start_finds_the_job(broker: TestBroker) -> None:
    with supervised(broker.url, drain_seconds=0.2) as supervisor:
        job = broker.submit({"do": "sleep", "seconds": 1.0})
        eventually(lambda: broker.store.state(job) is JobState.STARTED)
        supervisor.terminate()
        assert supervisor.wait(3) == 0
    assert broker.store.state(job) is JobState.QUEUED
    with supervised(broker.url):
        assert broker.ends(job) is JobState.FINISHED


@on_both_brokers
def test_host_with_others_shows_that_it_lives(broker: TestBroker) -> None:
    with supervised(broker.url, alone=False) as supervisor:
        assert broker.ends(broker.submit({"do": "echo"})) is JobState.FINISHED
        (lease,) = redis_keys(broker.redis, "tilewise:host:*")
        assert 0 < broker.redis.ttl(lease) <= 15
        supervisor.terminate()
        supervisor.wait(5)
    assert redis_keys(broker.redis, "tilewise:host:*") == set()


@on_the_other_in_long
@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_no_worker_outlives_its_supervisor(broker: TestBroker, start: str) -> None:
    with supervised(broker.url, start=start) as supervisor:
        job = broker.submit({"do": "hang"})
        eventually(lambda: broker.store.state(job) is JobState.STARTED)
        workers = workers_of(supervisor)
        supervisor.kill()
        _, alive = psutil.wait_procs(workers, 5)
        assert alive == []


@on_both_brokers
def test_job_of_a_lost_supervisor_runs_at_the_next_start(broker: TestBroker) -> None:
    with supervised(broker.url) as supervisor:
        job = broker.submit({"do": "sleep", "seconds": 0.3})
        eventually(lambda: broker.store.state(job) is JobState.STARTED)
        supervisor.kill()
    with supervised(broker.url):
        assert broker.ends(job) is JobState.FINISHED


@on_the_other_in_long
def test_supervisor_among_others_is_known_by_its_name_at_once(broker: TestBroker) -> None:
    """Others would have to wait for the end of its lease."""
    with supervised(broker.url, alone=False, host="same") as supervisor:
        job = broker.submit({"do": "sleep", "seconds": 0.3})
        eventually(lambda: broker.store.state(job) is JobState.STARTED)
        supervisor.kill()
    with supervised(broker.url, alone=False, host="same"):
        assert broker.ends(job, 10) is JobState.FINISHED
        assert broker.field(job, "attempts") == "2"


@on_both_brokers
def test_broker_may_go_and_come_back(broker: TestBroker) -> None:
    with supervised(broker.url) as supervisor:
        running_job = broker.submit({"do": "sleep", "seconds": 0.6})
        queued = broker.submit({"do": "echo"})
        eventually(lambda: broker.store.state(running_job) is JobState.STARTED)
        broker.stop(signal.SIGKILL)
        time.sleep(0.2)
        broker.start()
        assert broker.ends(running_job) is JobState.FINISHED
        assert broker.ends(queued) is JobState.FINISHED
        later = broker.submit({"do": "echo"})
        assert broker.ends(later) is JobState.FINISHED
        before = supervisor.cpu_times()
        time.sleep(0.5)
        after = supervisor.cpu_times()
        assert after.user + after.system - before.user - before.system < 0.05  # it sleeps again
