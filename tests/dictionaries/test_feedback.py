"""What a game said of words: how it is counted, kept, and what follows."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dictionaries
from dictionaries import DamagedList, Feedback, Tally, WordIndex, feedback
from dictionaries.acceptance import UNLISTED, chance, evidence, priors

words = st.lists(st.sampled_from(["cat", "dog", "emu", "año"]), max_size=6)


class TestChance:
    @pytest.mark.parametrize(
        ("prior", "accepted", "rejected", "expected"),
        [
            (0.5, 0, 0, 0.5),
            (0.5, 1, 0, 0.99),  # a hundred to one
            (0.5, 0, 1, 0.091),  # one to ten
            (0.99, 0, 1, 0.908),  # a slip, most likely
            (0.99, 0, 3, 0.09),
            (UNLISTED, 1, 0, 0.84),
            (UNLISTED, 1, 2, 0.05),  # two refusals make up for an acceptance
            (0.5, 1_000_000, 0, 0.999),
            (0.5, 0, 1_000_000, 0.001),
        ],
    )
    def test_it_follows_from_the_formula(
        self, prior: float, accepted: int, rejected: int, expected: float
    ) -> None:
        assert chance(prior, evidence(accepted, rejected)) == pytest.approx(expected)

    def test_the_prior_goes_by_level_else_by_frequency_else_it_is_one_for_all(self) -> None:
        assert list(priors(bytes([10, 35, 70, 80]), bytes([0, 0, 0, 0]), 4)) == [99, 98, 80, 50]
        assert list(priors(b"", bytes([0, 10, 25, 60]), 4)) == [60, 70, 85, 99]
        assert list(priors(b"", b"", 2)) == [90, 90]

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("language", "word", "expected"),
        [("en", "cat", 0.99), ("es", "casa", 0.99), ("en", "zzzz", UNLISTED)],
    )
    def test_the_prior_of_a_word(self, language: str, word: str, expected: float) -> None:
        assert WordIndex.of(dictionaries.find(language)).prior(word) == expected


class TestFeedback:
    @given(st.lists(st.tuples(words, words), max_size=4))
    def test_reports_add_up_and_come_back_from_their_text(
        self, rounds: list[tuple[list[str], list[str]]]
    ) -> None:
        heard = Feedback()
        for accepted, rejected in rounds:
            heard = heard.and_heard(accepted, rejected)
        for word in {word for both in rounds for part in both for word in part}:
            counts = [sum(both[side].count(word) for both in rounds) for side in (0, 1)]
            assert heard.tallies[word] == Tally(*counts)
        again = Feedback.unpack(heard.packed())
        assert list(again.tallies.items()) == list(heard.tallies.items())
        assert again.sha256 == heard.sha256
        assert bool(heard.sha256) == bool(heard.tallies)

    def test_words_not_heard_of_for_longest_make_room(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(feedback, "MOST_HEARD", 3)
        heard = Feedback().and_heard(["a", "b", "c"], []).and_heard([], ["a", "d"])
        assert dict(heard.tallies) == {"c": Tally(1, 0), "a": Tally(1, 1), "d": Tally(0, 1)}

    def test_two_refusals_weigh_as_much_as_an_acceptance(self) -> None:
        assert [Tally(1, 2).is_accepted, Tally(1, 3).is_accepted, Tally(0, 1).is_accepted] == [
            *(True, False, False)
        ]

    @pytest.mark.slow
    def test_words_are_judged_the_newest_first(self) -> None:
        index = WordIndex.of(dictionaries.find("en"))
        judged = list(Feedback().and_heard(["cat", "blorp"], ["rin"]).judged(index))
        assert [(one.word, one.game, one.found, one.chance) for one in judged] == [
            ("rin", "rejected", True, 0.091),
            ("blorp", "accepted", False, 0.84),
            ("cat", "accepted", True, 0.999),
        ]

    @pytest.mark.parametrize("text", ["cat", "cat 1", "cat 1 x", "cat -1 0", "cat 1 2 3"])
    def test_what_is_no_feedback_is_damaged(self, text: str) -> None:
        with pytest.raises(DamagedList):
            Feedback.of_text(text)

    @pytest.mark.parametrize("packed", [b"cat 1 0", Feedback().and_heard(["cat"], []).packed()[:-9]])
    def test_bytes_that_were_damaged_on_their_way(self, packed: bytes) -> None:
        with pytest.raises(DamagedList):
            Feedback.unpack(packed)

    def test_reports_are_folded_to_the_letters_of_the_list(self) -> None:
        spanish = dictionaries.language("es")
        told = ["AÑO", "Camión", "x-y", "a" * 65, ""]
        assert dictionaries.fold_reports(told, spanish) == (["año", "camion"], ["x-y", "a" * 65, ""])


class TestFiles:
    def test_each_list_has_its_own_until_it_is_cleared(self, tmp_path: Path) -> None:
        dictionaries.add_feedback("en", tmp_path, ["cat"], [])
        heard = dictionaries.add_feedback("en", tmp_path, ["cat"], ["dog"])
        assert dictionaries.read_feedback("en", tmp_path) == heard
        assert dict(heard.tallies) == {"cat": Tally(2, 0), "dog": Tally(0, 1)}
        assert dictionaries.read_feedback("es", tmp_path) == Feedback()
        for _ in range(2):
            dictionaries.clear_feedback("en", tmp_path)
        assert dictionaries.read_feedback("en", tmp_path) == Feedback()
        assert [path for path in tmp_path.rglob("*") if path.is_file()] == []

    def test_no_report_is_lost_when_many_tell_at_once(self, tmp_path: Path) -> None:
        with ThreadPoolExecutor(8) as crew:
            list(crew.map(lambda _: dictionaries.add_feedback("en", tmp_path, ["cat"], ["dog"]), range(40)))
        assert dict(dictionaries.read_feedback("en", tmp_path).tallies) == {
            "cat": Tally(40, 0),
            "dog": Tally(0, 40),
        }

    @pytest.mark.parametrize("content", [b"cat one two\n", b"\xff\xfe"])
    def test_a_file_that_was_damaged_says_so(self, content: bytes, tmp_path: Path) -> None:
        dictionaries.add_feedback("en", tmp_path, ["cat"], [])
        (tmp_path / "feedback" / "en.txt").write_bytes(content)
        with pytest.raises(DamagedList):
            dictionaries.read_feedback("en", tmp_path)
