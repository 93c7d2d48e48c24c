"""The wheels that a vocabulary has, and which words of a wheel a level asks for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from worker.solvers.levels import PackOptions
from worker.solvers.levels_difficulty import expected_difficulty
from worker.solvers.levels_vocabulary import Vocabulary

_LENGTH_WORTH = 0.7
"""What a further letter of a word is worth at the end of a pack, in Zipf values: there long words go before
common ones."""
_HARDNESSES = (0.0, 0.5, 1.0)
"""For which the words of a wheel are kept; what comes first in between does so for one of them, too."""
_FEWER_THAN_LETTERS = 1
"""A wheel has as many words as letters, but for so many, or it would soon be boring."""
_HEARD_EVERY = 64
"""Wheels: so many are found in a hundredth of a second."""


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel with its words, of which no two have the same lemma."""

    letters: str
    """Sorted."""
    words: tuple[int, ...]
    """Numbers in the vocabulary, the commonest full word first; no more than some level could ask for."""

    def chosen(self, hardness: float, vocabulary: Vocabulary, options: PackOptions) -> list[int]:
        """Which of its words a level asks for: the commonest full word and what comes first by how common
        and, the harder it is to be, by how long it is.

        Args:
            hardness: 0 to 1, of the level's place in the pack.
        """
        count = self._count(hardness, options)
        return [self.words[0], *_ranked(self.words[1:], hardness, vocabulary)[: count - 1]]

    def _count(self, hardness: float, options: PackOptions) -> int:
        least = least_words(len(self.letters), options)
        return round(least + hardness * (options.max_words - least))

    def expected(self, hardness: float, vocabulary: Vocabulary, options: PackOptions) -> float:
        """How hard a level of it is going to be."""
        chosen = self.chosen(hardness, vocabulary, options)
        words = [vocabulary.words[number] for number in chosen]
        return expected_difficulty(len(self.letters), words, [vocabulary.zipfs[number] for number in chosen])


def _ranked(numbers: Iterable[int], hardness: float, vocabulary: Vocabulary) -> list[int]:
    """Words by what they are worth at some hardness."""
    share = _LENGTH_WORTH * hardness
    if hardness in _HARDNESSES:  # which is asked of every wheel
        return sorted(numbers, key=vocabulary.ranks(share).__getitem__)
    zipfs, words = vocabulary.zipfs, vocabulary.words
    return sorted(numbers, key=lambda number: (-zipfs[number] - share * len(words[number]), number))


def least_words(size: int, options: PackOptions) -> int:
    """How many words a wheel of so many letters needs."""
    return min(max(options.min_words, size - _FEWER_THAN_LETTERS), options.max_words)


def wheels_of(
    vocabulary: Vocabulary, options: PackOptions, heard: Callable[[float], None] = lambda share: None
) -> Iterator[Wheel]:
    """Every wheel from which a level can be made, by its letters: one for all words of a fitting length that
    have the same letters.

    Args:
        heard: told now and then which share of the letters has been gone through.
    """
    full: defaultdict[str, list[int]] = defaultdict(list)
    for number, word in enumerate(vocabulary.words):
        if options.min_letters <= len(word) <= options.max_letters:
            full["".join(sorted(word))].append(number)
    for place, (letters, words) in enumerate(sorted(full.items())):
        if place % _HEARD_EVERY == 0:
            heard(place / len(full))
        wheel = _wheel(letters, words, vocabulary, options)
        if len(wheel.words) >= least_words(len(letters), options):
            yield wheel


def _wheel(letters: str, full: Sequence[int], vocabulary: Vocabulary, options: PackOptions) -> Wheel:
    """`full`: the words that have all the letters."""
    families = vocabulary.families
    shorter = set(vocabulary.formed_by(full[0]).tolist()).difference(full)
    first, *others = _ranked(full, 0.0, vocabulary)
    kept: list[int] = []
    taken = set(families[first])
    for number in (*others, *_ranked(shorter, 0.0, vocabulary)):
        if taken.isdisjoint(families[number]):
            kept.append(number)
            taken |= families[number]
    asked = {
        number for some in _HARDNESSES for number in _ranked(kept, some, vocabulary)[: options.max_words]
    }
    return Wheel(letters, (first, *sorted(asked)))
