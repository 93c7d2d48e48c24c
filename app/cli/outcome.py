"""How commands end: JSON or text on stdout, errors with a hint on stderr, the exit code."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from app.problems import problem_of
from worker.context import TaskContext
from worker.errors import BadOption, PuzzleError, UnknownDictionary
from worker.options import LlmMode
from worker.wire import INTERNAL_ERROR, Failure, failure_of

if TYPE_CHECKING:
    from app.settings import Settings

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Llm = Annotated[
    LlmMode, typer.Option(help="Ask an LLM what cannot be read surely; needs TILEWISE_OPENAI_API_KEY.")
]

FAULT: Final = replace(INTERNAL_ERROR, hint="Report it with the lines that begin with Traceback.")
"""An error inside, as a terminal is told of it: there is no job, and the log is what it shows already."""

_HINTS: Final = {
    BadOption.default_hint: "See --help for what each option takes.",
    UnknownDictionary.default_hint: "See `tilewise dictionary list`, or import your list with "
    "`tilewise dictionary import`.",
}
"""What to do at a terminal, for what a client of the service would do."""


class Failed(Exception):
    """Ends a command with an error of its own."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


@contextmanager
def ending(*, as_json: bool) -> Iterator[None]:
    """Turn an expected error into message, hint, error object (with --json) and exit code."""
    try:
        yield
    except PuzzleError as error:
        _end(failure_of(error), as_json=as_json)
    except Failed as error:
        _end(error.failure, as_json=as_json)


def _end(failure: Failure, *, as_json: bool) -> None:
    tell(failure)
    if as_json:
        print_json(error_json(failure))
    raise typer.Exit(problem_of(failure.code).exit_code)


def tell(failure: Failure, *, about: Path | None = None) -> None:
    """Message and hint on stderr; `about` names the file unless the message does."""
    failure = _for_a_terminal(failure)
    named = about is None or failure.message.startswith(f"{about}: ")
    typer.echo(f"Error: {'' if named else f'{about}: '}{failure.message}", err=True)
    if failure.hint:
        typer.echo(f"Hint: {failure.hint}", err=True)


def _for_a_terminal(failure: Failure) -> Failure:
    if failure == INTERNAL_ERROR:
        return FAULT
    return replace(failure, hint=_HINTS.get(failure.hint, failure.hint))


def tell_without_llm(mode: LlmMode, context: TaskContext) -> None:
    """Say on stderr that what was asked for expressly is not done."""
    if mode is LlmMode.ALWAYS and context.llm is None:
        typer.echo("Note: no LLM is asked, since TILEWISE_OPENAI_API_KEY is not set.", err=True)


def is_plain() -> bool:
    """Whether the terminal, or who sits at it, wants no colours (https://no-color.org)."""
    return bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"


def print_json(value: Any) -> None:
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False))


def error_json(failure: Failure) -> dict[str, Any]:
    failure = _for_a_terminal(failure)
    error = {"code": failure.code, "message": failure.message, "hint": failure.hint}
    return {"error": {**error, "details": failure.details} if failure.details else error}


def bad_input(message: str, hint: str = "") -> Failed:
    return Failed(Failure("bad_input", message, hint))


def settings_of_machine(**overrides: Any) -> Settings:
    """The settings, with what the command line says on top."""
    # pydantic takes longer to load than `--help` may take.
    from app.settings import BadSettings, load_settings

    try:
        return load_settings(**overrides)
    except BadSettings as error:
        raise bad_input(str(error), "Correct it or leave it out.") from None


def context_of(settings: Settings) -> TaskContext:
    return TaskContext(
        settings.data_dir,
        settings.cache_dir,
        max_pixels=settings.max_pixels,
        max_bytes=settings.max_upload_bytes,
        tesseract=settings.tesseract,
        llm=settings.llm_options(),
    )


def file_bytes(path: Path, max_bytes: int) -> bytes:
    """A picture's bytes. No more than one byte above the limit is read: a device or a pipe may never end."""
    try:
        with path.open("rb") as file:
            content = file.read(max_bytes + 1)
    except OSError as error:
        raise bad_input(f"{path}: {error.strerror or error}.", "Give the path of a picture.") from None
    if len(content) > max_bytes:
        raise Failed(_too_large(path, max_bytes))
    return content


def _too_large(path: Path, max_bytes: int) -> Failure:
    return Failure(
        "image_too_large",
        f"{path}: The picture has more than {max_bytes:,} bytes.",
        "Give a smaller picture, or raise TILEWISE_MAX_UPLOAD_BYTES.",
        {"max_bytes": max_bytes},
    )


def write_file(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        hint = "Name a file in a directory that you may write to."
        raise bad_input(f"{path}: {error.strerror or error}.", hint) from None
