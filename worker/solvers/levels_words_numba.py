"""The words of many wheels at once, as flat arrays: no Python object a word.

Imported only when the kernel is wanted: it loads Numba.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.kernels.wheel_words import long_first, words_of
from worker.lexicon import Lexicon


class WheelWords(NamedTuple):
    """Words one after the other, those of each wheel in the order of the lexicon."""

    first: NDArray[np.int64]
    """(wheels + 1,): wheel w has the words first[w] to first[w + 1] - 1."""
    numbers: NDArray[np.int32]
    """(words,): their numbers in the lexicon."""
    word_first: NDArray[np.int64]
    """(words + 1,): word w is letters[word_first[w] : word_first[w + 1]]."""
    letters: NDArray[np.uint8]
    """Places in the lexicon's alphabet."""


def words_of_wheels(wheels: Sequence[Sequence[int]], lexicon: Lexicon, min_length: int) -> WheelWords:
    """The words of wheels, whose letters are places in the lexicon's alphabet."""
    codes = np.fromiter(chain.from_iterable(wheels), np.uint8)
    wheel_first = np.array([0, *accumulate(map(len, wheels))], np.int64)
    first = np.empty(len(wheels) + 1, np.int64)
    edges, mask, base = lexicon.edges.reshape(-1), np.uint64(lexicon.root_mask), np.uint64(lexicon.root_base)
    numbers, word_first, letters, words, end = words_of(
        edges, mask, base, codes, wheel_first, min_length, first
    )
    return WheelWords(first, numbers[:words], word_first[: words + 1], letters[:end])


def spelled(found: WheelWords, lexicon: Lexicon) -> list[str]:
    """All the words as texts, long ones first, else in the order of the lexicon."""
    signs = np.frombuffer(f"{lexicon.alphabet} ".encode("utf-32-le"), np.uint32)
    texts: NDArray[np.uint32] = signs[long_first(found.word_first, found.letters, len(lexicon.alphabet))]
    return texts.tobytes().decode("utf-32-le").split()
