"""Noticing what lies over the board, and not asking about every shadow."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from math import dist

import pytest

from agent.adapters.recorder import Recorder
from agent.errors import ServiceAway
from agent.geometry import Board
from agent.lookout import ALARM_PAUSE, Lookout, quietest
from agent.player import Player
from agent.ports import Capture, Reading, ScreenPoint, ScreenRect
from agent.stopping import AnyAbort
from agent.witness import READ_EVERY, Witness
from tests.agent.clocks import FakeClock

CENTRES = tuple(ScreenPoint(100 + 50 * col, 100 + 50 * row) for row in range(2) for col in range(2))
WINDOW = ScreenRect(0, 0, 300, 300)
BOARD = Board(WINDOW, CENTRES, ScreenRect(75, 75, 100, 100), 50)


class Page:
    """A `Screen` and a `Solver`: what is on the board, and what the service says."""

    def __init__(self, clock: FakeClock) -> None:
        self.clock = clock
        self.shade = 0
        self.clear_at = float("inf")
        self.captures = 0
        self.error: Exception | None = None

    def capture(self, bounds: ScreenRect) -> Capture:
        self.captures += 1
        return Capture(b"", 300, 300, bounds)

    def snapshot(self, bounds: ScreenRect) -> Callable[[], Capture]:
        return partial(self.capture, bounds)

    def patch(self, bounds: ScreenRect) -> bytes:
        return bytes([0 if self.clock.now() >= self.clear_at else self.shade]) * 64

    def read(self, capture: Capture) -> Reading:
        if self.error is not None:
            raise self.error
        return Reading("playing")


class Inline(Executor):
    """Does work at once."""

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        future: Future[Reading] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class TestLookout:
    def setup_method(self) -> None:
        self.clock = FakeClock()
        self.page = Page(self.clock)
        with ThreadPoolExecutor(1) as executor:
            witness = Witness(self.page, None, self.clock, executor)  # type: ignore[arg-type]
        player = Player(Recorder(self.clock), self.clock, AnyAbort([]))
        self.lookout = Lookout(witness, player, self.clock)
        assert not self.lookout.is_hidden(BOARD)

    def test_what_stays_is_noticed(self) -> None:
        self.page.shade = 200
        assert self.lookout.is_hidden(BOARD)

    def test_a_fading_trace_is_waited_out(self) -> None:
        self.page.shade, self.page.clear_at = 200, self.clock.now() + 0.12
        assert not self.lookout.is_hidden(BOARD)
        assert self.clock.now() < 100.2

    def test_after_a_false_alarm_it_is_quiet_for_a_while_and_then_looks_again(self) -> None:
        self.page.shade = 200
        assert self.lookout.is_hidden(BOARD)
        self.lookout.hear(Reading("playing"))
        self.page.shade = 100
        assert not self.lookout.is_hidden(BOARD)
        self.clock.sleep(ALARM_PAUSE)
        assert not self.lookout.is_hidden(BOARD)  # this is how it looks now
        self.page.shade = 0
        assert self.lookout.is_hidden(BOARD)

    def test_an_end_is_no_false_alarm(self) -> None:
        self.page.shade = 200
        assert self.lookout.is_hidden(BOARD)
        self.lookout.hear(Reading("unknown"))
        assert not self.lookout.is_hidden(BOARD)
        self.page.shade = 0
        assert self.lookout.is_hidden(BOARD)

    def test_in_a_window_that_was_moved_the_round_may_be_over(self) -> None:
        moved = BOARD.in_window(replace(WINDOW, x=40))
        assert moved is not None
        assert self.lookout.is_hidden(moved)
        self.lookout.hear(Reading("playing"))
        assert not self.lookout.is_hidden(moved)
        self.page.shade = 200
        assert self.lookout.is_hidden(moved)


def test_the_gap_that_the_last_word_did_not_touch_is_looked_at() -> None:
    centres = [ScreenPoint(100 + 50 * col, 100 + 50 * row) for row in range(4) for col in range(4)]
    board = Board(ScreenRect(0, 0, 400, 400), tuple(centres), ScreenRect(75, 75, 200, 200), 50)
    gaps = dict(enumerate(board.gaps()))
    assert len(gaps) == 5
    assert quietest(gaps, [], 50) == 0
    across = [centres[cell] for cell in (0, 5, 10)]
    looked_at = gaps[quietest(gaps, across, 50)].centre
    assert all(dist((tile.x, tile.y), (looked_at.x, looked_at.y)) > 50 for tile in across)
    assert quietest(gaps, centres, 50) == 0  # all are touched: the middle one tells most


class TestReadings:
    def setup_method(self) -> None:
        self.clock = FakeClock()
        self.page = Page(self.clock)
        self.witness = Witness(self.page, self.page, self.clock, Inline())  # type: ignore[arg-type]

    def test_the_first_is_asked_for_at_once_and_then_one_now_and_then(self) -> None:
        for _ in range(40):
            self.witness.ask(WINDOW)
            self.witness.answer()
            self.clock.sleep(READ_EVERY / 10)
        assert self.page.captures == 4

    def test_no_second_one_is_asked_for_before_the_first_is_heard(self) -> None:
        self.witness.ask(WINDOW)
        self.clock.sleep(10)
        self.witness.ask(WINDOW)
        assert self.page.captures == 1

    def test_an_answer_is_heard_once_with_the_time_of_its_picture(self) -> None:
        self.witness.ask(WINDOW)
        self.clock.sleep(1)
        assert self.witness.answer() == (100.0, Reading("playing"))
        assert self.witness.answer() is None

    def test_errors_are_heard_too(self) -> None:
        self.page.error = ServiceAway("away")
        self.witness.ask(WINDOW)
        with pytest.raises(ServiceAway):
            self.witness.answer()
        assert self.witness.answer() is None

    def test_pixels_elsewhere_are_not_compared(self) -> None:
        assert self.witness.has_changed("score", WINDOW) is None
        assert self.witness.has_changed("score", WINDOW) is False
        assert self.witness.has_changed("score", ScreenRect(9, 9, 300, 300)) is None
