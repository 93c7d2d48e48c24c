"""What a client sees of a job."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from worker.lanes.jobs import Looked
from worker.levels_results import without_levels
from worker.results import shows_one_board
from worker.wire import Failure, JobState, Task

DRAWN: Final = frozenset((Task.WORDSEARCH_SOLVE, Task.WORDSEARCH_MAKE))
"""Tasks whose typed boards are drawn, too."""
SHEETS: Final = ("puzzle", "solution")
"""A word search to print, without marks and with them."""
SHEET_FORMS: Final = ("svg", "png", "txt")
"""What they are there as, beside pages."""


@dataclass(frozen=True, slots=True)
class JobRecord:
    """A job as its client sees it."""

    id: str
    task: str
    state: JobState
    created: datetime | None = None
    started: datetime | None = None
    ended: datetime | None = None
    attempts: int = 0
    """How often a worker began it; more than once when workers died."""
    progress: float = 0.0
    """The part done, 0 to 1."""
    stage: str | None = None
    position: int | None = None
    """How many jobs come before it, while it is queued."""
    ms: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds per stage that a worker went through, once the job has ended."""
    failure: Failure | None = None
    result: bytes | None = None
    """The result as JSON, as the worker wrote it."""
    picture: str | None = None
    """SHA-256 of the picture that was sent."""
    entry: str = ""
    """The newest of its events; a record with the same entry and position is the same."""

    @classmethod
    def from_look(cls, job: str, looked: Looked) -> JobRecord:
        """Take the record as the broker keeps it."""
        fields = looked.fields
        failure = fields.get("failure")
        return cls(
            id=job,
            task=fields.get("task", ""),
            state=JobState(fields["state"]),
            created=moment(fields.get("created")),
            started=moment(fields.get("started")),
            ended=moment(fields.get("ended")),
            attempts=int(fields.get("attempts", 0)),
            progress=float(fields.get("progress", 0)),
            stage=fields.get("stage") or None,
            position=looked.position,
            ms=json.loads(fields.get("ms", "{}")),
            failure=Failure(**json.loads(failure)) if failure else None,
            result=looked.result,
            picture=fields.get("picture") or None,
            entry=fields.get("entry", ""),
        )

    @property
    def tag(self) -> str:
        """Another text for each state of the record."""
        place = "" if self.position is None else f"-{self.position}"
        return f"{self.state}-{self.entry or '0'}{place}"

    @property
    def is_drawable(self) -> bool:
        """Whether there is an overlay: of a picture, or a drawing of one typed word search."""
        if self.picture is not None:
            return self.state is JobState.FINISHED
        return self.has_puzzle

    @property
    def is_wordsearch(self) -> bool:
        return self.task in DRAWN

    @property
    def has_puzzle(self) -> bool:
        """Whether it is about one word search, which can be printed."""
        return self.is_wordsearch and self.result is not None and shows_one_board(self.result)

    @property
    def is_pack(self) -> bool:
        """Whether it is about a pack of levels."""
        return self.task == Task.LEVELS_MAKE

    @property
    def has_levels(self) -> bool:
        """Whether it is about a pack, or a layout, which is drawn as a level is."""
        return self.is_pack or self.task == Task.LEVELS_LAYOUT

    @property
    def links(self) -> dict[str, str]:
        """Where to go from here, by what can be done now."""
        here = f"/jobs/{self.id}"
        links = {"self": here, "events": f"{here}/events"}
        if not self.state.is_final:
            links["cancel"] = here
        if self.is_drawable:
            links["overlay"] = f"{here}/overlay.png"
        if self.has_puzzle:
            links |= sheet_links(here)
        if self.has_levels and self.state is JobState.FINISHED:
            links["level"] = f"{here}/level.svg"
        if self.is_pack and self.state is JobState.FINISHED:
            links |= {"pack": f"{here}/pack.json", "curve": f"{here}/curve.svg"}
        return links

    def to_json(self, *, links: Mapping[str, str] | None = None) -> bytes:
        """The job as JSON, with the result's bytes put in unparsed.

        Args:
            links: signed ones in place of its own.
        """
        head = {
            "id": self.id,
            "task": self.task,
            "state": self.state,
            "position": self.position,
            "created": text(self.created),
            "started": text(self.started),
            "ended": text(self.ended),
            "attempts": self.attempts,
            "progress": self.progress,
            "stage": self.stage,
            "ms": self._all_ms(),
            "error": None if self.failure is None else asdict(self.failure),
            "links": self.links if links is None else dict(links),
        }
        written = to_bytes(head)
        return b"".join((written[:-1], b',"result":', self._told_result(), b"}"))

    def _told_result(self) -> bytes:
        """The result; of a pack, which may have megabytes, all but its levels: they are in its file."""
        if self.result is None:
            return b"null"
        return without_levels(self.result) if self.is_pack else self.result

    def _all_ms(self) -> dict[str, float]:
        """The worker's stages between the times in the queue and in total, as far as known."""
        queued = {"queued": _ms_between(self.created, self.started)} if self.started else {}
        total = {"total": _ms_between(self.created, self.ended)} if self.ended else {}
        return {**queued, **self.ms, **total}


def sheet_links(here: str) -> dict[str, str]:
    """Of the job at this address: `puzzle` is a page, `puzzle_svg` and its like the same in another form."""
    pages = {name: f"{here}/{name}.html" for name in SHEETS}
    return pages | {f"{name}_{form}": f"{here}/{name}.{form}" for name in SHEETS for form in SHEET_FORMS}


def _ms_between(start: datetime | None, end: datetime | None) -> float:
    # Two machines' clocks may disagree by more than a job takes.
    return 0.0 if start is None or end is None else max(0.0, round((end - start).total_seconds() * 1000, 2))


def moment(seconds: str | None) -> datetime | None:
    return datetime.fromtimestamp(float(seconds), UTC) if seconds else None


def text(moment: datetime | None) -> str | None:
    """ISO 8601 with milliseconds."""
    return None if moment is None else moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def to_bytes(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
