"""Whose points they were, on screens that are late."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from agent.ports import Capture, PixelBox, Reading, ScreenRect, Word
from agent.scores import MOST_LATENCY, Scores, score_area
from agent.witness import Witness
from tests.agent.clocks import FakeClock

WINDOW = ScreenRect(0, 0, 400, 800)
CAPTURE = Capture(b"", 400, 800, WINDOW)
PLAYING = Reading("playing", score=0, score_box=PixelBox(50, 50, 60, 20))


class Page:
    """A `Screen` and a `Solver` with a score that changes when it is told to."""

    def __init__(self, clock: FakeClock) -> None:
        self.clock = clock
        self.changes: list[tuple[float, int]] = [(0.0, 0)]

    @property
    def score(self) -> int:
        return max(score for at, score in self.changes if at <= self.clock.now())

    def capture(self, bounds: ScreenRect) -> Capture:
        return CAPTURE

    def snapshot(self, bounds: ScreenRect) -> Callable[[], Capture]:
        return partial(self.capture, bounds)

    def patch(self, bounds: ScreenRect) -> bytes:
        return bytes([self.score // 100 * 50 % 256]) * 50


class TestPixels:
    def setup_method(self) -> None:
        self.clock = FakeClock()
        self.page = Page(self.clock)
        with ThreadPoolExecutor(1) as executor:
            witness = Witness(self.page, None, self.clock, executor)  # type: ignore[arg-type]
        self.scores = Scores(witness, self.clock)
        self.scores.begin(PLAYING, CAPTURE)
        self.scores.look(WINDOW)
        self.count = 0

    def drag(self, text: str, *, counts: bool = True, latency: float = 0.2, takes: float = 0.15) -> None:
        self.clock.sleep(takes)
        self.scores.look(WINDOW)
        released = self.clock.now()
        self.scores.drag(Word(text, 100, ((0, 1),)), 1, released)
        if counts:
            self.count += 1
            self.page.changes.append((released + latency, 100 * self.count))

    def watch(self) -> None:
        while self.scores.is_measuring:
            self.clock.sleep(0.01)
            self.scores.look(WINDOW)

    def read(self) -> dict[str, bool]:
        reading = Reading("playing", score=self.page.score)
        told = self.scores.read(reading, self.clock.now())
        return {judgement.attempt.word.text: judgement.counted for judgement in told}

    def flags(self) -> dict[str, bool | None]:
        return {attempt.word.text: attempt.counted for attempt in self.scores.ledger._attempts}

    def test_the_first_word_tells_how_late_the_screen_is(self) -> None:
        self.drag("ONE", latency=0.2)
        self.watch()
        assert self.scores.latency == pytest.approx(0.2, abs=0.02)

    def test_a_first_word_that_is_missed_tells_nothing(self) -> None:
        self.drag("ONE", counts=False)
        self.watch()
        assert self.clock.now() < 100 + 0.15 + MOST_LATENCY + 0.05
        self.drag("TWO")
        self.watch()
        assert self.scores.latency == pytest.approx(0.2, abs=0.02)

    @pytest.mark.parametrize("latency", [0.03, 0.12, 0.2, 0.4])
    def test_each_change_is_put_down_to_its_word(self, latency: float) -> None:
        self.drag("FIRST", latency=latency)
        self.watch()
        for number in range(12):
            self.drag(f"W{number}", counts=number not in (3, 4, 8), latency=latency)
        self.clock.sleep(1)
        known = {text: flag for text, flag in self.flags().items() if flag is not None}
        assert known == {text: text not in ("W3", "W4", "W8") for text in known}
        assert len(known) >= 9  # the last ones were not looked at

    def test_nothing_is_said_before_digits_confirm_the_pixels(self) -> None:
        self.drag("ONE")
        self.watch()
        for text in ("TWO", "SIX", "TEN"):
            self.drag(text)
        self.clock.sleep(1)
        assert self.read() == {"ONE": True, "TWO": True, "SIX": True, "TEN": True}

    def test_what_came_at_once_is_not_told_apart(self) -> None:
        self.drag("ONE")
        self.watch()
        self.drag("TWO", takes=0.01)
        self.drag("SIX", counts=False, takes=0.01)
        self.clock.sleep(1)
        self.scores.look(WINDOW)
        assert self.flags() == {"ONE": True, "TWO": None, "SIX": None}
        assert set(self.read().values()) == {True, False}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (ScreenRect(100, 50, 60, 20), ScreenRect(70, 50, 160, 20)),
        (ScreenRect(0, 50, 60, 20), ScreenRect(0, 50, 130, 20)),  # not beyond the window
        (ScreenRect(330, 50, 60, 20), ScreenRect(300, 50, 100, 20)),
    ],
)
def test_a_score_has_room_to_grow(line: ScreenRect, expected: ScreenRect) -> None:
    assert score_area(line, WINDOW) == expected
