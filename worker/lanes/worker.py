"""The process that serves a lane."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final, TypeVar

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue, SimpleWorker
from rq.exceptions import NoSuchJobError, StopRequested
from rq.executions import Execution
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.worker.base import WorkerStatus

from worker import wire
from worker.counts import Tally, count_stages, named
from worker.lanes.books import open_hand
from worker.lanes.fans import answer_command, fan_out_command, is_open_command, sweeping
from worker.lanes.job_log import log_job
from worker.lanes.jobs import onward_command
from worker.lanes.parts import Desk, PartFunction, envelope_of, hand_key, listed, public_id, queue_key
from worker.lanes.patience import BROKER_AWAY, patiently
from worker.lanes.progress import Progress
from worker.lanes.scripts import along
from worker.store import Store
from worker.transitions import Command, go_on_command, start_command
from worker.wire import Envelope, Fan, Lane, Outcome

log = logging.getLogger(__name__)
T = TypeVar("T")

HEARTBEAT_SECONDS: Final = 30.0
TALLY_SECONDS: Final = 1.0
"""Counts are written with a result, at most so often."""

_WORKER_TTL: Final = 60


class LaneWorker(SimpleWorker):
    """Serves one lane until it is told to stop, or the broker stays away."""

    def __init__(
        self,
        lane: Lane,
        name: str,
        redis: Redis,
        store: Store,
        functions: Mapping[str, PartFunction],
        *,
        on_begin: Callable[[str, float], None] = lambda job, limit: None,
        on_end: Callable[[], None] = lambda: None,
    ) -> None:
        """Take a lane.

        Args:
            on_begin: told the public id and the seconds allowed, before the record says that the part runs:
                who reads there that it does can count on it that `on_begin` was told.
            on_end: told when its result is stored.
        """
        super().__init__(
            [lane.value],
            name,
            connection=redis,
            job_class=listed(functions),
            serializer=JSONSerializer,
            worker_ttl=_WORKER_TTL,
        )
        self._queue_key, self._hand_key = queue_key(lane), hand_key(lane, name)
        self._store = store
        self._on_begin, self._on_end = on_begin, on_end
        self._next_heartbeat = self._next_tally = 0.0
        self._tally = Tally()
        self._is_waiting = False
        self.fault: Exception | None = None
        """What ended its work before time; RQ tells nobody."""

    # What the supervisor does instead of RQ, or nobody needs

    should_run_maintenance_tasks = False

    def subscribe(self) -> None:
        """No command channel: it would need a thread, and the supervisor gives the orders."""

    def unsubscribe(self) -> None:
        pass

    def check_for_suspension(self, burst: bool) -> None:
        pass

    def procline(self, message: str) -> None:
        pass

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """Stop now when waiting for work, else after the running part.

        Raising anywhere else could break off a log line or the farewell of a worker that is told twice.
        """
        self._stop_requested = True
        if self._is_waiting:
            self._is_waiting = False
            raise StopRequested

    def heartbeat(self, timeout: int | None = None, pipeline: Any = None) -> None:
        """RQ sends one at every step; each is a write to disk."""
        if time.monotonic() >= self._next_heartbeat:
            self._next_heartbeat = time.monotonic() + HEARTBEAT_SECONDS
            super().heartbeat(timeout, pipeline)
            with self.connection.pipeline() as counting:
                for command in self._tally.commands():
                    self._store.send(command, counting)
                counting.execute()
            self._tally.clear()

    def register_death(self) -> None:
        """Say farewell, unless a part is unfinished: the supervisor finds by this name what it held."""
        if not self.executions:
            super().register_death()  # type: ignore[no-untyped-call]

    # The way of a part

    def dequeue_job_and_maintain_ttl(
        self, timeout: int | None, max_idle_time: int | None = None
    ) -> tuple[Job, Queue] | None:
        """The next part, now in this worker's hand; None to stop, or with no `timeout` when there is none."""
        with self._noting_faults():
            job = self._next(block=timeout is not None)
        return None if job is None else (job, self.queues[0])

    @contextmanager
    def _noting_faults(self) -> Iterator[None]:
        try:
            yield
        except StopRequested:
            raise
        except Exception as error:
            self.fault = error
            raise

    def _next(self, *, block: bool) -> Job | None:
        while not self._stop_requested:
            self._patiently(self.heartbeat)
            job_id = self._grasp(block=block)
            if job_id is None and not block:
                return None
            job = self._fetch(job_id) if job_id else None
            if job is not None:
                return job
            self._state = WorkerStatus.IDLE
        return None

    def _grasp(self, *, block: bool) -> str | None:
        try:
            found: Any = self._wait() if block else self.connection.lmove(self._queue_key, self._hand_key)
        except BROKER_AWAY:
            # A part may be in the hand although the reply was lost.
            self._patiently(lambda: open_hand(self.connection, self._queue_key, self._hand_key))
            return None
        if not found:
            return None
        self._state = WorkerStatus.BUSY
        return str(found.decode())

    def _wait(self) -> Any:
        """Sleep until there is a part, and take it; only here a signal breaks in."""
        self._is_waiting = True
        try:
            if self._stop_requested:
                return None
            return self.connection.blmove(self._queue_key, self._hand_key, int(HEARTBEAT_SECONDS))
        finally:
            self._is_waiting = False

    def _fetch(self, job_id: str) -> Job | None:
        try:
            return self._patiently(lambda: self.job_class.fetch(job_id, self.connection, self.serializer))
        except NoSuchJobError:
            log.info("part %s is gone", job_id)
        except RedisError:
            raise
        except Exception:
            log.exception("part %s cannot be read", job_id)
        self._patiently(lambda: self.connection.lrem(self._hand_key, 1, job_id))
        return None

    def execute_job(self, job: Job, queue: Queue) -> None:
        with self._noting_faults():
            envelope = envelope_of(job)
            if envelope is None:
                self._patiently(lambda: self._refuse(job))
            else:
                self._on_begin(envelope.job, _limit_of(job))
                if self._patiently(lambda: self._take(job, envelope)):
                    self._execute(job, envelope)
                self._on_end()
        self._state = WorkerStatus.IDLE

    def _execute(self, job: Job, envelope: Envelope) -> None:
        is_chunk = envelope.chunk is not None
        progress = Progress(lambda stage, done: None if is_chunk else self._tell(envelope.job, stage, done))
        outcome = self._run(job, envelope, progress)
        ms = progress.end()
        count_stages(self._tally.add, envelope.task, ms)
        if outcome.failure is not None:
            self._tally.add(named("errors", envelope.task, outcome.failure.code))
        self._patiently(lambda: self._finish(job, envelope, outcome, ms))
        if outcome.further is None and not (is_chunk and outcome.failure is None):
            log_job(envelope, outcome, {**envelope.ms, **ms})

    def _take(self, job: Job, envelope: Envelope) -> bool:
        """Begin the part; False, and the part is dropped, when its job has ended already."""
        with self.connection.pipeline() as books:
            for earlier in self.executions.values():
                earlier.delete(job, books)  # of a script whose reply was lost
            execution = Execution.create(job, self.get_heartbeat_ttl(job), books, worker_name=self.name)
            self.executions[execution.id] = execution
            job.prepare_for_execution(self.name, pipeline=books)
            books.persist(job.key)
            books.lrem(self._hand_key, 1, job.id)
            books.hset(self.key, "state", WorkerStatus.BUSY)
            if self._store.ask(along(_begin_command(envelope), books)):
                return True
        with self.connection.pipeline() as books:
            self._drop(job, books)
            books.execute()
        self.executions.clear()
        return False

    def _run(self, job: Job, envelope: Envelope, progress: Progress) -> Outcome:
        sha256 = envelope.picture
        picture = None if sha256 is None else self._patiently(lambda: self._store.picture(sha256))
        if sha256 is not None and picture is None and envelope.is_first:
            return Outcome("error", failure=wire.PICTURE_EXPIRED)
        try:
            outcome: Outcome = job.func(envelope, picture, self._desk(job, envelope, progress))
        except Exception:
            log.exception("job %s (request %s) failed", envelope.job, envelope.request_id)
            return Outcome("error", failure=wire.INTERNAL_ERROR)
        return outcome

    def _desk(self, job: Job, envelope: Envelope, progress: Progress) -> Desk:
        return Desk(
            progress.report,
            self._fetch_value,
            self._tally.add,
            lambda: self._patiently(lambda: self._store.answers(envelope.job)),
            _limit_of(job),
        )

    def _fetch_value(self, key: str) -> bytes | None:
        return self._patiently(lambda: self._store.fetch(key))

    def _tell(self, job: str, stage: str, progress: float) -> None:
        try:
            self._store.report(job, stage, progress)
        except RedisError:
            log.warning("progress of job %s could not be told", job)

    def _finish(self, job: Job, envelope: Envelope, outcome: Outcome, ms: Mapping[str, float]) -> None:
        with self.connection.pipeline() as books:
            tally = self._tally.commands() if time.monotonic() >= self._next_tally else []
            for command in tally:
                self._store.send(command, books)
            self._drop(job, books)
            self.increment_successful_job_count(books)
            books.hset(self.key, "state", WorkerStatus.IDLE)
            self._store.ask(along(self._end_command(envelope, outcome, ms), books))
        if tally:
            self._tally.clear()
            self._next_tally = time.monotonic() + TALLY_SECONDS
        self.executions.clear()

    def _end_command(self, envelope: Envelope, outcome: Outcome, ms: Mapping[str, float]) -> Command:
        """What the part's end means for its job."""
        is_chunk, further = envelope.chunk is not None, outcome.further
        if is_chunk and outcome.status == "ok":
            return answer_command(envelope, outcome.result)
        if is_chunk:
            failed = Outcome("error", failure=outcome.failure)
            return sweeping(self._store.end_command(envelope.job, failed, ms={**envelope.ms, **ms}))
        if isinstance(further, Fan) and further.requests:
            return fan_out_command(envelope, further, ms)
        if further is not None:
            following = further.join if isinstance(further, Fan) else further
            return onward_command(envelope, following, ms)
        return self._store.end_command(envelope.job, outcome, ms={**envelope.ms, **ms})

    def _refuse(self, job: Job) -> None:
        failed = Outcome("error", failure=wire.UNKNOWN_SCHEMA)
        with self.connection.pipeline() as books:
            books.lrem(self._hand_key, 1, job.id)
            books.delete(job.key)
            self._store.ask(along(sweeping(self._store.end_command(public_id(job), failed)), books))

    def _drop(self, job: Job, pipeline: Any) -> None:
        """Leave nothing of the part in RQ."""
        for execution in self.executions.values():
            execution.delete(job, pipeline)
        pipeline.delete(job.key, job.execution_registry.key)

    def _patiently(self, act: Callable[[], T]) -> T:
        return patiently(act, is_stopping=lambda: self._stop_requested)


def _begin_command(envelope: Envelope) -> Command:
    """What the part's beginning means for its job; the reply is 0 when that has ended."""
    if envelope.is_first:
        return start_command(envelope.job)
    if envelope.chunk is not None:
        return is_open_command(envelope.job)
    return go_on_command(envelope.job, envelope.task)


def _limit_of(job: Job) -> float:
    return float(job.timeout or 0)
