"""The ring of words against a plain list."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.walk import Leg, Walk

CELLS = [(row, col) for row in range(3) for col in range(3)]
HOVER = [[dist(one, other) for other in CELLS] for one in CELLS]


def seconds_of(legs: list[Leg], start: int | None) -> float:
    ways = sum(HOVER[one.end][other.start] for one, other in pairwise(legs))
    begin = HOVER[start][legs[0].start] if legs and start is not None else 0.0
    return begin + ways + sum(leg.seconds for leg in legs)


def drawn_leg(random: Random, variant: int) -> Leg:
    return Leg(random.randrange(9), random.randrange(9), random.uniform(0.1, 1), variant)


@given(st.integers(0, 2**32), st.sampled_from((None, 0, 4)))
def test_its_time_is_that_of_its_words_and_ways(seed: int, start: int | None) -> None:
    random = Random(seed)
    walk = Walk(HOVER, start)
    for word in range(40):
        legs = [drawn_leg(random, variant) for variant in range(random.randint(1, 3))]
        place = walk.best_place(legs)
        before = walk.seconds
        walk.insert(word, place, early=random.random() < 0.5)
        assert walk.seconds == pytest.approx(before + place.extra)
        if random.random() < 0.3:
            gone = random.choice([number for number, _ in walk])
            saved, before = walk.saved(gone), walk.seconds
            walk.remove(gone)
            assert walk.seconds == pytest.approx(before - saved)
        assert walk.seconds == pytest.approx(seconds_of([leg for _, leg in walk], start), abs=1e-9)
        assert len(walk) == len(list(walk))


@given(st.integers(0, 2**32))
def test_the_best_place_is_the_best_of_all(seed: int) -> None:
    random = Random(seed)
    start = random.choice((None, 3))
    walk = Walk(HOVER, start)
    for word in range(random.randint(0, 12)):
        walk.append(word, drawn_leg(random, 0))
    legs = [drawn_leg(random, variant) for variant in range(2)]
    order = [leg for _, leg in walk]
    tried = []
    for leg in legs:
        for at in range(len(order) + 1):
            longer = Walk(HOVER, start)
            for word, other in enumerate([*order[:at], leg, *order[at:]]):
                longer.append(word, other)
            tried.append(longer.seconds - walk.seconds)
    assert walk.best_place(legs).extra == pytest.approx(min(tried), abs=1e-9)


@given(st.integers(0, 2**32))
def test_taking_words_off_moves_the_finger(seed: int) -> None:
    random = Random(seed)
    walk = Walk(HOVER, 0)
    legs = [drawn_leg(random, 0) for _ in range(8)]
    for word, leg in enumerate(legs):
        walk.append(word, leg)
    for word, leg in enumerate(legs):
        assert walk.advance() == (word, leg)
        assert walk.seconds == pytest.approx(seconds_of(legs[word + 1 :], leg.end), abs=1e-9)
    assert walk.advance() is None


def test_a_word_without_legs_has_no_place() -> None:
    with pytest.raises(ValueError, match="without legs"):
        Walk(HOVER).best_place([])
