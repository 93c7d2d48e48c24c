"""What app and worker say to each other: names, keys and envelopes; no I/O here.

A *public job* is what a client sees under `/jobs/{id}`. It is carried out by one or more *parts*, each an RQ
job on a lane: reading a picture on `fast`, an LLM call on `bulk`. All parts share the public job's event
stream and result. They follow each other, or many run side by side, the *chunks* of a fan, and one more joins
what they have answered.

A *drawing* is a job of our own making, which no client can look up: the picture of another job with what was
read in it. It goes when that job goes.

Keys in the broker (all of a job carry a TTL, see `worker.store`):

    tilewise:job:{id}        hash: the public job's record, without its result
    tilewise:result:{id}     bytes: the result as JSON, written once by the task, streamed unparsed
    tilewise:answers:{id}    hash: what the chunks of its fan have answered so far, by their numbers
    tilewise:events:{id}     stream: state, progress and the terminal event
    tilewise:gone:{hour}:{number}
                             set: marks of jobs that have been, see `worker.tombstones`
    tilewise:idempotency:{owner}:{sha}
                             hash: the job that a client's Idempotency-Key made, and what it asked for
    tilewise:open:{client}   sorted set: the client's queued and running jobs, by when they expire
    tilewise:feed            stream, short: every event of every job, so that one reader serves all who wait
    tilewise:cancel          channel: the ids of running jobs that are to be stopped
    tilewise:picture:{sha}   bytes: an uploaded picture under its SHA-256
    tilewise:dictionary:{sha}
                             bytes: an imported word list, for machines that do not have it
    tilewise:dictionaries:{owner}
                             hash: names that a client gave to lists, each with what the list is
    tilewise:dictionary-holders:{sha}
                             set: who has given the list a name; without any it goes after a day
    tilewise:feedback:{owner}/{name}
                             hash: what a game said of a list's words, for the client that told it
    tilewise:heard:{sha}     bytes: the same as it was when a job was made that goes by it
    tilewise:host:{host}     lease: the supervisor of that name is alive; its value is how many workers it has
                             and which games it is still compiling
    tilewise:hosts           set: names of supervisors, of which some may be gone
    tilewise:counts          hash: see `worker.counts`
    tilewise:secret          bytes: what the API's processes sign links with
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, Literal

from worker.errors import PuzzleError

SCHEMA_VERSION: Final = 5
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
    WORDSEARCH_SOLVE = "wordsearch.solve"
    WORDSEARCH_MAKE = "wordsearch.make"
    WORDLE_SUGGEST = "wordle.suggest"
    WORDLE_RATE = "wordle.rate"
    WORDLE_EVALUATE = "wordle.evaluate"
    WORDLE_PLAY = "wordle.play"
    """A part of the one before: some of its games."""
    WORDLE_SUM = "wordle.sum"
    """The last part: what came of all games."""
    WORDLE_TREE = "wordle.tree"
    WORDLE_TREE_PART = "wordle.tree.part"
    """A part of the one before: some of its starts."""
    WORDLE_TREE_JOIN = "wordle.tree.join"
    """The last part: the best tree."""
    LEVELS_MAKE = "levels.make"
    LEVELS_PART = "levels.part"
    """A part of the one before: some of its levels."""
    LEVELS_JOIN = "levels.join"
    """The last part: all of its levels in order."""
    LEVELS_WORDS = "levels.words"
    LEVELS_LAYOUT = "levels.layout"
    LEVELS_SOLVE = "levels.solve"
    COMPILE = "compile"
    """A further part of the others, on a new machine: first what the job needs is compiled."""
    ASK_LLM = "llm.ask"
    """A further part of the others: what could not be read surely is asked of an LLM, then the job ends."""
    DRAW_OVERLAY = "overlay.draw"
    """A `Drawing` of a job; the result is a PNG file."""


class Drawing(StrEnum):
    """What is drawn of a job."""

    OVERLAY = "overlay"
    """What was read in its picture or found, drawn upon it, or upon a drawing of a typed word search."""
    PUZZLE = "puzzle"
    """A word search with the list of its words, as it is given out."""
    SOLUTION = "solution"
    """The same with its words marked."""
    LEVEL = "level"
    """A level of a pack, or a layout, as a player gets it."""
    LEVEL_FILLED = "level-filled"
    """The same with its letters."""
    CURVE = "curve"
    """The difficulty of a pack by level."""


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
    ms: dict[str, float] = field(default_factory=dict)
    """Milliseconds per stage of the parts before."""
    chunk: int | None = None
    """The number of a part that runs beside others, from 0."""
    schema: int = SCHEMA_VERSION

    @property
    def is_first(self) -> bool:
        """Whether the job begins with this part."""
        return self.part == self.job

    def followed_by(self, further: Further, ms: Mapping[str, float] | None = None) -> Envelope:
        """What the next part travels in, by the same name however often it is made.

        Args:
            ms: milliseconds per stage of this part.
        """
        part = f"{self.part}-{further.task.replace('.', '-')}"
        spent = {**self.ms, **(ms or {})}
        return replace(self, part=part, task=further.task, request=further.request, ms=spent)

    def spread_by(self, fan: Fan) -> list[Envelope]:
        """What the parts of a fan travel in; their names are the fan's with their numbers."""
        first = replace(self, part=self.fan_name(fan), task=fan.task, ms={})
        return [
            replace(first, part=f"{first.part}-{number}", request=request, chunk=number)
            for number, request in enumerate(fan.requests)
        ]

    def fan_name(self, fan: Fan) -> str:
        return f"{self.part}-{fan.task.replace('.', '-')}"

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
class Fan:
    """Parts that run side by side on whichever workers are free, and the part that joins their answers."""

    task: Task
    lane: Lane
    requests: tuple[JsonObject, ...]
    """One for each part, none to some thousands; each part answers or fails, and has no further ones."""
    limit: float
    """Seconds that each of them may run."""
    join: Further
    """Finds the answers in the order of the requests, whoever gave them when."""
    begin: float = 0.0
    """How far the job is when its parts begin, 0 to 1."""
    end: float = 1.0
    """How far it is when they have all answered."""


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
    further: Further | Fan | None = None
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
CANCELED: Final = Failure(
    "canceled",
    "The job was canceled.",
    "Send the puzzle again when you want its answer.",
)
JOB_EXPIRED: Final = Failure(
    "job_expired",
    "The job and its result are no longer kept.",
    "Send the puzzle again; TILEWISE_RESULT_TTL says how long your own server keeps results.",
)
OUT_OF_MEMORY: Final = Failure(
    "out_of_memory",
    "The job needed more memory than a worker may take.",
    "Send a smaller picture or a smaller puzzle, or raise TILEWISE_WORKER_MEMORY on your own server.",
)
UNKNOWN_SCHEMA: Final = Failure(
    "unknown_schema",
    "The job was made by another version of Tilewise.",
    "Run the same version on every machine, then send the request again.",
)

