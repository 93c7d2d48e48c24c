"""Starts the workers, watches them, replaces them, and brings back the jobs of those that died.

One loop in one thread. It wakes when a worker says something or ends, when a time limit or a lease is due,
and when the process is told to stop, or to cancel a job. A worker that must be stopped is killed: native code
hears nothing else.
"""

from __future__ import annotations

import logging
import os
import selectors
import signal
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from worker import wire
from worker.counts import named
from worker.lanes.cancellations import Cancellations
from worker.lanes.recovery import Recovery
from worker.leash import die_with_parent
from worker.nursery import Nursery
from worker.options import SupervisorOptions
from worker.process import BROKER_LOST, Crew, WorkerProcess
from worker.slots import Dead, Slot
from worker.store import BrokerError, Store, connect
from worker.turns import take_turn
from worker.wire import Failure, JobState, Lane

log = logging.getLogger(__name__)

LEASE_SECONDS: Final = 15
"""After a host is lost, its jobs run elsewhere when its lease ends."""
LEASE_EVERY: Final = 5.0
RETRY_SECONDS: Final = 0.1
"""How long to wait when the broker is away before asking again."""
IDLE_SECONDS: Final = 60.0
REMIND_SECONDS: Final = 0.25
"""A worker that began to wait for work in the very moment of the signal hears only the next one."""


