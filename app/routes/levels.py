"""Levels: the words of a wheel, words as a crossword, a solved crossword, packs of levels."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import JSONResponse, Response

from app import levels_examples, openapi
from app.routes.errand import ErrandNeed
from app.routes.forms import FileBody
from app.routes.needs import ListsNeed
from app.routes.submission import SubmissionNeed, json_body
from app.schemas.levels import (
    LevelLayout,
    LevelPack,
    LevelSolvePicture,
    LevelSolveTyped,
    LevelWordsLetters,
    LevelWordsPicture,
)
from app.schemas.levels_results import LevelLayoutJob, LevelSolveJob, LevelWordsJob, PackJob, pack_schema
from worker.wire import Lane, Task

router = APIRouter(prefix="/levels", tags=["levels"])

_PACK_HINT: Final = 'Send {"language": "en", "count": 100}.'
_PACK: Final = FileBody("count", "a plan", _PACK_HINT, _PACK_HINT)
_LAYOUT_HINT: Final = 'Send {"words": ["meal", "male", "elm"]}.'
_LAYOUT: Final = FileBody("words", "words", _LAYOUT_HINT, _LAYOUT_HINT)
_SCHEMA_SECONDS: Final = 86_400


async def _read_pack(request: Request) -> LevelPack:
    return await json_body(request, LevelPack, _PACK)


async def _read_layout(request: Request) -> LevelLayout:
    return await json_body(request, LevelLayout, _LAYOUT)


@router.post(
    "",
    summary="Make a pack of levels",
    responses=openapi.job_answers(PackJob, Task.LEVELS_MAKE, levels_examples.PACK_HEAD),
    openapi_extra=openapi.json_only(LevelPack, levels_examples.PACK_BODIES),
)
async def make_levels(
    asked: Annotated[LevelPack, Depends(_read_pack)], lists: ListsNeed, errand: ErrandNeed
) -> Response:
    """Letter wheels with their crosswords, from easy to hard; the same for the same seed.

    The work is spread over all workers: follow it at the job's `events`. What is done is kept when a worker
    or a machine dies. The finished pack is a file at the job's link `pack`, `.json`, `.ndjson`, `.json.gz`
    or `.ndjson.gz`; the job's result is the pack without its levels. `GET /levels/schema.json` is its schema.
    """
    dictionary = await lists.find(asked.dictionary or asked.language, errand.caller.owner)
    request = asked.to_request(name=dictionary.name, sha256=dictionary.sha256)
    return await errand.run(Task.LEVELS_MAKE, request, lane=Lane.BULK)


@router.post(
    "/words",
    summary="Find the words of a letter wheel",
    responses=openapi.job_answers(LevelWordsJob, Task.LEVELS_WORDS, levels_examples.WORDS),
    openapi_extra=openapi.picture_or_json(
        LevelWordsPicture, (LevelWordsLetters,), levels_examples.WORDS_BODIES
    ),
)
async def find_level_words(submission: SubmissionNeed, lists: ListsNeed, errand: ErrandNeed) -> Response:
    """Send the letters, or a screenshot of the wheel: the answer holds every word of the list that they form.

    `fit` says of each word whether a level would ask for it: it is common, and neither rude nor a name.
    """
    is_typed = submission.picture is None
    options = submission.check(LevelWordsLetters if is_typed else LevelWordsPicture)
    dictionary = await lists.find(options.dictionary, errand.caller.owner)
    unasked = {"llm": "never"} if is_typed else {"letters": None}
    request = options.to_request(name=dictionary.name, sha256=dictionary.sha256, **unasked)
    return await errand.run(Task.LEVELS_WORDS, request, picture=submission.picture)


@router.post(
    "/layout",
    summary="Lay words out as a crossword",
    responses=openapi.job_answers(LevelLayoutJob, Task.LEVELS_LAYOUT, levels_examples.LAYOUT),
    openapi_extra=openapi.json_only(LevelLayout, levels_examples.LAYOUT_BODIES),
)
async def lay_out_level(asked: Annotated[LevelLayout, Depends(_read_layout)], errand: ErrandNeed) -> Response:
    """As small as it can be made: every run of letters is one of the words, and all hang together.

    The job's link `level` is a drawing of it.
    """
    lane = Lane.FAST if asked.is_short_work else Lane.BULK
    return await errand.run(Task.LEVELS_LAYOUT, asked.to_request(), lane=lane)


@router.post(
    "/solve",
    summary="Fill the crossword of a letter wheel",
    responses=openapi.job_answers(LevelSolveJob, Task.LEVELS_SOLVE, levels_examples.SOLVED),
    openapi_extra=openapi.picture_or_json(
        LevelSolvePicture, (LevelSolveTyped,), levels_examples.SOLVE_BODIES
    ),
)
async def solve_level(submission: SubmissionNeed, lists: ListsNeed, errand: ErrandNeed) -> Response:
    """Send a screenshot of the wheel and the crossword above it, or both typed: which word goes where.

    All solutions are counted; of several, one of words that players know is told.
    """
    is_typed = submission.picture is None
    options = submission.check(LevelSolveTyped if is_typed else LevelSolvePicture)
    dictionary = await lists.find(options.dictionary, errand.caller.owner)
    unasked = {"llm": "never"} if is_typed else {"letters": None, "crossword": None}
    request = options.to_request(name=dictionary.name, sha256=dictionary.sha256, **unasked)
    return await errand.run(Task.LEVELS_SOLVE, request, picture=submission.picture)


@router.get(
    "/schema.json",
    summary="The format of packs",
    response_class=Response,
    responses={
        200: {
            "description": "A JSON Schema of the draft 2020-12, version 1.",
            "content": {"application/schema+json": {"schema": {"type": "object"}}},
        },
        **openapi.problems(401, 403, 429, 503),
    },
)
async def get_levels_schema() -> Response:
    """What programs that read packs can count on; a change that breaks one of them has a new version."""
    headers = {"Cache-Control": f"public, max-age={_SCHEMA_SECONDS}"}
    return JSONResponse(pack_schema(), media_type="application/schema+json", headers=headers)
