"""What a word search answers with: places of words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from worker.model import Path
from worker.solvers.wordsearch_options import Direction
from worker.solvers.wordsearch_words import split_letters


@dataclass(frozen=True, slots=True)
class Hit:
    """One place of a word. Cells are numbers, row * cols + col, in the order of the word."""

    word: str
    """As it was asked for, e.g. `Crème brûlée`."""
    key: str
    """As it was searched for, e.g. `CREMEBRULEE`."""
    cells: Path
    direction: Direction | None
    """None when the path is bent."""
    mismatches: tuple[int, ...] = ()
    """Positions in the key at which the grid has another letter, or none that could be read."""
    inferred: bool = False
    """Whether the mismatch is a doubtful cell's, which is then taken to hold the key's letter."""

    @property
    def start(self) -> int:
        return self.cells[0]

    @property
    def end(self) -> int:
        return self.cells[-1]

    @property
    def palindrome(self) -> bool:
        letters = split_letters(self.key)
        return letters == letters[::-1]


@dataclass(frozen=True, slots=True)
class InferredCell:
    """A doubtful cell with the letters that make words fit which would be missing without it."""

    cell: int
    read: str
    """What the grid has there, "" for nothing."""
    letters: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """Words and where they are, all words as they were asked for, each once."""

    hits: Sequence[Hit]
    """In the order of the words, then of their start cells, then of the directions."""
    missing: tuple[str, ...] = ()
    """Words that are nowhere."""
    hidden: tuple[str, ...] = ()
    """Words that would be found if overlapping ones counted."""
    unused: Sequence[int] = ()
    """Cells that belong to no place of any word, also of those not told, in reading order; no holes."""
    inferred: tuple[InferredCell, ...] = ()


@dataclass(frozen=True, slots=True)
class RankedWord:
    word: str
    hits: tuple[Hit, ...]
    level: int | None
    """How common it is, as the dictionary tells: lower is commoner."""
    likely: bool
    """Whether it was probably laid on purpose."""


@dataclass(frozen=True, slots=True)
class DictionarySolution:
    words: Sequence[RankedWord]
    """The likely list, then all others; each the commonest first, among equals the longest, then by
    alphabet."""
    unused: tuple[int, ...]
    """Cells that belong to no likely word."""
