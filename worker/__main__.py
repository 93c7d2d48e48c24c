"""`python -m worker`: the workers of one machine, for a broker that runs elsewhere.

`tilewise serve` starts this too, and tells it everything in one environment variable.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from worker import tasks, warming
from worker.context import TaskContext
from worker.lanes.parts import Desk, PartFunction
from worker.logs import configure_logging
from worker.options import ONE_THREAD, OPTIONS_VARIABLE, SupervisorOptions, WorkerOptions, worker_command
from worker.process import run_spawned
from worker.supervisor import Supervisor
from worker.wire import Envelope, Outcome, Task


@dataclass(frozen=True)
class TaskCrew:
    """The real thing: the functions of `worker.tasks`."""

    options: WorkerOptions

    @cached_property
    def context(self) -> TaskContext:
        options = self.options
        return TaskContext(
            options.data_dir,
            options.cache_dir,
            max_pixels=options.max_pixels,
            tesseract=options.tesseract,
            llm=options.llm,
            in_parts=True,
        )

    @property
    def functions(self) -> Mapping[str, PartFunction]:
        return {task.value: self._perform for task in Task}

    def warm(self) -> None:
        warming.warm(self.context)

    def _perform(self, envelope: Envelope, picture: bytes | None, desk: Desk) -> Outcome:
        context = replace(
            self.context, report=desk.report, fetch=desk.fetch, count=desk.count, answers=desk.answers
        )
        return tasks.perform(envelope.task, envelope.request, picture, context)


def _parse(arguments: Sequence[str] | None) -> WorkerOptions:
    parser = argparse.ArgumentParser(
        "python -m worker", description="Run Tilewise's workers on this machine."
    )
    parser.add_argument("--redis-url", required=True, help="the broker, e.g. redis://host:6379/0")
    parser.add_argument("--data-dir", required=True, type=Path, help="imported word lists")
    parser.add_argument("--cache-dir", required=True, type=Path, help="word graphs and compiled kernels")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="for interactive work")
    parser.add_argument("--bulk-workers", type=int, help="for long work; as many unless said")
    parser.add_argument("--log-level", default="info")
    told = parser.parse_args(arguments)
    bulk_workers = told.workers if told.bulk_workers is None else told.bulk_workers
    supervisor = SupervisorOptions(told.redis_url, told.workers, bulk_workers)
    return WorkerOptions(supervisor, told.data_dir, told.cache_dir, log_level=told.log_level)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run until SIGTERM."""
    for name, value in ONE_THREAD.items():
        os.environ.setdefault(name, value)
    told = os.environ.get(OPTIONS_VARIABLE)
    options = _parse(arguments) if told is None else WorkerOptions.from_json(told)
    os.environ.update(options.to_environment())  # for workers that are started afresh
    configure_logging(options.log_format, options.log_level, process="supervisor")
    crew = TaskCrew(options)
    run_spawned(crew)
    return Supervisor(options.supervisor, crew, worker_command()).run()


if __name__ == "__main__":
    sys.exit(main())
