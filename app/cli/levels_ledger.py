"""What is done of a pack that is being made, beside the file that it will be written to."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from app.cli.outcome import bad_input
from dictionaries import Dictionary, language
from worker.kernels import sources_digest
from worker.whole_files import write_whole
from worker.wire import JsonObject

_SHORT: Final = 32


class Ledger:
    """A folder `pack.json.parts` with an answer a file, named by all that it depends on: the part's words and
    options, what is known of the words, and the kernels. What was done on other grounds is done anew."""

    def __init__(self, out: Path, listed: Dictionary, data_dir: Path) -> None:
        self._folder = out.with_name(f"{out.name}.parts")
        self._grounds = [*_digests(_files_of(listed, data_dir)), sources_digest()]

    def read(self, part: JsonObject) -> bytes | None:
        """What the part came to, if it is done."""
        try:
            return self._file(part).read_bytes()
        except OSError:
            return None

    def keep(self, part: JsonObject, answer: bytes) -> None:
        """Raises Failed when it cannot be written."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(self._file(part), answer)
        except OSError as error:
            hint = "Name a file in a directory that you may write to."
            raise bad_input(f"{self._folder}: {error.strerror or error}.", hint) from None

    def end(self) -> None:
        """The pack is made: leave nothing behind."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _file(self, part: JsonObject) -> Path:
        asked = json.dumps([part, self._grounds], sort_keys=True)
        return self._folder / f"{hashlib.sha256(asked.encode()).hexdigest()[:_SHORT]}.json"


def _files_of(listed: Dictionary, data_dir: Path) -> Iterator[Path]:
    """All that is known of a list's words: verdicts and tables of its language, and its own."""
    yield from sorted(language(listed.language, data_dir).folder.glob("*.*"))
    yield from sorted(listed.path.parent.glob(f"{listed.sha256}.*"))


def _digests(files: Iterable[Path]) -> Iterator[str]:
    return (hashlib.sha256(file.read_bytes()).hexdigest() for file in files)
