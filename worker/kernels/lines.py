"""Every word along every line of a grid: from each cell in each direction.

A place is one uint64: the word's number, then 32 bits of its start cell, then 3 of the direction's number;
so sorting the numbers sorts the places by word, cell, direction.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.kernels.compiled import inlined, kernel
from worker.kernels.lines_words import child, root

WORD_SHIFT: Final = 35
START_SHIFT: Final = 3

NO_CELL: Final = 0
WILD: Final = -1
"""Codes of cells: letters are positive; -2 and below are tiles with several letters, -2 the first."""
PAD: Final = 3
"""The least width of a field's margin."""

_1: Final = np.uint64(1)
_6: Final = np.uint64(6)
_63: Final = np.uint64(63)
_FIRST_PLACES: Final = 256


class Field(NamedTuple):
    """A grid with a margin on all sides: of no cells, or of what lies at the opposite edge."""

    codes: NDArray[np.int16]
    """Flat, row by row."""
    rows: int
    cols: int
    margin: int


class Tiles(NamedTuple):
    """Tiles with several letters, one after the other; those of tile i begin at `first[i]`."""

    first: NDArray[np.int64]
    letters: NDArray[np.int64]


class Ways(NamedTuple):
    """The directions, an entry each."""

    number: NDArray[np.int64]
    row_step: NDArray[np.int64]
    col_step: NDArray[np.int64]
    most_cells: NDArray[np.int64]
    """How many cells a word may have."""


@kernel
def find_plain(words: Any, sieve: Any, field: Any, ways: Any, least: int) -> Any:
    """The places of all words of at least `least` letters in a grid of single letters and holes."""
    places, count = np.empty(_FIRST_PLACES, np.uint64), 0
    codes, bits = field.codes, sieve.bits
    first, second, third, fourth = sieve.weights
    width = field.cols + 2 * field.margin
    for way in range(len(ways.number)):
        step = np.uint64(ways.row_step[way] * width + ways.col_step[way])  # back is forth, beyond 2 ** 64
        most, direction = ways.most_cells[way], ways.number[way]
        for row in range(field.rows):
            at = np.uint64((row + field.margin) * width + field.margin)
            tag = (row * field.cols) << START_SHIFT | direction
            for _ in range(field.cols):
                number = codes[at] * first + codes[at + step] * second
                number += codes[at + step + step] * third + codes[at + step + step + step] * fourth
                if bits[np.uint64(number) >> _6] >> (np.uint64(number) & _63) & _1:
                    places, count = _walk(words, codes, at, step, most, least, tag, places, count)
                at += _1
                tag += 1 << START_SHIFT
    return places[:count]


@inlined
def _walk(
    words: Any, codes: Any, at: int, step: int, most: int, least: int, tag: int, places: Any, count: int
) -> Any:
    """Follow one line and append its words; `tag` is a place without the word."""
    state = root(words)
    for length in range(1, most + 1):
        found, word, state = child(words, state, codes[at])
        if not found:
            break
        if word >= 0 and length >= least:
            if count == len(places):
                places = _grown(places)
            places[count] = np.uint64(word << WORD_SHIFT | tag)
            count += 1
        at += step
    return places, count


@kernel
def _grown(places: Any) -> Any:
    larger = np.empty(2 * len(places), np.uint64)
    for k in range(len(places)):
        larger[k] = places[k]
    return larger


class Rules(NamedTuple):
    """What else a walk may do than compare letter with letter."""

    letters: int
    """The words' letters are 1 to this."""
    longest: int
    """The longest word's number of letters."""
    least: int
    may_differ: bool
    """Whether one letter may be another."""


@kernel
def find_any(words: Any, field: Any, tiles: Any, ways: Any, rules: Any) -> Any:
    """As `find_plain`, with wildcards, tiles of several letters and a letter that differs."""
    places, count = np.empty(_FIRST_PLACES, np.uint64), 0
    states = np.empty((rules.longest * (rules.letters + 1) + 2, 3), np.uint64)
    spots = np.empty((len(states), 5), np.int64)
    width = field.cols + 2 * field.margin
    for way in range(len(ways.number)):
        step = ways.row_step[way] * width + ways.col_step[way]
        for row in range(field.rows):
            for col in range(field.cols):
                at = (row + field.margin) * width + field.margin + col
                tag = (row * field.cols + col) << START_SHIFT | ways.number[way]
                line = (at, step, ways.most_cells[way], tag)
                places, count = _walk_any(
                    words, field.codes, tiles, line, rules, states, spots, places, count
                )
    return places[:count]


@kernel
def _walk_any(
    words: Any,
    codes: Any,
    tiles: Any,
    line: Any,
    rules: Any,
    states: Any,
    spots: Any,
    places: Any,
    count: int,
) -> Any:
    """Try all that one line may spell, depth first.

    A row of `states` and `spots` is a beginning still to be gone on from: its state; where the next letter
    is, which one of its tile, the cells and letters before, and whether a letter may still differ.
    """
    at, step, most, tag = line
    depth = _push(states, spots, 0, root(words), at, 0, 0, 0, rules.may_differ)
    while depth:
        depth -= 1
        state = (states[depth, 0], states[depth, 1], states[depth, 2])
        at, inside, cells = spots[depth, 0], spots[depth, 1], spots[depth, 2]
        length, may_differ = spots[depth, 3] + 1, spots[depth, 4]
        letter, closes = _letter_at(codes[at], tiles, inside)
        if letter == NO_CELL:
            continue
        any_letter = letter == WILD or may_differ
        low, high = (1, rules.letters) if any_letter else (letter, letter)
        for tried in range(low, high + 1):
            found, word, after = child(words, state, tried)
            if not found:
                continue
            differs = may_differ and letter in (WILD, tried)
            if not closes:
                depth = _push(states, spots, depth, after, at, inside + 1, cells, length, differs)
                continue
            if word >= 0 and length >= rules.least:
                if count == len(places):
                    places = _grown(places)
                places[count] = np.uint64(word << WORD_SHIFT | tag)
                count += 1
            if cells + 1 < most:
                depth = _push(states, spots, depth, after, at + step, 0, cells + 1, length, differs)
    return places, count


@inlined
def _letter_at(code: int, tiles: Any, inside: int) -> Any:
    """The letter of a tile, and whether it is its last."""
    if code >= WILD:
        return np.int64(code), True
    tile = -2 - code
    at = tiles.first[tile] + inside
    return tiles.letters[at], at + 1 == tiles.first[tile + 1]


@inlined
def _push(
    states: Any,
    spots: Any,
    depth: int,
    state: Any,
    at: int,
    inside: int,
    cells: int,
    length: int,
    may_differ: Any,
) -> int:
    states[depth, 0], states[depth, 1], states[depth, 2] = state
    spots[depth, 0], spots[depth, 1], spots[depth, 2] = at, inside, cells
    spots[depth, 3], spots[depth, 4] = length, may_differ
    return depth + 1
