"""The words that a wheel's letters form, each letter at most as often as the wheel has it.

The word graph is walked depth first, with the letters that are left as a set of bits beside their counts: a
step goes through the letters that the node and the wheel have in common, so nothing is tried in vain.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.kernels.bits import ones, trailing_zeros
from worker.kernels.compiled import kernel

_LETTERS: Final = 32
_ROOM: Final = 256
"""Words for which there is memory at first."""

_0: Final = np.uint64(0)
_1: Final = np.uint64(1)
_2: Final = np.uint64(2)


class Found(NamedTuple):
    """Words one after the other, those of each wheel in alphabetical order."""

    numbers: NDArray[np.int32]
    """The words' numbers in the lexicon."""
    word_first: NDArray[np.int64]
    """Word w is letters[word_first[w] : word_first[w + 1]]."""
    letters: NDArray[np.uint8]
    """Places in the lexicon's alphabet."""


class _Walk(NamedTuple):
    """The nodes from the root to where the walk is; all uint64 (longest + 1,)."""

    masks: NDArray[np.uint64]
    bases: NDArray[np.uint64]
    before: NDArray[np.uint64]
    """Words that come before all that go on from the node."""
    rest: NDArray[np.uint64]
    """Letters still to be tried."""
    letters: NDArray[np.uint64]
    """The letter tried last."""


@kernel
def words_of(
    edges: Any, root_mask: Any, root_base: Any, wheels: Any, wheel_first: Any, min_length: int, first: Any
) -> Any:
    """The words of many wheels, as the arrays of `Found`, followed by how much of them is filled: words,
    letters.

    `edges` is the lexicon's table, flat; wheel w has the codes wheels[wheel_first[w] : wheel_first[w + 1]];
    its words are noted to be first[w] to first[w + 1] - 1.
    """
    longest = 1
    for wheel in range(len(wheel_first) - 1):
        longest = max(longest, wheel_first[wheel + 1] - wheel_first[wheel])
    walk = _new_walk(longest + 1)
    counts = np.zeros(_LETTERS, np.int64)
    found = Found(np.empty(_ROOM, np.int32), np.empty(_ROOM + 1, np.int64), np.empty(8 * _ROOM, np.uint8))
    words, letters = 0, 0
    first[0] = 0
    for wheel in range(len(wheel_first) - 1):
        left = _count_letters(wheels, wheel_first[wheel], wheel_first[wheel + 1], counts)
        walk.masks[0], walk.bases[0], walk.before[0] = root_mask, root_base, _0
        found, words, letters = _walk_wheel(edges, walk, counts, left, min_length, found, words, letters)
        first[wheel + 1] = words
    found.word_first[words] = letters
    return found.numbers, found.word_first, found.letters, words, letters


@kernel
def _new_walk(size: int) -> Any:
    return _Walk(
        np.empty(size, np.uint64),
        np.empty(size, np.uint64),
        np.empty(size, np.uint64),
        np.empty(size, np.uint64),
        np.empty(size, np.uint64),
    )


@kernel
def _count_letters(wheels: Any, first: int, end: int, counts: Any) -> Any:
    """Count the wheel's letters; returns their set."""
    for code in range(_LETTERS):
        counts[code] = 0
    letters = _0
    for k in range(first, end):
        counts[wheels[k]] += 1
        letters |= _1 << np.uint64(wheels[k])
    return letters


@kernel
def _walk_wheel(
    edges: Any, walk: Any, counts: Any, left: Any, min_length: int, found: Any, words: int, letters: int
) -> Any:
    depth = 0
    walk.rest[0] = walk.masks[0] & left
    while True:
        if walk.rest[depth] == _0:
            if depth == 0:
                return found, words, letters
            depth -= 1
            letter = walk.letters[depth]
            counts[np.int64(letter)] += 1
            left |= _1 << letter
            continue
        letter = trailing_zeros(walk.rest[depth])
        walk.rest[depth] &= walk.rest[depth] - _1
        bit = _1 << letter
        edge = (walk.bases[depth] + ones(walk.masks[depth] & (bit - _1))) << _2
        packed = np.uint64(edges[edge + _1])
        number, is_word = walk.before[depth] + np.uint64(edges[edge + _2]), packed & _1
        walk.letters[depth] = letter
        counts[np.int64(letter)] -= 1
        if counts[np.int64(letter)] == 0:
            left &= ~bit
        depth += 1
        walk.masks[depth], walk.bases[depth] = np.uint64(edges[edge]), packed >> _1
        walk.before[depth], walk.rest[depth] = number + is_word, walk.masks[depth] & left
        if is_word and depth >= min_length:
            found = _with_room(found, words, letters + depth)
            found.numbers[words], found.word_first[words] = number, letters
            for k in range(depth):
                found.letters[letters + k] = walk.letters[k]
            words, letters = words + 1, letters + depth


@kernel
def _with_room(found: Any, words: int, letters: int) -> Any:
    """The same, or a copy with more memory, for one more word with which there are so many letters."""
    if words + 1 < len(found.word_first) and letters <= len(found.letters):
        return found
    return Found(
        _larger(found.numbers, 2 * len(found.numbers)),
        _larger(found.word_first, 2 * len(found.numbers) + 1),
        _larger(found.letters, 2 * max(letters, len(found.letters))),
    )


@kernel
def _larger(array: Any, size: int) -> Any:
    copy = np.empty(size, array.dtype)
    for k in range(len(array)):  # a slice would take Numba a second to compile, for each type
        copy[k] = array[k]
    return copy


@kernel
def long_first(word_first: Any, letters: Any, gap: int) -> Any:
    """The words one after the other with a gap behind each, long ones first, else in the order given."""
    words = len(word_first) - 1
    longest = 0
    for word in range(words):
        longest = max(longest, word_first[word + 1] - word_first[word])
    ends = np.zeros(longest + 2, np.int64)
    for word in range(words):
        ends[word_first[word + 1] - word_first[word]] += word_first[word + 1] - word_first[word] + 1
    for length in range(longest, -1, -1):  # from here: where the next word of each length goes
        ends[length] += ends[length + 1]
    spelled = np.empty(len(letters) + words, np.uint8)
    for word in range(words):
        length = word_first[word + 1] - word_first[word]
        at = ends[length + 1]
        for k in range(length):
            spelled[at + k] = letters[word_first[word] + k]
        spelled[at + length] = gap
        ends[length + 1] += length + 1
    return spelled
