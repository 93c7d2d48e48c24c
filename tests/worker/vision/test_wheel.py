"""Drawn screens of letter-wheel games are read exactly; what is round and no wheel is not read at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from tests import wheel_lookalikes
from tests.drawing import Canvas, encoded
from tests.non_boards import NON_BOARDS, non_board
from tests.pictures import board_picture
from tests.selection import one_in
from tests.wheel_pictures import LOOKS, SMALL, SWIPES, WIDE, DrawnWheel, wheel_picture
from worker.vision.decode import decode
from worker.vision.glyphs import default_reader
from worker.vision.wheel import WheelFound, find

IDLE, SWIPED, CROSSED = range(140), range(1000, 1050), range(1100, 1140)
FEW, OF_ALL_LOOKS = range(5), 3014
"""Of those at rest; one that is drawn in every look."""
LIKELY = 0.5
"""Worth from which on a picture is taken for a wheel."""


@dataclass(frozen=True)
class Reading:
    drawn: DrawnWheel
    found: WheelFound | None

    @property
    def letters(self) -> str:
        return "".join(cell.letters or "." for cell in self.found.cells) if self.found else ""

    @property
    def crossword(self) -> tuple[str, ...]:
        return self.found.crossword if self.found else ()

    @property
    def has_doubts(self) -> bool:
        return self.found is not None and any(cell.doubtful for cell in self.found.cells)

    @property
    def is_exact(self) -> bool:
        return self.letters == self.drawn.letters

    @property
    def is_flagged(self) -> bool:
        """Whether all wrong letters are doubtful; a wrong number of letters makes all of them wrong."""
        if self.found is None:
            return True
        same = len(self.letters) == len(self.drawn.letters)
        truth = self.drawn.letters if same else " " * len(self.letters)
        return all(
            cell.doubtful or cell.letters == true for cell, true in zip(self.found.cells, truth, strict=True)
        )


def seen_in(canvas: Canvas) -> WheelFound | None:
    return find(decode(encoded(canvas, ".jpg", 92)), default_reader())


@cache
def reading(seed: int, swipe: str) -> Reading:
    drawn = wheel_picture(seed, swipe=swipe, sizes=SMALL)
    return Reading(drawn, seen_in(drawn.canvas))


def swiped(seed: int) -> Reading:
    return reading(seed, ("circles", "under")[seed % 2])


@pytest.mark.slow
def test_wheels_at_rest_are_read_exactly_and_surely() -> None:
    readings = [reading(seed, "") for seed in FEW]
    assert [one.letters for one in readings] == [one.drawn.letters for one in readings]
    assert all(one.found and one.found.worth > LIKELY for one in readings)
    assert sum(one.has_doubts for one in readings) <= 1


@pytest.mark.long
def test_most_wheels_at_rest_are_read_without_a_doubt() -> None:
    readings = [reading(seed, "") for seed in IDLE]
    assert [one.drawn.letters for one in readings if not one.is_exact] == []
    unsure = [one.drawn.letters for one in readings if not one.found or one.found.worth < LIKELY]
    assert len(unsure) <= 0.02 * len(IDLE), unsure
    doubtful = [one.drawn.letters for one in readings if one.has_doubts]
    assert len(doubtful) <= 0.05 * len(IDLE), doubtful
    wrong = [one.drawn.crossword for one in readings if one.crossword != one.drawn.crossword]
    assert len(wrong) <= 0.12 * len(IDLE), wrong


@pytest.mark.slow
def test_a_letter_that_a_line_crosses_is_doubtful() -> None:
    for swipe in ("under", "over"):
        one = reading(CROSSED[0], swipe)
        assert one.is_flagged
        assert one.has_doubts


@pytest.mark.parametrize("look", one_in(2, LOOKS[1:]))
def test_whatever_the_letters_stand_on(look: str) -> None:
    drawn = wheel_picture(OF_ALL_LOOKS, swipe="", sizes=SMALL, look=look)
    one = Reading(drawn, seen_in(drawn.canvas))
    assert one.is_exact
    assert one.found is not None
    assert one.found.worth > LIKELY


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_no_look_and_no_line_makes_a_wrong_letter_sure(look: str) -> None:
    for seed in range(5000, 5020):
        for swipe in SWIPES:
            drawn = wheel_picture(seed, swipe=swipe, sizes=SMALL, look=look)
            assert Reading(drawn, seen_in(drawn.canvas)).is_flagged, (seed, swipe)


@pytest.mark.slow
def test_letters_in_the_circles_of_a_swipe_are_read() -> None:
    for seed in SWIPED[:3]:
        assert reading(seed, "circles").is_exact


@pytest.mark.long
def test_most_wheels_are_read_in_the_middle_of_a_swipe() -> None:
    wrong = [(seed, swiped(seed).letters) for seed in SWIPED if not swiped(seed).is_exact]
    assert len(wrong) <= 0.15 * len(SWIPED), wrong


@pytest.mark.long
def test_a_wrong_letter_is_always_doubtful() -> None:
    readings = [reading(seed, "") for seed in IDLE] + [swiped(seed) for seed in SWIPED]
    readings += [reading(seed, "over") for seed in CROSSED]
    assert [one.drawn.letters for one in readings if not one.is_flagged] == []


def test_cells_lie_on_their_letters() -> None:
    for seed in FEW:
        one = reading(seed, "")
        assert one.found is not None
        for cell, (x, y) in zip(one.found.cells, one.drawn.centres, strict=True):
            off = max(abs(cell.centre.x - x), abs(cell.centre.y - y))
            assert off < 0.3 * one.drawn.height
            assert cell.box.x < x < cell.box.x + cell.box.width


@pytest.mark.parametrize("count", [3, 4, 8])
def test_any_number_of_letters(count: int) -> None:
    drawn = wheel_picture(count, count=count, swipe="", sizes=SMALL)
    found = seen_in(drawn.canvas)
    assert found is not None
    assert "".join(cell.letters for cell in found.cells) == drawn.letters


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 5])
def test_a_crossword_beside_the_wheel(seed: int) -> None:
    drawn = wheel_picture(seed, swipe="", sizes=WIDE)
    one = Reading(drawn, seen_in(drawn.canvas))
    assert one.is_exact
    assert one.crossword == drawn.crossword


@pytest.mark.slow
@pytest.mark.parametrize("look", ["bare", "seats"])
def test_worn_wheels_without_a_disc(look: str) -> None:
    for seed in (2, 10):
        drawn = wheel_picture(seed, swipe="", sizes=SMALL, look=look)
        pale = np.asarray(90 + 0.35 * drawn.canvas, np.uint8)
        one = Reading(drawn, seen_in(pale))
        assert one.is_exact
        assert one.found is not None
        assert one.found.worth > LIKELY


@pytest.mark.slow
def test_a_wheel_is_found_at_full_size_as_well() -> None:
    drawn = wheel_picture(2, swipe="", sizes=[(1170, 2532)])
    found = seen_in(drawn.canvas)
    assert found is not None
    assert "".join(cell.letters for cell in found.cells) == drawn.letters


@pytest.mark.slow
@pytest.mark.parametrize("draw", one_in(2, wheel_lookalikes.NO_WHEELS))
def test_other_round_things_are_no_wheels(draw: Callable[[np.random.Generator], Canvas]) -> None:
    found = [seen_in(draw(np.random.default_rng(seed))) for seed in range(2)]
    assert all(one is None or one.worth < LIKELY / 2 for one in found)


@pytest.mark.slow
@pytest.mark.parametrize("draw", wheel_lookalikes.RINGS_AMONG_OTHERS)
def test_letters_among_others_are_no_wheels(draw: Callable[[np.random.Generator], Canvas]) -> None:
    for seed in range(2):
        found = seen_in(draw(np.random.default_rng(seed)))
        assert found is None or found.worth < LIKELY / 2


@pytest.mark.slow
def test_keys_below_others_are_no_wheel_below_a_crossword() -> None:
    keys = NON_BOARDS["wordle_keyboard"](np.random.default_rng(6))
    assert find(decode(encoded(keys)), default_reader()) is None


@pytest.mark.long
@pytest.mark.parametrize("draw", [*wheel_lookalikes.NO_WHEELS, *wheel_lookalikes.RINGS_AMONG_OTHERS])
def test_no_wheel_is_invented(draw: Callable[[np.random.Generator], Canvas]) -> None:
    for seed in range(100, 120):
        found = seen_in(draw(np.random.default_rng(seed)))
        assert found is None or found.worth < LIKELY, seed


@pytest.mark.long
def test_a_keyboard_is_no_wheel() -> None:
    for seed in range(50):
        found = find(decode(non_board("wordle_keyboard", seed)), default_reader())
        assert found is None or found.worth < LIKELY / 2, seed


@pytest.mark.parametrize("shape", one_in(2, ["4x4", "5x5", "donut", "cross"]))
def test_a_board_is_no_wheel(shape: str) -> None:
    found = seen_in(board_picture(0, shape=shape, pitch=60).canvas)
    assert found is None or found.worth < LIKELY / 2


def test_nothing_is_found_in_a_plain_picture() -> None:
    assert seen_in(np.full((300, 200, 3), 127, np.uint8)) is None
    assert seen_in(np.full((12, 9, 3), 250, np.uint8)) is None