class Supervisor:
    """Keeps the workers of one host running; `run` does everything."""

    def __init__(self, options: SupervisorOptions, crew: Crew, spawn_command: Sequence[str] = ()) -> None:
        """Prepare.

        Args:
            spawn_command: the program that becomes a worker when asked to, see `process.run_spawned`.
        """
        self._options = options
        self._nursery = Nursery(options, crew, spawn_command)
        self._host = options.host
        redis = connect(options.redis_url)
        self._store = Store(redis, result_ttl=options.result_ttl)
        self._recovery = Recovery(redis, self._store)
        self._cancellations = Cancellations(redis)
        self._cancellations_fd = -1
        lanes = [Lane.FAST] * options.workers + [Lane.BULK] * options.bulk_workers
        self._slots = [Slot(lane) for lane in lanes]
        self._compiler: WorkerProcess | None = None
        self._to_compile: list[str] = []
        self._dead: list[Dead] = []
        self._selector = selectors.DefaultSelector()
        self._lease_due = 0.0
        self._greeted = False
        self._broker_away = False
        self._stop_at: float | None = None
        """When running parts are killed, once we are stopping."""

    def run(self) -> int:
        """Work until SIGTERM or SIGINT; running parts end first, as long as the options allow."""
        if self._options.parent is not None:
            die_with_parent(self._options.parent)
        self._nursery.prepare()
        if self._options.turn is not None:
            take_turn(self._options.turn)
        with self._woken_by_signals():
            self._to_compile = self._nursery.missing()
            self._compile_next()
            while not self._is_done():
                self._keep_house()
                self._listen()
        self._leave()
        return os.EX_OK

    # The loop

    @contextmanager
    def _woken_by_signals(self) -> Iterator[None]:
        waking, woken = socket.socketpair()
        for end in (waking, woken):
            end.setblocking(False)
        signal.set_wakeup_fd(waking.fileno())
        for signum in (signal.SIGTERM, signal.SIGINT):
            signal.signal(signum, lambda *_: self._begin_stop())
        self._selector.register(woken, selectors.EVENT_READ)
        yield
        signal.set_wakeup_fd(-1)
        self._selector.unregister(woken)
        waking.close()
        woken.close()

    def _listen(self) -> None:
        for key, _ in self._selector.select(self._patience()):
            if key.fd == self._cancellations_fd:
                self._hear_cancellations()
            elif key.data is None:
                key.fileobj.recv(4096)  # type: ignore[union-attr]
            elif isinstance(key.data, WorkerProcess):
                self._bury_compiler(key.data)
            elif key.data.process is not None and not key.data.process.hear():
                self._bury(key.data)

    def _patience(self) -> float:
        """Seconds until something is due."""
        now = time.monotonic()
        due = [now + IDLE_SECONDS]
        due += [slot.process.deadline for slot in self._slots if slot.process and slot.process.deadline]
        due += [max(slot.not_before, now + RETRY_SECONDS) for slot in self._slots if slot.process is None]
        if self._dead or not self._cancellations.is_open:
            due.append(now + RETRY_SECONDS)
        due.append(self._lease_due)
        if self._stop_at is not None or any(slot.is_outdated for slot in self._slots):
            due.append(now + REMIND_SECONDS)
        return max(0.0, min(due) - now)

    def _keep_house(self) -> None:
        now = time.monotonic()
        for slot in self._slots:
            if slot.process and slot.process.deadline and slot.process.deadline <= now:
                self._kill(slot, wire.TIMED_OUT)
        if self._stop_at is None:
            self._renew_workers()
        try:
            self._recover()
            self._heed_cancellations()
            if self._stop_at is None:
                self._greet(now)
                self._fill(now)
            self._broker_away = False
        except BrokerError as error:
            if not self._broker_away:
                log.warning("the broker is away: %s", error)
            self._broker_away = True
            self._lease_due = max(self._lease_due, now + RETRY_SECONDS)
        if self._stop_at is not None:
            self._stop_workers(signal.SIGTERM if now < self._stop_at else signal.SIGKILL)

    # Workers

    def _fill(self, now: float) -> None:
        empty = [slot for slot in self._slots if slot.process is None and slot.not_before <= now]
        if empty and self._store.ping():
            for slot in empty:
                slot.process = self._nursery.start(self._host, slot.lane)
                self._selector.register(slot.process.pipe, selectors.EVENT_READ, slot)

    def _renew_workers(self) -> None:
        """When there is more to know, have those that know less make way as soon as they are idle."""
        if self._nursery.grow():
            for slot, _ in self._occupied():
                slot.is_outdated = True
        for slot, process in self._occupied():
            if slot.is_outdated and process.job is None:
                process.signal(signal.SIGTERM)

    def _compile_next(self) -> None:
        """Have a game compiled by a process of its own, which stands back behind the others."""
        self._lease_due = 0.0  # what is missing is told there
        if self._to_compile:
            self._compiler = self._nursery.start(self._host, None, self._to_compile.pop(0))
            self._selector.register(self._compiler.pipe, selectors.EVENT_READ, self._compiler)

    def _bury_compiler(self, compiler: WorkerProcess) -> None:
        self._selector.unregister(compiler.pipe)
        code, self._compiler = compiler.bury(), None
        if self._stop_at is None:
            if code:
                log.warning("%s ended with code %d; jobs compile what they need", compiler.name, code)
            self._compile_next()

    def _kill(self, slot: Slot, verdict: Failure) -> None:
        assert slot.process is not None
        log.warning("killing worker %s: job %s %s", slot.process.name, slot.process.job, verdict.code)
        slot.verdict = verdict
        slot.process.deadline = None
        slot.process.signal(signal.SIGKILL)

    def _bury(self, slot: Slot) -> None:
        process = slot.process
        assert process is not None
        self._selector.unregister(process.pipe)
        code = process.bury()
        is_expected = self._stop_at is not None or slot.has_made_way(code)
        if not is_expected and not slot.is_canceled:
            log.warning("worker %s (job %s) ended with code %d", process.name, process.job, code)
        blameless = code == BROKER_LOST or is_expected or slot.is_canceled
        reason = "" if is_expected else slot.reason(code)
        self._dead.append(Dead(process.name, slot.verdict, blameless, reason))
        slot.vacate(time.monotonic() - process.started)

    def _recover(self) -> None:
        while self._dead:
            dead = self._dead[0]
            self._recovery.recover(dead.name, verdict=dead.verdict, blameless=dead.blameless)
            self._dead.pop(0)
            if dead.reason:
                self._store.count(named("restarts", dead.reason))

    # Canceled jobs

    def _heed_cancellations(self) -> None:
        """Subscribe when we are not; what was canceled meanwhile is seen in the records."""
        if self._cancellations.is_open:
            return
        self._cancellations_fd = self._cancellations.open()
        self._selector.register(self._cancellations_fd, selectors.EVENT_READ)
        self._stop_canceled()

    def _hear_cancellations(self) -> None:
        try:
            jobs = self._cancellations.heard()
        except (BrokerError, OSError):
            self._selector.unregister(self._cancellations_fd)
            self._cancellations.close()
            self._cancellations_fd = -1
            return
        # A job is announced by its worker before its record says that it runs, so before it is canceled.
        for slot, process in self._occupied():
            if not process.hear():
                self._bury(slot)
        for slot, process in self._occupied():
            if process.job in jobs:
                self._cancel(slot, process)

    def _stop_canceled(self) -> None:
        """Stop the workers whose jobs were canceled, as their records say."""
        for slot, process in self._occupied():
            if process.job is not None and self._store.state(process.job) is JobState.CANCELED:
                self._cancel(slot, process)

    def _cancel(self, slot: Slot, process: WorkerProcess) -> None:
        log.info("stopping worker %s: job %s was canceled", process.name, process.job)
        slot.is_canceled = True
        process.deadline = None
        process.signal(signal.SIGKILL)

    def _occupied(self) -> list[tuple[Slot, WorkerProcess]]:
        return [(slot, slot.process) for slot in self._slots if slot.process is not None]

    # Other hosts

    def _greet(self, now: float) -> None:
        """Show that this host lives, and take over from hosts that do not."""
        if now < self._lease_due:
            return
        preparing = self._nursery.missing() if self._compiler else ()
        self._store.hold_lease(self._host, LEASE_SECONDS, workers=len(self._slots), preparing=preparing)
        if not (self._options.alone and self._greeted):
            self._take_over()
        self._lease_due = now + LEASE_EVERY

    def _take_over(self) -> None:
        if not self._options.alone:
            self._stop_canceled()  # a message may be lost on its way between hosts
        self._recovery.recover_orphans(
            self._host,
            living={slot.process.name for slot in self._slots if slot.process},
            hosts_alive=not self._options.alone,
        )
        self._greeted = True

    # The end

    def _begin_stop(self) -> None:
        if self._stop_at is None:
            self._stop_at = time.monotonic() + self._options.drain_seconds

    def _stop_workers(self, signum: signal.Signals) -> None:
        for slot in self._slots:
            if slot.process is not None:
                slot.process.signal(signum)
        if self._compiler is not None:
            self._compiler.signal(signal.SIGKILL)

    def _is_done(self) -> bool:
        return self._stop_at is not None and not (self._compiler or self._occupied())

    def _leave(self) -> None:
        try:
            self._recover()
            self._store.end_lease(self._host)
        except BrokerError:
            log.warning("the broker is away; the next start recovers what is left")
        self._cancellations.close()
        self._selector.close()
