"""`tilewise read`: only the vision step."""

from __future__ import annotations

import json
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from app.cli.board_text import board_lines
from app.cli.outcome import (
    AsJson,
    Failed,
    Llm,
    bad_input,
    context_of,
    ending,
    error_json,
    file_bytes,
    print_json,
    settings_of_machine,
    tell,
    tell_without_llm,
    write_file,
)
from app.problems import problem_of
from worker.context import TaskContext
from worker.errors import GridNotFound
from worker.options import LlmMode
from worker.tasks import draw_overlay, explain_picture, perform
from worker.wire import Failure, JsonObject, Outcome, Task

_OVERLAY_SUFFIXES = (".png", ".jpg", ".jpeg", ".webp")


class ReadKind(StrEnum):
    """As the option is written."""

    AUTO = "auto"
    WORDHUNT = "wordhunt"
    WORDSEARCH = "wordsearch"
    WORDLE = "wordle"
    WHEEL = "wheel"


def read(
    images: Annotated[list[Path], typer.Argument(metavar="IMAGE...", help="PNG, JPEG, HEIC ...")],
    kind: Annotated[ReadKind, typer.Option(help="The game shown; auto finds out.")] = ReadKind.AUTO,
    overlay: Annotated[Path | None, typer.Option(help="Write the picture with what was seen in it.")] = None,
    explain: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write the steps of reading as pictures.")
    ] = None,
    llm: Llm = LlmMode.DOUBTFUL,
    as_json: AsJson = False,
) -> None:
    """Read the board, page or letter wheel in pictures, without solving it.

    Exits 1 when a picture shows nothing that is known.
    """
    request: JsonObject = {"kind": kind.value, "llm": llm.value}
    with ending(as_json=as_json):
        context = context_of(settings_of_machine())
        if (overlay or explain) and len(images) > 1:
            raise bad_input("--overlay and --explain take one picture at a time.")
        check_overlay(overlay)
        tell_without_llm(llm, context)
        if overlay or explain:
            # Read once: a pipe gives its picture only once.
            picture = file_bytes(images[0], context.max_bytes)
            outcomes = [perform(Task.READ, request, picture, context)]
            if explain is not None and _is_explained(outcomes[0].failure):
                write_steps(explain, picture, kind.value, context)
            if overlay is not None and outcomes[0].failure is None:
                write_overlay(overlay, picture, json.loads(outcomes[0].result), context)
        else:
            outcomes = [_read(image, request, context) for image in images]
    if as_json:
        objects = [_to_json(outcome) for outcome in outcomes]
        print_json(objects if len(objects) > 1 else objects[0])
    for image, outcome in zip(images, outcomes, strict=True):
        _show(image, outcome, quiet=as_json)
    raise typer.Exit(_worst(outcome.failure for outcome in outcomes))


def _is_explained(failure: Failure | None) -> bool:
    """Whether there are steps to show: also of a picture without a board, but not of what is no picture."""
    return failure is None or failure.code == GridNotFound.code


def _read(image: Path, request: JsonObject, context: TaskContext) -> Outcome:
    try:
        return perform(Task.READ, request, file_bytes(image, context.max_bytes), context)
    except Failed as error:
        return Outcome("error", failure=error.failure)


def check_overlay(path: Path | None) -> None:
    """Before the work, whether the file's name says a format that can be written."""
    if path is not None and path.suffix.lower() not in _OVERLAY_SUFFIXES:
        raise bad_input(
            f"--overlay: {path}: {path.suffix or 'no ending'} is no format to write.",
            "Name a .png, .jpg or .webp file.",
        )


def write_overlay(path: Path, picture: bytes | None, result: JsonObject, context: TaskContext) -> None:
    """Draw the result into a copy of its picture."""
    if picture is None:
        raise bad_input("--overlay needs a picture.", "Leave it out with --grid.")
    write_file(path, draw_overlay(picture, result, context, suffix=path.suffix.lower()))


def write_steps(directory: Path, picture: bytes, kind: str, context: TaskContext) -> None:
    """Write the steps of reading as numbered pictures."""
    for name, png in explain_picture(picture, kind, context):
        write_file(directory / f"{name}.png", png)


def _to_json(outcome: Outcome) -> JsonObject:
    if outcome.failure is not None:
        return error_json(outcome.failure)
    seen: JsonObject = json.loads(outcome.result)
    return seen


def _show(image: Path, outcome: Outcome, *, quiet: bool) -> None:
    if outcome.failure is not None:
        tell(outcome.failure, about=image)
    elif not quiet:
        seen = json.loads(outcome.result)
        size = f", {seen['rows']} x {seen['cols']}" if seen["cells"] else ""
        typer.echo(f"{image}: {seen['kind']}, {seen['state']}{size}")
        for line in board_lines(seen):
            typer.echo(f"  {line}")


def _worst(failures: Iterable[Failure | None]) -> int:
    return max((problem_of(failure.code).exit_code for failure in failures if failure), default=0)
