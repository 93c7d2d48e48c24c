"""How much stays of jobs that have been, on real brokers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.brokers import TestBroker, on_both_brokers, redis_keys
from worker.tombstones import TOMBSTONES, mark_of

pytestmark = [pytest.mark.e2e, on_both_brokers]

JOBS = 20_000
MOST_BYTES = 6
"""A job, beside others of its hour."""
BURY = f"{TOMBSTONES} return bury(ARGV[1], ARGV[2], ARGV[3] or nil)"
HAS_BEEN = f"{TOMBSTONES} return has_been(ARGV[1])"


def bury(broker: TestBroker, *told: Any) -> bytes:
    (key,) = broker.transact([("EVAL", BURY, 0, *told)])
    return bytes(key)


def has_been(broker: TestBroker, job: str, owner: str) -> bool:
    (reply,) = broker.transact([("EVAL", HAS_BEEN, 0, mark_of(job, owner))])
    return bool(reply)


def used(broker: TestBroker) -> int:
    """Bytes of all tombstones."""
    sizes: list[Any] = [broker.redis.memory_usage(key) for key in redis_keys(broker.redis, "tilewise:gone:*")]
    return sum(sizes)


def test_they_are_small(broker: TestBroker) -> None:
    for start in range(0, JOBS, 1000):
        jobs = range(start, start + 1000)
        broker.transact([("EVAL", BURY, 0, mark_of(f"job-{job}", "owner"), 0) for job in jobs])
    assert used(broker) / JOBS < MOST_BYTES
    assert has_been(broker, "job-77", "owner")
    assert not has_been(broker, "job-77", "")
    assert not has_been(broker, f"job-{JOBS}", "owner")


def test_one_that_ends_earlier_has_one_tombstone(broker: TestBroker) -> None:
    mark = mark_of("job", "")
    late = bury(broker, mark, 86_400)
    early = bury(broker, mark, 0, late)
    assert redis_keys(broker.redis, "tilewise:gone:*") == {early.decode()} != {late.decode()}
