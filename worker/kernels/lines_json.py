"""Places of words as JSON, an object each: `{"word":"cat","key":"CAT","start":[0,1],"end":[0,3],...},...`

To make Python objects of them and to dump these would take twenty times as long as the search. Texts are
copied in steps of eight bytes; what a step writes too much is overwritten by the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.kernels.bits import copy_eight
from worker.kernels.compiled import kernel
from worker.kernels.lines import COL_STEPS, ROW_STEPS
from worker.kernels.lines_told import is_palindrome, unpack

STEP: Final = 8
_STEP: Final = np.uint64(STEP)


class Texts(NamedTuple):
    """Texts in UTF-8, one after the other."""

    letters: NDArray[np.uint8]
    """With a step more at the end."""
    first: NDArray[np.int64]
    """Where each begins, and one more."""

    @classmethod
    def of(cls, texts: Sequence[str]) -> Texts:
        joined = "".join(texts)
        pieces = texts if joined.isascii() else [text.encode() for text in texts]
        first = np.fromiter(accumulate(map(len, pieces), initial=0), np.int64, len(texts) + 1)
        return cls(np.frombuffer(joined.encode() + bytes(STEP), np.uint8), first)


_FRAME: Final = Texts.of(
    [
        ',"start":[',
        '],"end":[',
        *(f'],"direction":"{way}","cells":[' for way in ("e", "se", "s", "sw", "w", "nw", "n", "ne")),
        '],"palindrome":false,"mismatches":[],"inferred":false',
        '],"palindrome":true,"mismatches":[],"inferred":false',
        "},",
    ]
)
_START, _END, _WAY, _TRAITS, _CLOSE = 0, 1, 2, 10, 12
_FRAME_LETTERS, _FRAME_FIRST = _FRAME
_MOST_DIGITS: Final = 11
"""Of a cell's number, with its comma."""
_ZERO: Final = ord("0")
_COMMA: Final = ord(",")


@kernel
def write_places(places: Any, spelling: Any, cols: int, heads: Any, tails: Any) -> Any:
    """The objects, comma after comma. That of a word begins with its head, `{"word":"cat","key":"CAT"`, and
    ends with its tail, which may be empty, and `}`."""
    out, at = np.empty(_bound(places, spelling, heads, tails), np.uint8), 0
    for place in places:
        word, start, way = unpack(place)
        length = spelling.first[word + 1] - spelling.first[word]
        step = ROW_STEPS[way] * cols + COL_STEPS[way]
        end = start + (length - 1) * step
        at = _put(heads.letters, heads.first, word, out, at)
        at = _put_pair(start // cols, start % cols, _START, out, at)
        at = _put_pair(end // cols, end % cols, _END, out, at)
        at = _put(_FRAME_LETTERS, _FRAME_FIRST, _WAY + way, out, at)
        for cell in range(length):
            at = _put_number(start + cell * step, out, at)
            out[at] = _COMMA
            at += 1
        traits = _TRAITS + is_palindrome(spelling, word)
        at = _put(_FRAME_LETTERS, _FRAME_FIRST, traits, out, at - 1)
        at = _put(tails.letters, tails.first, word, out, at)
        at = _put(_FRAME_LETTERS, _FRAME_FIRST, _CLOSE, out, at)
    return out[: max(0, at - 1)]


@kernel
def write_numbers(numbers: Any) -> Any:
    """Comma after comma."""
    out, at = np.empty(len(numbers) * _MOST_DIGITS + 1, np.uint8), 0
    for number in numbers:
        at = _put_number(number, out, at)
        out[at] = _COMMA
        at += 1
    return out[: max(0, at - 1)]


@kernel
def _bound(places: Any, spelling: Any, heads: Any, tails: Any) -> int:
    """No fewer bytes than the objects take."""
    size = 1 + STEP
    for place in places:
        word, _, _ = unpack(place)
        length = spelling.first[word + 1] - spelling.first[word]
        size += heads.first[word + 1] - heads.first[word] + tails.first[word + 1] - tails.first[word]
        size += len(_FRAME_LETTERS) + (length + 4) * _MOST_DIGITS
    return size


@kernel
def _put(letters: Any, first: Any, number: int, out: Any, at: int) -> int:
    """One of several texts."""
    size: int = first[number + 1] - first[number]
    source, target, end = np.uint64(first[number]), np.uint64(at), np.uint64(first[number + 1])
    while source < end:
        copy_eight(out, target, letters, source)
        source, target = source + _STEP, target + _STEP
    return at + size


@kernel
def _put_pair(row: int, col: int, opening: int, out: Any, at: int) -> int:
    at = _put_number(row, out, _put(_FRAME_LETTERS, _FRAME_FIRST, opening, out, at))
    out[at] = _COMMA
    at = _put_number(col, out, at + 1)
    return at


@kernel
def _put_number(number: int, out: Any, at: int) -> int:
    end, power = at + 1, 10
    while power <= number:
        end, power = end + 1, power * 10
    for place in range(end - 1, at - 1, -1):
        out[place] = _ZERO + number % 10
        number //= 10
    return end
