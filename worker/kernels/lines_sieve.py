"""What may stand in a *window* of four cells on a line, or fewer: whether some word begins so, read from
either end. Nearly all windows of a grid stop there, without a step in the trie.

Where all words have three letters and more, the steps of their first two are taken from a table, too.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.kernels.compiled import inlined, kernel
from worker.kernels.lines_words import LETTER_BITS, child, root

STEM: Final = 2
"""Letters whose steps are in a table."""
AHEAD: Final = 1
"""Whether a word begins with a, b, c, d: a bit of the two that a window has."""
BEHIND: Final = 2
"""Whether a word begins with d, c, b, a."""
DENSE: Final = 1 / 32
"""A share of windows that pass which is too large for looking at several of them at once."""

_FEW_BITS: Final = 5
_1: Final = np.uint64(1)


class Sieve(NamedTuple):
    """Tables by the number of a window: that of a, b, c, d is a * weights[0] + b * weights[1] ..."""

    passes: NDArray[np.uint32]
    """Two bits a window, sixteen windows a number, the first one lowest."""
    weights: tuple[int, int, int, int]
    reach: int
    """How many cells a window has; further weights are 0."""
    is_dense: bool
    stems: NDArray[np.uint32]
    """The state after two letters a, b at [a, b], its three numbers and one more; no rows where words may be
    shorter, or letters are many."""


@kernel
def build_sieve(words: Any, letters: int, least: int, few: bool) -> Any:
    """The sieve of words of at least `least` letters, which are 1 to `letters`; one more stands for all
    others. For `few` words a smaller one does."""
    width, reach = _window(letters, few)
    passes = np.zeros(1 << (width * reach - 4), np.uint32)
    states = np.empty((reach * letters + 1, 3), np.uint64)
    begun = np.zeros((len(states), 3), np.int64)  # the letters so far as a number, reversed, how many
    states[0, 0], states[0, 1], states[0, 2] = root(words)
    depth, passing = 1, 0
    while depth:
        depth -= 1
        state = (states[depth, 0], states[depth, 1], states[depth, 2])
        forth, back, length = begun[depth, 0], begun[depth, 1], begun[depth, 2] + 1
        for letter in range(1, letters + 1):
            found, word, after = child(words, state, letter)
            if not found:
                continue
            read, mirrored = forth << width | letter, letter << (width * (length - 1)) | back
            if length == reach or (word >= 0 and length >= least):
                free = width * (reach - length)
                _set_bits(passes, AHEAD, read << free, 1, free)
                _set_bits(passes, BEHIND, mirrored, 1 << (width * length), free)
                passing += 1 << free
            if length < reach:
                states[depth, 0], states[depth, 1], states[depth, 2] = after
                begun[depth, 0], begun[depth, 1], begun[depth, 2] = read, mirrored, length
                depth += 1
    is_dense = passing > DENSE * 16 * len(passes)
    has_stems = least > STEM and width == _FEW_BITS
    stems = _stems(words, letters) if has_stems else np.empty((0, 0, 4), np.uint32)
    return passes, _weights(width, reach), reach, is_dense, stems


@kernel
def _window(letters: int, few: bool) -> tuple[int, int]:
    """How many bits tell a letter from the others, and of how many cells a window is."""
    if letters + 2 <= 1 << _FEW_BITS:
        return _FEW_BITS, 3 if few else 4
    if letters + 2 <= 1 << 7:
        return 7, 3
    return (10, 2) if letters + 2 <= 1 << 10 else (LETTER_BITS, 1)


@kernel
def _weights(width: int, reach: int) -> Any:
    return (
        1 << (width * (reach - 1)),
        1 << (width * (reach - 2)) if reach > 1 else 0,
        1 << (width * (reach - 3)) if reach > 2 else 0,
        1 if reach > 3 else 0,
    )


@kernel
def _set_bits(passes: Any, bit: int, first: int, step: int, free: int) -> None:
    """The bit of windows in which as many bits of the number as are `free` may be any."""
    for other in range(1 << free):
        number = first + other * step
        passes[number >> 4] |= np.uint32(bit << 2 * (number & 15))


@kernel
def _stems(words: Any, letters: int) -> Any:
    stems = np.zeros((1 << _FEW_BITS, 1 << _FEW_BITS, 4), np.uint32)
    for first in range(1, letters + 1):
        found, _, state = child(words, root(words), first)
        for second in range(1, letters + 1 if found else 0):
            goes_on, _, after = child(words, state, second)
            if goes_on:
                stem = stems[first, second]
                stem[0], stem[1], stem[2] = after
    return stems


@inlined
def stem_of(stems: Any, first: Any, second: Any) -> Any:
    """The state after two letters that some word begins with."""
    return (
        np.uint64(stems[first, second, 0]),
        np.uint64(stems[first, second, 1]),
        np.uint64(stems[first, second, 2]),
    )
