"""What the scripts of the lanes share: RQ's names of things, and commands carried out inside a script."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rq import Queue
from rq.executions import ExecutionRegistry
from rq.job import Job

from worker.transitions import Command

QUEUES: Final = Queue.redis_queue_namespace_prefix
PARTS: Final = Job.redis_job_namespace_prefix
EXECUTIONS: Final = ExecutionRegistry.key_template.format("")

RUN: Final = """
local function run(first)
  while first <= #ARGV do
    local count = tonumber(ARGV[first])
    redis.call(unpack(ARGV, first + 1, first + count))
    first = first + count + 1
  end
end
"""
"""Carries out commands that follow each other in ARGV, each with the number of its words before it."""


def words(commands: Iterable[Command]) -> list[str | bytes | int | float]:
    """The commands as `RUN` takes them."""
    return [word for command in commands for word in (len(command), *command)]
