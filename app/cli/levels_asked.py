"""What the commands about single levels share: a picture or typed letters, and the task that answers."""

from __future__ import annotations

import json
from pathlib import Path

from app.cli.outcome import Failed, bad_input, file_bytes
from worker.context import TaskContext
from worker.tasks import perform
from worker.wire import JsonObject, Task


def picture_of(image: Path | None, is_typed: bool, machine: TaskContext) -> bytes | None:
    """The picture's bytes, None where letters are typed; raises Failed unless there is one of the two."""
    if (image is None) != is_typed:
        raise bad_input("Give either letters or a picture.", "tilewise levels words there")
    return None if image is None else file_bytes(image, machine.max_bytes)


def answered(task: Task, request: JsonObject, picture: bytes | None, machine: TaskContext) -> JsonObject:
    """What the task answers; raises Failed."""
    outcome = perform(task, request, picture, machine)
    if outcome.failure is not None:
        raise Failed(outcome.failure)
    result: JsonObject = json.loads(outcome.result)
    return result


def counted(count: int, noun: str) -> str:
    """A number of things in words: `1 word`, `1,200 words`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
