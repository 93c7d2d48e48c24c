"""Confidences become shares of right letters, without changing what is read or which letter is surer."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.calibration import likeliest_temperature, reliability, safe_temperature, shares
from tests.calibration_pictures import sample
from tests.calibration_records import ReadRight, Record
from worker.vision.calibration import TEMPERATURES, Reading, calibrated, tempered

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
def test_every_reader_has_a_temperature(reading: Reading) -> None:
    assert 0.8 <= TEMPERATURES[reading] <= 6
    assert calibrated(reading, np.full((2, 3), 0.5)) == pytest.approx(np.full((2, 3), 0.5))


def overconfident(seed: int, temperature: float, count: int = 4000) -> list[Record]:
    """Letters that are right as often as a lower confidence says than they are read with."""
    rng = np.random.default_rng(seed)
    honest = rng.beta(6, 0.8, count)
    right = rng.random(count) < honest
    said = tempered(honest, 1 / temperature)
    cells = [
        ReadRight(float(c), bool(ok), False, c >= 0.9, "A", "A", None)
        for c, ok in zip(said, right, strict=True)
    ]
    return [Record(0, True, False, tuple(cells))]


def test_the_temperature_is_found_again() -> None:
    assert likeliest_temperature(overconfident(1, 2.5)) == pytest.approx(2.5, rel=0.15)
    assert likeliest_temperature(overconfident(2, 1.0)) == pytest.approx(1.0, rel=0.15)


def test_a_safe_temperature_doubts_nearly_all_that_is_wrong() -> None:
    records = overconfident(3, 2.0)
    safe = safe_temperature(records)
    assert shares(records, (), safe).wrong_doubted >= 0.99 or safe == pytest.approx(6)
    assert shares(records, (), 1.0).wrong_doubted < shares(records, (), safe).wrong_doubted


def test_the_table_of_reliability_counts_every_letter() -> None:
    lines = reliability(overconfident(4, 1.0), 1.0)
    assert sum(int(line.split()[1]) for line in lines) == 4000


@pytest.mark.parametrize("reading", Reading)
@pytest.mark.parametrize("worn", [True, False])
def test_pictures_follow_from_their_seed(reading: Reading, worn: bool) -> None:
    drawn = sample(reading, 4, worn=worn)
    assert drawn == sample(reading, 4, worn=worn)
    assert len(drawn.letters) == drawn.shape[0] * drawn.shape[1]
