"""Rings cut from rows of letters are told from rings that stand alone."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from hypothesis import given
from hypothesis import strategies as st

from worker.vision.wheel_rings import Ring, turns_of
from worker.vision.wheel_rows import stands_in_rows

HEIGHT = 20.0
PITCH = 2.2 * HEIGHT
PLACE = 400 + 300j

Places = npt.NDArray[np.complex128]


def ring(count: int, radius: float, turn: float = 0.0) -> Ring:
    return Ring(PLACE, complex(radius * np.exp(1j * turn)), count, HEIGHT, tuple(range(count)), 0.0)


def rows(shift: float, rise: float, turn: float) -> Places:
    """Five rows of nine, around a letter at `PLACE`; each row is shifted by a share of the pitch."""
    row, col = np.mgrid[-2:3, -4:5]
    places = (col + row * shift + 1j * row * rise).ravel() * PITCH
    return np.asarray(PLACE + places * np.exp(1j * turn))


turns = st.floats(-np.pi, np.pi)


@given(turns, st.integers(0, 2**31))
def test_six_around_one_on_shifted_rows(turn: float, seed: int) -> None:
    noise = np.random.default_rng(seed).normal(0, 0.04 * HEIGHT, 45)
    assert stands_in_rows(rows(0.5, 3**0.5 / 2, turn) + noise, ring(6, PITCH, turn))


@given(turns)
def test_three_on_shifted_rows(turn: float) -> None:
    assert stands_in_rows(rows(0.5, 3**0.5 / 2, turn), ring(3, PITCH, turn))


@given(turns)
def test_four_on_a_board(turn: float) -> None:
    assert stands_in_rows(rows(0.0, 1.0, turn), ring(4, PITCH, turn))


@given(st.integers(3, 8), turns)
def test_a_ring_alone_is_in_no_rows(count: int, turn: float) -> None:
    alone = ring(count, 3 * HEIGHT, turn)
    assert not stands_in_rows(alone.corners(), alone)
    assert not stands_in_rows(np.empty(0, np.complex128), alone)


@given(st.integers(4, 8), turns)
def test_buttons_at_its_sides_do_not_matter(count: int, turn: float) -> None:
    alone = ring(count, 3 * HEIGHT, turn)
    buttons = PLACE + 5.5 * HEIGHT * np.array([-1 + 1j, 1 + 1j]) / 2**0.5
    assert not stands_in_rows(np.concatenate([alone.corners(), buttons]), alone)


@given(turns)
def test_rows_farther_away_do_not_matter(turn: float) -> None:
    alone = ring(5, 3 * HEIGHT, turn)
    assert not stands_in_rows(rows(0.0, 1.0, 0.0) - 20j * HEIGHT, alone)


def test_what_stands_beside_a_letter_stands_beside_all_of_them() -> None:
    corners = PLACE + 60 * turns_of(6)
    beside = corners + 40 * np.exp(0.3j)
    assert stands_in_rows(np.concatenate([corners, beside]), ring(6, 60))
    assert not stands_in_rows(np.concatenate([corners, beside[:3]]), ring(6, 60))
