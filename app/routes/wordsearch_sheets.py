"""Word searches as documents: the puzzle to be solved with a pen, and its solution."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from app import openapi, shield
from app.jobs import JobRecord
from app.problems import Refused
from app.render import MOST_SPACING, Layout, MarkedGrid, SolutionsFormat
from app.render_files import puzzle_file, solution_file
from app.routes.jobs import JobId, check_finished, drawing_answer, kept
from app.routes.needs import JobsNeed, LinkedCallerNeed, SettingsNeed
from worker.wire import Drawing, Failure

router = APIRouter(prefix="/jobs", tags=["wordsearch"])

_MEDIA_TYPES: Final = {
    "txt": "text/plain; charset=utf-8",
    "svg": "image/svg+xml",
    "html": "text/html; charset=utf-8",
    "png": "image/png",
}
_Kind = Annotated[Literal["txt", "svg", "html", "png"], Path(description="What kind of file.")]
_Spacing = Annotated[int, Query(ge=0, le=MOST_SPACING, description="Of a .txt file.")]
_DOCUMENT: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "content": {
            "text/html": {"schema": {"type": "string"}},
            "image/svg+xml": {"schema": {"type": "string"}},
            "text/plain": {"schema": {"type": "string"}},
            "image/png": {"schema": {"type": "string", "format": "binary"}},
        },
    },
    **openapi.problems(401, 404, 409, 410, 422, 429, 500, 503, 504),
}


@router.get(
    "/{job_id}/puzzle.{kind}",
    summary="Print a word search without its solution",
    response_class=Response,
    responses=_DOCUMENT | {200: {**_DOCUMENT[200], "description": "The grid and the words to find."}},
)
async def get_puzzle(
    job_id: JobId,
    kind: _Kind,
    request: Request,
    jobs: JobsNeed,
    settings: SettingsNeed,
    caller: LinkedCallerNeed,
    hspacing: _Spacing = 1,
    vspacing: _Spacing = 0,
) -> Response:
    """For people to solve: the grid of a finished job, typed, read or made, without marks, and its words."""
    layout = Layout(hspacing=hspacing, vspacing=vspacing)
    record = _with_puzzle(await jobs.get(job_id, owner=caller.owner))
    if kind == "png":
        return await drawing_answer(request, jobs, settings, record, Drawing.PUZZLE)
    return _document(kind, await asyncio.to_thread(_puzzle, kind, record, layout))


@router.get(
    "/{job_id}/solution.{kind}",
    summary="Print a word search with its solution",
    response_class=Response,
    responses=_DOCUMENT
    | {200: {**_DOCUMENT[200], "description": "The grid with its words marked, and where they are."}},
)
async def get_solution(
    job_id: JobId,
    kind: _Kind,
    request: Request,
    jobs: JobsNeed,
    settings: SettingsNeed,
    caller: LinkedCallerNeed,
    solutions_format: Annotated[
        SolutionsFormat, Query(description="How a .txt file marks letters of words.")
    ] = SolutionsFormat.NONE,
    hspacing: _Spacing = 1,
    vspacing: _Spacing = 0,
) -> Response:
    """The same grid with its words marked; where they are is told in words, too, but for a PNG file."""
    layout = Layout(solutions_format, hspacing, vspacing)
    record = _with_puzzle(await jobs.get(job_id, owner=caller.owner))
    if kind == "png":
        return await drawing_answer(request, jobs, settings, record, Drawing.SOLUTION)
    return _document(kind, await asyncio.to_thread(_solution, kind, record, layout))


def _with_puzzle(record: JobRecord) -> JobRecord:
    """Raises Refused when the job is none about one word search, or has not come to its end."""
    if not record.is_wordsearch:
        raise _no_puzzle("The job is not about a word search.")
    check_finished(record)
    if not record.has_puzzle:
        raise _no_puzzle("The job was given several grids.")
    return record


def _no_puzzle(message: str) -> Refused:
    return Refused(Failure("no_puzzle", message, "Puzzles are printed of jobs with one word search."))


def _puzzle(kind: str, record: JobRecord, layout: Layout) -> str:
    return puzzle_file(f".{kind}", _marked(record), layout)


def _solution(kind: str, record: JobRecord, layout: Layout) -> str:
    return solution_file(f".{kind}", _marked(record), layout)


def _marked(record: JobRecord) -> MarkedGrid:
    return MarkedGrid.from_json(json.loads(record.result or b"{}"))


def _document(kind: str, text: str) -> Response:
    headers = {**kept(), "Content-Security-Policy": shield.SHEET}
    return Response(text, media_type=_MEDIA_TYPES[kind], headers=headers)
