"""What is known of first guesses so far, kept in a file of JSON lines, one for each.

The first line says what was asked, so that nobody goes on with another question's answers.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from app.cli.outcome import bad_input
from worker.wire import JsonObject

_FORMAT: Final = 1
_ASKED: Final = (
    *("dictionary", "length", "answers", "allowed", "probabilities", "exclude", "mode"),
    *("strategy", "max_guesses", "limit"),
)


@dataclass
class Ledger:
    """First guesses with how their games went."""

    played: list[JsonObject] = field(default_factory=list)
    file: Any = None

    def add(self, told: Iterable[JsonObject]) -> None:
        """Note what was played, at once also in the file."""
        for one in told:
            self.played.append(one)
            if self.file is not None:
                self.file.write(json.dumps(one, ensure_ascii=False) + "\n")
                self.file.flush()

    @classmethod
    @contextmanager
    def kept(cls, path: Path | None, request: JsonObject) -> Iterator[Ledger]:
        """What a file has, which is gone on with; without a file nothing is kept.

        Raises:
            Failed: the file is of another question, or is none of ours, or cannot be written.
        """
        try:
            played = [] if path is None else _read(path, _digest(request))
            with nullcontext() if path is None else path.open("a", encoding="utf-8") as file:
                if file is not None and file.tell() == 0:
                    file.write(json.dumps({"tilewise-starts": _FORMAT, "asked": _digest(request)}) + "\n")
                wanted = set(request["starts"])
                yield cls([one for one in played if one["start"] in wanted], file)
        except OSError as error:
            raise bad_input(
                f"{path}: {error.strerror or error}.", "Name a file that can be written."
            ) from None


def _read(path: Path, digest: str) -> list[JsonObject]:
    if not path.exists() or path.stat().st_size == 0:
        return []
    content = path.read_bytes()
    head, _, rest = content.partition(b"\n")
    lines, _, cut = rest.rpartition(b"\n")
    try:
        asked = json.loads(head)["asked"]
        played = [json.loads(line) for line in lines.splitlines()]
    except (ValueError, LookupError, TypeError):
        raise bad_input(f"{path} is no file of first guesses.", "Name another one for --resume.") from None
    if asked != digest:
        raise bad_input(
            f"{path} was begun with other words, rules or strategy.",
            "Give the same options as then, or name another file for --resume.",
        )
    if cut:  # the program was killed while it wrote a line
        os.truncate(path, len(content) - len(cut))
    return played


def _digest(request: JsonObject) -> str:
    asked = json.dumps([request[name] for name in _ASKED])
    return hashlib.sha256(asked.encode()).hexdigest()[:16]
