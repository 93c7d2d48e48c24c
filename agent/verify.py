"""Which of the words dragged have counted: points expected against points gained.

Two witnesses are heard. The score's pixels tell at once whether anything changed since the drag before, and
may be wrong when the screen is late or the score is counted up. Its digits, read by the service a moment
later, are right, but they are one number for all words since the last reading: the words are found that add
up to what was gained, changing as little as possible of what the pixels told.

Sometimes no words do: a drag that loses a tile may spell another word, with other points. Digits that are
read a second time are believed all the same. Points are counted from the digits believed last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from agent.attempts import MOST_OPEN, RISK, Attempt, are_sure, explain, known_all_the_same, may_spell
from agent.ports import Word

SETTLE: Final = 0.25
"""Seconds after a release within which a screen that is not late may still show the score before it."""
LIKELY: Final = 0.5
"""Chance of a word from which on a miss says something about the drags."""
MOST_CHANGES: Final = 3
"""Of what the pixels told, to explain the digits."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is known of an attempt now, and was not before."""

    attempt: Attempt
    counted: bool


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a reading of the digits has made certain."""

    judgements: list[Judgement]
    confirmed: int = 0
    """Attempts of which the pixels had told the truth."""
    late: int = 0
    """Those that counted though the pixels had not changed in time."""
    wrong: int = 0
    """Those that did not count though the pixels had changed."""


class Ledger:
    """Attempts in the order in which they were made."""

    def __init__(self, score: int = 0) -> None:
        self._first = score
        self._score = score
        """Believed last; the certain attempts are those that it covers."""
        self._doubted: tuple[int, float] | None = None
        """Digits that nothing explains yet, and when they were captured."""
        self._attempts: list[Attempt] = []
        self._others = 0
        """Times that fewer points came than the pixels had told, or such as no words explain."""
        self.misses = 0
        """In a row, as far as is known, of words that should have counted."""

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
        """Gained, by the digits believed last and what was seen to count since."""
        return self._score - self._first + self._since(self.counted)

    @property
    def points_at_the_end(self) -> int:
        """By the digits read last, also where the round ended before they were read again."""
        if self._doubted is None or not self._may_be(self._doubted[0]):
            return self.points
        score, captured = self._doubted
        return score - self._first + self._since([one for one in self.counted if one.released > captured])

    @property
    def is_at_odds(self) -> bool:
        """Whether the digits read last are not believed yet."""
        return self._doubted is not None

    @property
    def accepted(self) -> list[str]:
        """Words that surely counted; each once, in order."""
        sure = [one for one in self.counted if one.is_certain and not one.is_unclear]
        return list(dict.fromkeys(attempt.word.text for attempt in sure))

    @property
    def refused(self) -> list[str]:
        """Words of which no attempt has counted, as both witnesses say, though a later word has, so that the
        round was not over; and not those that may well have been lost each time."""
        last = max((attempt.released for attempt in self.counted), default=0.0)
        failed = [one for one in self._attempts if one.counted is False and one.released < last]
        times = Counter(attempt.word.text for attempt in failed)
        chances = {attempt.word.text: attempt.word.chance for attempt in reversed(failed)}
        doubtful = {
            attempt.word.text
            for attempt in self._attempts
            if attempt.counted or attempt.is_unclear or not attempt.is_certain
        }
        return [
            text
            for text, number in times.items()
            if text not in doubtful
            and known_all_the_same(chances[text], self._lost, number) <= RISK
            and not self._may_be_found(text)
        ]

    def _may_be_found(self, text: str) -> bool:
        """Whether a drag of a longer word may have spelled it, so that it does not count any more."""
        return any(attempt.is_unclear and may_spell(attempt.word.text, text) for attempt in self._attempts)

    @property
    def possible_words(self) -> int:
        """Those that count, if the open ones do."""
        return len({attempt.word.text for attempt in self._attempts if attempt.counted is not False})

    @property
    def possible_points(self) -> int:
        possible = [attempt for attempt in self._attempts if attempt.counted is not False]
        return self._score - self._first + self._since(possible)

    def _since(self, attempts: Sequence[Attempt]) -> int:
        """Points of those that the score believed last does not cover; each word once."""
        covered = {attempt.word.text for attempt in self.counted if attempt.is_certain}
        points = {attempt.word.text: attempt.word.points for attempt in attempts}
        return sum(value for text, value in points.items() if text not in covered)

    @property
    def _total(self) -> int:
        """Of all words dragged."""
        return sum({attempt.word.text: attempt.word.points for attempt in self._attempts}.values())

    @property
    def has_open(self) -> bool:
        """Whether there are attempts that no digits have confirmed."""
        return any(not attempt.is_certain for attempt in self._attempts)

    @property
    def drops(self) -> float:
        """The share of drags that did not count though the word does: those with a successful retry."""
        retried = sum(attempt.number > 1 for attempt in self.counted)
        return (retried + 1) / (len(self.counted) + 20)

    @property
    def _lost(self) -> float:
        """The same, with those that seem to have spelled something else, and one more than were seen."""
        return self.drops + (self._others + 1) / (len(self.counted) + 20)

    def drag(self, word: Word, number: int, released: float) -> Attempt:
        attempt = Attempt(word, number, released)
        self._attempts.append(attempt)
        return attempt

    def see(self, attempt: Attempt, changed: bool) -> list[Judgement]:
        """What the score's pixels tell of an attempt, where they can be trusted."""
        self.note(attempt, changed)
        return self._tell(attempt)

    def note(self, attempt: Attempt, changed: bool) -> None:
        """The same where they may be wrong: nothing is said before the digits confirm it."""
        if not attempt.is_certain:
            attempt.counted = changed
            attempt.seen = None if attempt.is_blurred else changed

    def read(self, score: int, captured: float, settle: float = SETTLE) -> Settlement:
        """The score as the service reads it in a capture; what it leaves open stays as it was.

        `settle`: seconds after a release within which the capture may still show the score before it.
        """
        shown = [
            attempt for attempt in self._attempts if not attempt.is_certain and attempt.released <= captured
        ]
        settled = self._explained(score, shown, captured - settle)
        if settled is None and self._is_read_again(score, shown, settle):
            # A word counted that was not meant, or digits were misread before: begin anew from here.
            self._score = score
            settled = self._close([attempt for attempt in shown if attempt.released <= captured - settle])
        self._doubted = None if settled is not None else (score, captured)
        return settled or Settlement([])

    def _is_read_again(self, score: int, shown: Sequence[Attempt], settle: float) -> bool:
        """Whether the digits bear out those read before: the same ones, or, with too many open words to wait
        for that, what those and the words dragged since may have come to. Never what no words could bring."""
        if self._doubted is None or not self._may_be(score):
            return False
        before, captured = self._doubted
        since = [attempt for attempt in shown if attempt.released > captured - settle]
        gained = score - before
        return gained == 0 or (len(shown) > MOST_OPEN and 0 < gained <= self._since(since))

    def _may_be(self, score: int) -> bool:
        """Whether the words dragged could have brought it."""
        return 0 <= score - self._first <= self._total

    def _explained(self, score: int, shown: Sequence[Attempt], settled: float) -> Settlement | None:
        """The words that add up to it, or None; of those released before `settled` all points are shown."""
        if score < self._score:
            return None
        if score - self._first == self._total:
            self._score = score
            return self._settle_all()
        late = sum(attempt.released > settled for attempt in shown)
        for changes, unseen, believes in product(range(MOST_CHANGES + 1), range(late + 1), (True, False)):
            known = shown[: len(shown) - unseen]
            told = [attempt.counted is not False or not believes for attempt in known]
            flags = explain(known, told, score - self._score, changes)
            if flags is not None:
                self._score = score
                # Those that may come yet are not missed, unless later ones have come already.
                while late > unseen and flags and not flags[-1]:
                    flags.pop()
                    late -= 1
                return self._settle_explained(known[: len(flags)], flags, is_whole=unseen == 0)
        return None

    def _settle_explained(
        self, attempts: Sequence[Attempt], flags: Sequence[bool], *, is_whole: bool
    ) -> Settlement:
        is_sure = are_sure(attempts, flags, is_whole=is_whole)
        for attempt in attempts:
            attempt.is_unclear = not is_sure
        settled = self._settle(attempts, flags)
        self._others += settled.wrong
        return settled

    def _close(self, attempts: Sequence[Attempt]) -> Settlement:
        """Nothing more will be known of these: what was seen of them stands, unless there are no points, and
        nothing is learned of it."""
        for attempt in attempts:
            attempt.is_unclear = True
        self._others += 1
        flags = [attempt.counted is not False and self._score != self._first for attempt in attempts]
        return Settlement(self._settle(attempts, flags).judgements)

    def _settle_all(self) -> Settlement:
        """Every word that was dragged has counted, whatever was said; of several attempts, one has."""
        last = {attempt.word.text: attempt for attempt in self._attempts}
        for attempt in self._attempts:
            attempt.is_unclear = False
            if attempt.counted:
                last[attempt.word.text] = attempt
        return self._settle(self._attempts, [last[a.word.text] is a for a in self._attempts])

    def _settle(self, attempts: Sequence[Attempt], flags: Sequence[bool]) -> Settlement:
        before = [attempt.counted for attempt in attempts]
        judgements = []
        for attempt, flag in zip(attempts, flags, strict=True):
            attempt.is_certain, attempt.counted = True, flag
            judgements += self._tell(attempt)
        changes = list(zip(before, flags, strict=True))
        return Settlement(
            judgements,
            confirmed=sum(was is flag for was, flag in changes),
            late=changes.count((False, True)),
            wrong=changes.count((True, False)),
        )

    def _tell(self, attempt: Attempt) -> list[Judgement]:
        if attempt.counted is None or attempt.told is attempt.counted:
            return []
        attempt.told = attempt.counted
        if not attempt.counted and attempt.word.text in {other.word.text for other in self.counted}:
            return []  # it was dragged again, or had counted before
        self.misses = 0
        for earlier in reversed(self._attempts):
            if earlier.told:
                break
            self.misses += earlier.told is False and earlier.word.chance >= LIKELY
        return [Judgement(attempt, attempt.counted)]
