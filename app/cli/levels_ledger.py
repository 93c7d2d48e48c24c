"""What is done of a pack that is being made, beside the file that it will be written to."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Final

from app.cli.outcome import bad_input
from worker.kernels import sources_digest
from worker.whole_files import write_whole
from worker.wire import JsonObject

_SHORT: Final = 16


class Ledger:
    """A folder `pack.json.parts` with an answer a file, of one request and one version of the code: what was
    done for another is done anew."""

    def __init__(self, out: Path, request: JsonObject) -> None:
        asked = json.dumps([request, sources_digest()], sort_keys=True)
        self._folder = out.with_name(f"{out.name}.parts")
        self._of_request = self._folder / hashlib.sha256(asked.encode()).hexdigest()[:_SHORT]

    def read(self) -> dict[int, bytes]:
        """What is done already, by the parts' numbers."""
        return {int(file.stem): file.read_bytes() for file in sorted(self._of_request.glob("*.json"))}

    def keep(self, number: int, answer: bytes) -> None:
        """Raises Failed when it cannot be written."""
        try:
            self._of_request.mkdir(parents=True, exist_ok=True)
            write_whole(self._of_request / f"{number}.json", answer)
        except OSError as error:
            hint = "Name a file in a directory that you may write to."
            raise bad_input(f"{self._of_request}: {error.strerror or error}.", hint) from None

    def end(self) -> None:
        """The pack is made: leave nothing behind."""
        shutil.rmtree(self._folder, ignore_errors=True)
