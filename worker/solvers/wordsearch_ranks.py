"""How common words are, as ranks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from functools import cached_property
from typing import Final

USUAL_LENGTHS: Final = 10
"""Nearly all words have one of so many lengths: a tenth of a list without levels is of a word's length."""


class WordRanks:
    """Ranks from a dictionary's levels, where a lower level is a commoner word."""

    def __init__(self, levels: Mapping[str, int], words: int) -> None:
        """`words` is how many the dictionary has; those without a level are the rarest."""
        self._levels, self._words = levels, max(words, 1)

    def level(self, word: str) -> int | None:
        return self._levels.get(word)

    def rank(self, word: str) -> int:
        """How many words are as common or commoner."""
        level = self._levels.get(word)
        return self._words if level is None else bisect_right(self._all, level)

    def rank_in_length(self, word: str) -> int:
        """The same among words of as many letters."""
        level, others = self._levels.get(word), self._by_length.get(len(word))
        if others is None:
            return max(1, self._words // USUAL_LENGTHS)
        return len(others) if level is None else bisect_right(others, level)

    @cached_property
    def _all(self) -> list[int]:
        return sorted(self._levels.values())

    @cached_property
    def _by_length(self) -> dict[int, list[int]]:
        levels: dict[int, list[int]] = {}
        for word, level in self._levels.items():
            levels.setdefault(len(word), []).append(level)
        return {length: sorted(found) for length, found in levels.items()}
