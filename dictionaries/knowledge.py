"""What is known of a language's words, from the tables that lie beside its own list, word for word:

    levels.xz       SCOWL's level, where there is one
    zipf.xz         how common: the logarithm of its uses in a billion words, in tenths, 0 for unknown
    lemmas.xz       the step to the word that it is a form of, see `packing`
    spellings.xz    how it is written, see `spelling`

Each is read when it is asked for. A language needs none of them, nor a list of its own.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path

from dictionaries.dictionary import CARD, PACKED, Dictionary, read_card, unpack_scowl
from dictionaries.packing import follow, unpack_lines
from dictionaries.spelling import unpack_spellings


class Knowledge:
    """A language's own list with its tables; a word's *place* is its number in the list."""

    def __init__(self, listed: Dictionary | None) -> None:
        """Take the list, or None for a language without one; raises DamagedList, as everything here does."""
        self._listed = listed
        self.sha256 = listed.sha256 if listed else ""
        self.words: Sequence[str] = list(listed.words()) if listed else ()

    def place(self, word: str) -> int | None:
        """Where a folded word stands, or None."""
        place = bisect_left(self.words, word)
        return place if place < len(self.words) and self.words[place] == word else None

    def common(self, least: bytes) -> dict[str, int]:
        """The places of the common words; of all words where it is not known how common they are.

        Args:
            least: the Zipf value in tenths that a word of each level needs; at 0 that of one without a level.
        """
        if not self.zipfs:
            return {word: place for place, word in enumerate(self.words)}
        levels = self.levels or bytes(len(self.words))
        rows = zip(self.words, range(len(self.words)), self.zipfs, levels, strict=True)
        return {word: place for word, place, zipf, level in rows if zipf >= least[level]}

    def lemma(self, place: int) -> str:
        """What a word is a form of; the word itself if it is one of none."""
        step = self._lemmas[place] if self._lemmas else ""
        return follow(self.words[place], step) if step else self.words[place]

    def spellings(self, place: int) -> tuple[str, ...]:
        """How a word is written, commonest first."""
        return unpack_spellings(self.words[place], self._spellings[place] if self._spellings else "")

    @cached_property
    def zipfs(self) -> bytes:
        """The Zipf value of each word in tenths; empty when nothing is known."""
        return self._listed.zipfs() if self._listed else b""

    @cached_property
    def levels(self) -> bytes:
        """SCOWL's level of each word; empty when nothing is known."""
        return (self._listed and self._listed.table("levels", unpack_scowl)) or b""

    @cached_property
    def _lemmas(self) -> Sequence[str]:
        return (self._listed and self._listed.table("lemmas", unpack_lines)) or ()

    @cached_property
    def _spellings(self) -> Sequence[str]:
        return (self._listed and self._listed.table("spellings", unpack_lines)) or ()


@lru_cache(maxsize=4)
def knowledge_in(folder: Path) -> Knowledge:
    """What a language's folder tells; read once."""
    card = folder / CARD
    data_dir = folder.parent.parent
    return Knowledge(read_card(card, PACKED, data_dir) if card.is_file() else None)
