"""Every word along every line of a grid: from each cell in each direction.

A place is one uint64: the word's number, then 32 bits of its start cell, then 3 of the direction's number;
so sorting the numbers sorts the places by word, cell, direction.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.kernels.compiled import inlined, kernel
from worker.kernels.limits import MOST_PLACES, TRIES_A_LINE, TRIES_AT_LEAST
from worker.kernels.lines_sieve import AHEAD, BEHIND, STEM, stem_of
from worker.kernels.lines_words import child, root

WORD_SHIFT: Final = 35
START_SHIFT: Final = 3

ROW_STEPS: Final = (0, 1, 1, 1, 0, -1, -1, -1)
COL_STEPS: Final = (1, 1, 0, -1, -1, -1, 0, 1)
"""Of the directions clockwise from east: the opposite one is four on."""
HALF_TURN: Final = 4

NO_CELL: Final = 0
WILD: Final = -1
"""Codes of cells: letters are positive; -2 and below are tiles with several letters, -2 the first."""
GAP: Final = 3
"""The least width of the margins: a window that begins in the grid, read from either end, ends in one."""
SLACK: Final = 16
"""Cells after the last margin, which windows that begin in it may touch."""
BLOCK: Final = 8
"""Windows that are looked up without a branch between them."""
CHUNK: Final = 2048
"""Windows whose numbers stay close to the processor."""

_1: Final = np.uint32(1)
_4: Final = np.uint32(4)
_15: Final = np.uint32(15)
_EITHER: Final = np.uint32(AHEAD | BEHIND)
_FIRST_PLACES: Final = 256


class Field(NamedTuple):
    """A grid among margins: of no cells, or of what lies at the opposite edge."""

    codes: NDArray[np.int16]
    """Flat, row by row, with `SLACK` more at the end."""
    rows: int
    cols: int
    width: int
    """From each row to the next one. Rows may share the margin between them when it has no cells."""
    first: int
    """Where the grid's first cell is."""


@kernel
def field_of(signs: Any, codes: Any, rows: int, cols: int) -> Any:
    """A field whose margins have no cells; `codes[sign]` is the code of a sign, the last one that of all
    beyond."""
    width = cols + GAP
    first, last = GAP * width + GAP, len(codes) - 1  # a diagonal window before the first cell reaches so far
    flat = np.zeros(first + (rows + GAP) * width + SLACK, np.int16)
    for row in range(rows):
        for col in range(cols):
            flat[first + row * width + col] = codes[min(np.int64(signs[row * cols + col]), last)]
    return flat, width, first


class Tiles(NamedTuple):
    """Tiles with several letters, one after the other; those of tile i begin at `first[i]`."""

    first: NDArray[np.int64]
    letters: NDArray[np.int64]


@kernel
def find_plain(words: Any, sieve: Any, field: Any, most_cells: Any, least: int) -> Any:
    """The places of all words of at least `least` letters in a grid of single letters and holes.

    `most_cells`, int64 (8,): how many cells a word may have in each direction, 0 for a direction that is not
    wanted. Each line is read once for both of its directions.
    """
    places, count = np.empty(_FIRST_PLACES, np.uint64), 0
    windows, passing = np.empty(CHUNK, np.uint32), np.empty((2, CHUNK + 1), np.uint32)
    for way in range(HALF_TURN):
        if most_cells[way] or most_cells[way + HALF_TURN]:
            step = ROW_STEPS[way] * field.width + COL_STEPS[way]
            far = (sieve.reach - 1) * step
            end = field.first + field.rows * field.width
            for begin in range(max(0, field.first - far), end, CHUNK):
                chunk = min(end - begin + BLOCK - 1, CHUNK) // BLOCK * BLOCK
                _number_windows(sieve.weights, field.codes, begin, step, windows[:chunk])
                ahead, behind = _sift(sieve, windows[:chunk], passing)
                line = (begin, way, most_cells[way])
                places, count = _walk(
                    words, sieve.stems, field, line, least, passing[0, :ahead], places, count
                )
                line = (begin + far, way + HALF_TURN, most_cells[way + HALF_TURN])
                places, count = _walk(
                    words, sieve.stems, field, line, least, passing[1, :behind], places, count
                )
                if count > MOST_PLACES:
                    return places[:count]
    return places[:count]


