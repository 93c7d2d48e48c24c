"""`Jobs` without a broker, for what a broker has no part in: bodies, waiting times, answers, documents."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, cast

import httpx
from fastapi import FastAPI

from app.jobs import JobEvent, JobExpired, JobNotFound, JobRecord, Jobs, Submitted
from app.main import create_app
from app.settings import load_settings
from worker.transitions import Command
from worker.wire import Drawing, Failure, JobState, JsonObject, Lane, Task, feedback_key

JOB = "fake-job"
EXPIRED_JOB = "expired-job"


@dataclass
class FakeJobs:
    """Takes every job and ends it as it was told to."""

    failure: Failure | None = None
    state: JobState = JobState.FINISHED
    result: bytes = b"{}"
    submitted: list[tuple[Task, JsonObject, bytes | None]] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)
    picture: str | None = None
    drawing: bytes | Failure | None = None
    events: list[JobEvent | None] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)
    broken: Exception | None = None
    has_workers: bool = True
    preparing: Sequence[str] = ()
    """Games that its two workers' machine is still compiling."""
    is_endless: bool = False
    """Whether who follows a job waits for ever."""

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    async def secret(self) -> bytes:
        return b"a secret of 32 bytes, more or less"

    async def ask(self, commands: Sequence[Command]) -> list[Any]:
        """The questions without a job are how the service stands, and what a game said, which is nothing."""
        if self.broken is not None:
            raise self.broken
        if any(str(word).startswith(feedback_key("", "")[:-1]) for command in commands for word in command):
            return [None for _ in commands]
        lease = " ".join(("2", *self.preparing)).encode()
        return [[[[0, b"", 0] for _ in Lane], [lease] if self.has_workers else [], []] for _ in commands]

    async def ping(self) -> None:
        if self.broken is not None:
            raise self.broken

    async def submit(
        self,
        task: Task,
        request: JsonObject,
        *,
        picture: bytes | None = None,
        lane: Lane = Lane.FAST,
        request_id: str = "",
        owner: str = "",
        client: str = "",
        idempotency_key: str = "",
    ) -> Submitted:
        if self.broken is not None:
            raise self.broken
        self.submitted.append((task, request, picture))
        replayed = bool(idempotency_key) and idempotency_key in self.keys
        self.keys.add(idempotency_key)
        return Submitted(JOB, replayed)

    async def wait(self, job_id: str, seconds: float, *, owner: str = "") -> JobRecord:
        self.waited.append(seconds)
        return await self.get(job_id)

    async def cancel(self, job_id: str, *, owner: str = "") -> JobRecord:
        if not self.state.is_final:
            self.state = JobState.CANCELED
        return await self.get(job_id)

    async def follow(
        self, job_id: str, *, after: str = "0-0", heartbeat: float = 15.0
    ) -> AsyncIterator[JobEvent | None]:
        for event in self.events:
            yield event
        if self.is_endless:
            await asyncio.sleep(3600)

    async def get(self, job_id: str, *, owner: str = "") -> JobRecord:
        if job_id == EXPIRED_JOB:
            raise JobExpired(job_id)
        if job_id != JOB:
            raise JobNotFound(job_id)
        state = JobState.FAILED if self.failure else self.state
        task = self.submitted[-1][0] if self.submitted else Task.READ
        result = self.result if state is JobState.FINISHED else None
        return make_record(JOB, task, state, failure=self.failure, result=result, picture=self.picture)

    async def draw(
        self,
        record: JobRecord,
        drawing: Drawing,
        seconds: float,
        *,
        request_id: str = "",
        number: int | None = None,
    ) -> JobRecord:
        if isinstance(self.drawing, Failure):
            return make_record("drawing", Task.DRAW_OVERLAY, JobState.FAILED, failure=self.drawing)
        state = JobState.QUEUED if self.drawing is None else JobState.FINISHED
        return make_record("drawing", Task.DRAW_OVERLAY, state, result=self.drawing)


def make_record(job: str, task: Task, state: JobState, **more: Any) -> JobRecord:
    return JobRecord(id=job, task=task, state=state, attempts=1, entry="1-0", **more)


@asynccontextmanager
async def client_of(jobs: FakeJobs, **settings: Any) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the real application over the fake."""
    async with client_to(app_of(jobs, **settings)) as client:
        yield client


def app_of(jobs: FakeJobs, **settings: Any) -> FastAPI:
    """The real application over the fake; its first request takes a tenth of a second."""
    return create_app(load_settings(**settings), cast(Jobs, jobs))


@asynccontextmanager
async def client_to(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """A client of an application, which may be asked again later."""
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        yield client
