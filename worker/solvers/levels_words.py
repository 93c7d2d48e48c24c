"""The words of a letter wheel, from a dictionary."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from typing import Final, Literal

from worker import kernels
from worker.errors import BadOption
from worker.lexicon import Lexicon

MOST_LETTERS: Final = 20
MIN_LENGTH: Final = 3
"""Shorter words make levels dull."""

Engine = Literal["numba", "python", "auto"]
"""`auto` is Numba where the process has kernels loaded, since loading them takes seconds; else Python."""


def wheel_words(
    letters: str, lexicon: Lexicon, min_length: int = MIN_LENGTH, engine: Engine = "auto"
) -> tuple[str, ...]:
    """Every word that needs no letter more often than the wheel has it: long ones first, then by alphabet.

    Letters may be in capitals or have accents that the lexicon folds; spaces and commas part them.

    >>> wheel_words("there", english)[:4]
    ('ether', 'there', 'three', 'ethe')

    Raises:
        BadOption: no letters, too many, or a sign that is no letter of the lexicon's alphabet.
    """
    codes = wheel_codes(letters, lexicon)
    if min_length < 1:
        raise BadOption(f"Words have 1 letter or more, not {min_length}.", option="min_length")
    if engine == "numba" or (engine == "auto" and _is_numba_loaded()):
        from worker.solvers.levels_words_numba import spelled, words_of_wheels

        return tuple(spelled(words_of_wheels([codes], lexicon, min_length), lexicon))
    words = [word for word in _walk(codes, lexicon) if len(word) >= min_length]
    return tuple(sorted(words, key=len, reverse=True))  # which keeps the alphabetical order of equal lengths


def wheel_codes(letters: str, lexicon: Lexicon) -> tuple[int, ...]:
    """The wheel's letters as places in the lexicon's alphabet; raises BadOption."""
    kept = "".join(letters.replace(",", " ").split())
    codes = lexicon.codes(kept)
    if not kept:
        raise BadOption("The wheel has no letters.", option="letters")
    if codes is None:
        raise BadOption(f"{letters!r} has a sign that is no letter of this dictionary.", option="letters")
    if len(codes) > MOST_LETTERS:
        raise BadOption(f"A wheel has up to {MOST_LETTERS} letters, not {len(codes)}.", option="letters")
    return codes


def _is_numba_loaded() -> bool:
    return kernels.is_loaded() or "worker.kernels.wheel_words" in sys.modules


def _walk(codes: tuple[int, ...], lexicon: Lexicon) -> Iterator[str]:
    """Every word of the letters, in alphabetical order."""
    left = Counter(codes)
    edges, alphabet = lexicon.edge_numbers, lexicon.alphabet

    def onward(prefix: str, mask: int, base: int) -> Iterator[str]:
        for code in sorted(left):
            if left[code] and mask >> code & 1:
                at = 4 * (base + (mask & ((1 << code) - 1)).bit_count())
                word, packed = prefix + alphabet[code], edges[at + 1]
                if packed & 1:
                    yield word
                left[code] -= 1
                yield from onward(word, edges[at], packed >> 1)
                left[code] += 1

    yield from onward("", lexicon.root_mask, lexicon.root_base)
