from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.selection import examples
from worker.errors import BadGrid
from worker.solvers.levels_crossword import Answer, likely_filling, rows_of, slots_of, solve_crossword
from worker.solvers.levels_layout import Layout, LayoutOptions, Placement, lay_out

WORDS = ("ale", "elm", "lame", "lea", "male", "meal")


def drawn(placements: Sequence[Placement]) -> list[str]:
    return Layout.of(placements).texts()


class TestSlots:
    def test_runs_of_two_boxes_or_more(self) -> None:
        slots = slots_of(["#A.#", "..##", "#.#."])
        assert [(slot.row, slot.col, slot.across, slot.given) for slot in slots] == [
            (0, 0, True, "#a"),
            (1, 2, True, "##"),
            (1, 2, False, "##"),
            (0, 3, False, "##"),
        ]

    @pytest.mark.parametrize("rows", [[], ["..", ".."], ["#.", ".#"], ["##", "#"], ["1##"], ["* #"], ["#?#"]])
    def test_refuses_what_is_no_crossword(self, rows: list[str]) -> None:
        with pytest.raises(BadGrid):
            slots_of(rows)


@pytest.mark.parametrize("text", ["###/A..", "###;A..", "###\nA..", " # # # / A . . "])
def test_rows_of_a_text(text: str) -> None:
    assert rows_of(text) == ["###", "A.."]


class TestSolve:
    def test_letters_decide(self) -> None:
        answer = solve_crossword(["####", "..L.", "..#.", "..#."], ["meal", "alto", "also", "lame"])
        assert (answer.solutions, answer.blank, answer.is_complete) == (2, 0, True)
        assert answer.words == (("meal",), ("also", "alto"))
        assert answer.certain == (Placement("meal", 0, 0, True),)

    def test_all_solutions_are_counted(self) -> None:
        answer = solve_crossword(["####", "#...", "#..."], WORDS)
        assert answer.solutions == 1
        assert drawn(answer.first) == ["lame", "e...", "a..."]
        assert answer.certain == answer.first

    def test_capitals_stay_where_they_are(self) -> None:
        answer = solve_crossword(["##L#"], ["MALE", "lame"])
        assert answer.certain == (Placement("male", 0, 0, True),)

    def test_a_full_slot_keeps_a_word_that_is_not_known(self) -> None:
        answer = solve_crossword(["QAEL", "#...", "#..."], ["qat", "ale"])
        assert [each.word for each in answer.certain] == ["qael", "qat"]

    def test_no_word_twice(self) -> None:
        answer = solve_crossword(["###", "...", "###"], ["ale", "elm"])
        assert answer.solutions == 2
        assert answer.certain == ()
        assert solve_crossword(["ale", "...", "###"], ["ale", "elm"]).first[1].word == "elm"

    def test_a_word_that_the_dictionary_lacks_leaves_a_slot_blank(self) -> None:
        answer = solve_crossword(["####", "#...", "#...", "#..."], ["lame", "meal", "ale"][:1])
        assert (answer.solutions, answer.blank) == (2, 1)
        answer = solve_crossword(["#####", "l....", "e...."], ["ale", "meal"])
        assert (answer.blank, [each.word for each in answer.certain]) == (1, ["ale"])
        assert answer.words == ((), ("ale",))

    def test_nothing_fits(self) -> None:
        answer = solve_crossword(["#####", ".....", "#####", ".....", "#####"], WORDS)
        assert (answer.solutions, answer.first, answer.certain) == (0, (), ())
        assert answer.words == ((), (), ())

    def test_stops_at_so_many(self) -> None:
        rows = ["####", "....", "####", "....", "####"]
        answer = solve_crossword(rows, WORDS, most_solutions=4)
        assert (answer.solutions, answer.is_complete, answer.certain) == (4, False, ())
        assert solve_crossword(rows, WORDS).solutions == 6

    @pytest.mark.slow
    def test_patience_ends(self) -> None:
        words = ["".join(letters) for letters in permutations("abcdefg", 4)]
        answer = solve_crossword(["####", "####", "####", "####"], words)
        assert not answer.is_complete


def emptied(layout: Layout, kept: int) -> list[str]:
    """The layout's boxes with every so many letters left in them."""
    signs = iter(range(len(layout.letters)))
    return [
        "".join(sign if sign == "." or next(signs) % kept == 0 else "#" for sign in line)
        for line in layout.texts()
    ]


@settings(deadline=None, max_examples=examples(40))
@given(st.sets(st.text("abcd", min_size=2, max_size=5), min_size=2, max_size=7), st.integers(2, 20))
def test_a_layout_is_among_the_solutions(words: set[str], kept: int) -> None:
    layout = lay_out(sorted(words), LayoutOptions(rounds=20))
    answer: Answer = solve_crossword(emptied(layout, kept), words)
    where = {(slot.row, slot.col, slot.across): number for number, slot in enumerate(answer.slots)}
    assert answer.solutions >= 1
    assert answer.blank == 0
    for each in layout.placements:
        assert each.word in answer.words[where[each.row, each.col, each.across]]
    assert {*answer.certain} <= {*layout.placements}


@settings(deadline=None, max_examples=examples(40))
@given(
    st.sets(st.text("abc", min_size=3, max_size=4), min_size=2, max_size=7),
    st.sampled_from(["###/#../#..", "###./#.#./####", "####/.#../.###", "###/.../###"]),
    st.randoms(use_true_random=False),
)
def test_the_likely_filling_has_the_fewest_rare_words(words: set[str], text: str, random: Random) -> None:
    """Against every choice of a word for each slot."""
    rows, listed = rows_of(text), sorted(words)
    rare = set(random.sample(listed, len(listed) // 2))
    slots = slots_of(rows)
    counts = []
    for chosen in product(listed, repeat=len(slots)):
        boxes: dict[tuple[int, int], set[str]] = {}
        for slot, word in zip(slots, chosen, strict=True):
            for cell, letter in zip(slot.cells(), word, strict=False):
                boxes.setdefault(cell, set()).add(letter)
        fits = all(len(slot.given) == len(word) for slot, word in zip(slots, chosen, strict=True))
        if fits and len({*chosen}) == len(chosen) and all(len(letters) == 1 for letters in boxes.values()):
            counts.append(len(rare & {*chosen}))
    found = likely_filling(rows, [word for word in listed if word not in rare], sorted(rare))
    assert bool(found) == bool(counts)
    if found:
        assert len(rare & {each.word for each in found}) == min(counts)
