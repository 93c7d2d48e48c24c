"""One word list: what it is is known at once, its words are read when asked for.

The identity of a list is the SHA-256 of its words, sorted by code point and joined by newlines. It stands in
a small *card* (JSON) beside the words, so naming a list in a job costs no reading.

    en/card.json       the card      {"name": "en", "language": "en", "sha256": "022c...", "size": 254319}
    en/words.xz        a language's own list, packed, see `packing`
    en/levels.xz, ...  what is known of each of its words, see `knowledge`
    022c....txt        an imported list as it is hashed, so that `sha256sum` tells whether it is whole
    022c....zipf.xz    how common its words were in the text that it came from, if it came from one
"""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from dictionaries.errors import DamagedList
from dictionaries.language import language
from dictionaries.packing import unpack_levels, unpack_lines, unpack_tenths, unpack_words
from dictionaries.spelling import Spellings

CARD: Final = "card.json"
PACKED: Final = "words.xz"

SCOWL_LEVELS: Final = (10, 20, 35, 40, 50, 55, 60, 70, 80)
"""SCOWL's sizes from the commonest words up; we stop before 95, which it calls insane."""

_Rows = TypeVar("_Rows", bound=Sized)


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
        """The SCOWL level of each word, 10 (commonest) to 80; empty for a list that knows none.

        Raises:
            DamagedList
        """
        levels = self.table("levels", unpack_scowl)
        return dict(zip(self.words(), levels, strict=True)) if levels else {}

    def zipfs(self) -> bytes:
        """How common each word is, in the words' order: ten times its Zipf value, 0 for unknown.

        Empty for a list that knows nothing of it. Raises DamagedList.
        """
        return self.table("zipf", unpack_tenths) or b""

    def spellings(self) -> Mapping[str, tuple[str, ...]]:
        """How words are written where that is not as they are played, commonest first: `mas`: `más`, `mas`.

        Raises:
            DamagedList
        """
        lines = self.table("spellings", unpack_lines)
        return Spellings(list(self.words()), lines) if lines else {}

    def table(self, name: str, unpack: Callable[[bytes], _Rows]) -> _Rows | None:
        """A table with a row for each word, or None when there is none.

        Raises:
            DamagedList
        """
        path = self._table_path(name)
        try:
            rows = unpack(path.read_bytes())
        except FileNotFoundError:
            return None
        except (OSError, ValueError, LookupError, lzma.LZMAError) as error:
            raise _damaged(path) from error
        if len(rows) != self.size:
            raise _damaged(path)
        return rows

    def _table_path(self, name: str) -> Path:
        is_own = self.path.name == PACKED
        return self.path.with_name(f"{name}.xz" if is_own else f"{self.path.stem}.{name}.xz")

    def _stored_words(self) -> list[str]:
        try:
            if self.path.name == PACKED:
                return unpack_words(self.path.read_bytes())
            return self.path.read_text("utf-8").split("\n")
        except (OSError, UnicodeDecodeError, lzma.LZMAError) as error:
            raise _damaged(self.path) from error


def content_hash(words: Iterable[str]) -> str:
    """The identity of sorted, unique words."""
    return hashlib.sha256("\n".join(words).encode()).hexdigest()


def unpack_scowl(packed: bytes) -> bytes:
    """The levels of a packed table."""
    return bytes(unpack_levels(packed, SCOWL_LEVELS))


def rarity(level: int) -> str:
    """A SCOWL level in a word; the bounds are those of its small, medium and large lists."""
    bounds = {35: "common", 50: "familiar", 70: "uncommon"}
    return next((name for bound, name in bounds.items() if level <= bound), "rare")


def write_card(dictionary: Dictionary) -> str:
    """The card's text."""
    card = {key: getattr(dictionary, key) for key in ("name", "language", "sha256", "size")}
    return json.dumps(card, indent=2) + "\n"


def read_card(
    card: Path, words_file: str, data_dir: Path | None = None, *, built_in: bool = False
) -> Dictionary:
    """The list that a card describes; its words lie beside it, e.g. in `{sha256}.txt`.

    Raises:
        DamagedList: the card cannot be read.
    """
    try:
        row = json.loads(card.read_text("utf-8"))
        alphabet = language(row["language"], data_dir).alphabet
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
