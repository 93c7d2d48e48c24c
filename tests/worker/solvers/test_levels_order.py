"""The order of a pack's levels: rising difficulty, and words not again at once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from worker.solvers.levels import MOST_FALL
from worker.solvers.levels_check import rank_correlation
from worker.solvers.levels_order import Rated, arranged


def rated(number: int, difficulty: float, *words: str, density: float = 0.5) -> Rated:
    return Rated(number, difficulty, density, frozenset(words or [f"word{number}"]), f"lemma{number}")


DIFFICULTIES = st.lists(st.floats(0, 100), min_size=1, max_size=60)


@given(DIFFICULTIES, st.integers(0, 20))
def test_so_many_are_kept_and_the_difficulty_hardly_falls(difficulties: list[float], spare: int) -> None:
    levels = [rated(number, difficulty) for number, difficulty in enumerate(difficulties)]
    count = max(1, len(levels) - spare)
    order = arranged(levels, count)
    assert len(set(order)) == count
    kept = [difficulties[number] for number in order]
    most = MOST_FALL * (max(kept) - min(kept))
    assert all(before - after <= most + 1e-9 for place, after in enumerate(kept) for before in kept[:place])


def test_the_sparsest_of_neighbours_is_left_out() -> None:
    levels = [rated(number, number, density=0.3 if number in (3, 8) else 0.6) for number in range(12)]
    assert set(arranged(levels, 10)) == set(range(12)) - {3, 8}


def test_the_same_words_do_not_follow_each_other() -> None:
    easy = [rated(0, 0.0, "end"), rated(9, 100.0, "start")]
    alike = [rated(number, 50 + number / 100, "tea", "eat") for number in (1, 2)]
    others = [rated(number, 50 + number / 100, f"word{number}") for number in (3, 4, 5, 6)]
    order = arranged([*easy, *alike, *others], 8)
    assert abs(order.index(1) - order.index(2)) > 1


def test_rank_correlation() -> None:
    assert rank_correlation([1.0, 2.0, 3.0, 4.0]) == 1
    assert rank_correlation([4.0, 3.0, 2.0, 1.0]) == -1
    assert rank_correlation([1.0, 3.0, 2.0, 4.0]) == 0.8
    assert rank_correlation([5.0, 5.0]) == 1
    assert round(rank_correlation([1.0, 2.0, 2.0, 4.0]), 4) == 0.9487
