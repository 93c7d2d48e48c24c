"""Confidences become shares of right letters, without changing what is read or which letter is surer."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.calibration import fitted, likeliest, reliability, shares
from tests.calibration_pictures import sample
from tests.calibration_records import NO_HEAT, ReadRight, Record
from tests.selection import one_in
from worker.vision.calibration import HEATS, HOTTEST, Heat, Reading, calibrated, tempered

confidences = st.lists(st.floats(0, 1), min_size=1, max_size=20)
temperatures = st.floats(0.5, 8)


@given(confidences, temperatures)
def test_the_order_stays(values: list[float], temperature: float) -> None:
    order = np.argsort(values)
    assert (np.diff(tempered(values, temperature)[order]) >= 0).all()


@given(st.floats(0.01, 0.99), temperatures)
def test_and_can_be_undone(value: float, temperature: float) -> None:
    assert float(tempered(tempered(value, temperature), 1 / temperature)) == pytest.approx(value, abs=1e-3)


@given(st.floats(0.5, 0.999))
def test_heat_makes_less_sure(value: float) -> None:
    assert 0.5 <= float(tempered(value, 2.0)) <= value + 1e-6 <= float(tempered(value, 0.5)) + 2e-6


@pytest.mark.parametrize("reading", Reading)
def test_every_reader_has_a_heat(reading: Reading) -> None:
    assert (
        HEATS[reading].at(np.ones(4, np.float32))
        == HEATS[reading].least
        <= HEATS[reading].at(np.zeros(4, np.float32))
        <= HOTTEST
    )
    assert calibrated(reading, np.full(2, 0.5, np.float32), np.ones(2, bool)) == pytest.approx([0.5, 0.5])


def test_what_was_not_read_does_not_count() -> None:
    confidence = np.array([0.999, 0.99, 0.2], np.float32)
    alone = calibrated(Reading.BOARD, confidence, np.array([True, True, False]))
    among = calibrated(Reading.BOARD, confidence, np.ones(3, bool))
    assert among[1] < alone[1]


def test_a_letter_counts_less_among_unsure_ones() -> None:
    heat = Heat(0.0, 20)
    assert heat.at(np.array([0.97, 0.99], np.float32)) < heat.at(np.array([0.97, 0.6], np.float32))
    assert heat.at(np.array([], np.float32)) == 1


def overconfident(seed: int, temperature: float, count: int = 40) -> list[Record]:
    """Boards with letters that are right as often as a lower confidence says than they are read with."""
    rng = np.random.default_rng(seed)
    honest = rng.beta(6, 0.8, (count, 100))
    right = rng.random(honest.shape) < honest
    said = tempered(honest, 1 / temperature)
    return [
        Record(number, True, False, tuple(_cells(*board)))
        for number, board in enumerate(zip(said.tolist(), right.tolist(), strict=True))
    ]


def _cells(said: list[float], right: list[bool]) -> Iterator[ReadRight]:
    for confidence, is_right in zip(said, right, strict=True):
        yield ReadRight(confidence, is_right, False, confidence >= 0.9, "A", "A", None)


def sure(count: int) -> list[Record]:
    cells = tuple(ReadRight(0.9995, True, False, True, "A", "A", None) for _ in range(16))
    return [Record(number, True, False, cells) for number in range(count)]


@pytest.mark.slow
def test_the_heat_is_found_again() -> None:
    for number, temperature in enumerate((1.0, 2.0)):
        records = overconfident(number, temperature)
        heat = likeliest(records)
        assert np.mean([heat.at(record.confidence) for record in records]) == pytest.approx(
            temperature, rel=0.2
        )


@pytest.mark.slow
def test_more_of_what_is_wrong_is_doubted_and_plain_boards_stay_free() -> None:
    records = overconfident(3, 2.0)
    heat = fitted(records, sure(20), 0.05)
    now, then = shares(records, sure(20), NO_HEAT), shares(records, sure(20), heat)
    assert now.wrong_doubted < then.wrong_doubted
    assert then.exact_doubted <= 0.05


def test_the_table_of_reliability_counts_every_letter() -> None:
    lines = reliability(overconfident(4, 1.0), NO_HEAT)
    assert sum(int(line.split()[1]) for line in lines) == 4000


@pytest.mark.slow
@pytest.mark.parametrize(("worn", "reading"), one_in(3, itertools.product([True, False], Reading)))
def test_pictures_follow_from_their_seed(reading: Reading, worn: bool) -> None:
    drawn = sample(reading, 4, worn=worn)
    assert drawn == sample(reading, 4, worn=worn)
    assert len(drawn.letters) == drawn.shape[0] * drawn.shape[1]
