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
        wheel = self._counts_of([letters])[0]
        mask = np.bitwise_or.reduce(self._bits[wheel > 0]) if wheel.any() else np.uint32(0)
        likely = np.flatnonzero((self._masks & ~mask) == 0)
        found: NDArray[np.intp] = likely[(self._counts[likely] <= wheel).all(axis=1)]
        return found

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
