"""Found words as JSON, written by the kernel: `[{"word":"cat","points":100,"path":[0,1,5]},...]`.

Building Python objects and dumping them costs ten times the search. Here every piece of text is copied from a
table in steps of eight bytes; what a step writes too much is overwritten by the next one.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.kernels.bits import copy_eight, store_eight
from worker.kernels.compiled import kernel

POINTS_STRIDE: Final = 56
CENTRE_STRIDE: Final = 48

_WORD_START: Final = np.uint64(int.from_bytes(b'{"word":', "little"))
_CENTRES_START: Final = np.uint64(int.from_bytes(b',"centre', "little"))
_CENTRES_REST: Final = np.uint64(int.from_bytes(b's":[', "little"))
_PATHS_START: Final = np.uint64(int.from_bytes(b',"paths"', "little"))
_PATHS_REST: Final = np.uint64(int.from_bytes(b":[", "little"))

_1: Final = np.uint64(1)
_2: Final = np.uint64(2)
_4: Final = np.uint64(4)
_8: Final = np.uint64(8)
_9: Final = np.uint64(9)
_CELL: Final = np.uint64(16)
_FRAME: Final = np.uint64(128)
"""More than the bytes of a word's object beside letters, cells and centres."""
_QUOTE, _COMMA = np.uint8(ord('"')), np.uint8(ord(","))
_OPEN, _CLOSE, _END = np.uint8(ord("[")), np.uint8(ord("]")), np.uint8(ord("}"))


class Texts(NamedTuple):
    """What may be written; texts of up to eight bytes are numbers, lowest byte first."""

    letters: NDArray[np.uint64]
    letter_sizes: NDArray[np.uint64]
    points: NDArray[np.uint8]
    """By length, POINTS_STRIDE bytes each: `","points":100,"path":[`."""
    points_sizes: NDArray[np.uint64]
    cells: NDArray[np.uint64]
    """`12,`."""
    cell_sizes: NDArray[np.uint64]
    centres: NDArray[np.uint8]
    """By cell, CENTRE_STRIDE bytes each: `[10.5,20.0],`; empty when no centres are wanted."""
    centre_sizes: NDArray[np.uint64]


@kernel
def write_words(answer: Any, ends: Any, all_paths: bool, texts: Any, out: Any, at: Any) -> tuple[Any, Any]:
    """Write a board's words to `out` from `at` on; returns `out`, or a larger one, and the end."""
    out = _with_room(out, at, _bound(ends, len(texts.centres) > 0))
    return out, _write_array(answer, ends.words, all_paths, texts, out, at)


@kernel
def _with_room(out: Any, at: Any, needed: Any) -> Any:
    if at + needed <= np.uint64(len(out)):
        return out
    larger = np.empty(2 * (at + needed), np.uint8)
    for k in range(at):
        larger[k] = out[k]
    return larger


@kernel
def _bound(ends: Any, centres: bool) -> Any:
    """No fewer bytes than the words take, with what the steps of eight write too much."""
    cells = np.uint64(ends.cells) * (_CELL + np.uint64(CENTRE_STRIDE) if centres else _CELL)
    return _FRAME * np.uint64(ends.words + 1) + _4 * np.uint64(ends.letters + ends.paths) + cells


@kernel
def _write_array(answer: Any, words: int, all_paths: bool, texts: Any, out: Any, at: Any) -> Any:
    letter_first, letters, path_first = answer.letter_first, answer.letters, answer.path_first
    cell_first, cells = answer.cell_first, answer.cells
    letter_texts, letter_sizes = texts.letters, texts.letter_sizes
    points, points_sizes = texts.points, texts.points_sizes
    cell_texts, cell_sizes = texts.cells, texts.cell_sizes
    out[at] = _OPEN
    at += _1
    for word in range(words):
        store_eight(out, at, _WORD_START)
        out[at + _8] = _QUOTE
        at += _9
        for k in range(letter_first[word], letter_first[word + 1]):
            store_eight(out, at, letter_texts[letters[k]])
            at += letter_sizes[letters[k]]
        length = np.uint64(letter_first[word + 1] - letter_first[word])
        _copy(out, at, points, length * np.uint64(POINTS_STRIDE), points_sizes[length])
        at += points_sizes[length]
        first, last = path_first[word], path_first[word + 1]
        at = _write_cells(cells, cell_first[first], cell_first[first + 1], cell_texts, cell_sizes, out, at)
        if len(texts.centres):
            at = _write_centres(cells, cell_first[first], cell_first[first + 1], texts, out, at)
        if all_paths:
            at = _write_paths(cells, cell_first, first, last, texts, out, at)
        out[at] = _END
        out[at + _1] = _COMMA
        at += _2
    if words:
        at -= _1  # the last comma
    out[at] = _CLOSE
    return at + _1


@kernel
def _copy(out: Any, at: Any, texts: Any, start: Any, size: Any) -> None:
    done = np.uint64(0)
    while done < size:
        copy_eight(out, at + done, texts, start + done)
        done += _8


@kernel
def _write_cells(cells: Any, first: int, end: int, texts: Any, sizes: Any, out: Any, at: Any) -> Any:
    """`0,1,5]`."""
    for k in range(first, end):
        store_eight(out, at, texts[cells[k]])
        at += sizes[cells[k]]
    out[at - _1] = _CLOSE
    return at


@kernel
def _write_centres(cells: Any, first: int, end: int, texts: Any, out: Any, at: Any) -> Any:
    """`,"centres":[[10.5,20.0],...]`."""
    store_eight(out, at, _CENTRES_START)
    store_eight(out, at + _8, _CENTRES_REST)
    at += np.uint64(12)
    for k in range(first, end):
        cell = np.uint64(cells[k])
        _copy(out, at, texts.centres, cell * np.uint64(CENTRE_STRIDE), texts.centre_sizes[cell])
        at += texts.centre_sizes[cell]
    out[at - _1] = _CLOSE
    return at


@kernel
def _write_paths(cells: Any, cell_first: Any, first: int, last: int, texts: Any, out: Any, at: Any) -> Any:
    """`,"paths":[[0,1,5],...]`."""
    store_eight(out, at, _PATHS_START)
    store_eight(out, at + _8, _PATHS_REST)
    at += np.uint64(10)
    for path in range(first, last):
        out[at] = _OPEN
        at = _write_cells(
            cells, cell_first[path], cell_first[path + 1], texts.cells, texts.cell_sizes, out, at + _1
        )
        out[at] = _COMMA
        at += _1
    out[at - _1] = _CLOSE
    return at
