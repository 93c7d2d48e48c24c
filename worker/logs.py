"""One line an event on stderr: readable on a terminal, JSON anywhere else.

Modules log through `logging`, with values in `extra`; only a program's entry point calls `configure_logging`.
Each line says by which kind of process it was written: `api`, `supervisor`, or a worker by its lane.
"""

from __future__ import annotations

import logging
import os
import sys
from typing import TYPE_CHECKING, Final, Literal

import structlog
from structlog.dev import plain_traceback
from structlog.stdlib import ExtraAdder, ProcessorFormatter

if TYPE_CHECKING:
    from structlog.typing import EventDict, Processor, WrappedLogger

LogStyle = Literal["auto", "console", "json"]

_QUIET: Final = ("uvicorn.access", "httpx", "httpcore", "rq", "rq.worker", "rq.job", "rq.queue")
"""What they tell stands in our own lines."""


_process_name = ""


def configure_logging(style: LogStyle, level: str, *, process: str) -> None:
    """Write everything that this process logs in one form.

    Args:
        process: what this process is; `name_process` changes it in a copy.
    """
    name_process(process)
    as_json = style == "json" or (style == "auto" and not sys.stderr.isatty())
    handler = logging.StreamHandler()
    handler.setFormatter(_formatter(as_json=as_json))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())


def name_process(name: str) -> None:
    """Say what this process is, in every line from now on, and quieten what others would add."""
    global _process_name
    _process_name = name
    for quiet in _QUIET:
        logging.getLogger(quiet).setLevel(logging.WARNING)


def _add_process(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    return {**event, "process": _process_name, "pid": os.getpid()}


def _formatter(*, as_json: bool) -> ProcessorFormatter:
    # Tracebacks without local variables: those may be pictures, keys or a broker's address.
    common: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        ExtraAdder(),
        _add_process,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    ending: list[Processor] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if as_json
        else [structlog.dev.ConsoleRenderer(sys.stderr.isatty(), exception_formatter=plain_traceback)]
    )
    return ProcessorFormatter(
        foreign_pre_chain=common, processors=[ProcessorFormatter.remove_processors_meta, *ending]
    )
