"""From the search's memory to words with paths, in the wanted order, as flat arrays.

The best path of a word is the one with the shortest drag from centre to centre, where a step to the side
counts 1 and a diagonal one the root of 2; among equals the one whose cells come first in lexicographic order.
99 / 70 stands for the root: sums of up to 69 steps compare as the true ones do.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.kernels.compiled import inlined, kernel

STRAIGHT: Final = 70
DIAGONAL: Final = 99

_1: Final = np.uint64(1)
_2: Final = np.uint64(2)
_4: Final = np.uint64(4)
_16: Final = np.uint64(16)
_24: Final = np.uint64(24)
_32: Final = np.uint64(32)
_PIECE: Final = np.uint64(0xFFFF)
_LETTER: Final = np.uint64(31)
_LOW_HALF: Final = np.uint64(0xFFFFFFFF)


class Rules(NamedTuple):
    """What counts as a word and how the answer is ordered; lengths are in letters."""

    min_length: int
    max_length: int
    points: NDArray[np.int64]
    """Points of a word by its length, from 0 to the longest word's."""
    lengths: NDArray[np.int64]
    """The order of the lengths; all words alphabetically when it is empty."""
    limit: int
    all_paths: bool


class Answer(NamedTuple):
    """Words one after the other; entry i of `..._first` is where word or path i begins."""

    numbers: NDArray[np.int32]
    """The words' numbers in the lexicon."""
    letter_first: NDArray[np.int32]
    letters: NDArray[np.uint8]
    path_first: NDArray[np.int32]
    """By word: its paths, the best one first, the others in lexicographic order."""
    cell_first: NDArray[np.int32]
    """By path: its cells."""
    cells: NDArray[np.uint16]


class Ends(NamedTuple):
    """How far an answer is filled."""

    words: int | np.int64
    letters: int | np.int64
    paths: int | np.int64
    cells: int | np.int64


@kernel
def new_answer(words: int) -> Any:
    """Memory for about so many words."""
    return Answer(
        np.empty(words, np.int32),
        np.empty(words, np.int32),
        np.empty(5 * words, np.uint8),
        np.empty(words, np.int32),
        np.empty(words, np.int32),
        np.empty(5 * words, np.uint16),
    )


@kernel
def _grown(array: Any, used: int, needed: int) -> Any:
    """The array, or a larger copy of its used part when it has no place for `needed` more."""
    if used + needed <= len(array):
        return array
    larger = np.empty(2 * (used + needed), array.dtype)
    for k in range(used):  # a slice would take Numba a second to compile, for each type
        larger[k] = array[k]
    return larger


@kernel
def _with_room(answer: Any, ends: Any, words: int, paths: int, longest: int) -> Any:
    return Answer(
        _grown(answer.numbers, ends.words, words + 1),
        _grown(answer.letter_first, ends.words, words + 1),
        _grown(answer.letters, ends.letters, words * longest),
        _grown(answer.path_first, ends.words, words + 1),
        _grown(answer.cell_first, ends.paths, paths + 1),
        _grown(answer.cells, ends.cells, paths * longest),
    )


@kernel
def collect(scratch: Any, pieces: Any, cols: int, rules: Any, answer: Any, ends: Any) -> tuple[Any, Any]:
    """Append a board's words to the answer, which may have to grow; returns it with its new ends."""
    words = scratch.level_first[rules.max_length + 1]
    taken = min(words, rules.limit) if rules.limit >= 0 else words
    paths = _count_candidates(scratch.found, words) if rules.all_paths else taken
    answer = _with_room(answer, ends, taken, paths, rules.max_length)
    order = np.empty(taken, np.uint64)
    if len(rules.lengths):
        _order_by_length(scratch.level_first, rules.lengths, order)
    else:
        _order_by_word(scratch.level_first, scratch.found, rules.max_length, order)
    ends = _take(scratch, pieces, cols, order, rules.all_paths, answer, ends)
    return answer, ends


@kernel
def _order_by_length(level_first: Any, lengths: Any, order: Any) -> None:
    """Fill `order` with places in `found`, each with the word's length in the upper half."""
    at = 0
    for length in lengths:
        for word in range(level_first[length], level_first[length + 1]):
            if at == len(order):
                return
            order[at] = np.uint64(length << 32 | word)
            at += 1


