"""Many small layouts in one call, for packs: no Python object in between."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from worker.kernels.compiled import kernel
from worker.kernels.layout import advance, new_search
from worker.kernels.layout_board import ABSENT, SIDE

_CODES: Final = 256


@kernel
def lay_out_many(
    letters: Any,
    word_first: Any,
    set_first: Any,
    seeds: Any,
    costs: Any,
    rounds: int,
    places: Any,
    boxes: Any,
) -> None:
    """Lay out set after set, each from its own seed, so that a layout depends on its set and seed alone.

    `letters` uint8: all words one after the other; word w is letters[word_first[w] : word_first[w + 1]], and
    set s has the words set_first[s] to set_first[s + 1] - 1, each of them once. Written are `places` int16
    (words, 3): row, column, 1 if across (row -1 where the word is missing), and `boxes` int16 (sets, 3):
    rows, columns, missing words.
    """
    dense = np.empty(_CODES, np.int64)
    for number in range(len(seeds)):
        first, end = set_first[number], set_first[number + 1]
        lengths = word_first[first + 1 : end + 1] - word_first[first:end]
        codes = np.zeros((end - first, lengths.max()), np.int64)
        kinds = _dense_codes(letters, word_first, first, end, dense, codes)
        search = new_search(codes, lengths, kinds, seeds[number], costs)
        advance(search, costs, rounds)
        _write(search.best, lengths, places[first:end], boxes[number])


@kernel
def _dense_codes(letters: Any, word_first: Any, first: int, end: int, dense: Any, codes: Any) -> int:
    """Number the letters that a set has from 0; returns how many there are."""
    kinds = 0
    dense[:] = -1
    for word in range(first, end):
        for k in range(word_first[word], word_first[word + 1]):
            if dense[letters[k]] < 0:
                dense[letters[k]] = kinds
                kinds += 1
            codes[word - first, k - word_first[word]] = dense[letters[k]]
    return kinds


@kernel
def _write(best: Any, lengths: Any, places: Any, box: Any) -> None:
    top, left, bottom, right = SIDE, SIDE, -1, -1
    for word in range(len(lengths)):
        way, line, start = best[word]
        if way != ABSENT:
            row, col = (line, start) if way == 0 else (start, line)
            top, left = min(top, row), min(left, col)
            bottom = max(bottom, row if way == 0 else row + lengths[word] - 1)
            right = max(right, col if way == 1 else col + lengths[word] - 1)
    missing = 0
    for word in range(len(lengths)):
        way, line, start = best[word]
        places[word, 0], places[word, 1], places[word, 2] = -1, -1, 0
        if way == ABSENT:
            missing += 1
        else:
            row, col = (line, start) if way == 0 else (start, line)
            places[word, 0], places[word, 1], places[word, 2] = row - top, col - left, way == 0
    box[0], box[1], box[2] = max(0, bottom - top + 1), max(0, right - left + 1), missing
