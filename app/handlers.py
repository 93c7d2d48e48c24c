"""Errors as problem documents: puzzle errors, refused requests, wrong fields, unknown addresses."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match

from app.jobs import (
    BrokerUnavailable,
    IdempotencyKeyReused,
    JobExpired,
    JobNotFound,
    QueueFull,
    TooManyJobs,
)
from app.problems import PROBLEM_MEDIA_TYPE, Refused, code_of_status, problem_body, problem_of
from worker.errors import PuzzleError
from worker.wire import JOB_EXPIRED, Failure, JobState, JsonObject, failure_of

BROKER_RETRY_SECONDS = 2
"""An embedded broker that died is back in less."""
MOST_WRONG = 20
"""Wrong fields that an answer names."""
LONGEST_NAME = 200
JOBS_RETRY_SECONDS = 1
"""Most jobs take less."""
QUEUE_RETRY_SECONDS = 10
"""A worker does some thousand boards in that time."""

_HINTS = {
    "not_found": "The entry points are listed at / and in /docs.",
    "method_not_allowed": "See /docs for the methods of this address.",
    "bad_request": "Compare the request with the examples in /docs.",
}

_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
_LIMITS = {
    ("grids", "too_long"): "too_many_grids",
    **{(name, "too_long"): "too_many_words" for name in ("words", "answers", "allowed", "exclude")},
    **{(name, "too_long"): "too_many_words" for name in ("accepted", "rejected")},
    **{(name, "string_too_long"): "word_too_long" for name in ("words", "accepted", "rejected")},
    ("rows", "less_than_equal"): "grid_too_large",
    ("cols", "less_than_equal"): "grid_too_large",
}
"""Codes for sizes beyond a limit, by the field and what is wrong with it."""
_BOUNDS = ("ge", "gt", "le", "lt", "min_length", "max_length", "expected", "pattern")


def problem_response(
    request: Request,
    failure: Failure,
    *,
    instance: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Answer with a problem document; `instance` names the failed job, else it is the request."""
    request_id = str(request.scope.get("request_id", ""))
    body = problem_body(
        failure, instance=instance or f"urn:tilewise:request:{request_id}", request_id=request_id
    )
    return Response(
        json.dumps(body),
        problem_of(failure.code).status,
        headers=dict(headers or {}),
        media_type=PROBLEM_MEDIA_TYPE,
    )


def wrong_fields(error: ValidationError | RequestValidationError) -> Failure:
    """Which fields are wrong, what was given, and what is allowed."""
    rows: Sequence[Any] = error.errors()
    wrong = [_wrong_field(row) for row in rows[:MOST_WRONG]]
    sentence = "; ".join(f"{row['field']}: {row['message']}" for row in wrong)
    if len(rows) > MOST_WRONG:
        sentence += f"; and {len(rows) - MOST_WRONG} more"
    limits = (_LIMITS.get((row["loc"][0], row["type"])) for row in rows if row["loc"])
    code = next(filter(None, limits), "invalid_request")
    return Failure(code, f"{sentence}.", "See /docs for the allowed values.", {"fields": wrong})


def _wrong_field(row: Mapping[str, Any]) -> JsonObject:
    given = row.get("input")
    wrong: JsonObject = {
        "field": ".".join(str(part) for part in row["loc"])[:LONGEST_NAME] or "body",
        "message": row["msg"][:1].lower() + row["msg"][1:],
    }
    # Only what surely is JSON: a float may be an infinity by now.
    if isinstance(given, int) or (isinstance(given, str) and len(given) <= 100):
        wrong["given"] = given
    allowed = {name: value for name, value in row.get("ctx", {}).items() if name in _BOUNDS}
    return {**wrong, "allowed": allowed} if allowed else wrong


def body_too_large(max_bytes: int) -> Failure:
    return Failure(
        "body_too_large",
        f"A request body may have up to {max_bytes:,} bytes.",
        "Send a smaller picture, or raise TILEWISE_MAX_UPLOAD_BYTES on your own server.",
        {"max_bytes": max_bytes},
    )


