from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference.wordle import feedback_of, fits
from tests.wordle_words import games
from worker.errors import BadOption, NoWordFits
from worker.solvers.wordle_clues import Clue, Mode, may_guess
from worker.solvers.wordle_left import MOST_COUNTED, Left, guessable, left_after
from worker.solvers.wordle_words import WordleWords


def spelled(words: WordleWords, left: Left) -> list[str]:
    return list(words.spelled(left.numbers))


def clues_of(answer: str, *guesses: str) -> list[Clue]:
    return [Clue(guess, feedback_of(guess, answer)) for guess in guesses]


@settings(deadline=None)
@given(st.data(), games())
def test_what_is_left_fits_all_clues(data: st.DataObject, words: WordleWords) -> None:
    answer = data.draw(st.sampled_from(words.answer_words))
    guesses = data.draw(st.lists(st.sampled_from(words.allowed), max_size=4))
    clues = clues_of(answer, *guesses)
    left = left_after(words, clues)
    told = [(clue.guess, clue.feedback) for clue in clues]
    assert sorted(spelled(words, left)) == [word for word in words.answer_words if fits(word, told)]
    assert left.shares.sum() == pytest.approx(1)


@settings(deadline=None)
@given(st.data(), games(), st.sampled_from(Mode))
def test_what_may_be_guessed(data: st.DataObject, words: WordleWords, mode: Mode) -> None:
    clues = clues_of(*data.draw(st.lists(st.sampled_from(words.allowed), min_size=1, max_size=4)))
    mask = guessable(words, clues, mode)
    assert mask.tolist() == [may_guess(word, clues, mode) for word in words.allowed]


def test_likelier_words_first_and_others_only_where_none_fits() -> None:
    words = WordleWords(["cat", "bat"], ["hat", "rat", "dog"], {"cat": 1, "bat": 3, "hat": 1})
    assert spelled(words, left_after(words, [])) == ["bat", "cat", "hat"]
    assert left_after(words, []).shares.tolist() == [0.6, 0.2, 0.2]
    off_the_list = left_after(words, clues_of("dog", "cat"))
    assert (spelled(words, off_the_list), off_the_list.shares.tolist()) == (["dog"], [1])
    assert spelled(words, left_after(words, [], {"bat"})) == ["cat", "hat"]
    assert spelled(words, left_after(words, clues_of("bat", "bat"), {"bat"})) == ["bat"]  # rather than none


def test_figures_leave_unlikely_words_out() -> None:
    words = WordleWords(["cat", "bat"], ["hat", "rat"], {"cat": 1000, "bat": 1000, "hat": 10, "rat": 10})
    left = left_after(words, [])
    assert spelled(words, left) == ["bat", "cat", "hat", "rat"]
    assert spelled(words, left.counted) == ["bat", "cat"]
    assert left.counted.shares.tolist() == [0.5, 0.5]


def test_equally_likely_words_are_taken_from_the_whole_alphabet() -> None:
    letters = "abcdefghijklmnopqrst"
    words = WordleWords(a + b + c for a in letters for b in letters for c in letters)
    counted = left_after(words, []).counted
    assert len(words) == 8000 and len(counted) == MOST_COUNTED == len(set(counted.numbers.tolist()))
    assert {word[0] for word in spelled(words, counted)} == set(letters)


class TestClash:
    WORDS = WordleWords(["crane", "crate", "crust", "moist", "slate"])

    def error(self, *texts: str) -> NoWordFits:
        with pytest.raises(NoWordFits) as caught:
            left_after(self.WORDS, list(map(Clue.parse, texts)))
        return caught.value

    def test_the_two_clues_that_clash_are_named(self) -> None:
        error = self.error("slate=bbggg", "moist=bbbby", "crane=ggbbb")
        assert error.details["clash_numbers"] == [0, 2]
        assert error.details["clash"] == ["slate=bbggg", "crane=ggbbb"]
        assert "slate=bbggg and crane=ggbbb" in error.message
        assert error.details["nearest"] == "crate"
        assert "CRATE fits all but crane=ggbbb" in error.hint

    def test_one_clue_that_nothing_fits(self) -> None:
        error = self.error("moist=ybbbb", "slate=bbggg")
        assert error.details["clash_numbers"] == [0]
        assert error.details["nearest"] == "crate"
        assert "CRATE fits all but moist=ybbbb" in error.hint

    @settings(deadline=None)
    @given(st.data())
    def test_the_clash_is_as_small_as_can_be(self, data: st.DataObject) -> None:
        words, codes = st.sampled_from(self.WORDS.allowed), st.integers(0, 242)
        clues = data.draw(st.lists(st.builds(Clue, words, codes), min_size=1, max_size=5))
        told = [(clue.guess, clue.feedback) for clue in clues]
        try:
            left_after(self.WORDS, clues)
        except NoWordFits as error:
            clash = [told[number] for number in error.details["clash_numbers"]]
            assert not any(fits(word, clash) for word in self.WORDS.allowed)
            for without in range(len(clash)):
                rest = clash[:without] + clash[without + 1 :]
                assert any(fits(word, rest) for word in self.WORDS.allowed)
            best = max(sum(fits(word, [one]) for one in told) for word in self.WORDS.allowed)
            assert sum(fits(error.details["nearest"], [one]) for one in told) == best
        else:
            assert any(fits(word, told) for word in self.WORDS.allowed)


def test_guesses_of_another_length() -> None:
    with pytest.raises(BadOption, match="have 5"):
        left_after(TestClash.WORDS, [Clue("cat", 0)])
