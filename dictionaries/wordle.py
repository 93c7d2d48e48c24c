"""The lists of the game Wordle, with how likely each word is to be its answer; see `SOURCES.md`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from dictionaries.language import DATA_DIR
from dictionaries.packing import unpack_levels, unpack_words

WORDS: Final = DATA_DIR / "wordle" / "words.xz"
WEIGHTS: Final = DATA_DIR / "wordle" / "weights.xz"

UNUSUAL, PLAIN, COMMON, LIKELY, CLASSIC = SCALE = (1, 5, 20, 200, 1000)
"""How likely a word is the answer, in no unit: rare words and plurals; others that can be; common ones; those
that the game is expected to take; those of its first list."""


@dataclass(frozen=True, slots=True)
class WordleGame:
    """What the game asks for and takes."""

    answers: tuple[str, ...]
    """What it is expected to ask for, sorted."""
    allowed: tuple[str, ...]
    """What may be guessed, answers included, sorted."""
    weights: Mapping[str, int]
    """How likely each allowed word is the answer, beside others: it has asked for words off its list."""


@cache
def wordle_game() -> WordleGame:
    """The game's lists.

    >>> game = wordle_game()
    >>> len(game.answers), len(game.allowed), game.weights["crane"], game.weights["xylyl"]
    (3158, 14855, 1000, 1)
    """
    allowed = unpack_words(WORDS.read_bytes())
    weights = dict(zip(allowed, unpack_levels(WEIGHTS.read_bytes(), SCALE), strict=True))
    return WordleGame(tuple(word for word in allowed if weights[word] >= LIKELY), tuple(allowed), weights)
