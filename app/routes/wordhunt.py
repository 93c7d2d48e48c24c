"""Word Hunt and Boggle."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from app import examples, openapi
from app.routes.errand import ErrandNeed
from app.routes.needs import SettingsNeed
from app.routes.submission import SubmissionNeed
from app.schemas import WordHuntGrid, WordHuntJob, WordHuntPicture
from worker.tasks import find_dictionary
from worker.wire import Task

router = APIRouter(prefix="/wordhunt", tags=["wordhunt"])


@router.post(
    "/solve",
    summary="Find every word on a board",
    responses=openapi.job_answers(WordHuntJob, Task.WORDHUNT_SOLVE, examples.WORDHUNT_RESULT),
    openapi_extra=openapi.picture_or_json(WordHuntPicture, WordHuntGrid, examples.GRID_BODIES),
)
async def solve_wordhunt(submission: SubmissionNeed, settings: SettingsNeed, errand: ErrandNeed) -> Response:
    """Send a screenshot or a typed board; the answer holds each word with its points and the path to drag."""
    options = submission.check(WordHuntPicture if submission.picture else WordHuntGrid)
    grid = str(options.to_grid()) if isinstance(options, WordHuntGrid) else None
    dictionary = find_dictionary(options.dictionary, settings.data_dir)
    asked = options.to_request(dictionary=dictionary.sha256, grid=grid)
    return await errand.run(Task.WORDHUNT_SOLVE, asked, picture=submission.picture)
