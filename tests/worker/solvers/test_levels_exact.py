from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference.levels_boxes import fits_in_box
from tests.worker.solvers.test_levels_layout import faults
from worker.errors import BadOption
from worker.solvers.levels_exact import (
    Certificate,
    boxes_below,
    certificate_faults,
    smallest_layout,
)
from worker.solvers.levels_layout import Layout, LayoutOptions, Placement, lay_out

WORDS = ("male", "lame", "meal", "ale", "elm")


@pytest.fixture
def exact() -> None:
    pytest.importorskip("ortools", reason="the extra `exact` is not installed")


def every_layout(words: Sequence[str]) -> Iterator[Layout]:
    """All layouts of all the words, set down one across another in every order."""
    waiting: list[tuple[Placement, ...]] = [(Placement(words[0], 0, 0, across),) for across in (True, False)]
    seen = {frozenset(placed) for placed in waiting}
    while waiting:
        placed = waiting.pop()
        layout = Layout.of(placed)
        left = [word for word in words if all(each.word != word for each in placed)]
        if not left and not faults(words, layout):
            yield layout
        for word, each in product(left, placed):
            for at, (row, col) in enumerate(each.cells()):
                for k in (k for k, letter in enumerate(word) if letter == each.word[at]):
                    start = (row - k, col) if each.across else (row, col - k)
                    further = (*placed, Placement(word, *start, not each.across))
                    if frozenset(further) not in seen:
                        seen.add(frozenset(further))
                        waiting.append(further)


def refuted_again(certificate: Certificate) -> bool:
    """Whether everything tried, cell by cell, finds nothing in the refuted boxes either."""
    return not any(fits_in_box(certificate.words, *box) for box in certificate.refuted)


@pytest.mark.usefixtures("exact")
class TestSmallest:
    @pytest.mark.slow
    def test_is_proven(self) -> None:
        certificate = smallest_layout(WORDS)
        assert certificate.is_proven
        assert not certificate_faults(certificate)
        assert not faults(WORDS, certificate.layout)
        assert refuted_again(certificate)

    def test_is_found_where_the_search_has_not_begun(self) -> None:
        block = ["abc", "def", "ghi", "adg", "beh", "cfi"]
        assert (
            smallest_layout(block, LayoutOptions(rounds=0)).layout.area
            == smallest_layout(block).layout.area
            == 9
        )

    def test_too_little_effort_leaves_boxes_open(self) -> None:
        certificate = smallest_layout(WORDS, LayoutOptions(rounds=0), effort=0)
        assert not certificate.is_proven
        assert certificate_faults(certificate)

    def test_one_word(self) -> None:
        assert smallest_layout(["cat"]) == Certificate(
            ("cat",), Layout(1, 3, (Placement("cat", 0, 0, True),)), ()
        )

    def test_words_that_cannot_hang_together(self) -> None:
        with pytest.raises(BadOption, match="No layout"):
            smallest_layout(["cat", "dog"])

    def test_too_many_words(self) -> None:
        with pytest.raises(BadOption):
            smallest_layout([f"a{number}" for number in range(21)])

    @pytest.mark.slow
    @settings(deadline=None, max_examples=15)
    @given(st.lists(st.text("abc", min_size=2, max_size=4), min_size=2, max_size=5, unique=True))
    def test_no_smaller_box_holds_the_words(self, words: list[str]) -> None:
        try:
            certificate = smallest_layout(words, LayoutOptions(rounds=0))
        except BadOption:
            return
        assert not certificate_faults(certificate)
        assert refuted_again(certificate)


