"""Records, events, results and pictures in a real broker."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.brokers import TestBroker
from worker import store as st
from worker import transitions as tr
from worker import wire
from worker.wire import Envelope, JobState, Lane, Outcome, Task

JOB = "job-1"


@pytest.fixture
def store(broker: TestBroker) -> st.Store:
    envelope = Envelope(JOB, JOB, Task.READ, {}, request_id="r")
    broker.transact(tr.create_commands(envelope, Lane.FAST, ttl=100))
    return broker.store


def started(broker: TestBroker) -> bool:
    return broker.transact([tr.start_command(JOB)]) == [1]


def events(broker: TestBroker) -> list[dict[str, str]]:
    entries: Any = broker.redis.xrange(wire.events_key(JOB))
    return [{key.decode(): value.decode() for key, value in fields.items()} for _, fields in entries]


def test_life_of_a_job(broker: TestBroker, store: st.Store) -> None:
    assert store.state(JOB) is JobState.QUEUED
    assert started(broker)
    store.report(JOB, "read", 0.5)
    store.finish(JOB, Outcome("ok", b'{"x":1}'))
    assert [event["state"] for event in events(broker)] == ["queued", "started", "started", "finished"]
    assert (events(broker)[2]["stage"], events(broker)[2]["progress"]) == ("read", "0.5")
    assert broker.result(JOB) == b'{"x":1}'
    assert broker.field(JOB, "attempts") == "1"


def test_feed_tells_of_every_job(broker: TestBroker, store: st.Store) -> None:
    started(broker)
    store.fail(JOB, wire.TIMED_OUT)
    entries: Any = broker.redis.xrange(wire.FEED_KEY)
    assert [fields[b"state"] for _, fields in entries] == [b"started", b"failed"]
    assert {fields[b"job"] for _, fields in entries} == {JOB.encode()}


_LATE: list[Callable[[st.Store], None]] = [
    lambda store: store.finish(JOB, Outcome("ok", b"other")),
    lambda store: store.fail(JOB, wire.WORKER_DIED),
    lambda store: store.requeue(JOB),
    lambda store: store.report(JOB, "stage", 0.1),
]


@pytest.mark.parametrize("late", _LATE)
def test_a_final_state_is_final(
    broker: TestBroker, store: st.Store, late: Callable[[st.Store], None]
) -> None:
    store.finish(JOB, Outcome("ok", b"first"))
    before = broker.redis.hgetall(wire.job_key(JOB)), events(broker)
    late(store)
    assert not started(broker)
    assert (broker.redis.hgetall(wire.job_key(JOB)), events(broker)) == before
    assert broker.result(JOB) == b"first"


def test_a_job_that_is_gone_is_not_made_again(broker: TestBroker) -> None:
    assert not started(broker)
    broker.store.fail(JOB, wire.TIMED_OUT)
    assert broker.redis.keys("*") == []
    assert broker.store.state(JOB) is None


def test_failure_is_kept_whole(broker: TestBroker, store: st.Store) -> None:
    store.fail(JOB, wire.WORKER_DIED)
    assert json.loads(broker.field(JOB, "failure"))["code"] == "worker_died"


def test_requeued_job_counts_its_next_start(broker: TestBroker, store: st.Store) -> None:
    started(broker)
    store.requeue(JOB)
    assert store.state(JOB) is JobState.QUEUED
    started(broker)
    assert broker.field(JOB, "attempts") == "2"


def test_everything_of_a_job_has_an_end(broker: TestBroker, store: st.Store) -> None:
    for key in (wire.job_key(JOB), wire.events_key(JOB)):
        assert 60 < broker.redis.ttl(key) <= 100
    store.finish(JOB, Outcome("ok", b"x"))
    for key in (wire.job_key(JOB), wire.events_key(JOB), wire.result_key(JOB)):
        assert 0 < broker.redis.ttl(key) <= 60


def test_picture(broker: TestBroker) -> None:
    sha256 = st.picture_sha256(b"picture")
    assert broker.store.picture(sha256) is None
    broker.redis.set(wire.picture_key(sha256), b"picture")
    assert broker.store.picture(sha256) == b"picture"


def test_ping_of_a_broker_that_is_not_there() -> None:
    assert not st.Store(st.connect("unix:///nowhere.sock"), result_ttl=1).ping()
