"""Cancelling, with real workers and a real broker: also where no signal is heard."""

from __future__ import annotations

import signal
import time

import psutil
import pytest

from tests.brokers import TestBroker, eventually, redis_keys, supervised, workers_of
from worker.lanes.jobs import cancel_command
from worker.wire import JobState, Lane

pytestmark = pytest.mark.e2e


def cancel(broker: TestBroker, job: str) -> None:
    broker.transact([cancel_command(job, "", keep=60)])


def running(broker: TestBroker, request: dict[str, object], lane: Lane = Lane.FAST) -> str:
    job = broker.submit(request, lane=lane)
    eventually(lambda: broker.store.state(job) is JobState.STARTED)
    return job


@pytest.mark.parametrize(("start", "lane"), [("fork", Lane.FAST), ("fork", Lane.BULK), ("spawn", Lane.FAST)])
def test_native_code_is_stopped_within_a_second(broker: TestBroker, start: str, lane: Lane) -> None:
    with supervised(broker.url, start=start) as supervisor:
        stuck, next_job = running(broker, {"do": "hang"}, lane=lane), broker.submit({"do": "echo"}, lane=lane)
        before = set(workers_of(supervisor))
        asked = time.monotonic()
        cancel(broker, stuck)
        assert broker.store.state(stuck) is JobState.CANCELED
        eventually(lambda: len(before & set(workers_of(supervisor))) == 1)
        assert time.monotonic() - asked < 1.0
        assert broker.ends(next_job) is JobState.FINISHED
        assert broker.field(next_job, "attempts") == "1"
        assert broker.field(stuck, "attempts") == "1"
        assert not redis_keys(broker.redis, "rq:job:*")


def test_nobody_else_is_stopped(broker: TestBroker) -> None:
    with supervised(broker.url, workers=2) as supervisor:
        stuck, other = running(broker, {"do": "hang"}), running(broker, {"do": "sleep", "seconds": 0.5})
        cancel(broker, stuck)
        assert broker.ends(other) is JobState.FINISHED
        assert broker.field(other, "attempts") == "1"
        eventually(lambda: len(workers_of(supervisor)) == 3)


def test_many_in_a_row_pause_nobody(broker: TestBroker) -> None:
    with supervised(broker.url):
        for _ in range(6):
            cancel(broker, running(broker, {"do": "hang"}))
        started = time.monotonic()
        assert broker.ends(broker.submit({"do": "echo"})) is JobState.FINISHED
        assert time.monotonic() - started < 1.0


def test_a_job_that_waits_for_its_further_part(broker: TestBroker) -> None:
    with supervised(broker.url):
        blocker = running(broker, {"do": "hang"}, lane=Lane.BULK)
        job = broker.submit({"do": "go_on", "then": "echo"})
        eventually(lambda: broker.redis.llen("rq:queue:bulk") == 1)
        cancel(broker, job)
        assert broker.redis.llen("rq:queue:bulk") == 0
        cancel(broker, blocker)
        after = broker.submit({"do": "echo"}, lane=Lane.BULK)
        assert broker.ends(after) is JobState.FINISHED
        assert broker.store.state(job) is JobState.CANCELED


def test_a_running_further_part(broker: TestBroker) -> None:
    with supervised(broker.url):
        job = broker.submit({"do": "go_on", "then": "hang"})
        eventually(lambda: broker.field(job, "lane") == "bulk" and broker.redis.llen("rq:queue:bulk") == 0)
        eventually(lambda: broker.field(job, "stage") == "read")
        cancel(broker, job)
        after = broker.submit({"do": "echo"}, lane=Lane.BULK)
        assert broker.ends(after, 2) is JobState.FINISHED


def test_a_message_that_nobody_heard(broker: TestBroker) -> None:
    """The supervisor sees it in the records as soon as it is connected again."""
    with supervised(broker.url) as supervisor:
        stuck = running(broker, {"do": "hang"})
        supervisor.send_signal(signal.SIGSTOP)
        broker.stop(signal.SIGKILL)
        broker.start()
        cancel(broker, stuck)
        before = set(workers_of(supervisor))
        supervisor.send_signal(signal.SIGCONT)
        eventually(lambda: _is_replaced(before, supervisor))
        assert broker.ends(broker.submit({"do": "echo"})) is JobState.FINISHED


def test_heard_after_a_restart_of_the_broker(broker: TestBroker) -> None:
    with supervised(broker.url):
        broker.stop(signal.SIGKILL)
        broker.start()
        stuck = running(broker, {"do": "hang"})
        cancel(broker, stuck)
        assert broker.ends(broker.submit({"do": "echo"}), 2) is JobState.FINISHED


def _is_replaced(before: set[psutil.Process], supervisor: psutil.Process) -> bool:
    return len(before - set(workers_of(supervisor))) == 1
