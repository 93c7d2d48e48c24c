"""A word list as bytes, for machines that do not have it: a line of JSON about it, then its words, gzipped.

The name is left out: it belongs to whoever sent the list, and the same words may have another one elsewhere.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from dictionaries.dictionary import Dictionary, content_hash
from dictionaries.errors import DamagedList
from dictionaries.language import Language
from dictionaries.packing import unpack_lines
from dictionaries.spelling import Spellings

_LEVEL: Final = 6
"""A million words in half a second, to a third of their size; more effort saves little."""


@dataclass(frozen=True, slots=True)
class TravelledList:
    """A list that came as bytes; its words are read when asked for."""

    language: str
    """ISO 639-1 code."""
    alphabet: str
    sha256: str
    """The identity, as of a `Dictionary`."""
    text: str
    """The words as they are hashed: sorted, one a line."""
    told_zipfs: bytes = b""
    """How common the words were in the text that they came from, if that was counted."""
    told_spellings: tuple[str, ...] = ()
    """Their packed spellings, if they have any."""

    def words(self) -> Iterator[str]:
        """Every word once, folded to the alphabet, sorted by code point; raises DamagedList."""
        words = self.text.split("\n")
        if content_hash(words) != self.sha256:
            raise _damaged(self.sha256)
        return iter(words)

    def levels(self) -> Mapping[str, int]:
        """None: only shipped lists know how common their words are."""
        return {}

    def zipfs(self) -> bytes:
        """As of a `Dictionary`."""
        return self.told_zipfs

    def spellings(self) -> Mapping[str, tuple[str, ...]]:
        """As of a `Dictionary`."""
        return Spellings(self.text.split("\n"), self.told_spellings) if self.told_spellings else {}


def pack_list(dictionary: Dictionary) -> bytes:
    """The list for its journey; the same bytes for the same list. Raises DamagedList."""
    head = _head(dictionary.language, dictionary.alphabet, dictionary.sha256)
    if not dictionary.built_in:  # what is known of a shipped list's words is known everywhere
        head["zipfs"] = dictionary.zipfs().decode("latin-1")
        head["spellings"] = dictionary.table("spellings", unpack_lines) or []
    return _pack(head, list(dictionary.words()))


def pack_words_of(tongue: Language, sha256: str, words: list[str]) -> bytes:
    """As `pack_list`, from sorted words and their hash."""
    return _pack(_head(tongue.code, tongue.alphabet, sha256), words)


def unpack_list(packed: bytes) -> TravelledList:
    """The list again; raises DamagedList."""
    try:
        line, _, text = gzip.decompress(packed).decode().partition("\n")
        head = json.loads(line)
        zipfs = head.get("zipfs", "").encode("latin-1")
        spellings = tuple(head.get("spellings", ()))
        return TravelledList(head["language"], head["alphabet"], head["sha256"], text, zipfs, spellings)
    except (OSError, EOFError, zlib.error, ValueError, LookupError, TypeError, AttributeError) as error:
        raise _damaged("that was sent") from error


def _head(code: str, alphabet: str, sha256: str) -> dict[str, Any]:
    # The alphabet too: the other machine need not know the language.
    return {"language": code, "alphabet": alphabet, "sha256": sha256}


def _pack(head: dict[str, Any], words: list[str]) -> bytes:
    return gzip.compress("\n".join((json.dumps(head), *words)).encode(), _LEVEL, mtime=0)


def _damaged(which: str) -> DamagedList:
    return DamagedList(f"The word list {which} was damaged on its way.", hint="Upload or import it again.")
