"""Word lists as tasks need them: found by name or hash, brought by the broker, their graphs opened once."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from worker.context import TaskContext
from worker.errors import UnknownDictionary
from worker.wire import JsonObject, dictionary_key

if TYPE_CHECKING:
    from dictionaries import Dictionary, TravelledList
    from worker.lexicon import Lexicon


def find_dictionary(name: str, data_dir: Path) -> Dictionary:
    """A word list by name or hash; raises UnknownDictionary."""
    import dictionaries

    try:
        return dictionaries.find(name, data_dir=data_dir)
    except LookupError as error:
        raise UnknownDictionary(str(error), name=name) from None


def open_list(sha256: str, context: TaskContext) -> tuple[Dictionary | TravelledList, Lexicon]:
    """A word list and its graph; a list that is not on this machine comes from the broker."""
    return _open_once(sha256, context.data_dir, context.cache_dir, Fetch(context.fetch))


def find_list(sha256: str, context: TaskContext) -> Dictionary | TravelledList:
    """A word list without its graph, wherever it comes from; raises UnknownDictionary."""
    return _find_once(sha256, context.data_dir, Fetch(context.fetch))


def list_json(request: JsonObject, listed: Dictionary | TravelledList) -> JsonObject:
    """A word list as answers tell it, by the name that the client knows it by."""
    name = request.get("dictionary_name") or getattr(listed, "name", listed.sha256[:12])
    return {"name": name, "sha256": listed.sha256}


class Fetch:
    """A way to the broker; one is as good as another, so what was opened through the last is kept."""

    def __init__(self, fetch: Callable[[str], bytes | None]) -> None:
        self.fetch = fetch

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fetch)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=8)
def _open_once(
    sha256: str, data_dir: Path, cache_dir: Path, way: Fetch
) -> tuple[Dictionary | TravelledList, Lexicon]:
    from worker.lexicon import open_lexicon

    dictionary = _find_once(sha256, data_dir, way)
    return dictionary, open_lexicon(dictionary, cache_dir)


@lru_cache(maxsize=8)
def _find_once(sha256: str, data_dir: Path, way: Fetch) -> Dictionary | TravelledList:
    import dictionaries

    try:
        return find_dictionary(sha256, data_dir)
    except UnknownDictionary:
        packed = way.fetch(dictionary_key(sha256))
        if packed is None:
            raise
        return dictionaries.unpack_list(packed)
