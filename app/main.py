"""The HTTP application: settings and jobs in, routes, handlers and the documents wired together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI

from app import handlers, openapi
from app.jobs import Jobs
from app.middleware import RequestFrame
from app.routes import health, pages, read, wordhunt
from app.routes import jobs as job_routes
from app.settings import Settings

_DESCRIPTION = """\
Every solve is a job. A POST waits for its job (`Prefer: wait=N`, by default 10 s) and answers 200 with the
job's record, the result in it; when the time is up it answers 202 with the job's address in `Location`.

Errors are problem documents (RFC 9457) with a stable `code` and a `hint` that says what to do next.

Cells are numbered row by row from 0, top left: `cell = row * cols + col`. Pixels count from the top left of
the picture as a person sees it.
"""

_TAGS = [
    {"name": "wordhunt", "description": "Word Hunt, Boggle and their like."},
    {"name": "read", "description": "Only the vision step."},
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
        lifespan=lifespan,
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.settings, app.state.jobs = settings, jobs
    for module in (wordhunt, read, job_routes, health, pages):
        app.include_router(module.router, max_body_size=settings.max_upload_bytes)
    app.add_middleware(RequestFrame, max_upload_bytes=settings.max_upload_bytes)
    handlers.install(app)
    app.openapi = lambda: openapi.document(app)  # type: ignore[method-assign]
    return app
