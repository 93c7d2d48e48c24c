"""What each error code means outside: HTTP status, exit code of the terminal, title, RFC 9457 body.

The codes are part of the public contract; those of puzzles come from `worker.errors`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from worker.wire import INTERNAL_ERROR, Failure, JsonObject

PROBLEM_MEDIA_TYPE: Final = "application/problem+json"

NOTHING_FOUND: Final = 1
BAD_INPUT: Final = 2


@dataclass(frozen=True, slots=True)
class Problem:
    """How one code is answered."""

    status: int
    exit_code: int
    title: str


PROBLEMS: Final[Mapping[str, Problem]] = {
    # Puzzles: codes of worker.errors
    "puzzle_error": Problem(422, BAD_INPUT, "The puzzle cannot be worked on"),
    "bad_input": Problem(422, BAD_INPUT, "The input cannot be used"),
    "not_an_image": Problem(422, BAD_INPUT, "Not a readable picture"),
    "image_too_large": Problem(413, BAD_INPUT, "The picture is too large"),
    "bad_grid": Problem(422, BAD_INPUT, "The grid cannot be read"),
    "ragged_grid": Problem(422, BAD_INPUT, "The grid's rows differ in length"),
    "grid_too_large": Problem(422, BAD_INPUT, "The grid is too large"),
    "bad_option": Problem(422, BAD_INPUT, "An option is out of range"),
    "unknown_dictionary": Problem(422, BAD_INPUT, "No such dictionary"),
    "no_answer": Problem(422, NOTHING_FOUND, "Nothing to solve here"),
    "grid_not_found": Problem(422, NOTHING_FOUND, "No board in the picture"),
    "no_board_yet": Problem(422, NOTHING_FOUND, "The round is not running"),
    "cells_unreadable": Problem(422, NOTHING_FOUND, "Some letters cannot be read"),
    "no_word_fits": Problem(422, NOTHING_FOUND, "No word fits the clues"),
    "not_enough_words": Problem(422, NOTHING_FOUND, "Too few words for so many levels"),
    "dictionary_not_found": Problem(404, BAD_INPUT, "No such word list of yours"),
    "bad_dictionary": Problem(422, BAD_INPUT, "The word list cannot be used"),
    "name_taken": Problem(409, BAD_INPUT, "The name stands for another word list"),
    "too_many_dictionaries": Problem(422, BAD_INPUT, "No more word lists can be kept"),
    # Requests
    "bad_request": Problem(400, BAD_INPUT, "The request cannot be understood"),
    "invalid_request": Problem(422, BAD_INPUT, "A field has a value that is not allowed"),
    "too_many_grids": Problem(422, BAD_INPUT, "Too many grids at once"),
    "too_many_words": Problem(422, BAD_INPUT, "Too many words at once"),
    "word_too_long": Problem(422, BAD_INPUT, "A word is too long"),
    "unauthorized": Problem(401, BAD_INPUT, "An API key is needed"),
    "foreign_origin": Problem(403, BAD_INPUT, "The request comes from another web page"),
    "not_found": Problem(404, BAD_INPUT, "No such address"),
    "job_not_found": Problem(404, BAD_INPUT, "No such job"),
    "no_overlay": Problem(404, BAD_INPUT, "The job has no picture to draw on"),
    "no_puzzle": Problem(404, BAD_INPUT, "The job has no word search to print"),
    "no_levels": Problem(404, BAD_INPUT, "The job has no levels"),
    "job_not_finished": Problem(409, BAD_INPUT, "The job is not finished"),
    "job_expired": Problem(410, BAD_INPUT, "The job is no longer kept"),
    "idempotency_key_reused": Problem(422, BAD_INPUT, "The Idempotency-Key belongs to another request"),
    "method_not_allowed": Problem(405, BAD_INPUT, "This address does not take this method"),
    "request_timeout": Problem(408, BAD_INPUT, "The request arrives too slowly"),
    "body_too_large": Problem(413, BAD_INPUT, "The request body is too large"),
    "form_too_large": Problem(413, BAD_INPUT, "The body has too many or too long fields"),
    "unsupported_media_type": Problem(415, BAD_INPUT, "This kind of body is not taken here"),
    "wrong_host": Problem(421, BAD_INPUT, "This server is not meant by that host name"),
    "rate_limited": Problem(429, BAD_INPUT, "Too many requests"),
    "too_many_jobs": Problem(429, BAD_INPUT, "Too many jobs at once"),
    "head_too_large": Problem(431, BAD_INPUT, "The request's address and headers are too long"),
    # The service
    "internal_error": Problem(500, BAD_INPUT, "A fault in Tilewise"),
    "unknown_schema": Problem(500, BAD_INPUT, "Machines run different versions"),
    "picture_expired": Problem(410, BAD_INPUT, "The picture is no longer kept"),
    "worker_died": Problem(500, BAD_INPUT, "The job ended its worker several times"),
    "out_of_memory": Problem(422, BAD_INPUT, "The job took more memory than it may"),
    "queue_full": Problem(503, BAD_INPUT, "Too many jobs are waiting"),
    "too_many_uploads": Problem(503, BAD_INPUT, "Too many uploads at once"),
    "not_ready": Problem(503, BAD_INPUT, "The service cannot work yet"),
    "broker_unavailable": Problem(503, BAD_INPUT, "The job queue cannot be reached"),
    "overlay_not_ready": Problem(503, BAD_INPUT, "The overlay is not drawn yet"),
    "canceled": Problem(409, BAD_INPUT, "The job was canceled"),
    "timed_out": Problem(504, BAD_INPUT, "The job took longer than its time limit"),
}

_BY_STATUS: Final = {
    400: "bad_request",
    401: "unauthorized",
    404: "not_found",
    405: "method_not_allowed",
    413: "body_too_large",
    415: "unsupported_media_type",
    422: "invalid_request",
}


FAULT: Final = replace(
    INTERNAL_ERROR,
    hint="Try again; when it stays, report the request id, which is in the log beside the cause.",
)


class Refused(Exception):
    """A request that the service itself turns down; `headers` go with the answer."""

    def __init__(self, failure: Failure, *, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(failure.message)
        self.failure = failure
        self.headers = dict(headers or {})


def problem_of(code: str) -> Problem:
    return PROBLEMS.get(code, PROBLEMS["internal_error"])


def code_of_status(status: int) -> str:
    """The code for an error that only has an HTTP status, such as an unknown address."""
    return _BY_STATUS.get(status, "bad_request" if status < 500 else "internal_error")


def problem_body(failure: Failure, *, instance: str, request_id: str = "") -> JsonObject:
    """The RFC 9457 document; members of its own are `code`, `hint`, `details` and `request_id`."""
    problem = problem_of(failure.code)
    body: dict[str, Any] = {
        "type": f"urn:tilewise:problem:{failure.code}",
        "title": problem.title,
        "status": problem.status,
        "detail": failure.message,
        "instance": instance,
        "code": failure.code,
        "hint": failure.hint,
    }
    if failure.details:
        body["details"] = failure.details
    if request_id:
        body["request_id"] = request_id
    return body
