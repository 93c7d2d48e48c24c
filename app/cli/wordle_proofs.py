"""What is proven of a game's starts, kept in a file that a later search goes on from."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from app.cli.outcome import bad_input
from worker.whole_files import write_whole
from worker.wire import JsonObject

if TYPE_CHECKING:
    from worker.solvers.wordle_tree import TreeOptions
    from worker.solvers.wordle_words import WordleWords

_FORMAT: Final = 1
_SECONDS: Final = 10.0
"""Between two times that the file is written."""


class ProofFile:
    """The file, of one list of words, mode and number of guesses; of a narrow search of one start, too."""

    def __init__(self, path: Path, words: WordleWords, options: TreeOptions) -> None:
        self._path = path
        asked = [words.allowed, words.answers.tolist(), options.mode, options.max_guesses]
        if options.start is not None:
            asked.append(options.start)
        self._asked = hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:16]
        self._written = time.monotonic()

    @contextmanager
    def reading(self) -> Iterator[JsonObject | None]:
        """What is known; None where there is no file yet. It is to be understood within the context.

        Raises:
            Failed: the file is of another game, or none of ours.
        """
        try:
            yield self._read()
        except (ValueError, LookupError, TypeError, AttributeError):
            raise bad_input(f"{self._path} is no file of proofs.", "Name another one for --resume.") from None

    def _read(self) -> JsonObject | None:
        try:
            told = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise ValueError from error
        if told["tilewise-tree"] != _FORMAT or not isinstance(told["known"], dict):
            raise ValueError
        if told["asked"] != self._asked:
            raise bad_input(
                f"{self._path} was begun with other words, mode, start or number of guesses.",
                "Give the same options as then, or name another file for --resume.",
            )
        known: JsonObject = told["known"]
        return known

    def keep(self, known: JsonObject, *, now: bool = False) -> None:
        """Write down what is known, from time to time.

        Raises:
            Failed: it cannot be written.
        """
        if not now and time.monotonic() < self._written + _SECONDS:
            return
        told: dict[str, Any] = {"tilewise-tree": _FORMAT, "asked": self._asked, "known": known}
        try:
            write_whole(self._path, json.dumps(told, ensure_ascii=False).encode())
        except OSError as error:
            raise bad_input(
                f"{self._path}: {error.strerror or error}.", "Name a file that can be written."
            ) from None
        self._written = time.monotonic()
