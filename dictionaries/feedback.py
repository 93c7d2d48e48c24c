"""What a game said of words: how often it took each of them, and how often it refused it.

A game's own list is never quite the one that its boards are solved with. Whoever plays learns word by word
what the game has. That is kept beside a word list, by the list's name, and changes nothing in the list.

    cat 3 0        as text: a word a line, with how often it was taken and refused
    zax 0 2        the word that was heard of last stands last
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal, NamedTuple

from dictionaries.acceptance import chance, evidence
from dictionaries.errors import DamagedList
from dictionaries.language import Language
from dictionaries.lookup import WordIndex
from dictionaries.word_list import LONGEST_WORD

MOST_HEARD: Final = 20_000
"""Words, a quarter million bytes; beyond, those that were not heard of for longest make room."""
_MOST_REPORTS: Final = 1_000_000
"""Of a kind for one word; the count stops there."""
_EFFORT: Final = 6


class Tally(NamedTuple):
    """How often a game took a word, and how often not."""

    accepted: int = 0
    rejected: int = 0

    @property
    def tens(self) -> int:
        """What that says by itself, see `acceptance.evidence`."""
        return evidence(self.accepted, self.rejected)

    @property
    def is_accepted(self) -> bool:
        """Whether the game is taken to have the word."""
        return self.tens >= 0


@dataclass(frozen=True, slots=True)
class Heard:
    """What follows from the reports of a word."""

    word: str
    accepted: int
    rejected: int
    game: Literal["accepted", "rejected"]
    """What the game is taken to do."""
    found: bool
    """Whether the list has the word."""
    chance: float


@dataclass(frozen=True)
class Feedback:
    """All that was heard about the words of one list."""

    tallies: Mapping[str, Tally] = field(default_factory=dict)
    """By folded word; the one that was heard of last stands last."""

    def and_heard(self, accepted: Iterable[str], rejected: Iterable[str]) -> Feedback:
        """The same and these reports; a word that comes twice is reported twice."""
        tallies = dict(self.tallies)
        for words, step in ((accepted, Tally(1, 0)), (rejected, Tally(0, 1))):
            for word in words:
                known = tallies.pop(word, Tally())
                tallies[word] = Tally(*(min(a + b, _MOST_REPORTS) for a, b in zip(known, step, strict=True)))
        for word in list(tallies)[: max(len(tallies) - MOST_HEARD, 0)]:
            del tallies[word]
        return Feedback(tallies)

    @cached_property
    def text(self) -> str:
        return "".join(f"{word} {tally.accepted} {tally.rejected}\n" for word, tally in self.tallies.items())

    @cached_property
    def sha256(self) -> str:
        """Its version: equal hashes say the same of every word. Empty when nothing was heard."""
        return hashlib.sha256(self.text.encode()).hexdigest() if self.tallies else ""

    @classmethod
    def of_text(cls, text: str) -> Feedback:
        """The inverse of `text`; raises DamagedList."""
        try:
            rows = (line.split(" ") for line in text.splitlines())
            return cls({word: _tally(int(accepted), int(rejected)) for word, accepted, rejected in rows})
        except ValueError:
            raise _damaged() from None

    def judged(self, index: WordIndex) -> Iterator[Heard]:
        """What follows for each word, the newest first; `index` is of the list."""
        for word in reversed([*self.tallies]):
            tally = self.tallies[word]
            yield Heard(
                word,
                tally.accepted,
                tally.rejected,
                "accepted" if tally.is_accepted else "rejected",
                index.look_up(word).found,
                chance(index.prior(word), tally.tens),
            )

    def packed(self) -> bytes:
        """As bytes for its journey."""
        return gzip.compress(self.text.encode(), _EFFORT, mtime=0)

    @classmethod
    def unpack(cls, packed: bytes) -> Feedback:
        """The inverse; raises DamagedList."""
        try:
            return cls.of_text(gzip.decompress(packed).decode())
        except (OSError, EOFError, zlib.error, UnicodeDecodeError):
            raise _damaged() from None


def fold_reports(words: Iterable[str], tongue: Language) -> tuple[list[str], list[str]]:
    """Words as they are played, and those that cannot be written in the language's letters."""
    kept: list[str] = []
    left_out: list[str] = []
    for word in words:
        folded = tongue.fold(word)
        is_word = folded is not None and len(folded) <= LONGEST_WORD
        (kept if is_word else left_out).append(folded or word)
    return kept, left_out


def _tally(accepted: int, rejected: int) -> Tally:
    if min(accepted, rejected) < 0:
        raise ValueError("a count below 0")
    return Tally(accepted, rejected)


def _damaged() -> DamagedList:
    return DamagedList(
        "What was heard about a word list is damaged: a line should have a word and two numbers.",
        hint="Clear the feedback on the list.",
    )
