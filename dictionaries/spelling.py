"""How a word is written where that differs from how it is played: `camion` is played, `camión` is shown.

A spelling is packed as the letters that differ, each behind its place counted from the end, so that all the
words in `-ción` have the same line: `camion` has `1ó`, `acao` has `2ç1ã`. Several spellings stand in a line
parted by blanks, commonest first, `=` for the word as it is played: `mas` has `1á =`. The line is empty for a
word that is written as it is played. Where folding changed the number of letters the spelling stands in full
behind an exclamation mark.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

_FIRST_PLACE: Final = ord("0")
_PLAIN: Final = "="
_IN_FULL: Final = "!"


class Spellings(Mapping[str, tuple[str, ...]]):
    """The spellings of the words that are not simply written as they are played."""

    def __init__(self, words: Sequence[str], lines: Sequence[str]) -> None:
        """Take sorted words and the line of each."""
        self._words = words
        self._lines = lines

    def __getitem__(self, word: str) -> tuple[str, ...]:
        place = bisect_left(self._words, word)
        if place == len(self._words) or self._words[place] != word or not self._lines[place]:
            raise KeyError(word)
        return unpack_spellings(word, self._lines[place])

    def __iter__(self) -> Iterator[str]:
        return (word for word, line in zip(self._words, self._lines, strict=True) if line)

    def __len__(self) -> int:
        return sum(map(bool, self._lines))


def pack_spellings(word: str, spellings: Sequence[str]) -> str:
    """The line of a folded word; empty when it is only written as it is played."""
    return "" if [*spellings] in ([], [word]) else " ".join(_pack(word, one) for one in spellings)


def unpack_spellings(word: str, line: str) -> tuple[str, ...]:
    """The spellings again."""
    return tuple(_unpack(word, part) for part in line.split(" ")) if line else (word,)


def _pack(word: str, spelling: str) -> str:
    if spelling == word:
        return _PLAIN
    if len(spelling) != len(word):
        return _IN_FULL + spelling
    last = len(word) - 1
    pairs = enumerate(zip(word, spelling, strict=True))
    return "".join(chr(_FIRST_PLACE + last - place) + new for place, (old, new) in pairs if old != new)


def _unpack(word: str, part: str) -> str:
    if part == _PLAIN:  # not only its beginning, which is a place as well
        return word
    if part.startswith(_IN_FULL):
        return part.removeprefix(_IN_FULL)
    letters = list(word)
    for place, letter in zip(part[::2], part[1::2], strict=True):
        letters[len(word) - 1 - ord(place) + _FIRST_PLACE] = letter
    return "".join(letters)
