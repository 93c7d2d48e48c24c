"""What the scripts of the lanes share: RQ's names of things, and commands carried out inside a script."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from redis.client import Pipeline
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

_ALONG: Final = f"""{RUN}
local first = tonumber(table.remove(ARGV))
run(first)
for place = #ARGV, first, -1 do ARGV[place] = nil end
"""


def along(script: Command, others: Pipeline) -> Command:
    """One script that carries out what has been put into a pipeline, then another script, whose reply it has.

    The same in a transaction has two replies for each of the commands, whose reading takes longer than all
    else that a worker does about a part.

    Args:
        script: an EVAL.
    """
    evaluate, text, *words_of_it = script
    keys = int(words_of_it[0])
    commands = [command for command, _ in others.command_stack]
    first = len(words_of_it) - keys
    return (evaluate, _ALONG + str(text), *words_of_it, *words(commands), first)


def words(commands: Iterable[Command]) -> list[str | bytes | int | float]:
    """The commands as `RUN` takes them."""
    return [word for command in commands for word in (len(command), *command)]
