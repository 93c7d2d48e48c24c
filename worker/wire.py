"""What app and worker say to each other: names, keys and envelopes; no I/O here.

A *public job* is what a client sees under `/jobs/{id}`. It is carried out by one or more *parts*, each an RQ
job on a lane: reading a picture on `fast`, an LLM call on `bulk`, the chunks of a pack. All parts share the
public job's event stream and result.

Keys in the broker (all of a job carry a TTL, see `worker.store`):

    tilewise:job:{id}        hash: the public job's record, without its result
    tilewise:result:{id}     bytes: the result as JSON, written once by the task, streamed unparsed
    tilewise:events:{id}     stream: state, progress and the terminal event
    tilewise:feed            stream, short: every event of every job, so that one reader serves all who wait
    tilewise:picture:{sha}   bytes: an uploaded picture under its SHA-256
    tilewise:host:{host}     lease: the supervisor of that name is alive
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, Literal

from worker.errors import PuzzleError

SCHEMA_VERSION: Final = 2
"""Raised when an envelope or a request changes its meaning; a worker refuses a version it does not know."""

JsonObject = dict[str, Any]


class Lane(StrEnum):
    FAST = "fast"
    """Interactive work, answered while a client waits."""
    BULK = "bulk"
    """Packs, trees and LLM calls, which may take minutes."""


class Task(StrEnum):
    """Everything a worker may be asked to run; nothing else is ever called."""

    READ = "read"
    WORDHUNT_SOLVE = "wordhunt.solve"
    ASK_LLM = "llm.ask"
    """A further part of the others: what could not be read surely is asked of an LLM, then the job ends."""


class JobState(StrEnum):
    QUEUED = "queued"
    STARTED = "started"
    FINISHED = "finished"
    FAILED = "failed"
    CANCELED = "canceled"
    EXPIRED = "expired"

    @property
    def is_final(self) -> bool:
        return self not in (JobState.QUEUED, JobState.STARTED)


@dataclass(frozen=True, slots=True)
class Envelope:
    """One part of a job as it travels through the broker, as plain JSON."""

    job: str
    """The public id."""
    part: str
    """The RQ job's id; equal to `job` for a job of one part."""
    task: Task
    request: JsonObject
    """The validated request, options only; a picture travels by its hash."""
    picture: str | None = None
    """SHA-256 of the picture, hexadecimal."""
    request_id: str = ""
    """The HTTP request that made the job, for the logs."""
    schema: int = SCHEMA_VERSION

    @property
    def is_first(self) -> bool:
        """Whether the job begins with this part."""
        return self.part == self.job

    def followed_by(self, further: Further) -> Envelope:
        """What the next part travels in; making it twice gives the same."""
        part = f"{self.part}-{further.task.replace('.', '-')}"
        return replace(self, part=part, task=further.task, request=further.request)

    def to_json(self) -> JsonObject:
        return asdict(self)

    @classmethod
    def from_json(cls, data: JsonObject) -> Envelope:
        return cls(**{**data, "task": Task(data["task"])})


@dataclass(frozen=True, slots=True)
class Further:
    """A part that has yet to be done before the job ends, about the same picture."""

    task: Task
    lane: Lane
    request: JsonObject
    limit: float
    """Seconds that it may run."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a job failed: the error's stable code, a sentence, what to do next, and values for programs."""

    code: str
    message: str
    hint: str = ""
    details: JsonObject = field(default_factory=dict)


def failure_of(error: PuzzleError) -> Failure:
    """An expected error as records and results carry it."""
    return Failure(error.code, error.message, error.hint, error.details)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a task returns; errors are values, since a raised exception would be run again."""

    status: Literal["ok", "error", "more"]
    result: bytes = b""
    """The result as JSON, when `status` is "ok"."""
    failure: Failure | None = None
    further: Further | None = None
    """What the job goes on with, when `status` is "more"."""


WORKER_DIED: Final = Failure(
    "worker_died",
    "The job ended its worker process three times.",
    "Leave this input out; it is worth a bug report.",
)
TIMED_OUT: Final = Failure(
    "timed_out",
    "The job took longer than its time limit and was stopped.",
    "Send a smaller input, or raise TILEWISE_JOB_TIMEOUT on your own server.",
)
INTERNAL_ERROR: Final = Failure(
    "internal_error",
    "Something went wrong inside Tilewise.",
    "Try again; when it stays, report it with the job's id, which is in the worker's log beside the cause.",
)
PICTURE_EXPIRED: Final = Failure(
    "picture_expired",
    "The picture was removed before the job could run.",
    "Send the picture again.",
)
UNKNOWN_SCHEMA: Final = Failure(
    "unknown_schema",
    "The job was made by another version of Tilewise.",
    "Run the same version on every machine, then send the request again.",
)

FEED_KEY: Final = "tilewise:feed"


def job_key(job: str) -> str:
    return f"tilewise:job:{job}"


def result_key(job: str) -> str:
    return f"tilewise:result:{job}"


def events_key(job: str) -> str:
    return f"tilewise:events:{job}"


def picture_key(sha256: str) -> str:
    return f"tilewise:picture:{sha256}"


def host_key(host: str) -> str:
    return f"tilewise:host:{host}"
