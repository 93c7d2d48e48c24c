"""From a submitted job to the answer: 200 with its record, 202 with its address, or its problem document."""

from __future__ import annotations

import math
from typing import Final

from fastapi import Request
from starlette.responses import Response

from app.admission import Caller
from app.handlers import problem_response
from app.jobs import JobRecord, Jobs

RETRY_SECONDS: Final = 1
"""When to look again at a job that is not done; most take less than a second."""
JSON: Final = "application/json"


def written(record: JobRecord, caller: Caller) -> bytes:
    """The record as its client gets it, wherever that is."""
    return record.to_json(links=caller.signed(record.links))


async def look(jobs: Jobs, job_id: str, seconds: float, *, owner: str) -> JobRecord:
    """The job, waited for as long as is wanted."""
    return await (jobs.wait(job_id, seconds, owner=owner) if seconds else jobs.get(job_id, owner=owner))


async def answer(
    request: Request, record: JobRecord, caller: Caller, seconds: float, *, replayed: bool
) -> Response:
    """Say how a job went that was waited for; who would not wait gets its address, done or not.

    Args:
        replayed: an earlier request with the same Idempotency-Key made the job.
    """
    path = record.links["self"]
    headers = {"Idempotency-Replayed": "true"} if replayed else {}
    if not seconds or not record.state.is_final:
        headers |= {"Location": path, "Retry-After": str(RETRY_SECONDS), **applied(seconds)}
        return Response(written(record, caller), 202, media_type=JSON, headers=headers)
    headers["Content-Location"] = path
    if record.failure is not None:
        return problem_response(request, record.failure, instance=path, headers=headers)
    return Response(written(record, caller), media_type=JSON, headers=headers)


def applied(seconds: float) -> dict[str, str]:
    """The header that says how long we were prepared to wait."""
    return {"Preference-Applied": f"wait={math.ceil(seconds)}" if seconds else "respond-async"}
