"""What a worker process tree is told, and how: as values, passed on in one environment variable."""

from __future__ import annotations

import json
import secrets
import sys
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final, Literal

OPTIONS_VARIABLE: Final = "TILEWISE_WORKER_OPTIONS"
"""JSON of `WorkerOptions`; no argument, since others can read those and a broker's URL has a password."""
_THREAD_COUNTS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
ONE_THREAD: Final = dict.fromkeys(_THREAD_COUNTS, "1")
"""One process a core is the rule here, and a process with threads cannot be forked."""
QUIET: Final = {"OPENCV_LOG_LEVEL": "SILENT"}
"""What a picture is damaged by stands in the answer; the log is for lines of our own."""


@dataclass(frozen=True, slots=True)
class SupervisorOptions:
    """How to run the workers of one host."""

    redis_url: str
    workers: int = 1
    """Processes on the fast lane."""
    bulk_workers: int = 1
    result_ttl: int = 3600
    """Seconds that a finished job is kept."""
    drain_seconds: float = 10.0
    """How long running parts may take to end when the supervisor is told to stop."""
    alone: bool = False
    """No other host uses this broker, so whatever earlier workers held can be recovered at once."""
    memory: int = 0
    """Bytes that a worker's jobs may take beside what it starts with; 0 for any number."""
    llm_url: str | None = None
    """Where an LLM is asked; workers have no other network but the broker."""
    parent: int | None = None
    """The process that the supervisor must not outlive."""
    turn: int | None = None
    """A descriptor, see `worker.turns`: only one of those that share it works, the others stand by."""
    start: Literal["auto", "fork", "spawn"] = "auto"
    host: str = field(default_factory=lambda: secrets.token_hex(6))
    """The supervisor's name on the broker; one that is started again with these options is known by it."""


class LlmMode(StrEnum):
    """When an LLM is asked."""

    NEVER = "never"
    DOUBTFUL = "doubtful"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class LlmOptions:
    """Which model, and what it may take."""

    api_key: str = field(repr=False)
    base_url: str = "https://api.openai.com/v1"
    model: str = "gpt-4o-mini"
    seconds: float = 30.0
    """For the whole call with all its retries."""
    retries: int = 2
    input_price: float = 0.15
    """US dollars a million tokens."""
    output_price: float = 0.60

    def cost(self, input_tokens: int, output_tokens: int) -> float:
        """US dollars."""
        return (input_tokens * self.input_price + output_tokens * self.output_price) / 1e6


@dataclass(frozen=True, slots=True)
class WorkerOptions:
    """Everything that `python -m worker` is told."""

    supervisor: SupervisorOptions
    data_dir: Path
    cache_dir: Path
    max_pixels: int = 40_000_000
    tesseract: bool = True
    """Whether Tesseract is used where it is installed."""
    llm: LlmOptions | None = field(default=None, repr=False)
    """Without one, doubtful cells stay doubtful."""
    log_format: Literal["auto", "console", "json"] = "auto"
    log_level: str = "warning"

    def to_environment(self) -> dict[str, str]:
        """The variables with which `python -m worker` starts with these options."""
        told = {**asdict(self), "data_dir": str(self.data_dir), "cache_dir": str(self.cache_dir)}
        return {OPTIONS_VARIABLE: json.dumps(told), **ONE_THREAD, **QUIET}

    @classmethod
    def from_json(cls, text: str) -> WorkerOptions:
        told = json.loads(text)
        paths = {name: Path(told[name]) for name in ("data_dir", "cache_dir")}
        llm = LlmOptions(**told["llm"]) if told["llm"] else None
        return cls(**{**told, **paths, "supervisor": SupervisorOptions(**told["supervisor"]), "llm": llm})


def worker_command() -> list[str]:
    """The command line of `python -m worker`; `-P`, lest a file of the current directory takes its place."""
    return [sys.executable, "-P", "-m", "worker"]
