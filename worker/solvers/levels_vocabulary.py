"""The words that levels are made of, with what is known of them, and which of them a wheel forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

MOST_LETTERS = 32
"""Of an alphabet: one bit each."""


@dataclass(frozen=True)
class Vocabulary:
    """Words by number, in alphabetical order, folded as they are played."""

    alphabet: str
    words: tuple[str, ...]
    zipfs: tuple[float, ...]
    """How common each is: log10 of its uses in a billion words, 0 where that is not known."""
    lemmas: tuple[str, ...]
    """What each is a form of."""

    @classmethod
    def of(
        cls,
        words: Iterable[str],
        alphabet: str,
        *,
        zipf: Callable[[str], float] = lambda _: 0.0,
        lemma: Callable[[str], str] = lambda word: word,
    ) -> Vocabulary:
        """Each word once; `zipf` and `lemma` are asked about each of them."""
        listed = tuple(sorted(set(words)))
        return cls(alphabet, listed, tuple(map(zipf, listed)), tuple(map(lemma, listed)))

    def formable(self, letters: str) -> NDArray[np.intp]:
        """The numbers of the words that the letters form, no letter used more often than it is there."""
        return self._at_most(self._counts_of([letters])[0])

    def formed_by(self, number: int) -> NDArray[np.intp]:
        """The same for the letters of one of its words."""
        return self._at_most(self._counts[number])

    def _at_most(self, wheel: NDArray[np.uint8]) -> NDArray[np.intp]:
        mask = np.bitwise_or.reduce(self._bits[wheel > 0]) if wheel.any() else np.uint32(0)
        likely = np.flatnonzero((self._masks & ~mask) == 0)
        found: NDArray[np.intp] = likely[(self._counts[likely] <= wheel).all(axis=1)]
        return found

    def ranks(self, share: float) -> tuple[int, ...]:
        """The place of each word when they are sorted by how common they are, each letter worth `share` of a
        Zipf value; of equal ones the first in the alphabet goes first."""
        if share not in self._known_ranks:
            worth = [zipf + share * len(word) for zipf, word in zip(self.zipfs, self.words, strict=True)]
            order = sorted(range(len(worth)), key=lambda number: (-worth[number], number))
            places = [0] * len(order)
            for place, number in enumerate(order):
                places[number] = place
            self._known_ranks[share] = tuple(places)
        return self._known_ranks[share]

    @cached_property
    def _known_ranks(self) -> dict[float, tuple[int, ...]]:
        return {}

    @cached_property
    def families(self) -> tuple[frozenset[str], ...]:
        """What stands for each word and its forms: its lemma, and the word without a plural's ending, as some
        lists have `sales` as a lemma of its own."""
        pairs = zip(self.words, self.lemmas, strict=True)
        return tuple(frozenset((lemma, word.removesuffix("s"))) for word, lemma in pairs)

    @cached_property
    def _bits(self) -> NDArray[np.uint32]:
        return np.uint32(1) << np.arange(len(self.alphabet), dtype=np.uint32)

    @cached_property
    def _counts(self) -> NDArray[np.uint8]:
        """How often each word has each letter, shape (words, letters)."""
        return self._counts_of(self.words)

    @cached_property
    def _masks(self) -> NDArray[np.uint32]:
        """Which letters each word has."""
        masks: NDArray[np.uint32] = ((self._counts > 0) * self._bits).sum(axis=1, dtype=np.uint32)
        return masks

    def _counts_of(self, words: Sequence[str]) -> NDArray[np.uint8]:
        codes = {ord(letter): code for code, letter in enumerate(self.alphabet)}
        counts = np.zeros((len(words), len(self.alphabet)), np.uint8)
        rows = np.repeat(np.arange(len(words)), [len(word) for word in words])
        signs = np.array([codes[ord(letter)] for word in words for letter in word], np.intp)
        np.add.at(counts, (rows, signs), 1)
        return counts
