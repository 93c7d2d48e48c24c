"""How commands end: text or JSON on stdout, errors with a hint on stderr, the exit code."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import typer

from agent.errors import AgentError, NoBoard, NotReady, Service
from agent.round import RoundResult
from agent.terminal import plain

NOTHING_PLAYED: Final = 1
NOT_READY: Final = 2


@contextmanager
def ending(*, as_json: bool) -> Iterator[None]:
    """Turn an expected error into message, hint, error object (with --json) and exit code."""
    try:
        yield
    except AgentError as error:
        tell(error)
        if as_json:
            print_json({"error": error_json(error)})
        raise typer.Exit(exit_code(error)) from None


def exit_code(error: AgentError) -> int:
    """Of a command in which nothing was played."""
    if isinstance(error, NotReady | Service) and not isinstance(error, NoBoard):
        return NOT_READY
    return NOTHING_PLAYED


def result_code(result: RoundResult) -> int:
    """0 when a word has counted."""
    if result.words:
        return 0
    return NOTHING_PLAYED if result.error is None else exit_code(result.error)


def tell(error: AgentError) -> None:
    """Some of it may be a service's words."""
    typer.echo(f"Error: {plain(error.message)}", err=True)
    if error.hint:
        typer.echo(f"Hint: {plain(error.hint)}", err=True)


def error_json(error: AgentError) -> dict[str, str]:
    return {"code": error.code, "message": error.message, "hint": error.hint}


def result_json(result: RoundResult) -> dict[str, Any]:
    return {
        "reason": result.reason,
        "error": None if result.error is None else error_json(result.error),
        "words": result.words,
        "points": result.points,
        "dragged": result.dragged,
        "accepted": list(result.accepted),
        "refused": list(result.refused),
    }


def print_json(value: Any) -> None:
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False))
