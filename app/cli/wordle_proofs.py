"""What is proven of a game's starts, kept in a file that a later search goes on from."""

from __future__ import annotations

import hashlib
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from app.cli.outcome import bad_input
from worker.whole_files import write_whole

if TYPE_CHECKING:
    from worker.solvers.wordle_proof import Known
    from worker.solvers.wordle_tree import TreeOptions
    from worker.solvers.wordle_words import WordleWords

_FORMAT: Final = 1
_SECONDS: Final = 10.0
"""Between two times that the file is written."""


class ProofFile:
    """The file, of one list of words, mode and number of guesses."""

    def __init__(self, path: Path, words: WordleWords, options: TreeOptions) -> None:
        self._path, self._words = path, words
        told = json.dumps([words.allowed, words.answers.tolist(), options.mode, options.max_guesses])
        self._asked = hashlib.sha256(told.encode()).hexdigest()[:16]
        self._written = time.monotonic()

    def read(self) -> Known:
        """What is known; nothing where there is no file yet.

        Raises:
            Failed: the file is of another game, or none of ours.
        """
        from worker.solvers.wordle_proof import Known

        try:
            text = self._path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return Known()
        except (OSError, UnicodeDecodeError) as error:
            raise self._strange() from error
        try:
            told = json.loads(text)
            if told["tilewise-tree"] != _FORMAT:
                raise self._strange()
            asked, known = told["asked"], Known(**told["known"])
        except (ValueError, LookupError, TypeError):
            raise self._strange() from None
        if asked != self._asked:
            raise bad_input(
                f"{self._path} was begun with other words, mode or number of guesses.",
                "Give the same options as then, or name another file for --resume.",
            )
        return known

    def keep(self, known: Known, *, now: bool = False) -> None:
        """Write down what is known, from time to time.

        Raises:
            Failed: it cannot be written.
        """
        if not now and time.monotonic() < self._written + _SECONDS:
            return
        told: dict[str, Any] = {"tilewise-tree": _FORMAT, "asked": self._asked, "known": known.to_json()}
        try:
            write_whole(self._path, json.dumps(told, ensure_ascii=False).encode())
        except OSError as error:
            raise bad_input(
                f"{self._path}: {error.strerror or error}.", "Name a file that can be written."
            ) from None
        self._written = time.monotonic()

    def _strange(self) -> Exception:
        return bad_input(f"{self._path} is no file of proofs.", "Name another one for --resume.")
