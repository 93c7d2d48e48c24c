"""A job's life on a real broker, in any order of events: it ends exactly once and leaves nothing behind."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rq.job import Job

from tests.brokers import TestBroker, redis_keys
from tests.crew import TestCrew
from tests.selection import examples
from worker import wire
from worker.lanes.jobs import Quota, cancel_command, submit_command
from worker.lanes.recovery import Recovery
from worker.lanes.worker import LaneWorker
from worker.wire import Envelope, Failure, Further, JobState, Lane, Outcome, Task

CLIENT = "somebody"
MORE = Outcome("more", further=Further(Task.READ, Lane.BULK, {"do": "echo"}, 30))
OUTCOMES = {
    "ok": Outcome("ok", b'{"x":1}'),
    "error": Outcome("error", failure=Failure("bad_grid", "No.")),
    "more": MORE,
}


class Hand:
    """A worker of which a test moves every finger."""

    def __init__(self, broker: TestBroker, lane: Lane, number: int) -> None:
        self.worker = LaneWorker(
            lane, f"host.{lane}.{number}", broker.redis, broker.store, TestCrew.functions
        )
        self.held: tuple[Job, Envelope] | None = None
        self.has_begun = False

    def grasp(self) -> None:
        taken = None if self.held else self.worker.dequeue_job_and_maintain_ttl(None)
        if taken is not None:
            self.held = taken[0], Envelope.from_json(taken[0].args[0])

    def begin(self) -> None:
        if self.held is not None and not self.has_begun:
            self.has_begun = self.worker._take(*self.held)
            self.held = self.held if self.has_begun else None

    def finish(self, outcome: Outcome, *, times: int = 1) -> None:
        if self.held is None or not self.has_begun:
            return
        envelope = self.held[1]
        if outcome is MORE and not envelope.is_first:
            outcome = OUTCOMES["ok"]
        for _ in range(times):
            self.worker._finish(self.held[0], envelope, outcome, {"read": 1.0})
        self.held, self.has_begun = None, False


class World:
    """One job, a worker on each lane, and all that may happen to them."""

    def __init__(self, broker: TestBroker) -> None:
        broker.redis.flushall()
        self.broker = broker
        self.recovery = Recovery(broker.redis, broker.store)
        self.hands = {lane: Hand(broker, lane, 0) for lane in Lane}
        self.ghosts: list[Hand] = []
        self.count = 0
        envelope = Envelope("job", "job", Task.READ, {"do": "echo"})
        broker.transact([submit_command(envelope, Lane.FAST, limit=30, quota=Quota(CLIENT))])

    def do(self, deed: str, lane: Lane) -> None:
        hand = self.hands[lane]
        deeds: dict[str, Callable[[], None]] = {
            "grasp": hand.grasp,
            "begin": hand.begin,
            "die": lambda: self._replace(lane, lives_on=False),
            "vanish": lambda: self._replace(lane, lives_on=True),
            "ghost": self._let_ghost_finish,
            "cancel": self._cancel,
            "report": lambda: self.broker.store.report("job", "stage", 0.5),
        }
        if deed in deeds:
            deeds[deed]()
        else:
            hand.finish(OUTCOMES[deed.removesuffix(" twice")], times=1 + deed.endswith(" twice"))

    def _replace(self, lane: Lane, *, lives_on: bool) -> None:
        """A worker dies, or is taken for dead; in that case it goes on with what it had."""
        hand = self.hands[lane]
        self.count += 1
        self.hands[lane] = Hand(self.broker, lane, self.count)
        self.recovery.recover(hand.worker.name)
        if lives_on:
            self.ghosts.append(hand)

    def _let_ghost_finish(self) -> None:
        if self.ghosts:
            self.ghosts.pop().finish(OUTCOMES["ok"])

    def _cancel(self) -> None:
        self.broker.transact([cancel_command("job", "", keep=60)])

    def come_to_rest(self) -> None:
        """All workers end, and new ones do what is left."""
        for lane in Lane:
            self._replace(lane, lives_on=False)
        for lane in Lane:
            self.hands[lane].worker.work(burst=True, logging_level=None)

    def states(self) -> list[JobState]:
        entries: Any = self.broker.redis.xrange(wire.events_key("job"))
        return [JobState(fields[b"state"].decode()) for _, fields in entries]


DEEDS = st.lists(
    st.tuples(
        st.sampled_from(
            [
                *("grasp", "grasp", "begin", "begin", "ok", "error", "more", "ok twice", "more twice"),
                *("die", "vanish", "ghost", "cancel", "report"),
            ]
        ),
        st.sampled_from(Lane),
    ),
    max_size=20,
)
FREE = settings(
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def check(broker: TestBroker, deeds: list[tuple[str, Lane]]) -> None:
    world = World(broker)
    for deed, lane in deeds:
        world.do(deed, lane)
    world.come_to_rest()
    states = world.states()
    assert [state for state in states if state.is_final] == [states[-1]]
    assert broker.store.state("job") is states[-1]
    assert broker.redis.exists(wire.result_key("job")) == (states[-1] is JobState.FINISHED)
    assert bool(broker.field("job", "failure")) == (states[-1] is not JobState.FINISHED)
    assert not broker.redis.exists(wire.open_key(CLIENT))
    # RQ keeps a part that killed its workers for a while, and its workers until they are missed.
    dead = (
        {f"rq:job:{part}" for part in ("job", "job-read")}
        if "died" in broker.field("job", "failure")
        else set()
    )
    kept = {
        "rq:queues",
        "rq:workers",
        *(f"rq:{book}:{lane}" for lane in Lane for book in ("workers", "failed")),
    }
    left = {key for key in redis_keys(broker.redis, "rq:*") if not key.startswith("rq:worker:")}
    assert left <= kept | dead


@settings(FREE, max_examples=examples(30))
@given(DEEDS)
def test_whatever_happens_a_job_ends_once(broker: TestBroker, deeds: list[tuple[str, Lane]]) -> None:
    check(broker, deeds)


@pytest.mark.long
@pytest.mark.timeout(900)
@settings(FREE, max_examples=2_000)
@given(DEEDS)
def test_whatever_happens_a_job_ends_once_in_long(broker: TestBroker, deeds: list[tuple[str, Lane]]) -> None:
    check(broker, deeds)


def test_deeds_reach_every_end(broker: TestBroker) -> None:
    """Lest the property above be true of jobs that never get anywhere."""
    fast, bulk = Lane.FAST, Lane.BULK
    paths = {
        JobState.FINISHED: [
            ("grasp", fast),
            ("begin", fast),
            ("more", fast),
            ("grasp", bulk),
            ("begin", bulk),
        ],
        JobState.FAILED: [("grasp", fast), ("begin", fast), ("error", fast)],
        JobState.CANCELED: [("grasp", fast), ("begin", fast), ("more", fast), ("cancel", fast)],
    }
    for end, deeds in paths.items():
        world = World(broker)
        for deed, lane in deeds:
            world.do(deed, lane)
        world.come_to_rest()
        assert broker.store.state("job") is end


@pytest.mark.parametrize("deed", ["ok", "error", "more"])
def test_a_worker_that_was_taken_for_dead_may_finish(broker: TestBroker, deed: str) -> None:
    world = World(broker)
    for step in ("grasp", "begin", "vanish"):
        world.do(step, Lane.FAST)
    world.ghosts.pop().finish(OUTCOMES[deed])
    world.come_to_rest()
    finals = [state for state in world.states() if state.is_final]
    assert finals == [JobState.FAILED if deed == "error" else JobState.FINISHED]


def test_milliseconds_of_all_parts_are_kept(broker: TestBroker) -> None:
    world = World(broker)
    for step in ("grasp", "begin", "more"):
        world.do(step, Lane.FAST)
    world.come_to_rest()
    assert json.loads(broker.field("job", "ms")).keys() == {"read", "prepare"}
