"""The score while words are dragged: its pixels and its digits, and how far to trust the pixels.

A screen shows a word's points some time after its release, and the next word is dragged by then. A change is
put down to the word whose points were due; a word whose points were due and did not come was missed. How late
the screen is, is measured with the first word, which is waited for, and again when the digits tell that
points had come after all. Until digits have confirmed what the pixels told, nothing is made of it.
"""

from __future__ import annotations

from typing import Final

from agent.attempts import Attempt
from agent.geometry import rect_on_screen, shifted
from agent.ports import Capture, Clock, Reading, ScreenRect, Word
from agent.verify import SETTLE, Judgement, Ledger
from agent.witness import Witness

GROWS_LEFT: Final = 1.5
GROWS_RIGHT: Final = 3.5
"""By how many of its heights a score's line may grow: five more digits."""
FIRST_LATENCY: Final = 0.1
MOST_LATENCY: Final = 0.6
"""Seconds from a release to its points on the screen: before they are measured, and at most."""
MEASUREMENTS: Final = 4
"""Words that are waited for at most, in a whole round."""
MARGIN: Final = 0.04
"""Seconds by which screens vary."""
CONFIRMED: Final = 3
"""So many words have to be confirmed at once before the pixels are trusted."""


class Scores:
    def __init__(self, witness: Witness, clock: Clock) -> None:
        self.ledger = Ledger()
        self._witness = witness
        self._clock = clock
        self._area: ScreenRect | None = None
        self._window: ScreenRect | None = None
        self._due: list[Attempt] = []
        """Of which the pixels have not told yet."""
        self._latency = FIRST_LATENCY
        self._looked = 0.0
        self._is_trusted = False
        self._is_measured = False
        self._measurements = 0

    def begin(self, reading: Reading, capture: Capture) -> None:
        """With a board, or the same one elsewhere."""
        if self._window is None and reading.score:
            self.ledger = Ledger(reading.score)
        self._window = capture.bounds
        box = reading.score_box
        self._area = None if box is None else score_area(rect_on_screen(box, capture), capture.bounds)
        self._witness.forget("score")
        self._due.clear()

    def drag(self, word: Word, number: int, released: float) -> None:
        """A word was dragged, for the first time or another."""
        self._due.append(self.ledger.drag(word, number, released))

    @property
    def latency(self) -> float:
        return self._latency

    @property
    def is_measuring(self) -> bool:
        """Whether the points of the last word should be waited for, looking all the time."""
        if self._area is None or self._is_measured or self._measurements >= MEASUREMENTS or not self._due:
            return False
        return self._clock.now() - self._due[-1].released < MOST_LATENCY

    def look(self, window: ScreenRect) -> list[Judgement]:
        """At the pixels, in a window that is there now."""
        if self._area is None or self._window is None:
            return []
        dx, dy = window.x - self._window.x, window.y - self._window.y
        changed = self._witness.has_changed("score", shifted(self._area, dx, dy))
        before, self._looked = self._looked, self._clock.now()
        if changed is None:
            self._due.clear()
            return []
        if not self._is_measured and self._measurements < MEASUREMENTS:
            return self._measure(changed)
        judgements = self._credit(before) if changed else []
        return judgements + self._expire()

    def read(self, reading: Reading, captured: float) -> list[Judgement]:
        """The digits."""
        if reading.score is None:
            return []
        settled = self.ledger.read(reading.score, captured, SETTLE + self._latency)
        if settled.late:
            self._is_measured = False
        if settled.late or settled.wrong:
            self._is_trusted = False
        elif settled.confirmed >= CONFIRMED:
            self._is_trusted = True
        return settled.judgements

    def _measure(self, changed: bool) -> list[Judgement]:
        """Of the words that are due, only the last is sure to be the one whose points are waited for."""
        if not self._due:
            return []
        attempt, waited = self._due[-1], self._looked - self._due[-1].released
        if not changed and waited < MOST_LATENCY:
            return []
        self._measurements += 1
        self._due.clear()
        if changed:
            self._is_measured, self._latency = True, waited
        return self._say(attempt, changed)

    def _credit(self, before: float) -> list[Judgement]:
        """The score has changed since the look before: whose points were due?"""
        possible = self._due_within(before - MARGIN, self._looked + MARGIN)
        for attempt in possible:
            attempt.is_blurred |= len(possible) > 1
        due = self._due_within(before, self._looked) or possible
        for attempt in due:
            self._due.remove(attempt)
        # One change may have been that of several words: only the digits can tell.
        return self._say(due[0], True) if len(due) == 1 else []

    def _due_within(self, begin: float, end: float) -> list[Attempt]:
        return [attempt for attempt in self._due if begin < attempt.released + self._latency <= end]

    def _expire(self) -> list[Judgement]:
        """Words whose points are overdue."""
        judgements = []
        for attempt in list(self._due):
            if self._looked - attempt.released > self._latency + MARGIN:
                self._due.remove(attempt)
                judgements += self._say(attempt, False)
        return judgements

    def _say(self, attempt: Attempt, counted: bool) -> list[Judgement]:
        if self._is_trusted:
            return self.ledger.see(attempt, counted)
        self.ledger.note(attempt, counted)
        return []


def score_area(line: ScreenRect, window: ScreenRect) -> ScreenRect:
    """Where the score may come to stand as it grows: to the right, or to both sides when it is centred."""
    left = max(line.x - GROWS_LEFT * line.height, window.x)
    right = min(line.x + line.width + GROWS_RIGHT * line.height, window.x + window.width)
    return ScreenRect(left, line.y, right - left, line.height)