FEED_KEY: Final = "tilewise:feed"
SECRET_KEY: Final = "tilewise:secret"
"""What signed links are signed with."""
CANCEL_CHANNEL: Final = "tilewise:cancel"


def job_key(job: str) -> str:
    return f"tilewise:job:{job}"


def result_key(job: str) -> str:
    return f"tilewise:result:{job}"


def answers_key(job: str) -> str:
    return f"tilewise:answers:{job}"


def events_key(job: str) -> str:
    return f"tilewise:events:{job}"


def open_key(client: str) -> str:
    return f"tilewise:open:{client}"


def gone_key(place: str) -> str:
    return f"tilewise:gone:{place}"


def idempotency_key(owner: str, key: str) -> str:
    """Where a client's key is kept; by its hash, since it may be long and is the client's own affair."""
    return f"tilewise:idempotency:{owner}:{hashlib.sha256(key.encode()).hexdigest()}"


def picture_key(sha256: str) -> str:
    return f"tilewise:picture:{sha256}"


HOSTS_KEY: Final = "tilewise:hosts"


def dictionary_key(sha256: str) -> str:
    return f"tilewise:dictionary:{sha256}"


def dictionary_names_key(owner: str) -> str:
    return f"tilewise:dictionaries:{owner}"


def dictionary_holders_key(sha256: str) -> str:
    return f"tilewise:dictionary-holders:{sha256}"


def feedback_key(owner: str, name: str) -> str:
    return f"tilewise:feedback:{owner}/{name}"


def heard_key(sha256: str) -> str:
    return f"tilewise:heard:{sha256}"


def host_key(host: str) -> str:
    return f"tilewise:host:{host}"
