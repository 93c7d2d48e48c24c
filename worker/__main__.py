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
from typing import Final

from worker import tasks
from worker.context import TaskContext
from worker.lanes.parts import Desk, PartFunction
from worker.logs import configure_logging
from worker.options import ONE_THREAD, OPTIONS_VARIABLE, SupervisorOptions, WorkerOptions, worker_command
from worker.process import run_spawned
from worker.supervisor import Supervisor
from worker.warming import GAMES, Warmth
from worker.wire import Envelope, Further, JsonObject, Lane, Outcome, Task

COMPILE_SECONDS: Final = 600.0
"""What a job may take beside its own time when its game has to be compiled first: twenty times what that
takes, since a machine may be slow or busy."""


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

    @property
    def games(self) -> Sequence[str]:
        return tuple(GAMES)

    @cached_property
    def _warmth(self) -> Warmth:
        return Warmth(self.context)

    def load(self) -> None:
        self._warmth.load()

    def is_compiled(self, game: str) -> bool:
        return self._warmth.is_compiled(game)

    def learn(self, game: str) -> None:
        self._warmth.learn(game)

    def _perform(self, envelope: Envelope, picture: bytes | None, desk: Desk) -> Outcome:
        task, request = envelope.task, envelope.request
        if task is Task.COMPILE:
            task, request = Task(request["task"]), request["request"]
        game = self._warmth.lacking(task, request)
        if game is not None:
            if envelope.is_first and not self.is_compiled(game):
                return _compile_first(task, request, desk)
            desk.report(Task.COMPILE, 0.0)
            self.learn(game)
        context = replace(
            self.context, report=desk.report, fetch=desk.fetch, count=desk.count, answers=desk.answers
        )
        return tasks.perform(task, request, picture, context)


def _compile_first(task: Task, request: JsonObject, desk: Desk) -> Outcome:
    """Leave a job to the lane where nobody minds waiting, so that others can be answered here."""
    told = {"task": task, "request": request}
    return Outcome("more", further=Further(Task.COMPILE, Lane.BULK, told, desk.limit + COMPILE_SECONDS))


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
