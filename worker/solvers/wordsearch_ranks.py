"""How common words are, as ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import accumulate
from typing import Final

USUAL_LENGTHS: Final = 10
"""Nearly all words have one of so many lengths: a tenth of a list without levels is of a word's length."""


class WordRanks:
    """Ranks from a dictionary's levels, where a lower level is a commoner word."""

    def __init__(self, levels: Mapping[str, int], words: int) -> None:
        """`words` is how many the dictionary has; those without a level are the rarest."""
        self._levels, self._words = levels, max(words, 1)

    def levels(self, words: Iterable[str]) -> list[int | None]:
        return list(map(self._levels.get, words))

    def rank(self, level: int | None) -> int:
        """How many words are as common as those of the level, or commoner."""
        return self._words if level is None else self._ranks[0][level]

    def rank_in_length(self, word: str) -> int:
        """The same for a word among words of as many letters."""
        others = self._ranks.get(len(word))
        if others is None:
            return max(1, self._words // USUAL_LENGTHS)
        level = self._levels.get(word)
        return max(others.values()) if level is None else others[level]

    @cached_property
    def _ranks(self) -> dict[int, dict[int, int]]:
        """By length of words, 0 for any, and by level."""
        counts: dict[int, Counter[int]] = {0: Counter(self._levels.values())}
        by_length = zip(map(len, self._levels), self._levels.values(), strict=True)
        for (length, level), count in Counter(by_length).items():
            counts.setdefault(length, Counter())[level] = count
        return {length: _summed(of_level) for length, of_level in counts.items()}


def _summed(counts: Mapping[int, int]) -> dict[int, int]:
    levels = sorted(counts)
    return dict(zip(levels, accumulate(counts[level] for level in levels), strict=True))
