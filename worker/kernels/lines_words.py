"""Words as the search along lines walks them: a list's trie, or a dictionary's own graph.

Both answer one question, `child`: which state of the walk does a letter lead to, and does a word end there?
Numba compiles the search for each of the two. Letters are 1, 2, 3 ...; 0 stands for no letter.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numba.extending import overload as numba_overload
from numpy.typing import NDArray

from worker.kernels.bits import ones, trailing_zeros
from worker.kernels.compiled import kernel

overload: Any = numba_overload

LETTER_BITS: Final = 14
NODE_BITS: Final = 25
MOST_LETTERS: Final = (1 << LETTER_BITS) - 2
"""Of one list; one more number stands for all other letters."""
MOST_NODES: Final = 1 << NODE_BITS
NO_WORD: Final = -1

_0: Final = np.uint64(0)
_1: Final = np.uint64(1)
_2: Final = np.uint64(2)
_LETTER_BITS: Final = np.uint64(LETTER_BITS)
_NODE_BITS: Final = np.uint64(NODE_BITS)
_NODE: Final = np.uint64(MOST_NODES - 1)
_SPREAD: Final = np.uint64(0x9E3779B97F4A7C15)
"""2 ** 64 divided by the golden ratio: Fibonacci hashing."""


class Trie(NamedTuple):
    """A list's trie; node 0 is the root."""

    slots: NDArray[np.uint64]
    """A hash table of edges, a power of two: the node in the upper 25 bits, then 14 of the letter, then 25 of
    the node that it leads to; 0 for none."""
    words: NDArray[np.int32]
    """For each node the number of the word that ends there, or `NO_WORD`."""
    shift: np.uint64
    """What leaves of a 64-bit hash a place in the table."""


class Dawg(NamedTuple):
    """A dictionary's graph; `worker.lexicon` tells the layout."""

    edges: NDArray[np.uint32]
    """Flat, four numbers an edge."""
    mask: np.uint64
    """Of the root, as is `base`."""
    base: np.uint64


class Spelling(NamedTuple):
    """Words one after the other."""

    letters: NDArray[np.uint8] | NDArray[np.int64]
    first: NDArray[np.int64]
    """Where each begins, and one more."""


def root(words: Any) -> Any:
    """The state before the first letter: three uint64."""
    raise TypeError(f"no words to walk: {type(words)}")


def child(words: Any, state: Any, letter: Any) -> Any:
    """Whether words go on with the letter, the number of the one that ends with it or -1, the new state."""
    raise TypeError(f"no words to walk: {type(words)}")


@overload(root, strict=False)
def _root(words: Any) -> Any:
    if words.instance_class is Trie:
        return lambda words: (_0, _0, _0)
    return lambda words: (words.mask, words.base, _0)


@overload(child, strict=False)
def _child(words: Any, state: Any, letter: Any) -> Any:
    return _trie_child if words.instance_class is Trie else _dawg_child


def _trie_child(words: Any, state: Any, letter: Any) -> Any:
    slots = words.slots
    edge = state[0] << _LETTER_BITS | np.uint64(letter)
    at = (edge * _SPREAD) >> words.shift
    slot = slots[at]
    while slot != _0 and slot >> _NODE_BITS != edge:
        at = (at + _1) & np.uint64(len(slots) - 1)
        slot = slots[at]
    node = slot & _NODE
    return slot != _0, np.int64(words.words[node]), (node, _0, _0)


def _dawg_child(words: Any, state: Any, letter: Any) -> Any:
    mask, base, number = state
    bit = (_1 << np.uint64(letter)) >> _1
    found = mask & bit != _0
    at = (base + ones(mask & (bit - _1))) << _2 if found else _0
    edges = words.edges
    packed = np.uint64(edges[at + _1])
    number += np.uint64(edges[at + _2])
    ends = packed & _1
    word = np.int64(number) if ends else NO_WORD
    return found, word, (np.uint64(edges[at]), packed >> _1, number + ends)


@kernel
def build_trie(letters: Any, lengths: Any) -> Any:
    """The trie of words, given one after the other: their letters, int64, and how many each has."""
    size = 16
    while size < 2 * len(letters):
        size *= 2
    slots = np.zeros(size, np.uint64)
    words = np.full(len(letters) + 1, NO_WORD, np.int32)
    shift = np.uint64(64)
    while size > 1:
        size >>= 1
        shift -= _1
    nodes, at = _1, 0
    for word in range(len(lengths)):
        node = _0
        for _ in range(lengths[word]):
            edge = node << _LETTER_BITS | np.uint64(letters[at])
            place = (edge * _SPREAD) >> shift
            while slots[place] != _0 and slots[place] >> _NODE_BITS != edge:
                place = (place + _1) & np.uint64(len(slots) - 1)
            if slots[place] == _0:
                slots[place] = edge << _NODE_BITS | nodes
                nodes += _1
            node = slots[place] & _NODE
            at += 1
        words[node] = word
    return Trie(slots, words[: np.int64(nodes)], shift)


@kernel
def spell_words(words: Any, numbers: Any, longest: int) -> tuple[Any, Any]:
    """The letters of a dictionary's words with these numbers, from 0, one after the other; and where each
    begins, and one more. As `Lexicon.word` does it."""
    letters, first = np.empty(len(numbers) * longest, np.uint8), np.zeros(len(numbers) + 1, np.int64)
    edges, end = words.edges, 0
    for place in range(len(numbers)):
        index, mask, base = np.uint64(numbers[place]), words.mask, words.base
        while True:
            low, high = base, base + ones(mask) - _1
            while low < high:  # the last edge that skips at most `index` words
                middle = (low + high + _1) >> _1
                if np.uint64(edges[(middle << _2) + _2]) <= index:
                    low = middle
                else:
                    high = middle - _1
            for _ in range(low - base):
                mask &= mask - _1
            letters[end] = trailing_zeros(mask)
            end += 1
            at = low << _2
            packed = np.uint64(edges[at + _1])
            index -= np.uint64(edges[at + _2])
            if packed & _1:
                if index == _0:
                    break
                index -= _1
            mask, base = np.uint64(edges[at]), packed >> _1
        first[place + 1] = end
    return letters[:end], first
