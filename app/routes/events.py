"""A job's events as they happen: server-sent events, which browsers take up again where they broke off."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from typing import Annotated, Final

from fastapi import APIRouter, Header, Query
from fastapi.sse import KEEPALIVE_COMMENT, format_sse_event
from starlette.responses import Response, StreamingResponse

from app import examples, openapi
from app.admission import Caller
from app.jobs import BrokerUnavailable, JobEvent, JobExpired, JobNotFound, Jobs
from app.problems import Refused
from app.routes.answer import written
from app.routes.jobs import JobId
from app.routes.needs import JobsNeed, LinkedCallerNeed
from worker.wire import Failure

router = APIRouter(prefix="/jobs", tags=["jobs"])

HEARTBEAT_SECONDS: Final = 15.0
"""Proxies take a stream for dead that is silent for longer; 30 to 60 s are usual."""
_RESULT: Final = "-result"
"""Ends the id of the last event."""
_ID: Final = re.compile(r"(\d{1,19}-\d{1,19})(-result)?")
_ANY: Final[dict[str, object]] = {}
"""The schema of the stream. OpenAPI 3.1 leaves open whether it is that of the whole text, as makers of
clients take it, or that of each event, as checkers do; without one no client is made."""
_HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_HOW: Final = "The `id` of the last event that you had; those after it are sent."


class EventStream(StreamingResponse):
    """Not FastAPI's own class, with which a route has no say in its status: we answer 204, too."""

    media_type = "text/event-stream"


LastEventHeader = Annotated[
    str, Header(alias="Last-Event-ID", max_length=50, description=_HOW, examples=["1796031234567-0"])
]
LastEventQuery = Annotated[
    str,
    Query(alias="last_event_id", max_length=50, description=f"{_HOW} For those who cannot set the header."),
]


@router.get(
    "/{job_id}/events",
    summary="Follow a job",
    response_class=Response,  # the framework describes a stream as a text, but it has events with fields
    responses={
        200: {
            "description": "Server-sent events. `state`: the job is queued, started, or has ended; "
            "`progress`: it went on; `result`: the job's record as `GET /jobs/{job_id}` gives it, the last "
            "event. A comment every 15 s when nothing happens.",
            "content": {"text/event-stream": {"schema": _ANY, "example": examples.EVENTS}},
        },
        204: {"description": "The job has ended and you have had its `result`: do not connect again."},
        **openapi.problems(401, 404, 410, 422, 429, 503),
    },
)
async def follow_job(
    job_id: JobId,
    jobs: JobsNeed,
    caller: LinkedCallerNeed,
    last_event: LastEventHeader = "",
    last_event_id: LastEventQuery = "",
) -> Response:
    """What happens to the job, from its beginning or after the event you had last, until its end."""
    after, had_result = _parse_id(last_event or last_event_id)
    record = await jobs.get(job_id, owner=caller.owner)
    if had_result and record.state.is_final:
        return Response(status_code=204)  # an EventSource would otherwise connect for ever
    return EventStream(_stream(jobs, job_id, caller, after), headers=_HEADERS)


def _parse_id(given: str) -> tuple[str, bool]:
    """The place in the job's stream, and whether the result was had."""
    if not given:
        return "0-0", False
    found = _ID.fullmatch(given)
    if found is None:
        message = "Last-Event-ID: should be the id of an event of this job."
        raise Refused(Failure("invalid_request", message, "Leave it out to have all events."))
    return found[1], found[2] is not None


async def _stream(jobs: Jobs, job_id: str, caller: Caller, after: str) -> AsyncIterator[bytes]:
    async with aclosing(jobs.follow(job_id, after=after, heartbeat=HEARTBEAT_SECONDS)) as events:
        async for event in events:
            yield KEEPALIVE_COMMENT if event is None else _frame(event)
    # When the broker goes now, or the server ends, the client connects again and gets what is missing.
    with suppress(BrokerUnavailable, JobNotFound, JobExpired):
        record = await jobs.get(job_id, owner=caller.owner)
        if record.state.is_final:
            text = written(record, caller).decode()
            yield format_sse_event(data_str=text, event="result", id=f"{record.entry}{_RESULT}")


def _frame(event: JobEvent) -> bytes:
    text = json.dumps(event.to_json(), separators=(",", ":"), ensure_ascii=False)
    return format_sse_event(data_str=text, event=event.kind, id=event.id)
