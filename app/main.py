"""The HTTP application: settings and jobs in, routes, handlers and the documents wired together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from importlib.metadata import version

from fastapi import Depends, FastAPI
from starlette.middleware.cors import CORSMiddleware

from app import handlers
from app.admission import Admission
from app.feedback import feedbacks_of
from app.jobs import Jobs
from app.lists import lists_of
from app.metrics import Metrics
from app.middleware import Gate, RequestFrame
from app.openapi_document import document
from app.routes import (
    dictionaries,
    events,
    feedback,
    health,
    levels,
    levels_sheets,
    pages,
    read,
    wordhunt,
    wordle,
    wordsearch,
    wordsearch_sheets,
)
from app.routes import jobs as job_routes
from app.routes.needs import admit
from app.settings import Settings

_DESCRIPTION = """\
Every solve is a job. A POST waits for its job (`Prefer: wait=N`, by default 10 s) and answers 200 with the
job's record, the result in it; when the time is up it answers 202 with the job's address in `Location`.
When you leave before that, the job is canceled, unless you gave it an `Idempotency-Key`.

A server with API keys wants one in `Authorization: Bearer ...`; jobs are visible to the key that made them.
The fields `RateLimit` and `RateLimit-Policy` say how many requests are left where there is a limit.

Errors are problem documents (RFC 9457) with a stable `code` and a `hint` that says what to do next.

Cells are numbered row by row from 0, top left: `cell = row * cols + col`. Pixels count from the top left of
the picture as a person sees it.
"""

_CORS_REQUEST = (
    *("Authorization", "Content-Type", "Prefer", "Idempotency-Key"),
    *("If-None-Match", "Last-Event-ID", "X-Request-ID"),
)
_CORS_ANSWER = (
    *("Location", "Content-Location", "ETag", "Retry-After", "Preference-Applied", "Idempotency-Replayed"),
    *("RateLimit", "RateLimit-Policy", "X-Request-ID", "WWW-Authenticate"),
)

_TAGS = [
    {"name": "wordhunt", "description": "Word Hunt, Boggle and their like."},
    {"name": "wordsearch", "description": "Word searches: solving and making them."},
    {"name": "wordle", "description": "Wordle and its kin: advice, ratings, trials of strategies."},
    {"name": "levels", "description": "Letter wheels and their crosswords: words, layouts, packs of levels."},
    {"name": "read", "description": "Only the vision step."},
    {"name": "dictionaries", "description": "Word lists, shipped and your own."},
    {"name": "jobs", "description": "Work in progress and its results."},
    {"name": "health", "description": "For those who run the service."},
]


def create_app(settings: Settings, jobs: Jobs) -> FastAPI:
    """The application; `jobs` is started and closed with it."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await jobs.start()
        try:
            yield
        finally:
            await jobs.close()

    app = FastAPI(
        title="Tilewise",
        version=version("tilewise"),
        summary="Solves word-grid games from a screenshot or a typed board.",
        description=_DESCRIPTION,
        openapi_tags=_TAGS,
        docs_url=None,
        redoc_url=None,
        # A redirect would name the address without the TLS of a proxy, and a key be sent there in the open.
        redirect_slashes=False,
        lifespan=lifespan,
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.settings, app.state.jobs = settings, jobs
    is_private = settings.redis_url is None and not settings.api_keys
    app.state.lists = lists_of(settings.data_dir, jobs, is_private=is_private)
    app.state.feedbacks = feedbacks_of(settings.data_dir, jobs, is_private=is_private)
    app.state.metrics = Metrics()
    app.state.admission = Admission(settings, jobs)
    for module in (wordhunt, wordsearch, wordle, levels, read, dictionaries, feedback):
        # Before anything else of theirs, lest a body is read that nobody may send.
        app.include_router(
            module.router, max_body_size=settings.max_upload_bytes, dependencies=[Depends(admit)]
        )
    for module in (job_routes, wordsearch_sheets, levels_sheets, events, health, pages):
        app.include_router(module.router, max_body_size=settings.max_upload_bytes)
    app.add_middleware(Gate, settings=settings)
    if settings.cors_origins:
        _allow_origins(app, settings)
    app.add_middleware(RequestFrame, settings=settings)
    handlers.install(app)
    app.openapi = cache(lambda: document(app))  # type: ignore[method-assign]
    return app


def _allow_origins(app: FastAPI, settings: Settings) -> None:
    app.add_middleware(
        CORSMiddleware,
        allow_origins=settings.cors_origins,
        allow_methods=("GET", "POST", "DELETE"),
        allow_headers=_CORS_REQUEST,
        expose_headers=_CORS_ANSWER,
        max_age=3600,
    )
