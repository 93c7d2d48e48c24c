"""For those who run the service: does the process live, can it work, what did it do."""

from __future__ import annotations

from typing import Literal, cast

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from app import openapi
from app.jobs import BrokerUnavailable, Jobs
from app.metrics import MEDIA_TYPE, Metrics
from app.problems import Refused
from app.routes.needs import CallerNeed, JobsNeed
from worker.lanes.overview import WRITE_NOTHING, Overview, overview_command, read_overview
from worker.wire import Failure

router = APIRouter(tags=["health"])

RETRY_SECONDS = 2


class Health(BaseModel):
    status: Literal["ok"] = "ok"


class Readiness(Health):
    """What it takes to do work."""

    broker: Literal["ok"] = "ok"
    workers: int = Field(description="Worker processes, of all machines.")
    preparing: list[str] = Field(
        description="Games that a new machine is still compiling for, about a minute long: `levels`, "
        "`wordhunt`, `wordle`, `wordsearch`, and `trees`, the best ones of Wordle. Their jobs are taken, and "
        "wait for their game; single boards of Word Hunt and pictures to read do not."
    )


@router.get("/healthz", summary="Does the process answer?")
async def healthz() -> Health:
    """Needs nothing else to work; restart the process when this fails."""
    return Health()


@router.get("/readyz", summary="Can it take work?", responses=openapi.problems(503))
async def readyz(jobs: JobsNeed) -> Readiness:
    """Asks the job queue, and whether workers are alive anywhere; 503 says in `details` which part is down.

    It comes back by itself.
    """
    try:
        reply, _ = await jobs.ask([overview_command(), WRITE_NOTHING])
    except BrokerUnavailable:
        raise _not_ready(
            "The job queue cannot be reached, or takes no jobs.", broker="down", workers="unknown"
        ) from None
    overview = read_overview(reply)
    if not overview.supervisors:
        raise _not_ready("No workers are alive.", broker="ok", workers="down")
    return Readiness(workers=overview.workers, preparing=list(overview.preparing))


@router.get(
    "/metrics",
    summary="Figures for Prometheus",
    response_class=Response,
    responses={
        200: {
            "description": "Requests of this process, and jobs, queues, stages, LLM calls and restarts of "
            "all machines together: of several API processes the latter all tell the same.",
            "content": {MEDIA_TYPE: {"schema": {"type": "string"}}},
        },
        **openapi.problems(401, 429, 503),
    },
)
async def metrics(request: Request, jobs: JobsNeed, _: CallerNeed) -> Response:
    """In Prometheus' text format. A server with keys wants one here, too."""
    try:
        overview = await _overview(jobs)
    except BrokerUnavailable:
        overview = None
    told = cast(Metrics, request.app.state.metrics)
    return Response(told.render(overview), media_type=MEDIA_TYPE)


async def _overview(jobs: Jobs) -> Overview:
    (reply,) = await jobs.ask([overview_command()])
    return read_overview(reply)


def _not_ready(message: str, **parts: str) -> Refused:
    hint = "It comes back by itself when the part does; `tilewise doctor` says more."
    return Refused(Failure("not_ready", message, hint, parts), headers={"Retry-After": str(RETRY_SECONDS)})
