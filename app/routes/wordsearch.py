"""Word searches: solving and making them."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from app import openapi, wordsearch_examples
from app.routes.errand import ErrandNeed
from app.routes.forms import FileBody
from app.routes.needs import ListsNeed
from app.routes.submission import Submission, SubmissionNeed, json_body
from app.schemas.wordsearch import WordSearchGrid, WordSearchGrids, WordSearchMake, WordSearchPicture
from app.schemas.wordsearch_places import WordSearchJob, WordSearchMakeJob
from worker.wire import Lane, Task

router = APIRouter(prefix="/wordsearch", tags=["wordsearch"])

_WORDS_HINT: Final = 'Send {"words": ["TIGER", "OTTER"]}.'
_WORDS: Final = FileBody("words", "words", _WORDS_HINT, _WORDS_HINT)


@router.post(
    "",
    summary="Find words in a grid of letters",
    responses=openapi.job_answers(WordSearchJob, Task.WORDSEARCH_SOLVE, wordsearch_examples.RESULT),
    openapi_extra=openapi.picture_or_json(
        WordSearchPicture, (WordSearchGrid, WordSearchGrids), wordsearch_examples.BODIES
    ),
)
async def solve_wordsearch(submission: SubmissionNeed, lists: ListsNeed, errand: ErrandNeed) -> Response:
    """Send a picture or a typed grid, with the list of words or without; the answer holds where each word is.

    Without words the list printed in the picture is taken, where this server has Tesseract; or else every
    word of a dictionary is looked for, and those that were probably hidden on purpose come first. A letter of
    a picture that is in doubt is taken to be the one that makes a word of the list fit.

    With `grids` up to 1,000 typed grids are searched in one job. Its result has `puzzles`: for each grid, in
    the same order, an answer, or the error that this grid has.
    """
    options = submission.check(_model_of(submission))
    grid = str(options.to_grid()) if isinstance(options, WordSearchGrid) else None
    grids = options.grids if isinstance(options, WordSearchGrids) else None
    dictionary = await lists.find(options.dictionary, errand.caller.owner)
    asked = options.to_request(name=dictionary.name, sha256=dictionary.sha256, grid=grid, grids=grids)
    is_short = isinstance(options, WordSearchPicture) or options.is_short_work
    return await errand.run(
        Task.WORDSEARCH_SOLVE, asked, picture=submission.picture, lane=Lane.FAST if is_short else Lane.BULK
    )


def _model_of(submission: Submission) -> type[WordSearchPicture | WordSearchGrid | WordSearchGrids]:
    if submission.picture is not None:
        return WordSearchPicture
    return WordSearchGrids if "grids" in submission.options else WordSearchGrid


async def _read_plan(request: Request) -> WordSearchMake:
    return await json_body(request, WordSearchMake, _WORDS)


@router.post(
    "/make",
    summary="Make a word search",
    responses=openapi.job_answers(WordSearchMakeJob, Task.WORDSEARCH_MAKE, wordsearch_examples.MADE),
    openapi_extra=openapi.json_only(WordSearchMake, wordsearch_examples.MAKE_BODIES),
)
async def make_wordsearch(
    plan: Annotated[WordSearchMake, Depends(_read_plan)], errand: ErrandNeed
) -> Response:
    """Every word lies in the grid exactly once, and nothing rude by chance; the answer shows where they are.

    The overlay of the job is the puzzle with its words marked.
    """
    lane = Lane.FAST if plan.is_short_work else Lane.BULK
    return await errand.run(Task.WORDSEARCH_MAKE, plan.to_request(), lane=lane)
