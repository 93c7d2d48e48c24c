"""How hard a level is: each part alone makes it harder, and tiers go by the number."""

from __future__ import annotations

import pytest

from worker.solvers.levels_difficulty import TIERS, WEIGHTS, difficulty, expected_difficulty, tier_of
from worker.solvers.levels_layout import Layout, Placement

PLACED = (Placement("cat", 0, 0, True), Placement("cot", 0, 0, False), Placement("tea", 2, 0, True))


def test_the_weights_are_a_whole() -> None:
    assert sum(WEIGHTS.values()) == pytest.approx(1)


def test_the_easiest_and_the_hardest() -> None:
    assert expected_difficulty(4, ["cat", "act"], [6.0, 6.0]) == 5.0  # density and solitude as usual
    hard = [f"{number:08d}" for number in range(14)]
    assert expected_difficulty(8, hard, [2.0] * 14) == 95.0


@pytest.mark.parametrize(
    ("harder", "words", "zipfs"),
    [
        (6, ["cat", "cot"], [5.0, 5.0]),
        (5, ["cat", "cot", "tea", "oat"], [5.0] * 4),
        (5, ["cat", "coat"], [5.0, 5.0]),
        (5, ["cat", "cot"], [4.5, 5.0]),
        (5, ["cat", "cot"], [0.0, 5.0]),
    ],
)
def test_more_of_anything_is_harder(harder: int, words: list[str], zipfs: list[float]) -> None:
    assert expected_difficulty(harder, words, zipfs) > expected_difficulty(5, ["cat", "cot"], [5.0, 5.0])


def test_a_layout_by_hand() -> None:
    """
    c a t
    o . .
    t e a
    """
    layout = Layout.of(PLACED)
    # 7 letters in 9 cells are dense; 2 of the 7 belong to two words: 0.714 stand alone.
    found = difficulty(layout, 5, {"cat": 5.5, "cot": 3.5, "tea": 5.0})
    rarity = ((5.5 - 14 / 3) / 2.5 + (5.0 - 3.5) / 2.5) / 2
    solitude = (5 / 7 - 0.6) / 0.3
    assert found == pytest.approx(100 * (0.28 / 4 + 0.25 * rarity + 0.05 + 0.05 * solitude), abs=0.01)


def test_tiers_begin_where_they_say() -> None:
    for name, least in TIERS.items():
        assert tier_of(least) == name
    assert tier_of(24.99) == "beginner" and tier_of(100) == "expert"
