"""Word Hunt and Boggle."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from app import examples, openapi
from app.routes.errand import ErrandNeed
from app.routes.needs import FeedbacksNeed, ListsNeed
from app.routes.submission import Submission, SubmissionNeed
from app.schemas.wordhunt import WordHuntGrid, WordHuntGrids, WordHuntJob, WordHuntPicture
from worker.wire import Lane, Task

router = APIRouter(prefix="/wordhunt", tags=["wordhunt"])


@router.post(
    "/solve",
    summary="Find every word on a board",
    responses=openapi.job_answers(WordHuntJob, Task.WORDHUNT_SOLVE, examples.WORDHUNT_RESULT),
    openapi_extra=openapi.picture_or_json(
        WordHuntPicture, (WordHuntGrid, WordHuntGrids), examples.GRID_BODIES
    ),
)
async def solve_wordhunt(
    submission: SubmissionNeed, lists: ListsNeed, feedbacks: FeedbacksNeed, errand: ErrandNeed
) -> Response:
    """Send a screenshot or a typed board; the answer holds each word with its points and the path to drag.

    With `grids` up to 1,000 typed boards are solved in one job. Its result has `boards` instead: for each
    grid, in the same order, the words, or the error that this grid has.

    What you told to `POST /dictionaries/{name}/feedback` counts: each word has a `chance` that the game takes
    it; refused ones come last, accepted ones first among those of equal points.
    """
    options = submission.check(_model_of(submission))
    grid = str(options.to_grid()) if isinstance(options, WordHuntGrid) else None
    dictionary = await lists.find(options.dictionary, errand.caller.owner)
    told = await feedbacks.lay_out(dictionary.name, errand.caller.owner) if options.feedback else None
    asked = options.to_request(name=dictionary.name, sha256=dictionary.sha256, grid=grid, feedback=told)
    by_game = told is not None or options.chances
    is_long = isinstance(options, WordHuntGrids) and not options.is_short_work(by_game=by_game)
    lane = Lane.BULK if is_long else Lane.FAST
    return await errand.run(Task.WORDHUNT_SOLVE, asked, picture=submission.picture, lane=lane)


def _model_of(submission: Submission) -> type[WordHuntPicture | WordHuntGrid | WordHuntGrids]:
    if submission.picture is not None:
        return WordHuntPicture
    return WordHuntGrids if "grids" in submission.options else WordHuntGrid
