"""The log of a round: a JSON object a line, in the order in which things happened.

Every line has `t`, seconds since the log was opened, and `event`. Lines are written at once: what an agent
did until it was killed is in its log. Pictures and keys never are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any, Final, NoReturn, Self

from agent.errors import BadLog
from agent.progress import Progress

VERSION: Final = 1
"""Of the format; `replay` refuses others."""
LONGEST: Final = 86_400
"""Seconds of a log: no round takes a day."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a log."""

    at: float
    """Seconds since the log was opened."""
    what: str
    fields: Mapping[str, Any] = field(default_factory=dict)

    def to_line(self) -> str:
        return json.dumps({"t": round(self.at, 4), "event": self.what, **self.fields}, ensure_ascii=False)

    @classmethod
    def from_line(cls, line: str) -> Self:
        """The inverse of `to_line`; raises ValueError for anything else."""
        fields = _parsed(line)
        at, what = fields.pop("t", None), fields.pop("event", None)
        if not _is_time(at) or not isinstance(what, str):
            raise ValueError("no `t` or `event`")
        return cls(float(at), what, fields)


def _parsed(line: str) -> dict[str, Any]:
    """Raises ValueError."""
    try:
        fields = json.loads(line, parse_constant=_refuse)
    except RecursionError:
        raise ValueError("too many brackets") from None
    if not isinstance(fields, dict):
        raise ValueError("no object")
    return fields


def _refuse(constant: str) -> NoReturn:
    """Python reads NaN and Infinity, which JSON has not."""
    raise ValueError(f"{constant} is no number")


def _is_time(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= LONGEST


class EventLog:
    """Writes entries; without a file it keeps nothing."""

    def __init__(self, file: IO[bytes] | None, now: Callable[[], float]) -> None:
        self._file = file
        self._now = now
        self._opened = now()
        self.write("log", version=VERSION)

    @classmethod
    def create(cls, path: Path | None, now: Callable[[], float]) -> Self:
        """A log at the path, in place of an earlier one.

        Raises:
            OSError: it cannot be written.
        """
        if path is None:
            return cls(None, now)
        path.parent.mkdir(parents=True, exist_ok=True)
        return cls(path.open("wb", buffering=0), now)

    def write(self, event: str, **fields: object) -> None:
        """A disk that is full ends the log, and not the drag that is under way."""
        if self._file is None:
            return
        try:
            line = Entry(self._now() - self._opened, event, fields).to_line() + "\n"
            self._file.write(line.encode(errors="replace"))
        except OSError:
            self.close()

    def tell(self, event: Progress) -> None:
        """A listener: what happens in a round is an entry with its fields."""
        self.write(name_of(type(event)), **asdict(event))

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def name_of(kind: type[Progress]) -> str:
    """`WordDragged` is `word_dragged` in a log."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


def read_log(path: Path) -> tuple[Entry, ...]:
    """All entries; the last line may be torn, as a killed agent leaves it.

    Raises:
        BadLog: the file cannot be read, or is no log of this version.
    """
    try:
        text = path.read_text("utf-8", errors="replace")
    except OSError as error:
        raise BadLog(f"{path}: {error.strerror or error}.") from None
    entries = tuple(_entries(path, text))
    if not entries or entries[0].what != "log" or entries[0].fields.get("version") != VERSION:
        raise BadLog(f"{path} is no log that this version of the agent wrote.")
    return entries


def _entries(path: Path, text: str) -> Iterator[Entry]:
    # `splitlines` would break a title in two that has one of Unicode's other line ends.
    *lines, torn = text.split("\n")
    for number, line in enumerate(lines, 1):
        try:
            yield Entry.from_line(line)
        except ValueError as error:
            raise BadLog(f"{path}, line {number}: {error}.") from None
    with suppress(ValueError):
        yield Entry.from_line(torn)
