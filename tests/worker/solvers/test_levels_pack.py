"""Packs of a small vocabulary: what is planned, how it is laid out, and that it does not matter where."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reference.levels import layout_faults, words_by_counting
from worker.errors import BadOption, NotEnoughWords
from worker.solvers.levels import Level, PackOptions, PlannedLevel
from worker.solvers.levels_pack import lay_out_levels, shown_letters
from worker.solvers.levels_plan import plan
from worker.solvers.levels_vocabulary import Vocabulary
from worker.solvers.levels_wheels import wheels_of

LISTED = """
ale ales arm art arts ate care cart cars east eat eats era lamp lamps lane lean lease least mane mat mate
mates meal meals mean means meat name names nest net nets oar oat oats palm plea pleat rate rates real sale
salt same seal seam seat slate stale star stare steal steam tale tales tame tea teal team teams tear tears
"""
WORDS = LISTED.split()
ZIPFS = {word: 6.5 - 0.4 * len(word) - 0.03 * place for place, word in enumerate(WORDS)}
PLURALS = {word: word[:-1] for word in WORDS if word.endswith("s") and word[:-1] in WORDS}
VOCABULARY = Vocabulary.of(
    WORDS, "abcdefghijklmnopqrstuvwxyz", zipf=ZIPFS.__getitem__, lemma=lambda word: PLURALS.get(word, word)
)
OPTIONS = PackOptions(12, min_words=3, max_words=6, max_letters=6, rounds=30)


def laid(planned: list[PlannedLevel], options: PackOptions = OPTIONS) -> list[Level]:
    return list(lay_out_levels(planned, ZIPFS, options))


@given(st.text("aelmnst", min_size=1, max_size=8))
def test_formable_is_what_counting_says(letters: str) -> None:
    found = {VOCABULARY.words[number] for number in VOCABULARY.formable(letters)}
    assert found == words_by_counting(letters, WORDS, 1)


def test_a_wheel_has_one_word_of_a_lemma() -> None:
    wheels = {wheel.letters: wheel for wheel in wheels_of(VOCABULARY, PackOptions(1, max_words=40))}
    words = [VOCABULARY.words[number] for number in wheels["aelst"].words]
    assert words[0] == "least", "the commonest full word comes first"
    assert {"steal", "slate", "stale", "tales"} <= set(words)
    assert "tale" not in words and "eats" not in words
    assert "east" in words and "eat" in words


def test_wheels_have_enough_words() -> None:
    for wheel in wheels_of(VOCABULARY, OPTIONS):
        assert len(wheel.words) >= max(3, min(len(wheel.letters) - 1, 6))


def test_what_no_level_asks_for_is_not_kept() -> None:
    """Of a wheel with many words the commonest stay, and the longest."""
    whole, kept = (
        {wheel.letters: wheel for wheel in wheels_of(VOCABULARY, options)}
        for options in (PackOptions(1, max_words=40), PackOptions(1, max_words=4))
    )
    for letters, wheel in kept.items():
        for hardness in (0.0, 0.5, 1.0):
            few = PackOptions(1, max_words=4)
            asked = wheel.chosen(hardness, VOCABULARY, few)
            assert asked == whole[letters].chosen(hardness, VOCABULARY, few)
        assert len(wheel.words) <= 1 + 3 * 4


def test_a_plan_rises_and_has_no_wheel_twice() -> None:
    planned = plan(VOCABULARY, OPTIONS)
    assert len(planned) >= OPTIONS.count
    assert len({level.letters for level in planned}) == len(planned)
    for level in planned:
        assert len(level.words) <= OPTIONS.max_words
        assert set(level.words) <= words_by_counting(level.letters, WORDS, 3)
    sizes = [len(level.words) + len(level.letters) for level in planned]
    assert sum(sizes[:4]) < sum(sizes[-4:])


def test_another_seed_is_another_pack() -> None:
    one, again, other = (plan(VOCABULARY, PackOptions(5, seed=seed, max_letters=6)) for seed in (1, 1, 2))
    assert one == again != other


def test_too_many_levels_are_refused() -> None:
    with pytest.raises(NotEnoughWords) as refused:
        plan(VOCABULARY, PackOptions(1000))
    assert 0 < refused.value.details["wheels"] < len(WORDS)


def test_levels_are_crosswords_of_all_their_words() -> None:
    planned = plan(VOCABULARY, OPTIONS)
    levels = laid(planned)
    assert len(levels) == len(planned)
    for level, asked in zip(levels, planned, strict=True):
        placed = [(each.word, each.row, each.col, each.across) for each in level.layout.placements]
        assert layout_faults(asked.words, placed) == []
        assert len(level.longest) == len(level.letters)
        longer, shorter = max(level.layout.rows, level.layout.cols), min(level.layout.rows, level.layout.cols)
        assert longer <= min(OPTIONS.max_side, OPTIONS.max_aspect * shorter)


def test_a_plan_may_be_cut_anywhere() -> None:
    planned = plan(VOCABULARY, OPTIONS)
    whole = laid(planned)
    assert whole == [*chain.from_iterable(laid([level]) for level in planned)]
    assert whole == [*laid(planned[:5]), *laid(planned[5:])]


def test_a_word_without_room_is_left_out() -> None:
    small = PackOptions(1, min_words=2, max_side=5, max_letters=5, max_aspect=10, rounds=20)
    crowded = PlannedLevel(("least", "steal", "slate", "stale", "tales", "seal", "salt", "sale", "east"))
    (level,) = laid([crowded], small)
    assert level.layout.missing == () and len(level.longest) == 5
    assert 2 <= len(level.layout.placements) < len(crowded.words)
    placed = [(each.word, each.row, each.col, each.across) for each in level.layout.placements]
    assert layout_faults([each[0] for each in placed], placed) == []


def test_a_level_with_too_few_words_is_left_out() -> None:
    strict = PackOptions(1, min_words=9, max_side=5, max_letters=5, max_aspect=10, rounds=20)
    assert (
        laid(
            [PlannedLevel(("least", "steal", "slate", "stale", "tales", "seal", "salt", "sale", "east"))],
            strict,
        )
        == []
    )


def test_the_wheel_does_not_spell_a_word() -> None:
    for level in plan(VOCABULARY, OPTIONS):
        shown = shown_letters(level, 3)
        assert Counter(shown) == Counter(level.letters)
        around = shown * 2
        full = [word for word in level.words if len(word) == len(shown)]
        assert not any(word in around or word[::-1] in around for word in full)


@pytest.mark.parametrize(
    "wrong",
    [{"count": 0}, {"min_letters": 2}, {"max_letters": 3}, {"min_words": 1}, {"max_words": 2},
     {"max_side": 7}, {"max_aspect": 0.9}, {"rounds": -1}],
)  # fmt: skip
def test_options_out_of_range_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(BadOption) as refused:
        PackOptions(**{"count": 10, **wrong})  # type: ignore[arg-type]
    assert refused.value.details["option"] == next(iter(wrong))
