"""How long things take."""

from __future__ import annotations

from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.pace import SLOWEST, Pace, blame_of_phone
from agent.tempo import LONGEST, SAMPLE, Tempo


def test_by_default_a_phone_that_looks_60_times_a_second_sees_every_tile() -> None:
    assert Tempo().dwell > SAMPLE


@pytest.mark.parametrize("seconds", [0.35, 0.5, 1.0])
def test_a_pace_is_what_an_ordinary_word_takes(seconds: float) -> None:
    assert Tempo().at_pace(seconds).typical_seconds() == pytest.approx(seconds)


def test_no_pace_is_faster_than_the_profile() -> None:
    assert Tempo().at_pace(0.01) == Tempo()


@pytest.mark.parametrize(
    "wrong",
    [
        {"hold": -0.1},
        {"dwell": 9.0},
        {"dwell": 0.0},
        {"step": 0.0},
        {"step": inf},
        {"stride": nan},
        {"step": nan},
    ],
)
def test_impossible_times_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="No hand"):
        Tempo(**wrong)


def test_the_slowest_hand_may_still_be_told_to_go_slower() -> None:
    """A profile that was written by hand, a word that is tried again."""
    assert Pace(Tempo(dwell=2.0), slowness=SLOWEST).for_attempt(2).dwell == LONGEST


class TestPace:
    def test_drops_make_it_slower_and_hits_quicker_again(self) -> None:
        pace = Pace(Tempo()).after_drop()
        assert pace.slowness == 1.25
        for _ in range(40):
            pace = pace.after_hit()
        assert pace.slowness == 1.0

    @given(st.lists(st.booleans(), max_size=200))
    def test_it_stays_within_its_bounds(self, hits: list[bool]) -> None:
        pace = Pace(Tempo())
        for hit in hits:
            pace = pace.after_hit() if hit else pace.after_drop()
            assert 1.0 <= pace.slowness <= SLOWEST

    def test_only_several_misses_in_a_row_make_it_slower(self) -> None:
        assert Pace(Tempo()).after_miss(1).slowness == 1.0
        assert Pace(Tempo()).after_miss(5).slowness > 1.0

    def test_a_second_attempt_is_slower(self) -> None:
        pace = Pace(Tempo())
        assert pace.for_attempt(2).dwell > 1.5 * pace.for_attempt(1).dwell

    def test_what_words_take_besides_is_learned(self) -> None:
        pace = Pace(Tempo())
        for _ in range(20):
            pace = pace.measured(0.2, 0.25)
        assert pace.model().press == pytest.approx(Tempo().model().press + 0.05, abs=0.006)

    def test_one_long_wait_is_no_habit(self) -> None:
        assert Pace(Tempo()).measured(0.2, 30.0).lag <= 0.1


class TestBlame:
    def test_a_word_that_the_game_knows_was_not_followed(self) -> None:
        assert blame_of_phone(1.0) == 1.0

    def test_a_doubtful_word_was_probably_refused(self) -> None:
        assert blame_of_phone(0.5) < 0.1

    @given(st.floats(0, 1), st.floats(0, 1))
    def test_it_is_a_share(self, chance: float, drops: float) -> None:
        assert 0 <= blame_of_phone(chance, drops) <= 1
