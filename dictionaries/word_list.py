"""What was read from files: words, and what was left out and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from typing import Final

from dictionaries.errors import BadList

LONGEST_WORD: Final = 64
"""Letters; the longest word of English has 45, and a longer line is more likely no word list at all."""

_MOST_EXAMPLES: Final = 5
_LONGEST_EXAMPLE: Final = 40

Progress = Callable[[int], None]
"""Called with the number of bytes read since the last call."""


@dataclass(frozen=True, slots=True)
class WordList:
    """What was read, ready to be stored."""

    words: Set[str]
    """Folded."""
    repeated: int
    """Lines or tokens whose word had been seen, also in another spelling (`Café` after `cafe`)."""
    dropped: dict[str, int]
    """How many lines or tokens were left out, by reason."""
    examples: dict[str, tuple[str, ...]] = field(default_factory=dict, compare=False)
    """Some of them, by reason."""
    zipfs: Mapping[str, float] = field(default_factory=dict)
    """How common words are, if they were counted."""
    spellings: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False)
    """How words are written where that is not as they are played, commonest first."""


class Dropped:
    """Counts what is left out, and keeps a few examples."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._examples: dict[str, list[str]] = {}

    def add(self, reason: str, text: str, count: int = 1) -> None:
        if count:
            self._counts[reason] += count
            examples = self._examples.setdefault(reason, [])
            if text and len(examples) < _MOST_EXAMPLES:
                examples.append(text[:_LONGEST_EXAMPLE])

    def counts(self) -> dict[str, int]:
        """By reason, most frequent first."""
        return dict(self._counts.most_common())

    def examples(self) -> dict[str, tuple[str, ...]]:
        """By reason, most frequent first."""
        return {reason: tuple(self._examples[reason]) for reason, _ in self._counts.most_common()}


def check_text(block: bytes) -> None:
    """Raises BadList for what is no text."""
    if b"\0" in block:
        raise BadList("This is no plain text.", hint="Save it as UTF-8 text.")


def decode(content: bytes) -> str:
    """UTF-8 with or without a mark, else Latin-1."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")