def install(app: FastAPI) -> None:
    app.add_exception_handler(PuzzleError, _on_puzzle_error)
    app.add_exception_handler(Refused, _on_refused)
    app.add_exception_handler(BrokerUnavailable, _on_broker_away)
    app.add_exception_handler(JobNotFound, _on_unknown_job)
    app.add_exception_handler(JobExpired, _on_expired_job)
    app.add_exception_handler(IdempotencyKeyReused, _on_reused_key)
    app.add_exception_handler(TooManyJobs, _on_too_many_jobs)
    app.add_exception_handler(QueueFull, _on_full_queue)
    app.add_exception_handler(RequestValidationError, _on_wrong_parameters)
    app.add_exception_handler(HTTPException, _on_http_error)


async def _on_puzzle_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, PuzzleError)
    return problem_response(request, failure_of(error))


async def _on_refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return problem_response(request, error.failure, headers=error.headers)


async def _on_broker_away(request: Request, error: Exception) -> Response:
    # The error's own text may hold the broker's address with its password.
    failure = Failure("broker_unavailable", "The job queue cannot be reached.", "Try again in a few seconds.")
    return problem_response(request, failure, headers={"Retry-After": str(BROKER_RETRY_SECONDS)})


async def _on_too_many_jobs(request: Request, error: Exception) -> Response:
    assert isinstance(error, TooManyJobs)
    failure = Failure(
        "too_many_jobs",
        f"{error.limit:,} of your jobs are queued or running, which is as many as may be.",
        "Wait for some of them to end, or cancel them.",
        {"limit": error.limit},
    )
    return problem_response(request, failure, headers={"Retry-After": str(JOBS_RETRY_SECONDS)})


async def _on_full_queue(request: Request, error: Exception) -> Response:
    assert isinstance(error, QueueFull)
    failure = Failure(
        "queue_full",
        f"{error.limit:,} jobs are waiting, which is as many as may be.",
        "Try again when some of them are done.",
        {"limit": error.limit},
    )
    return problem_response(request, failure, headers={"Retry-After": str(QUEUE_RETRY_SECONDS)})


async def _on_unknown_job(request: Request, error: Exception) -> Response:
    failure = Failure(
        "job_not_found",
        f"There is no job {str(error)[:64]!r} here.",
        "The id stands in the answer that made the job, and in its Location or Content-Location.",
    )
    return problem_response(request, failure)


async def _on_expired_job(request: Request, error: Exception) -> Response:
    failure = replace(JOB_EXPIRED, details={"state": JobState.EXPIRED})
    return problem_response(request, failure, instance=f"/jobs/{error}")


async def _on_reused_key(request: Request, error: Exception) -> Response:
    assert isinstance(error, IdempotencyKeyReused)
    failure = Failure(
        "idempotency_key_reused",
        "The Idempotency-Key has come with another request before.",
        "Send the request that it came with, or make a new key for this one.",
        {"job": f"/jobs/{error.job}"},
    )
    return problem_response(request, failure)


async def _on_wrong_parameters(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return problem_response(request, wrong_fields(error))


async def _on_http_error(request: Request, error: Exception) -> Response:
    """The framework's own refusals: unknown address, wrong method, a body that is too large or broken."""
    assert isinstance(error, HTTPException)
    if error.status_code == 413:
        return problem_response(request, body_too_large(request.app.state.settings.max_upload_bytes))
    code = code_of_status(error.status_code)
    said = error.detail if code == "bad_request" else f"{request.method} {request.url.path}"
    failure = Failure(code, f"{problem_of(code).title}: {said}", _HINTS.get(code, ""))
    headers = {"Allow": ", ".join(_methods_of(request))} if error.status_code == 405 else error.headers
    return problem_response(request, failure, headers=headers)


def _methods_of(request: Request) -> list[str]:
    """What the address takes, by all routes; the framework names the methods of the first one only."""

    def is_taken(method: str) -> bool:
        scope = {**request.scope, "method": method}
        return any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)

    taken = list(filter(is_taken, _METHODS))
    return ["HEAD", *taken] if "GET" in taken else taken
