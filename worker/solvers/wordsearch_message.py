"""What the letters say that no word uses, read row by row.

Two explanations of the letters compete: words, one after the other, each as probable as words of its length
are in running text and as it is common among them; or letters by chance, each as probable as any other. The
best explanation may change between the two, at a price (Viterbi 1967). So `WELLDONEXQZ` is read as two words
and three letters, while letters that happen to spell a rare short word stay letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import inf, log
from typing import Final, NamedTuple

from worker.lexicon import Lexicon
from worker.model import Grid
from worker.solvers.wordsearch_python import LexiconNode, Node
from worker.solvers.wordsearch_ranks import WordRanks

LENGTH_SHARES: Final = (0.03, 0.17, 0.21, 0.16, 0.11, 0.085, 0.08, 0.06, 0.045, 0.025, 0.015, 0.01)
"""How many of the words in running text have 1, 2, 3 ... letters, about, in the languages we know."""
LONGER_SHARE: Final = 0.002
CHANGE: Final = log(40)
"""Words begin after letters by chance once in so many letters."""


@dataclass(frozen=True, slots=True)
class MessagePart:
    text: str
    is_word: bool


@dataclass(frozen=True, slots=True)
class Message:
    """Parts in reading order: words, and what lies between them."""

    parts: tuple[MessagePart, ...]

    @property
    def letters(self) -> str:
        return "".join(part.text for part in self.parts)

    @property
    def text(self) -> str:
        """With spaces between the parts."""
        return " ".join(part.text for part in self.parts)

    @property
    def reads(self) -> bool:
        """Whether all of it is words."""
        return bool(self.parts) and all(part.is_word for part in self.parts)


def leftover(grid: Grid, cells: Iterable[int]) -> str:
    """The letters of these cells, in capitals as the grid has them."""
    return "".join(grid.tiles[cell] for cell in cells)


class _Best(NamedTuple):
    """The best explanation of the letters up to some place whose last part is of a certain kind."""

    cost: float
    begin: int = 0
    """Where its last part begins."""
    after_word: bool = True
    """Whether the part before that is a word."""


_NONE: Final = _Best(inf)


def read_message(letters: str, lexicon: Lexicon, ranks: WordRanks | None = None) -> Message:
    """The letters split where they read as words of the dictionary; without ranks all are equally common."""
    ranks = ranks or WordRanks({}, len(lexicon))
    by_chance = log(len(lexicon.alphabet))
    spelled = [_spelled(letter, lexicon) for letter in letters]
    root = LexiconNode.root(lexicon)
    chance, word = [_Best(0)], [_Best(0)] + [_NONE] * len(letters)
    for begin in range(len(letters)):
        from_chance, from_word = chance[begin].cost, word[begin].cost
        after_word = begin == 0 or from_word <= from_chance + CHANGE
        before = from_word if after_word else from_chance + CHANGE
        for end, found in _words(root, spelled, begin):
            cost = before + _cost(found, ranks)
            word[end] = min(word[end], _Best(cost, begin, after_word))
        chance.append(_Best(min(from_chance, from_word) + by_chance, begin, from_word < from_chance))
    return Message(tuple(_parts(letters, chance, word)))


def _spelled(letter: str, lexicon: Lexicon) -> str:
    """The letter as the dictionary has it, or none."""
    return "".join(map(lexicon.alphabet.__getitem__, lexicon.codes(letter) or ()))


def _words(root: Node, spelled: list[str], begin: int) -> Iterator[tuple[int, str]]:
    """The words that begin here, each with its end."""
    node = root
    for end in range(begin, len(spelled)):
        onward = node.letters.get(spelled[end])
        if onward is None:
            return
        node = onward
        if node.word >= 0:
            yield end + 1, "".join(spelled[begin : end + 1])


def _cost(word: str, ranks: WordRanks) -> float:
    share = LENGTH_SHARES[len(word) - 1] if len(word) <= len(LENGTH_SHARES) else LONGER_SHARE
    return log(ranks.rank_in_length(word)) - log(share)


def _parts(letters: str, chance: Sequence[_Best], word: Sequence[_Best]) -> Iterator[MessagePart]:
    end, is_word = len(letters), word[-1].cost <= chance[-1].cost
    parts: list[MessagePart] = []
    while end:
        _, begin, after_word = (word if is_word else chance)[end]
        parts.append(MessagePart(letters[begin:end], is_word))
        end, is_word = begin, after_word
    return _joined(reversed(parts))


def _joined(parts: Iterable[MessagePart]) -> Iterator[MessagePart]:
    """Letters by chance in one part."""
    for is_word, group in groupby(parts, key=lambda part: part.is_word):
        if is_word:
            yield from group
        else:
            yield MessagePart("".join(part.text for part in group), False)
