"""Sorted words in few bytes: back-coding under LZMA.

A word is written as the number of letters to take off the end of the word before it, then the letters to
add, so that `cat catch cats dog` becomes `0cat 0ch 2s 4dog`. Neighbours in a sorted list share long stems,
and "take one off, add an s" repeats so often that LZMA brings a word of English down to 1.1 bytes; the plain
list takes twice that, and the usual front coding (length of the shared stem) a tenth more.

What is known of the words lies in streams of its own in the same order, a digit, byte or line a word, since
most readers want words only.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Any, Final

_FIRST_COUNT: Final = ord("0")

# Spelled out rather than a preset, so that the bytes depend on the encoder alone.
_FILTERS: Final[list[dict[str, Any]]] = [
    {
        "id": lzma.FILTER_LZMA2,
        "dict_size": 1 << 22,
        "lc": 4,
        "lp": 0,
        "pb": 0,
        "mode": lzma.MODE_NORMAL,
        "mf": lzma.MF_BT4,
        "nice_len": 273,
        "depth": 512,
    }
]


def pack_words(words: Iterable[str]) -> bytes:
    """Compress words that are sorted and hold no newline."""
    return _compress("\n".join(_steps(words)).encode())


def unpack_words(packed: bytes) -> list[str]:
    """The words again; raises `lzma.LZMAError` when the bytes are damaged."""
    text = lzma.decompress(packed).decode()
    return list(accumulate(text.split("\n"), follow, initial=""))[1:] if text else []


def pack_levels(levels: Iterable[int], scale: tuple[int, ...]) -> bytes:
    """Compress one level a word; each must be on the scale, which has at most ten."""
    return _compress("".join(str(scale.index(level)) for level in levels).encode())


def unpack_levels(packed: bytes, scale: tuple[int, ...]) -> Iterator[int]:
    return (scale[digit - _FIRST_COUNT] for digit in lzma.decompress(packed))


def pack_tenths(values: Iterable[float]) -> bytes:
    """Compress one number a word, 0 to 25.5, to a tenth."""
    return _compress(bytes(round(10 * value) for value in values))


def unpack_tenths(packed: bytes) -> bytes:
    """The numbers times ten; raises `lzma.LZMAError`."""
    return lzma.decompress(packed)


def pack_lines(lines: Iterable[str]) -> bytes:
    """Compress texts without newlines, at least one."""
    return _compress("\n".join(lines).encode())


def unpack_lines(packed: bytes) -> list[str]:
    """The texts again; raises `lzma.LZMAError`."""
    return lzma.decompress(packed).decode().split("\n")


def step(before: str, word: str) -> str:
    """What leads from one word to the next: `step("cats", "cat") == "1"`."""
    shared = _shared(before, word)
    return chr(_FIRST_COUNT + len(before) - shared) + word[shared:]


def follow(before: str, step: str) -> str:
    """The word that a step leads to."""
    return before[: len(before) - ord(step[0]) + _FIRST_COUNT] + step[1:]


def _steps(words: Iterable[str]) -> Iterator[str]:
    before = ""
    for word in words:
        yield step(before, word)
        before = word


def _shared(before: str, word: str) -> int:
    """How many letters both words begin with."""
    pairs = zip(before, word, strict=False)
    return next((count for count, (a, b) in enumerate(pairs) if a != b), min(len(before), len(word)))


def _compress(content: bytes) -> bytes:
    return lzma.compress(content, format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC64, filters=_FILTERS)
