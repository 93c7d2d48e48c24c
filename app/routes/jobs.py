"""Jobs: how a solve stands, and its result."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from app import openapi
from app.routes.answer import no_such_job
from app.routes.needs import JobsNeed
from app.schemas import Job

router = APIRouter(prefix="/jobs", tags=["jobs"])

JobId = Annotated[str, Path(min_length=1, max_length=64, description="From the answer that made the job.")]


@router.get(
    "/{job_id}",
    summary="Look up a job",
    responses={
        200: {"model": Job, "description": "The record; `result` once it is finished."},
        **openapi.problems(404, 422, 503),
    },
)
async def get_job(job_id: JobId, jobs: JobsNeed) -> Response:
    """State, progress, and the result or the error once the job has ended."""
    record = await jobs.get(job_id)
    if record is None:
        raise no_such_job(job_id)
    return Response(record.to_json(), media_type="application/json")
