"""Word Hunt and Boggle."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from app import examples, openapi
from app.routes.answer import answer
from app.routes.needs import JobsNeed, SettingsNeed, WaitNeed
from app.routes.submission import SubmissionNeed
from app.schemas import WordHuntGrid, WordHuntJob, WordHuntPicture
from worker.tasks import find_dictionary
from worker.wire import Task

router = APIRouter(prefix="/wordhunt", tags=["wordhunt"])


@router.post(
    "/solve",
    summary="Find every word on a board",
    responses=openapi.job_answers(
        WordHuntJob, examples.finished(Task.WORDHUNT_SOLVE, examples.WORDHUNT_RESULT)
    ),
    openapi_extra=openapi.picture_or_json(WordHuntPicture, WordHuntGrid, examples.GRID_BODIES),
)
async def solve_wordhunt(
    request: Request, submission: SubmissionNeed, settings: SettingsNeed, jobs: JobsNeed, wait: WaitNeed
) -> Response:
    """Send a screenshot or a typed board; the answer holds each word with its points and the path to drag."""
    options = submission.check(WordHuntPicture if submission.picture else WordHuntGrid)
    grid = str(options.to_grid()) if isinstance(options, WordHuntGrid) else None
    dictionary = find_dictionary(options.dictionary, settings.data_dir)
    job_id = await jobs.submit(
        Task.WORDHUNT_SOLVE,
        options.to_request(dictionary=dictionary.sha256, grid=grid),
        picture=submission.picture,
        request_id=request.scope["request_id"],
    )
    return await answer(request, jobs, job_id, wait)
