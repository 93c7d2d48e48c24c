"""`Jobs` without a broker, for what a broker has no part in: bodies, waiting times, answers, documents."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, cast

import httpx

from app.jobs import JobRecord, Jobs
from app.main import create_app
from app.settings import load_settings
from worker.wire import Failure, JobState, JsonObject, Lane, Task

JOB = "fake-job"


@dataclass
class FakeJobs:
    """Takes every job and ends it as it was told to."""

    failure: Failure | None = None
    state: JobState = JobState.FINISHED
    result: bytes = b"{}"
    submitted: list[tuple[Task, JsonObject, bytes | None]] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)
    broken: Exception | None = None

    async def start(self) -> None: ...

    async def close(self) -> None: ...

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
    ) -> str:
        if self.broken is not None:
            raise self.broken
        self.submitted.append((task, request, picture))
        return JOB

    async def wait(self, job_id: str, seconds: float) -> JobRecord | None:
        self.waited.append(seconds)
        return await self.get(job_id)

    async def get(self, job_id: str) -> JobRecord | None:
        if job_id != JOB:
            return None
        state = JobState.FAILED if self.failure else self.state
        task = self.submitted[-1][0] if self.submitted else Task.READ
        result = self.result if state is JobState.FINISHED else None
        return make_record(JOB, task, state, failure=self.failure, result=result)


def make_record(job: str, task: Task, state: JobState, **more: Any) -> JobRecord:
    return JobRecord(id=job, task=task, state=state, attempts=1, **more)


@asynccontextmanager
async def client_of(jobs: FakeJobs, **settings: Any) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the real application over the fake."""
    app = create_app(load_settings(**settings), cast(Jobs, jobs))
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://tilewise") as client:
        yield client
