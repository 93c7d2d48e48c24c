from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dictionaries import find
from tests.reference.levels import layout_faults
from tests.selection import examples
from worker.errors import BadOption
from worker.solvers.levels_layout import Layout, LayoutOptions, Method, Placement, lay_out, start
from worker.solvers.levels_layout_search import Batch, batch_of, lay_out_batch

WORDS = ("male", "lame", "meal", "ale", "elm")


def faults(words: Sequence[str], layout: Layout) -> list[str]:
    return layout_faults(words, [(each.word, each.row, each.col, each.across) for each in layout.placements])


def sample_sets(shared_data: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((shared_data / "levels" / "sets.json").read_text())
    return rows


class TestLayout:
    def test_moves_to_the_corner_and_tells_what_it_is(self) -> None:
        layout = Layout.of([Placement("cat", 5, 3, True), Placement("tea", 5, 5, False)], ["zoo"])
        assert layout.texts() == ["cat", "..e", "..a"]
        assert layout.placements == (Placement("cat", 0, 0, True), Placement("tea", 0, 2, False))
        assert (layout.rows, layout.cols, layout.area, layout.crossings) == (3, 3, 9, 1)
        assert layout.density == pytest.approx(5 / 9)
        assert layout.missing == ("zoo",)

    def test_nothing_is_a_layout(self) -> None:
        layout = Layout.of([])
        assert (layout.area, layout.density, layout.crossings, layout.texts()) == (0, 0, 0, [])


class TestOptions:
    @pytest.mark.parametrize(
        "wrong", [{"rounds": -1}, {"max_side": 1}, {"max_side": 63}, {"max_aspect": 0.9}, {"method": "magic"}]
    )
    def test_refuses_what_is_out_of_range(self, wrong: dict[str, Any]) -> None:
        with pytest.raises(BadOption):
            LayoutOptions(**wrong)

    @pytest.mark.parametrize("words", [[], ["a"], ["x" * 31], [f"w{number}" for number in range(101)]])
    def test_refuses_words_that_cannot_be_laid_out(self, words: list[str]) -> None:
        with pytest.raises(BadOption):
            lay_out(words)


@pytest.mark.parametrize("method", ["search", "monte-carlo"])
class TestBothMethods:
    def test_is_valid(self, method: Method) -> None:
        layout = lay_out(WORDS, LayoutOptions(method=method, rounds=50))
        assert not faults(WORDS, layout)

    def test_is_the_same_for_the_same_seed(self, method: Method) -> None:
        layouts = [
            lay_out(WORDS, LayoutOptions(method=method, rounds=20, seed=seed)) for seed in (3, 3, 4, 5)
        ]
        assert layouts[0] == layouts[1]
        assert len({str(layout) for layout in layouts}) > 1

    def test_a_word_given_twice_is_there_once(self, method: Method) -> None:
        assert not faults(WORDS, lay_out([*WORDS, "male"], LayoutOptions(method=method, rounds=50)))

    def test_what_shares_no_letter_is_missing(self, method: Method) -> None:
        layout = lay_out([*WORDS, "zoo"], LayoutOptions(method=method, rounds=50))
        assert layout.missing == ("zoo",)
        assert not faults(WORDS, layout)

    def test_one_word(self, method: Method) -> None:
        assert lay_out(["cat"], LayoutOptions(method=method)).texts() in (["cat"], ["c", "a", "t"])

    def test_letters_of_any_script(self, method: Method) -> None:
        words = ["niño", "año", "mañana", "кот", "ток"]
        layout = lay_out(words, LayoutOptions(method=method, rounds=50))
        assert not faults(["niño", "año", "mañana"], layout)
        assert layout.missing == ("кот", "ток")


class TestSearch:
    def test_words_that_only_fit_together(self) -> None:
        """No order of these words, one at a time, each valid in its turn, leads to the block of three."""
        block = ["abc", "def", "ghi", "adg", "beh", "cfi"]
        assert lay_out(block).texts() in (["abc", "def", "ghi"], ["adg", "beh", "cfi"])

    def test_portions_do_not_matter(self) -> None:
        words = ["carries", "scare", "races", "rise", "sir", "ice", "arc", "car", "ear", "sea"]
        whole, portions = start(words, LayoutOptions(seed=9)), start(words, LayoutOptions(seed=9))
        whole.advance(300)
        for rounds in (1, 99, 0, 200):
            portions.advance(rounds)
        assert whole.best == portions.best

    def test_more_rounds_are_never_worse(self) -> None:
        words = ["carries", "scare", "races", "rise", "sir", "ice", "arc", "car", "ear", "sea"]
        search, areas = start(words, LayoutOptions()), []
        for _ in range(20):
            areas.append(search.best.area)
            search.advance(50)
        assert areas == sorted(areas, reverse=True)
        assert areas[-1] < areas[0]

    def test_keeps_within_limits(self) -> None:
        words = ["stamp", "past", "taps", "spam", "mats", "map", "sat"]
        options = LayoutOptions(max_side=6, max_aspect=1.2, rounds=2000)
        layout = lay_out(words, options)
        assert not faults(words, layout)
        assert options.allows(layout)

    def test_what_is_longer_than_a_side_is_missing(self) -> None:
        layout = lay_out(["stamp", "sat", "mat"], LayoutOptions(max_side=4))
        assert layout.missing == ("stamp",)
        assert max(layout.rows, layout.cols) <= 4

    def test_places_what_it_can_within_a_narrow_box(self) -> None:
        layout = lay_out(WORDS, LayoutOptions(max_side=4, max_aspect=1))
        assert (layout.rows, layout.cols) == (4, 4)
        assert not faults([word for word in WORDS if word not in layout.missing], layout)

    @pytest.mark.slow
    def test_many_long_words(self) -> None:
        words = [word for word in find("en").words() if len(word) == 9][::300][:100]
        layout = lay_out(words, LayoutOptions(rounds=20))
        assert not layout.missing
        assert not faults(words, layout)

    @settings(deadline=None, max_examples=examples(60))
    @given(
        st.lists(st.text("abc", min_size=2, max_size=6), min_size=1, max_size=12, unique=True),
        st.integers(-(2**70), 2**70),
        st.sampled_from([None, 1.0, 1.5, 3.0]),
    )
    def test_every_layout_is_valid(self, words: list[str], seed: int, max_aspect: float | None) -> None:
        options = LayoutOptions(seed=seed, rounds=60, max_side=8, max_aspect=max_aspect)
        layout = lay_out(words, options)
        placed = [word for word in words if word not in layout.missing]
        assert not placed or not faults(placed, layout)
        assert not placed or options.allows(layout)


class TestBatch:
    SETS = (list(WORDS), ["cat", "tea", "ate", "eat"], ["niño", "año"], ["cat", "dog"])

    def layouts(self, batch: Batch, options: LayoutOptions) -> list[tuple[list[Any], list[int]]]:
        """Each set's places and box."""
        made = lay_out_batch(batch, 50, options)
        parts = zip(pairwise(batch.set_first), made.boxes.tolist(), strict=True)
        return [(made.places[start:end].tolist(), box) for (start, end), box in parts]

    def test_is_what_one_by_one_gives(self) -> None:
        options = LayoutOptions(max_side=12, max_aspect=2)
        batch = batch_of(self.SETS[:3], [5, 6, 7], "abcdefghijklmnñopqrstuvwxyz")
        for words, seed, (places, box) in zip(
            self.SETS, (5, 6, 7), self.layouts(batch, options), strict=False
        ):
            one = lay_out(words, LayoutOptions(seed=seed, rounds=50, max_side=12, max_aspect=2))
            expected = {each.word: [each.row, each.col, each.across] for each in one.placements}
            assert dict(zip(words, places, strict=True)) == expected
            assert box == [one.rows, one.cols, 0]

    def test_says_what_is_missing(self) -> None:
        ((places, box),) = self.layouts(batch_of(self.SETS[3:], [1], "abcdefghijklmnopqrst"), LayoutOptions())
        assert sorted(places) == [[-1, -1, 0], [0, 0, 1]]
        assert box == [1, 3, 1]

    def test_may_be_cut_anywhere(self) -> None:
        sets, options = self.SETS[:2] * 3, LayoutOptions()
        whole = self.layouts(batch_of(sets, range(6), "acelmt"), options)
        parts = [
            self.layouts(batch_of([words], [seed], "acelmt"), options) for seed, words in enumerate(sets)
        ]
        assert whole == [layout for part in parts for layout in part]


class TestQuality:
    """With a tenth of the usual rounds; the figures themselves are in `make bench`."""

    @pytest.mark.slow
    def test_sets_of_the_reference(self, shared_data: Path) -> None:
        sets = sample_sets(shared_data)
        layouts = [lay_out(row["words"], LayoutOptions(rounds=800)) for row in sets]
        assert not [
            fault for row, layout in zip(sets, layouts, strict=True) for fault in faults(row["words"], layout)
        ]
        assert sum(layout.area for layout in layouts) / len(sets) <= 47.5
        assert sum(layout.density for layout in layouts) / len(sets) > 0.559

    def test_two_that_need_words_set_down_together(self, shared_data: Path) -> None:
        least = {"bring": 40, "clever": 35}
        found = {
            row["letters"]: lay_out(row["words"], LayoutOptions(rounds=4000)).area
            for row in sample_sets(shared_data)
            if row["letters"] in least
        }
        assert found == least

    @pytest.mark.slow
    def test_sets_of_the_dictionary(self) -> None:
        levels = find("en").levels()
        common = [word for word, level in levels.items() if level <= 35 and 3 <= len(word) <= 7]
        densities = []
        for wheel in [word for word in common if len(word) == 6][::400]:
            words = [word for word in common if Counter(word) <= Counter(wheel)][:14]
            layout = lay_out(words, LayoutOptions(rounds=300, max_side=12, max_aspect=1.5))
            assert not faults(words, layout)
            densities.append(layout.density)
        assert sum(densities) / len(densities) > 0.52
