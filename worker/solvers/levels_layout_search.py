"""The search for small layouts, as the kernel runs it.

Imported only when it is wanted: it loads Numba.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.kernels.layout import advance, box_costs, new_search
from worker.kernels.layout_batch import lay_out_many
from worker.kernels.layout_board import ABSENT
from worker.solvers.levels_layout import Layout, LayoutOptions, Placement

_ANY_ASPECT: Final = 1e9
_SEEDS: Final = 2**63


class LayoutSearch:
    """A layout that gets better the longer it is looked for; in whatever portions, it comes out the same."""

    def __init__(self, words: Sequence[str], options: LayoutOptions) -> None:
        self._words, self._costs = list(words), _costs(options.max_side, options.max_aspect)
        self._tried = _largest_group([word for word in words if len(word) <= options.max_side])
        self._search: Any = None
        if self._tried:
            codes, lengths, kinds = _coded(self._tried)
            self._search = new_search(codes, lengths, kinds, options.seed % _SEEDS, self._costs)

    def advance(self, rounds: int) -> None:
        """Look further, for so many rounds."""
        if self._search is not None:
            advance(self._search, self._costs, rounds)

    @property
    def best(self) -> Layout:
        """The best layout so far."""
        places = [] if self._search is None else self._search.best.tolist()
        placed = [
            _placement(word, *place)
            for word, place in zip(self._tried, places, strict=True)
            if place[0] != ABSENT
        ]
        known = {each.word for each in placed}
        return Layout.of(placed, [word for word in self._words if word not in known])


def _placement(word: str, way: int, line: int, start: int) -> Placement:
    return Placement(word, line, start, True) if way == 0 else Placement(word, start, line, False)


def _largest_group(words: Sequence[str]) -> list[str]:
    """The words that can hang together at all, directly or by others, by the letters that they share: those
    of the largest group."""
    groups: list[tuple[set[str], list[str]]] = []
    for word in words:
        touched = [group for group in groups if group[0] & set(word)]
        groups = [group for group in groups if not group[0] & set(word)]
        letters = set(word).union(*(group[0] for group in touched))
        groups.append((letters, [*chain.from_iterable(group[1] for group in touched), word]))
    largest = max((group[1] for group in groups), key=lambda group: sum(map(len, group)), default=[])
    chosen = set(largest)
    return [word for word in words if word in chosen]


def _coded(words: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """The letters as numbers, a row a word; the lengths; how many letters there are."""
    numbers = {letter: number for number, letter in enumerate(sorted(set(chain.from_iterable(words))))}
    codes = np.zeros((len(words), max(map(len, words))), np.int64)
    for row, word in zip(codes, words, strict=True):
        row[: len(word)] = [numbers[letter] for letter in word]
    return codes, np.array([len(word) for word in words], np.int64), len(numbers)


@lru_cache(maxsize=32)
def _costs(max_side: int, max_aspect: float | None) -> NDArray[np.int64]:
    costs: NDArray[np.int64] = box_costs(max_side, _ANY_ASPECT if max_aspect is None else float(max_aspect))
    return costs


class Batch(NamedTuple):
    """Sets of words, flat, as `lay_out_batch` takes them."""

    letters: NDArray[np.uint8]
    """All words one after the other, in any numbering of the letters."""
    word_first: NDArray[np.int64]
    """(words + 1,): where each word begins."""
    set_first: NDArray[np.int64]
    """(sets + 1,): the first word of each set, which has each word once."""
    seeds: NDArray[np.int64]
    """(sets,)"""


class Layouts(NamedTuple):
    """What `lay_out_batch` gives back, flat."""

    places: NDArray[np.int16]
    """(words, 3): row, column, 1 if across; row -1 where the word is missing."""
    boxes: NDArray[np.int16]
    """(sets, 3): rows, columns, missing words."""


def lay_out_batch(batch: Batch, rounds: int, options: LayoutOptions | None = None) -> Layouts:
    """Lay out set after set, thousands a second at 20 to 100 rounds; a layout depends on its set, its seed
    and the options alone. `options.seed` and `options.rounds` count for nothing here.

    Unlike `lay_out` it counts on words that share letters, none of them longer than the longest side.
    """
    options = options or LayoutOptions()
    places = np.empty((len(batch.word_first) - 1, 3), np.int16)
    boxes = np.empty((len(batch.seeds), 3), np.int16)
    costs = _costs(options.max_side, options.max_aspect)
    lay_out_many(*batch, costs, rounds, places, boxes)
    return Layouts(places, boxes)


def batch_of(sets: Sequence[Sequence[str]], seeds: Sequence[int], alphabet: str) -> Batch:
    """Sets of words of the alphabet as a batch."""
    words = list(chain.from_iterable(sets))
    codes = {letter: code for code, letter in enumerate(alphabet)}
    return Batch(
        np.array([codes[letter] for letter in chain.from_iterable(words)], np.uint8),
        np.array([0, *accumulate(map(len, words))], np.int64),
        np.array([0, *accumulate(map(len, sets))], np.int64),
        np.array([seed % _SEEDS for seed in seeds], np.int64),
    )