@kernel
def _order_by_word(level_first: Any, found: Any, longest: int, order: Any) -> None:
    """As `_order_by_length`, alphabetically: each length is in order by itself, so they are merged."""
    merged = np.empty(level_first[longest + 1], np.uint64)
    before = np.empty_like(merged)
    count = 0
    for length in range(1, longest + 1):
        if level_first[length] < level_first[length + 1]:
            merged, before = before, merged
            count = _merge(found, before, count, length, level_first[length], level_first[length + 1], merged)
    for at in range(len(order)):
        order[at] = merged[at]


@kernel
def _merge(found: Any, before: Any, count: int, length: int, word: int, end: int, merged: Any) -> int:
    """Merge `before[:count]` with the words of one length into `merged`; returns their number."""
    taken, at = 0, 0
    while taken < count or word < end:
        is_before = word == end or (
            taken < count and found[((before[taken] & _LOW_HALF) << _1) + _1] < found[2 * word + 1]
        )
        if is_before:
            merged[at] = before[taken]
            taken += 1
        else:
            merged[at] = np.uint64(length << 32 | word)
            word += 1
        at += 1
    return at


@kernel
def _count_candidates(found: Any, words: int) -> int:
    candidates = 0
    for word in range(words):
        candidates += ((found[2 * word] & _LOW_HALF) - (found[2 * word] >> _32)) >> _2
    return candidates


@kernel
def _take(scratch: Any, pieces: Any, cols: int, order: Any, all_paths: bool, answer: Any, ends: Any) -> Any:
    """Append the words at these places in `found`; returns the new ends."""
    states, found = scratch.states, scratch.found
    follow, opens, cell_of, spots = pieces.follow, pieces.opens, pieces.cell, pieces.spot
    numbers, letter_first, letters = answer.numbers, answer.letter_first, answer.letters
    path_first, cell_first, cells = answer.path_first, answer.cell_first, answer.cells
    word, path = np.uint64(ends.words), np.uint64(ends.paths)
    letter, at = np.uint64(ends.letters), np.uint64(ends.cells)
    for place in order:
        length, entry = place >> _32, (place & _LOW_HALF) << _1
        low, high = found[entry] >> _32, found[entry] & _LOW_HALF
        numbers[word] = found[entry + _1]
        letter_first[word] = letter
        path_first[word] = path
        word += _1
        best = low
        if high - low != _4:
            best = _best_candidate(states, follow, spots, low, high, length, cols + 2)
        cell_first[path] = at
        path += _1
        at = _trace(states, best, length, opens, cell_of, letters, letter, cells, at)
        while all_paths and low < high:
            if low != best and follow[states[low + _2] & _PIECE] < 0:
                cell_first[path] = at
                path += _1
                at = _trace(states, low, length, opens, cell_of, letters, letter, cells, at)
            low += _4
        letter += length
    letter_first[word] = letter
    path_first[word] = path
    cell_first[path] = at
    return Ends(np.int64(word), np.int64(letter), np.int64(path), np.int64(at))


@inlined
def _trace(
    states: Any,
    state: Any,
    length: Any,
    opens: Any,
    cell_of: Any,
    letters: Any,
    letter: Any,
    cells: Any,
    start: Any,
) -> Any:
    """Write the state's letters and cells, last ones first; returns where the cells stop."""
    at, letter_at = start + length, letter + length
    for _ in range(length):
        trail = states[state + _2]
        piece = trail & _PIECE
        letter_at -= _1
        letters[letter_at] = np.uint8(trail >> _16 & _LETTER)
        cells[at - _1] = cell_of[piece]
        at -= np.uint64(opens[piece])  # a tile's pieces all write the same cell to the same place
        state = trail >> _24
    end = start + length - (at - start)
    while at != start and start < end:  # tiles with several letters make shorter paths: close the gap
        cells[start] = cells[at]
        start += _1
        at += _1
    return end


@kernel
def _best_candidate(
    states: Any, follow: Any, spots: Any, low: Any, high: Any, length: Any, width: int
) -> Any:
    best, shortest = low, np.int64(1) << 60
    while low < high:
        if follow[states[low + _2] & _PIECE] < 0:
            distance = _distance(states, low, length, spots, width)
            if distance < shortest:
                best, shortest = low, distance
        low += _4
    return best


@inlined
def _distance(states: Any, state: Any, length: Any, spots: Any, width: int) -> int:
    trail = states[state + _2]
    spot = np.int64(spots[trail & _PIECE])
    total = 0
    for _ in range(length - _1):
        trail = states[(trail >> _24) + _2]
        before = np.int64(spots[trail & _PIECE])
        step = abs(spot - before)
        total += STRAIGHT if step == 1 or step == width else DIAGONAL
        total -= DIAGONAL if step == 0 else 0  # within a tile nothing is dragged
        spot = before
    return total