@pytest.mark.usefixtures("exact")
class TestLimits:
    """Long sides and long shapes are ruled out, and what is smallest without them is proven."""

    @pytest.mark.slow
    @settings(deadline=None, max_examples=10)
    @given(
        st.lists(st.text("abc", min_size=2, max_size=3), min_size=2, max_size=4, unique=True),
        st.integers(3, 6),
        st.sampled_from([None, 1.0, 1.34, 2.0]),
    )
    def test_the_smallest_of_all_within_them(
        self, words: list[str], max_side: int, max_aspect: float | None
    ) -> None:
        limits = LayoutOptions(max_side=max_side, max_aspect=max_aspect)
        try:
            certificate = smallest_layout(words, limits)
        except BadOption:
            return
        assert certificate.is_proven and not certificate_faults(certificate)
        assert not faults(words, certificate.layout)
        areas = [each.area for each in every_layout(words) if limits.allows(each)]
        assert certificate.layout.area == min(areas)

    @pytest.mark.slow
    def test_a_longer_side_makes_it_smaller(self) -> None:
        words = ["bring", "brig", "grin", "ring", "rib", "big", "gin", "rig"]
        free, short = smallest_layout(words), smallest_layout(words, LayoutOptions(max_side=6))
        assert (free.layout.area, short.layout.area) == (35, 36)
        assert max(short.layout.rows, short.layout.cols) <= 6
        assert short.is_proven and not certificate_faults(short)
        assert certificate_faults(replace(free, max_side=6))

    def test_by_chance_nothing_is_proven(self) -> None:
        with pytest.raises(BadOption, match="monte-carlo"):
            smallest_layout(WORDS, LayoutOptions(method="monte-carlo"))


class TestCertificate:
    LAYOUT = lay_out(WORDS, LayoutOptions(rounds=200))

    def test_as_json_and_back(self) -> None:
        certificate = Certificate(WORDS, self.LAYOUT, ((3, 5),), ((4, 4),), 9, 1.5)
        assert Certificate.from_json(json.loads(json.dumps(certificate.to_json()))) == certificate

    def test_every_smaller_box_has_to_be_refuted(self) -> None:
        boxes = tuple(boxes_below(self.LAYOUT.area, WORDS))
        assert not certificate_faults(Certificate(WORDS, self.LAYOUT, boxes))
        assert certificate_faults(Certificate(WORDS, self.LAYOUT, boxes[1:]))

    def test_the_layout_has_to_be_one(self) -> None:
        boxes = tuple(boxes_below(self.LAYOUT.area, WORDS))
        shifted = replace(self.LAYOUT.placements[0], row=self.LAYOUT.rows)
        wrong = Layout.of([shifted, *self.LAYOUT.placements[1:]])
        assert certificate_faults(Certificate(WORDS, wrong, boxes))
        assert certificate_faults(Certificate((*WORDS, "lam"), self.LAYOUT, boxes))
        assert certificate_faults(Certificate(WORDS[1:], self.LAYOUT, boxes))

    @pytest.mark.parametrize("area", [9, 20, 37, 60])
    def test_boxes_hold_all_that_are_smaller(self, area: int) -> None:
        boxes = [*boxes_below(area, WORDS)]
        for rows, cols in product(range(3, area), repeat=2):
            if rows <= cols and cols >= 4 and rows * cols < area:
                assert any(rows <= box[0] and cols <= box[1] for box in boxes)
        assert all(rows * cols < area for rows, cols in boxes)


def test_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    monkeypatch.delitem(sys.modules, "worker.solvers.levels_exact_model", raising=False)
    with pytest.raises(BadOption, match="OR-tools"):
        smallest_layout(WORDS, LayoutOptions(rounds=0))


def sets_of(shared_data: Path, sizes: Sequence[int]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((shared_data / "levels" / "sets.json").read_text())
    return [row for row in rows if len(row["words"]) in sizes]


@pytest.mark.usefixtures("exact")
class TestSetsOfTheReference:
    @staticmethod
    def check(row: dict[str, Any], *, again: bool) -> None:
        certificate = smallest_layout(row["words"])
        assert certificate.is_proven
        assert not certificate_faults(certificate)
        assert not faults(row["words"], certificate.layout)
        assert certificate.layout.area == row["proven_minimum"] or row["proven_minimum"] is None
        assert certificate.layout.area <= row["best_known_area"]
        assert not again or refuted_again(certificate)

    @pytest.mark.slow
    def test_up_to_six_words(self, shared_data: Path) -> None:
        for row in sets_of(shared_data, range(7)):
            self.check(row, again=True)

    @pytest.mark.long
    def test_up_to_eight_words(self, shared_data: Path) -> None:
        for row in sets_of(shared_data, (7, 8)):
            self.check(row, again=True)

    @pytest.mark.long
    def test_nine_words(self, shared_data: Path) -> None:
        for row in sets_of(shared_data, (9,)):
            self.check(row, again=False)
