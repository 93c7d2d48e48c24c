"""Which wheels a pack has and which words each asks for: what concerns the pack as a whole, decided before
its levels are laid out side by side.

The wheels are sorted by how hard they are and cut into as many classes of equal size as levels are made; of
each class the best wheel is taken, with some chance. So a pack of any size goes from the easiest to the
hardest. Some more levels are planned than asked for: the worst layouts can be left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from worker.errors import NotEnoughWords
from worker.solvers.levels import PackOptions, PlannedLevel
from worker.solvers.levels_chance import share_of
from worker.solvers.levels_vocabulary import Vocabulary
from worker.solvers.levels_wheels import Wheel, wheels_of

_MIDDLE: Final = 0.5
_SPARE: Final = 0.04
"""Of the levels asked for, so many more are planned, as far as there are wheels."""
_FORM: Final = 0.7
"""How much worse a full word is that is a form of another, in Zipf values."""
_CHANCE: Final = 2.0
"""How much worse a wheel may be that is taken by chance, in Zipf values."""


def plan(
    vocabulary: Vocabulary, options: PackOptions, heard: Callable[[float], None] = lambda share: None
) -> list[PlannedLevel]:
    """The levels of a pack, the easiest first, and some to spare.

    Args:
        heard: told now and then which share of the work is done, 0 to 1: it takes some seconds.

    Raises:
        NotEnoughWords: the words have too few wheels.
    """
    wheels = list(wheels_of(vocabulary, options, heard))
    if len(wheels) < options.count:
        raise NotEnoughWords(
            f"The words fit for players have {len(wheels):,} wheels of {options.min_letters} to"
            f" {options.max_letters} letters with enough words, fewer than the {options.count:,} levels.",
            wheels=len(wheels),
        )
    expected = {wheel.letters: wheel.expected(_MIDDLE, vocabulary, options) for wheel in wheels}
    wheels.sort(key=lambda wheel: (expected[wheel.letters], wheel.letters))
    count = min(len(wheels), options.count + round(options.count * _SPARE) + 1)
    usual = _usual_zipfs(wheels, vocabulary)
    taken = [_best(some, usual, vocabulary, options.seed) for some in _classes(wheels, count)]
    return [
        _planned(wheel, place / max(1, count - 1), vocabulary, options) for place, wheel in enumerate(taken)
    ]


def _classes(wheels: Sequence[Wheel], count: int) -> list[Sequence[Wheel]]:
    borders = [len(wheels) * number // count for number in range(count + 1)]
    return [wheels[start:end] for start, end in pairwise(borders)]


def _usual_zipfs(wheels: Sequence[Wheel], vocabulary: Vocabulary) -> dict[int, float]:
    """How common full words are on average, by the size of the wheel."""
    zipfs: defaultdict[int, list[float]] = defaultdict(list)
    for wheel in wheels:
        zipfs[len(wheel.letters)].append(vocabulary.zipfs[wheel.words[0]])
    return {size: sum(some) / len(some) for size, some in zipfs.items()}


def _best(wheels: Sequence[Wheel], usual: Mapping[int, float], vocabulary: Vocabulary, seed: int) -> Wheel:
    """The wheel that players will like best: with a common full word, as its size goes, and one that is no
    form of another."""

    def worth(wheel: Wheel) -> float:
        full = wheel.words[0]
        form = 0.0 if vocabulary.lemmas[full] == vocabulary.words[full] else _FORM
        chance = _CHANCE * share_of(seed, "wheel", wheel.letters)
        return vocabulary.zipfs[full] - usual[len(wheel.letters)] - form + chance

    return max(wheels, key=worth)


def _planned(wheel: Wheel, hardness: float, vocabulary: Vocabulary, options: PackOptions) -> PlannedLevel:
    chosen = wheel.chosen(hardness, vocabulary, options)
    return PlannedLevel(tuple(vocabulary.words[number] for number in chosen))
