"""Which places of words are told: one pass over the places that `worker.kernels.lines` finds.

It is what `worker.solvers.wordsearch_rules` does with hits of any form, for straight lines of single letters.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from worker.kernels.compiled import kernel
from worker.kernels.lines import COL_STEPS, HALF_TURN, NO_CELL, ROW_STEPS, START_SHIFT, WORD_SHIFT

NOWHERE: Final = 0
HIDDEN: Final = 1
"""Of a word whose places are all left out."""
TOLD: Final = 2

_WORD_SHIFT: Final = np.uint64(WORD_SHIFT)
_WITHIN_WORD: Final = np.uint64((1 << WORD_SHIFT) - 1)
_WAYS: Final = 1 << START_SHIFT
_STARTS: Final = 1 << (WORD_SHIFT - START_SHIFT)


class Telling(NamedTuple):
    """Rules, as `worker.solvers.wordsearch_options` has them."""

    overlapping: bool
    palindromes_twice: bool
    first_only: bool


@kernel
def unpack(place: Any) -> Any:
    """Word, start cell and direction."""
    whole = np.int64(place)
    return whole >> WORD_SHIFT, (whole >> START_SHIFT) % _STARTS, whole % _WAYS


@kernel
def unpack_all(places: Any) -> Any:
    """The same for each place, a row each."""
    triples = np.empty((len(places), 3), np.int32)
    for at in range(len(places)):
        triples[at, 0], triples[at, 1], triples[at, 2] = unpack(places[at])
    return triples


@kernel
def is_palindrome(spelling: Any, word: int) -> Any:
    begin, end = spelling.first[word], spelling.first[word + 1] - 1
    while begin < end and spelling.letters[begin] == spelling.letters[end]:
        begin, end = begin + 1, end - 1
    return begin >= end


@kernel
def tell(places: Any, spelling: Any, field: Any, most_cells: Any, telling: Any) -> Any:
    """What is told of the sorted places: these, for each word whether it is `TOLD`, `HIDDEN` or
    `NOWHERE`, and the cells that no place uses, also of those not told."""
    used = np.zeros(field.rows * field.cols, np.bool_)
    words = np.zeros(len(spelling.first) - 1, np.uint8)
    kept, count = np.empty(len(places), np.uint64), 0
    fewest = _fewest(places, spelling, len(used)) if not telling.overlapping else np.empty(0, np.int64)
    for place in places:
        word, start, way = unpack(place)
        length = spelling.first[word + 1] - spelling.first[word]
        step = ROW_STEPS[way] * field.cols + COL_STEPS[way]
        for at in range(length):
            used[start + at * step] = True
        words[word] = max(words[word], HIDDEN)
        if len(fewest) and fewest[start * _WAYS + way] < length:
            continue
        if telling.first_only and words[word] == TOLD:
            continue
        if not telling.palindromes_twice and is_palindrome(spelling, word):
            back = (way + HALF_TURN) % _WAYS
            twin = (start + (length - 1) * step) * _WAYS + back
            if length == 1:
                is_second = count > 0 and kept[count - 1] >> START_SHIFT == place >> START_SHIFT
            else:
                is_second = back < way and most_cells[back] and not (len(fewest) and fewest[twin] < length)
            if is_second:
                continue
        words[word] = TOLD
        kept[count] = place
        count += 1
    return kept[:count], words, _unused(used, field)


@kernel
def _fewest(places: Any, spelling: Any, cells: int) -> Any:
    """By start cell and direction the fewest cells of a word."""
    fewest = np.full(cells * _WAYS, len(spelling.letters) + 1, np.int64)
    for place in places:
        word, start, way = unpack(place)
        line = start * _WAYS + way
        fewest[line] = min(fewest[line], spelling.first[word + 1] - spelling.first[word])
    return fewest


@kernel
def _unused(used: Any, field: Any) -> Any:
    """All other cells but the holes."""
    cells, count = np.empty(len(used), np.int64), 0
    for row in range(field.rows):
        for col in range(field.cols):
            cell = row * field.cols + col
            cells[count] = cell
            count += not used[cell] and field.codes[field.first + row * field.width + col] != NO_CELL
    return cells[:count]


@kernel
def renumber(places: Any) -> Any:
    """Number the words of sorted places anew from 0, in place; returns their former numbers."""
    numbers, count = np.empty(len(places), np.int64), 0
    for at in range(len(places)):
        word = np.int64(places[at]) >> WORD_SHIFT
        if count == 0 or numbers[count - 1] != word:
            numbers[count] = word
            count += 1
        places[at] -= np.uint64(word - count + 1) << _WORD_SHIFT
    return numbers[:count]


@kernel
def reorder(places: Any, spelling: Any, order: Any) -> Any:
    """Sorted places with their words numbered anew, in this order of their numbers, and sorted again; and how
    these are spelled."""
    begins = np.searchsorted(places, np.arange(len(order) + 1).astype(np.uint64) << _WORD_SHIFT)
    letters, first = np.empty_like(spelling.letters), np.zeros(len(order) + 1, np.int64)
    moved, count, end = np.empty_like(places), 0, 0
    for new in range(len(order)):
        word = order[new]
        for place in places[begins[word] : begins[word + 1]]:
            moved[count] = place & _WITHIN_WORD | np.uint64(new) << _WORD_SHIFT
            count += 1
        for letter in spelling.letters[spelling.first[word] : spelling.first[word + 1]]:
            letters[end] = letter
            end += 1
        first[new + 1] = end
    return moved, letters, first
