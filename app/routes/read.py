"""Reading a picture without solving it."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from app import examples, openapi
from app.routes.answer import answer
from app.routes.needs import JobsNeed, WaitNeed
from app.routes.submission import PictureNeed
from app.schemas import ReadJob, ReadOptions
from worker.wire import Task

router = APIRouter(tags=["read"])


@router.post(
    "/read",
    summary="Read the board in a picture",
    responses=openapi.job_answers(ReadJob, examples.finished(Task.READ, examples.READ_RESULT)),
    openapi_extra=openapi.picture_only(ReadOptions),
)
async def read_picture(request: Request, submission: PictureNeed, jobs: JobsNeed, wait: WaitNeed) -> Response:
    """The letters with boxes, centres and confidences; a how-to card or an end screen is told by `state`."""
    options = submission.check(ReadOptions)
    job_id = await jobs.submit(
        Task.READ,
        options.model_dump(),
        picture=submission.picture,
        request_id=request.scope["request_id"],
    )
    return await answer(request, jobs, job_id, wait)
