"""The memory of workers and their network, with a real supervisor and its crew."""

from __future__ import annotations

import json
import socket
from typing import Any

import pytest

from tests.brokers import TestBroker, supervised
from worker.lanes.parts import queue_key
from worker.wire import JobState, Lane

pytestmark = pytest.mark.e2e
LIMIT = 300 * 1024 * 1024


def failure(broker: TestBroker, job: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(broker.field(job, "failure"))
    return told


def worker_of(broker: TestBroker) -> int:
    """The process that does the next job."""
    job = broker.submit({"do": "echo"})
    assert broker.ends(job) is JobState.FINISHED
    pid: int = json.loads(broker.result(job))["pid"]
    return pid


def test_a_job_that_wants_too_much_ends_and_a_fresh_worker_goes_on(broker: TestBroker) -> None:
    with supervised(broker.url, memory=LIMIT):
        before = worker_of(broker)
        job = broker.submit({"do": "eat", "megabytes": 400})
        behind = broker.submit({"do": "echo"})
        assert broker.ends(job) is JobState.FAILED
        assert failure(broker, job)["code"] == "out_of_memory"
        assert broker.field(job, "attempts") == "1"
        assert broker.ends(behind) is JobState.FINISHED
        assert worker_of(broker) != before


def test_a_job_within_the_limit_keeps_its_worker(broker: TestBroker) -> None:
    with supervised(broker.url, memory=LIMIT):
        before = worker_of(broker)
        for _ in range(5):
            assert broker.ends(broker.submit({"do": "eat", "megabytes": 200})) is JobState.FINISHED
        assert worker_of(broker) == before


def test_a_worker_that_stays_large_makes_way_and_no_job_is_lost(broker: TestBroker) -> None:
    with supervised(broker.url, memory=LIMIT):
        jobs = [broker.submit({"do": "eat", "megabytes": 60, "keep": True}) for _ in range(12)]
        assert {broker.ends(job, 30) for job in jobs} == {JobState.FINISHED}
        assert len({json.loads(broker.result(job))["pid"] for job in jobs}) >= 3
        assert {broker.field(job, "attempts") for job in jobs} == {"1"}
        assert broker.redis.llen(queue_key(Lane.FAST)) == 0


def test_a_worker_reaches_nobody_but_its_broker(broker: TestBroker) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, supervised(broker.url):
        port = server.getsockname()[1]
        job = broker.submit({"do": "call", "host": "127.0.0.1", "port": port})
        assert broker.ends(job) is JobState.FAILED
        assert failure(broker, job)["code"] == "internal_error"
        server.settimeout(0.1)
        with pytest.raises(TimeoutError):
            server.accept()


def test_a_worker_reaches_the_llm_that_is_set_up(broker: TestBroker) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with supervised(broker.url, llm_url=f"http://127.0.0.1:{port}/v1"):
            job = broker.submit({"do": "call", "host": "127.0.0.1", "port": port})
            assert broker.ends(job) is JobState.FINISHED
