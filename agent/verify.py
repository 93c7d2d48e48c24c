"""Which of the words dragged have counted: points expected against points gained.

Two witnesses are heard. The score's pixels tell at once whether anything changed since the drag before, and
may be wrong when the screen is late or the score is counted up. Its digits, read by the service a moment
later, are right, but they are one number for all words since the last reading: the words are found that add
up to what was gained, changing as little as possible of what the pixels told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final

from agent.ports import Word

SETTLE: Final = 0.35
"""Seconds after a release within which a screen may still show the score before it."""
MOST_CHANGES: Final = 3
"""Of what the pixels told, to explain the digits."""
MOST_OPEN: Final = 24
"""Words among which changes are sought; with more, single ones only."""


@dataclass(slots=True)
class Attempt:
    """A word that was dragged."""

    word: Word
    number: int
    """1 for the word's first."""
    released: float
    counted: bool | None = None
    """None until a witness was heard."""
    is_certain: bool = False
    """Whether the digits confirm it."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is known of an attempt now, and was not before."""

    attempt: Attempt
    counted: bool


class Ledger:
    """Attempts in the order in which they were made."""

    def __init__(self, score: int = 0) -> None:
        self._score = score
        """Read last, and explained by the certain attempts."""
        self._attempts: list[Attempt] = []
        self.misses = 0
        """In a row, as far as is known."""

    @property
    def dragged(self) -> int:
        return len(self._attempts)

    @property
    def counted(self) -> list[Attempt]:
        return [attempt for attempt in self._attempts if attempt.counted]

    @property
    def words(self) -> int:
        return len({attempt.word.text for attempt in self.counted})

    @property
    def points(self) -> int:
        return sum({attempt.word.text: attempt.word.points for attempt in self.counted}.values())

    def texts(self, *, counted: bool) -> list[str]:
        """Words that have counted, or those of which no attempt has; each once, in order."""
        taken = {attempt.word.text for attempt in self.counted}
        if counted:
            return list(dict.fromkeys(attempt.word.text for attempt in self.counted))
        failed = (attempt.word.text for attempt in self._attempts if attempt.counted is False)
        return [text for text in dict.fromkeys(failed) if text not in taken]

    @property
    def possible_words(self) -> int:
        """Those that count, if the open ones do."""
        return len({attempt.word.text for attempt in self._attempts if attempt.counted is not False})

    @property
    def possible_points(self) -> int:
        known = {
            attempt.word.text: attempt.word.points
            for attempt in self._attempts
            if attempt.counted is not False
        }
        return sum(known.values())

    @property
    def has_open(self) -> bool:
        """Whether there are attempts that no digits have confirmed."""
        return any(not attempt.is_certain for attempt in self._attempts)

    @property
    def drops(self) -> float:
        """The share of drags that did not count though the word does: those with a successful retry."""
        retried = sum(attempt.number > 1 for attempt in self.counted)
        return (retried + 1) / (len(self.counted) + 20)

    def drag(self, word: Word, number: int, released: float) -> Attempt:
        attempt = Attempt(word, number, released)
        self._attempts.append(attempt)
        return attempt

    def see(self, attempt: Attempt, changed: bool) -> list[Judgement]:
        """The score's pixels have changed since the attempt, or have not, and no other word was dragged."""
        if attempt.counted is not None:
            return []
        return self._judge(attempt, changed)

    def read(self, score: int, captured: float) -> list[Judgement]:
        """The score as the service reads it in a capture; what it leaves open stays as it was."""
        if score < self._score:
            return []  # misread, or another round's
        shown = [
            attempt for attempt in self._attempts if not attempt.is_certain and attempt.released <= captured
        ]
        late = sum(attempt.released > captured - SETTLE for attempt in shown)
        for changes, unseen in product(range(MOST_CHANGES + 1), range(late + 1)):
            known = shown[: len(shown) - unseen]
            flags = explain(known, score - self._score, changes)
            if flags is not None:
                self._score = score
                return self._settle(known, flags)
        return []

    def _settle(self, attempts: Sequence[Attempt], flags: Sequence[bool]) -> list[Judgement]:
        judgements = []
        for attempt, flag in zip(attempts, flags, strict=True):
            attempt.is_certain = True
            if attempt.counted is not flag:
                judgements += self._judge(attempt, flag)
        return judgements

    def _judge(self, attempt: Attempt, counted: bool) -> list[Judgement]:
        attempt.counted = counted
        self.misses = 0
        for earlier in reversed(self._attempts):
            if earlier.counted:
                break
            self.misses += earlier.counted is False
        return [Judgement(attempt, counted)]


def explain(attempts: Sequence[Attempt], gained: int, changes: int) -> list[bool] | None:
    """Which attempts have counted, if they brought so many points and the pixels told wrong of so many; None
    where that cannot be."""
    if len(attempts) > MOST_OPEN and changes > 1:
        return None
    flags = [attempt.counted is not False for attempt in attempts]
    values = [attempt.word.points for attempt in attempts]
    missing = gained - sum(value for value, flag in zip(values, flags, strict=True) if flag)
    likeliest = sorted(range(len(attempts)), key=lambda place: _trust(attempts[place]))
    for changed in combinations(likeliest, changes):
        if sum(-values[place] if flags[place] else values[place] for place in changed) == missing:
            return [flag != (place in changed) for place, flag in enumerate(flags)]
    return None


def _trust(attempt: Attempt) -> tuple[bool, float, int]:
    """Without a witness it is trusted least, then the less the game is likely to know the word, then the
    longer it is to drag."""
    return attempt.counted is not None, attempt.word.chance, -len(attempt.word.text)
