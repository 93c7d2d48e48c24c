"""What a broker that is killed at a bad moment may not do to a job, on real brokers."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.brokers import TestBroker, on_both_brokers
from worker.lanes.parts import queue_key
from worker.transitions import finish_command, start_command
from worker.wire import JobState, Lane, Outcome

pytestmark = pytest.mark.e2e

RESULT = os.urandom(50_000)


def ends(broker: TestBroker, job: str) -> int:
    entries: Any = broker.redis.xrange(f"tilewise:events:{job}")
    return sum(event[b"state"] == JobState.FINISHED.encode() for _, event in entries)


@on_both_brokers
def test_a_submission_that_is_sent_again_makes_no_second_job(broker: TestBroker) -> None:
    job = broker.submit({})
    broker.transact([start_command(job), finish_command(job, Outcome("ok", RESULT), keep=60)])
    queued = broker.redis.llen(queue_key(Lane.FAST))
    broker.submit({}, job=job)
    assert broker.field(job, "state") == JobState.FINISHED
    assert broker.redis.llen(queue_key(Lane.FAST)) == queued
    assert ends(broker, job) == 1


def test_a_cut_in_the_file_of_the_broker_repeats_no_end(tmp_path: Path) -> None:
    """Redis 7.0 keeps the first commands of a transaction that a kill has cut, and carries them out later."""
    broker = TestBroker.debian(tmp_path)
    try:
        job = broker.submit({})
        broker.transact([start_command(job)])
        finish = finish_command(job, Outcome("ok", RESULT), keep=60)
        broker.transact([finish])
        broker.stop(signal.SIGKILL)
        (log,) = tmp_path.rglob("*.incr.aof")
        os.truncate(log, log.stat().st_size - 20_000)
        broker.start()
        assert broker.field(job, "state") == JobState.STARTED
        broker.transact([finish])
        broker.stop(signal.SIGKILL)
        broker.start()
        assert ends(broker, job) == 1 and broker.result(job) == RESULT
    finally:
        broker.stop()
