"""Is it a word, and how common: answers from a list that is held sorted in memory."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from dictionaries.acceptance import UNLISTED, priors
from dictionaries.dictionary import rarity
from dictionaries.language import DATA_DIR, Language


class WordSource(Protocol):
    """What is needed of a list; shipped, imported and sent lists have it."""

    @property
    def language(self) -> str: ...
    @property
    def alphabet(self) -> str: ...
    def words(self) -> Iterator[str]: ...
    def levels(self) -> Mapping[str, int]: ...
    def zipfs(self) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Looked:
    """What a list says of a word."""

    word: str
    """Folded to the list's alphabet; as it was asked where that cannot be done."""
    found: bool
    level: int | None
    """SCOWL's, 10 (commonest) to 80, where the list knows it."""
    rarity: str | None
    """The level in a word."""


@dataclass(frozen=True, slots=True)
class WordIndex:
    """A list for many questions: for English some 20 million bytes, opened in a fifth of a second."""

    language: Language
    words: list[str]
    """Sorted."""
    levels: bytes
    """Of each word, or nothing."""
    priors: bytes
    """How likely a game takes each word when it has said nothing of it, in hundredths."""

    @classmethod
    def of(cls, source: WordSource) -> WordIndex:
        """Read a list; raises DamagedList."""
        levels = source.levels()
        words = [*levels] if levels else [*source.words()]
        tongue = Language(source.language, source.language, source.alphabet, DATA_DIR / source.language)
        known = bytes(levels.values())
        return cls(tongue, words, known, priors(known, source.zipfs(), len(words)))

    def look_up(self, asked: str) -> Looked:
        word = self.language.fold(asked)
        place = None if word is None else self._place(word)
        level = self.levels[place] if place is not None and self.levels else None
        return Looked(word or asked, place is not None, level, None if level is None else rarity(level))

    def prior(self, word: str) -> float:
        """How likely a game takes a folded word of which it has said nothing, see `acceptance`."""
        place = self._place(word)
        return UNLISTED if place is None else self.priors[place] / 100

    def _place(self, word: str) -> int | None:
        place = bisect_left(self.words, word)
        return place if place < len(self.words) and self.words[place] == word else None
