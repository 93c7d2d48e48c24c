"""A small pack of the English list, made as the jobs make it, for those who read or check packs."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

import dictionaries
from worker.context import TaskContext
from worker.solvers.levels import PackOptions
from worker.tasks import perform
from worker.wire import JsonObject, Task

COUNT = 24


def pack_request(language: str = "en", **options: Any) -> JsonObject:
    """What a worker is asked."""
    listed = dictionaries.find(language)
    asked = asdict(PackOptions(**{"count": COUNT, "rounds": 40, "max_letters": 6, **options}))
    return {**asked, "nlp": None, "dictionary": listed.sha256, "dictionary_name": listed.name}


@lru_cache(maxsize=4)
def pack_bytes_of(cache: Path, language: str = "en") -> bytes:
    """A pack as a worker writes it."""
    outcome = perform(Task.LEVELS_MAKE, pack_request(language), None, TaskContext(Path("unused"), cache))
    assert outcome.failure is None
    return outcome.result


def pack_of(cache: Path, language: str = "en") -> dict[str, Any]:
    """The same, to change as one likes."""
    pack: dict[str, Any] = json.loads(pack_bytes_of(cache, language))
    return pack
