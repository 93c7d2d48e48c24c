"""Jobs: how a solve stands, its result, its overlay, its end before time."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Header, Path, Request
from starlette.responses import Response

from app import examples, openapi
from app.handlers import problem_response
from app.jobs import JobRecord, Jobs
from app.jobs.record import DRAWN
from app.problems import Refused
from app.routes.answer import JSON, applied, look, written
from app.routes.needs import CallerNeed, JobsNeed, LinkedCallerNeed, PollNeed, SettingsNeed
from app.schemas.records import Job
from app.settings import Settings
from worker.wire import Drawing, Failure, JobState

router = APIRouter(prefix="/jobs", tags=["jobs"])

JobId = Annotated[str, Path(min_length=1, max_length=64, description="From the answer that made the job.")]
IfNoneMatch = Annotated[
    str,
    Header(
        alias="If-None-Match",
        max_length=1000,
        description="The `ETag` of an earlier answer: while the record is the same, the answer is only 304.",
        examples=['W/"started-1796031234567-0"'],
    ),
]

_PNG: Final = "image/png"
_OVERLAY_SECONDS: Final = 300
"""The drawing of a job never changes; it only goes, with the job."""
_TAG: Final = {"ETag": openapi.header("Another text whenever the record is another.")}
_RECORD: Final[dict[str, Any]] = {
    "model": Job,
    "content": {JSON: {"examples": examples.JOBS}},
}


@router.get(
    "/{job_id}",
    summary="Look up a job",
    responses={
        200: {
            **_RECORD,
            "description": "The record; `result` once it is finished.",
            "headers": _TAG
            | {
                "Preference-Applied": openapi.header("`wait=N`, when the end was waited for.", required=False)
            },
        },
        304: {"description": "The record is the one with the given `ETag`.", "headers": _TAG},
        **openapi.problems(401, 404, 410, 422, 429, 503),
    },
)
async def get_job(
    job_id: JobId, jobs: JobsNeed, caller: CallerNeed, seconds: PollNeed, if_none_match: IfNoneMatch = ""
) -> Response:
    """State, place in the queue, progress, times, and the result or the error once the job has ended."""
    record = await look(jobs, job_id, seconds or 0.0, owner=caller.owner)
    headers = {"ETag": tag(record), "Cache-Control": "private, no-cache"}
    if seconds is not None:
        headers |= applied(seconds)
    if matches(if_none_match, tag(record)):
        return Response(status_code=304, headers=headers)
    return Response(written(record, caller), media_type=JSON, headers=headers)


@router.delete(
    "/{job_id}",
    summary="Cancel a job",
    responses={
        200: {**_RECORD, "description": "The record, of a job that has ended now."},
        **openapi.problems(401, 403, 404, 410, 422, 429, 503),
    },
)
async def cancel_job(job_id: JobId, jobs: JobsNeed, caller: CallerNeed) -> Response:
    """A queued job never runs, a running one is stopped within a second; an ended one stays as it is."""
    record = await jobs.cancel(job_id, owner=caller.owner)
    return Response(written(record, caller), media_type=JSON, headers={"ETag": tag(record)})


@router.get(
    "/{job_id}/overlay.png",
    summary="See what was read and found in a picture",
    response_class=Response,
    responses={
        200: {
            "description": "The picture with the best word's path, the words of a word search, or what was "
            "read in each cell; a typed word search is drawn with its words.",
            "content": {_PNG: {"schema": {"type": "string", "format": "binary"}}},
        },
        **openapi.problems(401, 404, 409, 410, 413, 422, 429, 500, 503, 504),
    },
)
async def get_overlay(
    job_id: JobId, request: Request, jobs: JobsNeed, settings: SettingsNeed, caller: LinkedCallerNeed
) -> Response:
    """Drawn when it is first asked for, and kept as long as the job's result."""
    record = await jobs.get(job_id, owner=caller.owner)
    _check_drawable(record)
    return await drawing_answer(request, jobs, settings, record, Drawing.OVERLAY)


async def drawing_answer(
    request: Request,
    jobs: Jobs,
    settings: Settings,
    record: JobRecord,
    drawing: Drawing,
    *,
    number: int | None = None,
) -> Response:
    """A drawing of a job that has one, or of one of its levels; raises Refused when it takes too long."""
    request_id = request.scope["request_id"]
    drawn = await jobs.draw(record, drawing, settings.wait_default, request_id=request_id, number=number)
    if drawn.failure is not None:
        return problem_response(request, drawn.failure, instance=record.links["self"])
    if drawn.result is None:
        failure = Failure("overlay_not_ready", f"The {drawing} is not drawn yet.", "Ask again in a second.")
        raise Refused(failure, headers={"Retry-After": "1"})
    return Response(drawn.result, media_type=_PNG, headers=kept())


def kept() -> dict[str, str]:
    """Headers of a drawing or document of a finished job."""
    return {"Cache-Control": f"private, max-age={_OVERLAY_SECONDS}"}


def _check_drawable(record: JobRecord) -> None:
    """Raises Refused when there is nothing to draw."""
    if record.picture is None and record.task not in DRAWN:
        raise _no_overlay("The job was given a typed board, so there is no picture to draw on.")
    check_finished(record)
    if not record.is_drawable:
        raise _no_overlay("The job was given several grids, so there is no picture to draw on.")


def check_finished(record: JobRecord) -> None:
    """Raises Refused."""
    if record.state is not JobState.FINISHED:
        message = f"The job is {record.state}; only a finished one is drawn."
        raise Refused(Failure("job_not_finished", message, "Wait for its end.", {"state": record.state}))


def _no_overlay(message: str) -> Refused:
    return Refused(
        Failure("no_overlay", message, "Overlays are made of jobs with a picture or one typed word search.")
    )


def tag(record: JobRecord) -> str:
    """A weak one, since the links in the record may be others of the same meaning."""
    return f'W/"{record.tag}"'


def matches(if_none_match: str, tag: str) -> bool:
    """By the weak comparison of RFC 9110."""
    given = [each.strip().removeprefix("W/") for each in if_none_match.split(",")]
    return "*" in given or tag.removeprefix("W/") in given
