"""The simulated phone is as strict as a real one."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agent.adapters.recorder import Recorder
from agent.adapters.simdesktop import SimDesktop, SimExecutor, SimSolver
from agent.adapters.simphone import START, Quality, SimClock, SimPhone
from agent.errors import NoBoard, ServiceAway
from agent.ports import ScreenPoint, ScreenRect

ROWS = ("CAT", "XO.", "SED")
"""
    C A T
    X O
    S E D
"""
WORDS = {"CAT": 100, "COAT": 400}
CAT, SLOW = (0, 1, 2), 0.1


class TestTouches:
    def setup_method(self) -> None:
        self.clock = SimClock()

    def phone(self, **quality: float) -> SimPhone:
        return SimPhone(ROWS, WORDS, self.clock, quality=Quality(**quality), state="playing", seconds=30)

    def drag(self, phone: SimPhone, path: Sequence[int], *, rest: float = SLOW) -> None:
        phone.touch(phone.cell_centre(path[0]))
        for cell in path[1:]:
            self.clock.sleep(rest)
            phone.slide(phone.cell_centre(cell))
        self.clock.sleep(rest)
        phone.lift()

    def test_a_slow_drag_spells_a_word(self) -> None:
        phone = self.phone()
        self.drag(phone, CAT)
        assert phone.found == {"CAT": 100}

    def test_a_word_counts_once(self) -> None:
        phone = self.phone()
        self.drag(phone, CAT)
        self.drag(phone, CAT)
        assert phone.score == 100 and phone.dragged == ["CAT", "CAT"]

    def test_what_happens_between_two_looks_is_not_seen(self) -> None:
        phone = self.phone()
        self.drag(phone, CAT, rest=0.004)  # 12 ms in all; a look comes every 17
        assert phone.dragged[0] in ("C", "CA")
        assert phone.found == {}

    def test_tiles_far_apart_are_not_joined(self) -> None:
        phone = self.phone()
        self.drag(phone, (0, 2))
        assert phone.dragged == ["C"]

    def test_holes_are_no_tiles(self) -> None:
        phone = self.phone()
        self.drag(phone, (4, 5))
        assert phone.dragged == ["O"]

    def test_beside_a_tile_is_not_on_it(self) -> None:
        phone = self.phone(hit_radius=0.3)
        centre = phone.cell_centre(0)
        phone.touch(ScreenPoint(centre.x + 0.4 * phone.pitch, centre.y))
        self.clock.sleep(SLOW)
        phone.lift()
        assert phone.dragged == [""]

    def test_a_touch_too_soon_is_ignored(self) -> None:
        phone = self.phone(min_gap=0.05)
        self.drag(phone, CAT)
        self.clock.sleep(0.01)
        self.drag(phone, (0, 4, 1, 2))
        self.clock.sleep(0.06)
        self.drag(phone, (0, 4, 1, 2))
        assert phone.dragged == ["CAT", "COAT"]

    def test_lost_touches_do_nothing(self) -> None:
        phone = self.phone(lost_touches=1.0)
        self.drag(phone, CAT)
        assert phone.dragged == []

    def test_the_score_is_shown_late(self) -> None:
        phone = self.phone(latency=0.2)
        self.clock.sleep(0.3)
        self.drag(phone, CAT)
        assert phone.screen() == ("playing", 0)
        self.clock.sleep(0.2)
        assert phone.screen() == ("playing", 100)

    def test_the_round_ends(self) -> None:
        phone = self.phone(latency=0)
        self.clock.sleep(30)
        self.drag(phone, CAT)
        assert phone.screen() == ("over", 0) and phone.touches_after_end == 1

    def test_same_seed_same_phone(self) -> None:
        told = []
        for _ in range(2):
            clock = self.clock = SimClock()
            phone = SimPhone(ROWS, WORDS, clock, quality=Quality(lost_looks=0.5), state="playing", seed=4)
            for _ in range(10):
                self.drag(phone, CAT, rest=0.02)
            told.append(phone.dragged)
        assert told[0] == told[1] and len(set(told[0])) > 1

    @pytest.mark.parametrize(("seconds", "state"), [(0.0, "how-to-play"), (0.05, "playing")])
    def test_start_wants_to_be_pressed_for_a_moment(self, seconds: float, state: str) -> None:
        phone = SimPhone(ROWS, WORDS, self.clock)
        phone.touch(START.centre)
        self.clock.sleep(seconds)
        phone.lift()
        assert phone.state == state


class TestDesktop:
    def setup_method(self) -> None:
        self.clock = SimClock()
        self.phone = SimPhone(ROWS, WORDS, self.clock, state="playing")
        self.clock.sleep(1)
        self.desktop = SimDesktop(self.phone, self.clock, ScreenRect(-500, 0, 195, 422))
        self.solver = SimSolver(self.phone, (), self.clock, seconds=0.1)

    def test_events_beside_the_window_are_noticed(self) -> None:
        self.desktop.press(ScreenPoint(5, 5))
        self.desktop.release(ScreenPoint(5, 5))
        assert self.desktop.outside == [("press", ScreenPoint(5, 5))]

    def test_so_are_events_in_a_window_that_is_not_in_front(self) -> None:
        self.desktop.change(is_front=False)
        self.desktop.press(ScreenPoint(-400, 100))
        assert len(self.desktop.outside) == 1

    def test_the_service_takes_its_time(self) -> None:
        begun = self.clock.now()
        solution = self.solver.solve(self.desktop.capture(ScreenRect(-500, 0, 195, 422)))
        assert self.clock.now() - begun == pytest.approx(0.1)
        assert solution.reading.letters == ROWS
        assert [box is None for box in solution.cells].index(True) == 5

    def test_in_the_background_time_goes_on_beside_it(self) -> None:
        capture = self.desktop.capture(ScreenRect(-500, 0, 195, 422))
        begun = self.clock.now()
        later = SimExecutor(self.clock).submit(self.solver.read, capture)
        assert self.clock.now() == begun and not later.done()
        self.clock.sleep(0.2)
        assert later.done() and later.result().state == "playing"

    def test_a_service_that_is_away_says_so(self) -> None:
        self.solver.is_away = True
        later = SimExecutor(self.clock).submit(self.solver.read, self.desktop.capture(ScreenRect(0, 0, 9, 9)))
        self.clock.sleep(1)
        with pytest.raises(ServiceAway):
            later.result()

    def test_without_a_round_there_is_no_board(self) -> None:
        self.clock.sleep(100)
        with pytest.raises(NoBoard):
            self.solver.solve(self.desktop.capture(ScreenRect(0, 0, 9, 9)))


def test_a_dry_run_remembers_what_it_would_have_done() -> None:
    clock = SimClock()
    mouse = Recorder(clock)
    mouse.press(ScreenPoint(1, 1))
    clock.sleep(0.5)
    mouse.drag(ScreenPoint(2, 2))
    mouse.release_all()
    mouse.release_all()
    assert [(event.kind, event.point.x) for event in mouse.events] == [
        ("press", 1),
        ("drag", 2),
        ("release", 2),
    ]
    assert mouse.events[1].at - mouse.events[0].at == 0.5