@kernel
def _number_windows(weights: Any, codes: Any, begin: int, step: int, windows: Any) -> None:
    """The numbers of the windows that begin at `begin` and after it."""
    first, second, third, fourth = weights
    at, on = np.uint64(begin), np.uint64(step)
    for k in range(np.uint64(len(windows))):
        cell = at + k
        windows[k] = np.uint32(
            codes[cell] * first
            + codes[cell + on] * second
            + codes[cell + on + on] * third
            + codes[cell + on + on + on] * fourth
        )


@kernel
def _sift(sieve: Any, windows: Any, passing: Any) -> tuple[int, int]:
    """Write which windows words may begin in, read ahead and from behind; returns how many each."""
    passes, is_dense = sieve.passes, sieve.is_dense
    forth, back = 0, 0
    for block in range(np.uint64(0), np.uint64(len(windows)), np.uint64(BLOCK)):
        both = _EITHER
        if not is_dense:
            both = np.uint32(0)
            for k in range(block, block + np.uint64(BLOCK)):
                both |= passes[windows[k] >> _4] >> ((windows[k] & _15) << _1)
        if both & _EITHER:
            for k in range(block, block + np.uint64(BLOCK)):
                both = passes[windows[k] >> _4] >> ((windows[k] & _15) << _1)
                passing[0, forth] = k
                forth += both & _1
                passing[1, back] = k
                back += both >> _1 & _1
    return forth, back


@kernel
def _walk(
    words: Any, stems: Any, field: Any, line: Any, least: int, starts: Any, places: Any, count: int
) -> Any:
    """Follow the lines from `starts`, counted from where the line begins, as far as they lie in the grid, and
    append their words."""
    begin, way, most = line
    step = np.uint64(ROW_STEPS[way] * field.width + COL_STEPS[way])  # back is forth, beyond 2 ** 64
    codes = field.codes
    for start in starts:
        offset = begin + start - field.first
        row = offset // field.width
        col = offset - row * field.width
        if not (0 <= row < field.rows and col < field.cols):
            continue
        at, state, taken = np.uint64(begin + start), root(words), 0
        if len(stems):
            state = stem_of(stems, np.uint64(codes[at]), np.uint64(codes[at + step]))
            at, taken = at + step + step, STEM
        for length in range(taken + 1, most + 1):
            found, word, state = child(words, state, codes[at])
            if not found:
                break
            if word >= 0 and length >= least:
                if count == len(places):
                    places = _grown(places)
                place = word << WORD_SHIFT | (row * field.cols + col) << START_SHIFT | way
                places[count] = np.uint64(place)
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
def find_any(words: Any, field: Any, tiles: Any, most_cells: Any, rules: Any) -> Any:
    """As `find_plain`, with wildcards, tiles of several letters and a letter that differs; and whether all
    was tried."""
    left = TRIES_AT_LEAST + TRIES_A_LINE * field.rows * field.cols * np.count_nonzero(most_cells)
    places, count = np.empty(_FIRST_PLACES, np.uint64), 0
    states = np.empty((rules.longest * (rules.letters + 1) + 2, 3), np.uint64)
    spots = np.empty((len(states), 5), np.int64)
    for way in range(2 * HALF_TURN):
        step = ROW_STEPS[way] * field.width + COL_STEPS[way]
        for row in range(field.rows if most_cells[way] else 0):
            for col in range(field.cols):
                at = field.first + row * field.width + col
                line = (at, step, most_cells[way], (row * field.cols + col) << START_SHIFT | way)
                places, count, left = _walk_any(
                    words, field.codes, tiles, line, rules, states, spots, places, count, left
                )
                if count > MOST_PLACES or left < 0:
                    return places[:count], left >= 0
    return places[:count], True


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
    left: int,
) -> Any:
    """Try all that one line may spell, depth first, unless nothing is `left` to try.

    A row of `states` and `spots` is a beginning still to be gone on from: its state; where the next letter
    is, which one of its tile, the cells and letters before, and whether a letter may still differ.
    """
    at, step, most, tag = line
    depth = _push(states, spots, 0, root(words), at, 0, 0, 0, rules.may_differ)
    while depth and left >= 0:
        depth, left = depth - 1, left - 1
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
    return places, count, left


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
