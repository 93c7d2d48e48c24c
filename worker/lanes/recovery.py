"""What a dead worker held comes back to its lane, or ends.

RQ alone would run it again after a minute to ten; the supervisor calls `recover` as soon as a worker ends.
"""

from __future__ import annotations

import logging

from redis import Redis
from rq.executions import Execution
from rq.job import Job

from worker import wire
from worker.lanes import books
from worker.lanes.fans import sweep_command
from worker.lanes.parts import envelope_of, hand_key, public_id, queue_key
from worker.store import Store
from worker.wire import Failure, Lane

log = logging.getLogger(__name__)


class Recovery:
    """Recovers the parts of dead workers; everything here may be done twice."""

    def __init__(self, redis: Redis, store: Store) -> None:
        self._redis = redis
        self._store = store

    def recover(self, worker: str, *, verdict: Failure | None = None, blameless: bool = False) -> None:
        """Deal with everything that a dead worker held.

        Args:
            verdict: why it was killed; its job then fails so, instead of running again.
            blameless: the death does not count against the job.
        """
        for lane in Lane:
            books.open_hand(self._redis, queue_key(lane), hand_key(lane, worker))
        for execution in books.executions_of(worker, self._redis):
            self._expire(execution, verdict=verdict, blameless=blameless)
        for lane in Lane:
            self.clean(lane)
        books.forget_worker(worker, self._redis)

    def recover_orphans(self, host: str, *, living: set[str], hosts_alive: bool = True) -> list[str]:
        """Recover the workers whose supervisor is gone; their names.

        Args:
            host: the supervisor that asks; its predecessor of that name is gone, and so are its workers.
            living: workers that are known to run.
            hosts_alive: other hosts may use this broker, and show it by their leases.
        """
        orphans = [
            worker
            for worker in books.known_workers(self._redis)
            if worker not in living
            and (not hosts_alive or host_of(worker) == host or not self._has_host(worker))
        ]
        for worker in orphans:
            log.warning("recovering the jobs of %s, whose supervisor is gone", worker)
            self.recover(worker, blameless=not hosts_alive or host_of(worker) == host)
        return orphans

    def clean(self, lane: Lane) -> None:
        """Bring back every part of the lane whose execution has expired."""
        books.started_parts(lane, self._redis).cleanup(exception_handlers=[self._on_abandoned])
        books.failed_parts(lane, self._redis).cleanup()

    def _has_host(self, worker: str) -> bool:
        return bool(self._redis.exists(wire.host_key(host_of(worker))))

    def _expire(self, execution: Execution, *, verdict: Failure | None, blameless: bool) -> None:
        part = books.fetch_part(execution.job_id, self._redis)
        if part is None:
            return
        job = public_id(part)
        if verdict is not None:
            self._fail(job, verdict)
        state = self._store.state(job)
        if state is None or state.is_final:
            self._redis.delete(part.key, part.execution_registry.key)
        elif blameless:
            self._redis.hincrby(part.key, "retries_left", 1)
        self._redis.delete(execution.key)
        part.started_job_registry.add_execution(execution, self._redis, ttl=0, xx=True)

    def _on_abandoned(self, part: Job, *_: object) -> None:
        """RQ is about to run the part again, or to give it up after one death too many."""
        job = public_id(part)
        if part.should_retry:
            log.warning("job %s lost its worker and runs again", job)
            envelope = envelope_of(part)
            if envelope is None or envelope.chunk is None:  # others of a fan may go on meanwhile
                self._store.requeue(job)
        else:
            log.error("job %s ended its worker for the last time", job)
            self._fail(job, wire.WORKER_DIED)

    def _fail(self, job: str, failure: Failure) -> None:
        self._store.fail(job, failure)
        self._store.ask(sweep_command(job))


def host_of(worker: str) -> str:
    """The supervisor's name in a worker's name, `{host}.{lane}.{process}-{number}`."""
    return worker.partition(".")[0]
