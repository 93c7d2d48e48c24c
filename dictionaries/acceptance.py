"""How likely a game takes a word: by what is known of the word beforehand, and by what the game said of it.

    odds   = prior / (1 - prior) * 100 ** accepted / 10 ** rejected
    chance = odds / (1 + odds)

A game has a word or it has it not, so reports of a word would all agree if nobody erred. One refusal in ten
is taken for a mistake (a finger that slipped), one acceptance in a hundred (a score that rose for another
word).

The prior goes by SCOWL's level where a list knows it, else by the word's Zipf value, 0.6 and a tenth for each
unit, else it is 0.9. Of our words of a level, such a share is in ENABLE, on which such games build, to within
0.02; of those at 55 it is 0.80.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ACCEPTED_TENS: Final = 2
REJECTED_TENS: Final = 1

UNLISTED: Final = 0.05
"""Of a word that the list lacks."""
_UNKNOWN: Final = 90
"""Of a list's words of which nothing more is known, in hundredths like those below."""
_BY_LEVEL: Final[Mapping[int, int]] = {
    10: 99, 20: 99, 35: 98, 40: 96, 50: 95, 55: 90, 60: 90, 70: 80, 80: 50,
}  # fmt: skip
_UNCOUNTED: Final = 60
_HIGHEST: Final = 99
_MOST_TENS: Final = 12
"""More evidence than a float tells apart from certainty."""
_LEAST: Final = 0.001


def priors(levels: bytes, zipfs: bytes, words: int) -> bytes:
    """The prior of each of a list's words in hundredths.

    Args:
        levels: SCOWL's of each word, or nothing.
        zipfs: each word's Zipf value in tenths, 0 for unknown; or nothing.
    """
    if levels:
        return bytes(map(_BY_LEVEL.__getitem__, levels))
    if zipfs:
        return bytes(min(_UNCOUNTED + tenths, _HIGHEST) for tenths in zipfs)
    return bytes([_UNKNOWN]) * words


def evidence(accepted: int, rejected: int) -> int:
    """What reports say by themselves, in powers of ten: below 0 that the game has not the word."""
    return ACCEPTED_TENS * accepted - REJECTED_TENS * rejected


def chance(prior: float, tens: int) -> float:
    """How likely the game takes the word, to a thousandth, never quite 0 or 1.

    >>> chance(0.5, evidence(0, 1))
    0.091
    """
    odds = prior / (1 - prior) * 10.0 ** max(-_MOST_TENS, min(tens, _MOST_TENS))
    return float(min(max(round(odds / (1 + odds), 3), _LEAST), 1 - _LEAST))
