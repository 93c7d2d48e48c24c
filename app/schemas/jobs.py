"""The record of a job, and problems."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from app.examples import RAGGED_GRID
from worker.wire import JobState, Task


class JobError(BaseModel):
    """Why a job failed."""

    code: str
    message: str
    hint: str = ""
    details: dict[str, Any] = Field(default_factory=dict)


class BatchError(BaseModel):
    """Why one of many boards has no answer."""

    error: JobError


class JobBase(BaseModel):
    """The record of a job."""

    id: str
    task: Task
    state: JobState
    position: int | None = Field(description="How many jobs come before it, while it is queued; 0 is next.")
    created: str | None = Field(description="Time in UTC, ISO 8601.")
    started: str | None
    ended: str | None
    attempts: int = Field(description="How often a worker took it up.")
    progress: float = Field(ge=0, le=1)
    stage: str | None = Field(description="What is being done now.")
    ms: dict[str, float] = Field(
        description="Milliseconds: in the queue, for each stage of the work, and in total; as far as it went."
    )
    error: JobError | None
    links: dict[str, str] = Field(
        description="Addresses: `self`; `events`; `cancel` (by DELETE) until it has ended; `overlay` of a "
        "finished job with a picture or one typed word search; `puzzle` and `solution`, pages to print of "
        "one word search, which are there in other forms, too: `puzzle_svg`, `puzzle_png`, `puzzle_txt`, "
        "`solution_svg`, `solution_png`, `solution_txt`; `level` of a pack or a layout, also as `.png` and "
        "`.txt`; `pack`, its file, and `curve`, its difficulty. On a server with keys, all but `self` and "
        "`cancel` are signed: they open without a key for 15 minutes."
    )


class ProblemDetails(BaseModel):
    """An error, after RFC 9457."""

    model_config = ConfigDict(json_schema_extra={"examples": [RAGGED_GRID]})

    type: str
    title: str
    status: int
    detail: str = Field(description="What is wrong, in a sentence.")
    instance: str = Field(description="The failed job's address, or the request.")
    code: str = Field(description="Stable; decide by this.")
    hint: str = Field(description="What to do next.")
    details: dict[str, Any] | None = Field(None, description="Values for programs.")
    request_id: str | None = None
