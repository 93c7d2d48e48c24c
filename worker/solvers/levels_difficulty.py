"""How hard a level is: a number from 0 to 100, and the name of its tier.

    difficulty = 100 * (0.28 size + 0.22 count + 0.15 length + 0.25 rarity + 0.05 density + 0.05 solitude)

    size      letters of the wheel: 0 for 4 or fewer, 1 for 8 or more
    count     words of the grid: 0 for 3 or fewer, 1 for 14 or more
    length    mean letters of a word: 0 for 3, 1 for 5.5 or more
    rarity    the mean of two: how rare the words are on average, by Zipf value (log10 of uses in a billion
              words) 0 for 5.5 or more, 1 for 3 or less; how rare the rarest is, 0 for 5, 1 for 2.5 or less
    density   the share of the grid's box that has letters: 0 for 0.3 or less, 1 for 0.7 or more
    solitude  the share of letters that belong to one word only, to which no other word helps: 0 for 0.6 or
              less, 1 for 0.9 or more

Between its bounds each part is linear. A word whose Zipf value is not known counts as one of 3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from worker.solvers.levels_layout import Layout

WEIGHTS: Final[Mapping[str, float]] = {
    "size": 0.28,
    "count": 0.22,
    "length": 0.15,
    "rarity": 0.25,
    "density": 0.05,
    "solitude": 0.05,
}
TIERS: Final[Mapping[str, float]] = {
    "beginner": 0.0,
    "easy": 25.0,
    "medium": 40.0,
    "hard": 55.0,
    "expert": 70.0,
}
"""Where each tier begins."""
UNKNOWN_ZIPF: Final = 3.0
_USUAL_DENSITY: Final = 0.5
_USUAL_SOLITUDE: Final = 0.75
"""Of a level that has no layout yet."""


def difficulty(layout: Layout, wheel_size: int, zipfs: Mapping[str, float]) -> float:
    """How hard a level is, to two digits.

    Args:
        zipfs: of the layout's words.
    """
    words = [each.word for each in layout.placements]
    solitude = 1 - layout.crossings / len(layout.letters)
    return _weighed(wheel_size, words, [zipfs[word] for word in words], layout.density, solitude)


def expected_difficulty(wheel_size: int, words: Sequence[str], zipfs: Sequence[float]) -> float:
    """How hard a level will be, before its words are laid out."""
    return _weighed(wheel_size, words, zipfs, _USUAL_DENSITY, _USUAL_SOLITUDE)


def tier_of(difficulty: float) -> str:
    """The name of the hardest tier that begins at or below."""
    return max((least, name) for name, least in TIERS.items() if least <= difficulty)[1]


def _weighed(
    size: int, words: Sequence[str], zipfs: Sequence[float], density: float, solitude: float
) -> float:
    known = [zipf or UNKNOWN_ZIPF for zipf in zipfs]
    mean_length = sum(map(len, words)) / len(words)
    rarity = (_share(sum(known) / len(known), 5.5, 3.0) + _share(min(known), 5.0, 2.5)) / 2
    parts = {
        "size": _share(size, 4, 8),
        "count": _share(len(words), 3, 14),
        "length": _share(mean_length, 3.0, 5.5),
        "rarity": rarity,
        "density": _share(density, 0.3, 0.7),
        "solitude": _share(solitude, 0.6, 0.9),
    }
    return round(100 * sum(WEIGHTS[name] * part for name, part in parts.items()), 2)


def _share(value: float, none: float, all_of_it: float) -> float:
    """Where a value lies between two bounds, 0 to 1."""
    return min(1.0, max(0.0, (value - none) / (all_of_it - none)))
