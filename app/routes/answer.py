"""From a submitted job to the answer: 200 with its record, 202 with its address, or its problem document."""

from __future__ import annotations

import math

from fastapi import Request
from starlette.responses import Response

from app.handlers import problem_response
from app.jobs import JobRecord, Jobs
from app.problems import Refused
from worker.wire import Failure

RETRY_SECONDS = 1
"""When to look again at a job that is not done; most take less than a second."""


def job_path(job_id: str) -> str:
    return f"/jobs/{job_id}"


async def answer(request: Request, jobs: Jobs, job_id: str, seconds: float) -> Response:
    """Wait for a job and say how it went."""
    record = await (jobs.wait(job_id, seconds) if seconds else jobs.get(job_id))
    if record is None:
        raise no_such_job(job_id)
    path = job_path(job_id)
    if record.failure is not None:
        return problem_response(request, record.failure, instance=path, headers={"Content-Location": path})
    return _finished(record, path) if record.state.is_final else _accepted(record, path, seconds)


def _finished(record: JobRecord, path: str) -> Response:
    return Response(record.to_json(), media_type="application/json", headers={"Content-Location": path})


def _accepted(record: JobRecord, path: str, seconds: float) -> Response:
    applied = f"wait={math.ceil(seconds)}" if seconds else "respond-async"
    headers = {"Location": path, "Retry-After": str(RETRY_SECONDS), "Preference-Applied": applied}
    return Response(record.to_json(), 202, media_type="application/json", headers=headers)


def no_such_job(job_id: str) -> Refused:
    return Refused(
        Failure(
            "job_not_found",
            f"There is no job {job_id[:64]!r} here.",
            "Results are kept for a limited time, usually an hour; send the puzzle again.",
        )
    )
