"""Reading a picture without solving it."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from app import examples, openapi
from app.routes.errand import ErrandNeed
from app.routes.submission import PictureNeed
from app.schemas.pictures import ReadJob, ReadOptions
from worker.wire import Task

router = APIRouter(tags=["read"])


@router.post(
    "/read",
    summary="Read the board in a picture",
    responses=openapi.job_answers(ReadJob, Task.READ, examples.READ_RESULT),
    openapi_extra=openapi.picture_only(ReadOptions),
)
async def read_picture(submission: PictureNeed, errand: ErrandNeed) -> Response:
    """The letters with boxes, centres and confidences; a how-to card or an end screen is told by `state`."""
    options = submission.check(ReadOptions)
    return await errand.run(Task.READ, options.model_dump(), picture=submission.picture)
