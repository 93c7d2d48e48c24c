"""Small dictionaries made on the spot."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from worker.lexicon import Lexicon, build_image

ENGLISH = "abcdefghijklmnopqrstuvwxyz"
SPANISH = "abcdefghijklmnñopqrstuvwxyz"


@dataclass(frozen=True)
class WordList:
    """All that `open_lexicon` asks of a dictionary."""

    listed: tuple[str, ...]
    alphabet: str = ENGLISH

    @cached_property
    def sha256(self) -> str:
        return hashlib.sha256("\n".join((self.alphabet, *self.listed)).encode()).hexdigest()

    def words(self) -> Iterator[str]:
        return iter(self.listed)


def word_list(words: Iterable[str], alphabet: str = ENGLISH) -> WordList:
    return WordList(tuple(sorted(set(words))), alphabet)


def lexicon_of(words: Iterable[str], alphabet: str = ENGLISH) -> Lexicon:
    """A graph in memory."""
    return Lexicon(build_image(word_list(words, alphabet)))


def enable(shared_data: Path) -> WordList:
    return word_list((shared_data / "wordlists" / "enable2k.txt").read_text().split())
