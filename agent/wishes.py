"""How a round is to be played: as well as possible, or easier than that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nlargest

from agent.ports import Word

ROUND_SECONDS = 80.0
"""The game's own."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """Everything left at its default plays for the most points."""

    target: int | None = None
    """Points at which to stop."""
    max_words: int | None = None
    pace: float | None = None
    """Seconds that an ordinary word takes, the way to it included; None for as fast as the profile allows."""
    common: int | None = None
    """SCOWL level of the least common words, 10 to 80; words of unknown level are left out then."""
    longest: int | None = None
    """Letters of the longest words."""
    short_first: bool = False
    seconds: float = ROUND_SECONDS
    """Of a round, counted from Start."""

    def __post_init__(self) -> None:
        for name in ("target", "max_words", "pace", "common", "longest"):
            value = getattr(self, name)
            if value is not None and value <= 0:
                raise ValueError(f"{name} has to be more than nothing, not {value}.")
        if not 0 < self.seconds <= 600:
            raise ValueError(f"A round takes up to 600 seconds, not {self.seconds}.")

    def allowed(self, words: Sequence[Word]) -> tuple[Word, ...]:
        """The words that may be played; a cap on their number is kept by `most_wanted`."""
        return tuple(word for word in words if self._is_easy(word))

    def _is_easy(self, word: Word) -> bool:
        if self.longest is not None and len(word.text) > self.longest:
            return False
        return self.common is None or (word.level is not None and word.level <= self.common)

    def fulfilled(self, words: int, points: int) -> str | None:
        """The wish that so much fulfils, `target` or `max-words`; None when more is wanted."""
        if self.target is not None and points >= self.target:
            return "target"
        return "max-words" if self.max_words is not None and words >= self.max_words else None

    def most_wanted(self, words: Sequence[Word], played: int) -> tuple[Word, ...]:
        """Those that are worth most, or are shortest where these come first, while the cap leaves room for
        them."""
        if self.max_words is None:
            return tuple(words)
        room = max(self.max_words - played, 0)
        if self.short_first:
            return tuple(sorted(words, key=lambda word: (len(word.text), word.text))[:room])
        return tuple(nlargest(room, words, key=lambda word: (word.points * word.chance, word.text)))
