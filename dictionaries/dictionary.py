"""One word list: what it is is known at once, its words are read when asked for.

The identity of a list is the SHA-256 of its words, sorted by code point and joined by newlines. It stands in
a small *card* (JSON) beside the words, so naming a list in a job costs no reading.

    en.json          the card           {"name": "en", "language": "en", "sha256": "022c...", "size": 254319}
    en.words.xz      a shipped list     packed, see `packing`
    en.levels.xz     its SCOWL levels
    022c....txt      an imported list   its words as they are hashed, so `sha256sum` tells whether it is whole
"""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dictionaries.errors import DamagedList
from dictionaries.language import language
from dictionaries.packing import unpack_levels, unpack_words

PACKED: Final = ".words.xz"

SCOWL_LEVELS: Final = (10, 20, 35, 40, 50, 55, 60, 70, 80)
"""SCOWL's sizes from the commonest words up; we stop before 95, which it calls insane."""


@dataclass(frozen=True, slots=True)
class Dictionary:
    """A word list that can be named in a request."""

    name: str
    language: str
    """ISO 639-1 code."""
    alphabet: str
    """Folded lower-case letters in the language's order."""
    sha256: str
    """The identity: equal hashes are equal lists, whatever they are called."""
    path: Path
    size: int
    """How many words."""
    built_in: bool = False

    def words(self) -> Iterator[str]:
        """Every word once, folded to the alphabet, sorted by code point.

        Raises:
            DamagedList: the stored words are not those that the hash names.
        """
        words = self._stored_words()
        if content_hash(words) != self.sha256:
            raise _damaged(self.path)
        return iter(words)

    def levels(self) -> Mapping[str, int]:
        """The SCOWL level of each word, 10 (commonest) to 80; empty for a list that knows none."""
        path = self._levels_path
        if not path.is_file():
            return {}
        return dict(zip(self.words(), unpack_levels(path.read_bytes(), SCOWL_LEVELS), strict=True))

    @property
    def _levels_path(self) -> Path:
        return self.path.with_name(self.path.name.removesuffix(PACKED) + ".levels.xz")

    def _stored_words(self) -> list[str]:
        try:
            if self.path.name.endswith(PACKED):
                return unpack_words(self.path.read_bytes())
            return self.path.read_text("utf-8").split("\n")
        except (OSError, UnicodeDecodeError, lzma.LZMAError) as error:
            raise _damaged(self.path) from error


def content_hash(words: Iterable[str]) -> str:
    """The identity of sorted, unique words."""
    return hashlib.sha256("\n".join(words).encode()).hexdigest()


def rarity(level: int) -> str:
    """A SCOWL level in a word; the bounds are those of its small, medium and large lists."""
    bounds = {35: "common", 50: "familiar", 70: "uncommon"}
    return next((name for bound, name in bounds.items() if level <= bound), "rare")


def write_card(dictionary: Dictionary) -> str:
    """The card's text."""
    card = {key: getattr(dictionary, key) for key in ("name", "language", "sha256", "size")}
    return json.dumps(card, indent=2) + "\n"


def read_card(card: Path, words_file: str, *, built_in: bool = False) -> Dictionary:
    """The list that a card describes; its words lie beside it, e.g. in `{sha256}.txt`.

    Raises:
        DamagedList: the card cannot be read.
    """
    try:
        row = json.loads(card.read_text("utf-8"))
        alphabet = language(row["language"]).alphabet
        path = card.with_name(words_file.format(**row))
        return Dictionary(
            row["name"], row["language"], alphabet, row["sha256"], path, int(row["size"]), built_in
        )
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise _damaged(card) from error


def _damaged(path: Path) -> DamagedList:
    return DamagedList(
        f"The word list at {path} is damaged or gone.",
        hint="Import it again with --replace, or reinstall Tilewise if it is one of its own lists.",
    )
