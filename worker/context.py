"""What tasks may use of the machine they run on, and the time they take."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from worker.options import LlmOptions


def _ignore(what: str, number: float) -> None:
    pass


def _nothing(key: str) -> None:
    return None


def _no_answers() -> list[bytes]:
    return []


@dataclass(frozen=True, slots=True)
class TaskContext:
    """What a task may use of the machine it runs on."""

    data_dir: Path
    """Where imported word lists are."""
    cache_dir: Path
    """Where word graphs and compiled kernels are kept."""
    max_pixels: int = 40_000_000
    """Pixels of a picture, by its header."""
    max_bytes: int = 1 << 30
    """Bytes of a picture; an upload has met a limit of its own before."""
    tesseract: bool = True
    """Whether Tesseract is used where it is installed."""
    llm: LlmOptions | None = None
    """Without one, doubtful cells stay doubtful."""
    in_parts: bool = False
    """Whether an LLM is asked in a further part of the job, since others wait for this worker."""
    report: Callable[[str, float], None] = _ignore
    """Called with the stage that begins and the part done, 0 to 1."""
    fetch: Callable[[str], bytes | None] = _nothing
    """What the broker keeps under a key; at a terminal there is no broker."""
    answers: Callable[[], list[bytes]] = _no_answers
    """What the parts of the fan before have answered, in their order."""
    count: Callable[[str, float], None] = _ignore
    """Adds to a count of `worker.counts`; at a terminal nobody counts."""


@dataclass(slots=True)
class Stopwatch:
    """Milliseconds per stage, and in total since it was made."""

    ms: dict[str, float] = field(default_factory=dict)
    before: float = 0.0
    """Milliseconds that an earlier part took."""
    started: float = field(default_factory=perf_counter)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        start = perf_counter()
        yield
        self.ms[name] = _milliseconds_since(start)

    def read(self) -> dict[str, float]:
        return {**self.ms, "total": self.before + _milliseconds_since(self.started)}


def _milliseconds_since(start: float) -> float:
    return (perf_counter() - start) * 1000
