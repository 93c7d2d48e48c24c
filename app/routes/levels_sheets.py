"""What is made of a job about levels: the pack as a file, its levels and its difficulty as drawings."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response, StreamingResponse

from app import openapi, shield
from app.jobs import JobRecord
from app.packs import pack_file
from app.problems import Refused
from app.render_levels import curve_svg, level_svg, level_text
from app.routes.jobs import IfNoneMatch, JobId, check_finished, drawing_answer, kept, matches
from app.routes.needs import JobsNeed, LinkedCallerNeed, SettingsNeed
from worker.levels_drawing import level_in
from worker.levels_results import head_of
from worker.solvers.levels import MOST_LEVELS
from worker.wire import Drawing, Failure

router = APIRouter(prefix="/jobs", tags=["levels"])

_FILES: Final = {
    "json": "application/json",
    "ndjson": "application/x-ndjson",
    "json.gz": "application/gzip",
    "ndjson.gz": "application/gzip",
}
_PROBLEMS: Final = openapi.problems(401, 404, 409, 410, 422, 429, 500, 503, 504)
_TAG: Final = {"ETag": openapi.header("The same as long as the file is.")}
_DRAWN: Final[dict[str, Any]] = {
    "image/svg+xml": {"schema": {"type": "string"}},
    "image/png": {"schema": {"type": "string", "format": "binary"}},
}
_Number = Annotated[int, Query(ge=1, le=MOST_LEVELS, description="Of a pack's level.")]
_Filled = Annotated[bool, Query(description="Whether the letters stand in the crossword.")]


@router.get(
    "/{job_id}/pack.{kind}",
    summary="Download a pack of levels",
    response_class=Response,
    responses={
        200: {
            "description": "The pack; in NDJSON the first line is the pack without its levels, each other "
            "one a level.",
            "content": {
                media_type: {"schema": {"type": "string", "format": "binary"}}
                for media_type in _FILES.values()
            },
            "headers": _TAG,
        },
        304: {"description": "The file is the one with the given `ETag`.", "headers": _TAG},
        **_PROBLEMS,
    },
)
async def get_pack(
    job_id: JobId,
    kind: Annotated[
        Literal["json", "ndjson", "json.gz", "ndjson.gz"], Path(description="What kind of file.")
    ],
    jobs: JobsNeed,
    caller: LinkedCallerNeed,
    if_none_match: IfNoneMatch = "",
) -> Response:
    """The result of a finished job as a file, sent piece by piece."""
    record = await jobs.get(job_id, owner=caller.owner)
    pack = _pack_of(record)
    etag = f'"{record.id}-{kind}"'
    headers = {**kept(), "ETag": etag}
    if matches(if_none_match, etag):
        return Response(status_code=304, headers=headers)
    headers["Content-Disposition"] = f'attachment; filename="levels.{kind}"'
    return StreamingResponse(pack_file(pack, kind), media_type=_FILES[kind], headers=headers)


@router.get(
    "/{job_id}/level.{kind}",
    summary="Draw a level",
    response_class=Response,
    responses={
        200: {
            "description": "The crossword with its wheel.",
            "content": {**_DRAWN, "text/plain": {"schema": {"type": "string"}}},
        },
        **_PROBLEMS,
    },
)
async def get_level(
    job_id: JobId,
    kind: Annotated[Literal["svg", "png", "txt"], Path(description="What kind of file.")],
    request: Request,
    jobs: JobsNeed,
    settings: SettingsNeed,
    caller: LinkedCallerNeed,
    number: _Number = 1,
    filled: _Filled = False,
) -> Response:
    """A level of a pack, or the crossword of a layout, empty as a player gets it or filled."""
    record = _with_levels(await jobs.get(job_id, owner=caller.owner))
    if kind == "png":
        drawing = Drawing.LEVEL_FILLED if filled else Drawing.LEVEL
        return await drawing_answer(request, jobs, settings, record, drawing, number=number)
    level = await asyncio.to_thread(level_in, record.result or b"{}", number)
    if kind == "txt":
        return Response(level_text(level, filled=filled), media_type="text/plain", headers=kept())
    return _drawing(level_svg(level, filled=filled))


@router.get(
    "/{job_id}/curve.{kind}",
    summary="Draw the difficulty of a pack",
    response_class=Response,
    responses={200: {"description": "Difficulty by level.", "content": _DRAWN}, **_PROBLEMS},
)
async def get_curve(
    job_id: JobId,
    kind: Annotated[Literal["svg", "png"], Path(description="What kind of file.")],
    request: Request,
    jobs: JobsNeed,
    settings: SettingsNeed,
    caller: LinkedCallerNeed,
) -> Response:
    """How hard the levels are, from the first to the last, and where the tiers begin."""
    record = await jobs.get(job_id, owner=caller.owner)
    pack = _pack_of(record)
    if kind == "png":
        return await drawing_answer(request, jobs, settings, record, Drawing.CURVE)
    return _drawing(curve_svg(head_of(pack)))


def _pack_of(record: JobRecord) -> bytes:
    """Raises Refused when the job has none."""
    if not record.is_pack:
        raise _no_levels("The job is not about a pack of levels.")
    check_finished(record)
    return record.result or b"{}"


def _with_levels(record: JobRecord) -> JobRecord:
    """Raises Refused when the job has nothing to draw as a level."""
    if not record.has_levels:
        raise _no_levels("The job is about no levels.")
    check_finished(record)
    return record


def _no_levels(message: str) -> Refused:
    return Refused(Failure("no_levels", message, "Levels are those of POST /levels and POST /levels/layout."))


def _drawing(svg: str) -> Response:
    headers = {**kept(), "Content-Security-Policy": shield.SHEET}
    return Response(svg, media_type="image/svg+xml", headers=headers)
