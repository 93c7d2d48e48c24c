"""A word list as bytes, for machines that do not have it: a line of JSON about it, then its words, gzipped.

The name is left out: it belongs to whoever sent the list, and the same words may have another one elsewhere.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from dictionaries.dictionary import Dictionary, content_hash
from dictionaries.errors import DamagedList
from dictionaries.language import Language

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

    def words(self) -> Iterator[str]:
        """Every word once, folded to the alphabet, sorted by code point; raises DamagedList."""
        words = self.text.split("\n")
        if content_hash(words) != self.sha256:
            raise _damaged(self.sha256)
        return iter(words)

    def levels(self) -> Mapping[str, int]:
        """None: only shipped lists know how common their words are."""
        return {}

    def table(self, name: str) -> bytes | None:
        """None: only the words travel."""
        return None


def pack_list(dictionary: Dictionary) -> bytes:
    """The list for its journey; the same bytes for the same list. Raises DamagedList."""
    return _pack(dictionary.language, dictionary.alphabet, dictionary.sha256, list(dictionary.words()))


def pack_words_of(tongue: Language, sha256: str, words: list[str]) -> bytes:
    """As `pack_list`, from sorted words and their hash."""
    return _pack(tongue.code, tongue.alphabet, sha256, words)


def _pack(code: str, alphabet: str, sha256: str, words: list[str]) -> bytes:
    # The alphabet too: the other machine need not know the language.
    head = json.dumps({"language": code, "alphabet": alphabet, "sha256": sha256})
    return gzip.compress("\n".join((head, *words)).encode(), _LEVEL, mtime=0)


def unpack_list(packed: bytes) -> TravelledList:
    """The list again; raises DamagedList."""
    try:
        head, _, text = gzip.decompress(packed).decode().partition("\n")
        told = json.loads(head)
        return TravelledList(told["language"], told["alphabet"], told["sha256"], text)
    except (OSError, EOFError, zlib.error, ValueError, LookupError, TypeError) as error:
        raise _damaged("that was sent") from error


def _damaged(which: str) -> DamagedList:
    return DamagedList(f"The word list {which} was damaged on its way.", hint="Upload or import it again.")
