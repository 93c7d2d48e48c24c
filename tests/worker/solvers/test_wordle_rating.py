from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference.wordle import groups_of
from tests.selection import examples
from tests.wordle_words import games
from worker.errors import NoWordFits
from worker.solvers.wordle import Clue, Mode, Solver, WordleOptions, feedback
from worker.solvers.wordle_rating import Rating, rate
from worker.solvers.wordle_words import WordleWords

RHYMES = Solver(WordleWords(["bat", "cat", "fat", "hat", "mat"], ["fmh", "bch", "zzz"]))


def rated(answer: str, *guesses: str, mode: Mode = Mode.EASY) -> Rating:
    clues = [Clue(guess, feedback(guess, answer)) for guess in guesses]
    return rate(RHYMES, clues, WordleOptions(mode=mode))


def test_the_best_guess_has_all_skill() -> None:
    first, second = rated("cat", "bch", "cat").guesses
    assert (first.skill, first.left_before, first.left_after) == (100, 5, 1)
    assert first.expected_left == pytest.approx((1 + 1 + 1 + 2 * 2) / 5)
    assert (second.skill, second.luck, second.best) == (100, None, "cat")


def test_a_wasted_guess_has_none() -> None:
    wasted = rated("cat", "zzz").guesses[0]
    assert wasted.skill == pytest.approx(0) and wasted.luck is None
    assert wasted.left_after == 5


def test_luck_is_what_might_have_been_worse() -> None:
    lucky, unlucky = rated("bat", "bat").guesses[0], rated("cat", "bat").guesses[0]
    assert lucky.luck == pytest.approx(100 * (4 / 5 + 1 / 5 / 2))
    assert unlucky.luck == pytest.approx(100 * 4 / 5 / 2)


def test_a_word_that_may_not_be_guessed_is_rated_all_the_same() -> None:
    listed, unlisted = rated("cat", "bch").guesses[0], rated("cat", "bcf").guesses[0]
    assert unlisted.skill == pytest.approx(listed.skill)
    breaking = rated("cat", "bat", "fmh", mode=Mode.HARD).guesses[1]
    assert not breaking.kept_rules and breaking.skill > 0


def test_means() -> None:
    rating = rated("cat", "zzz", "bch", "cat")
    assert rating.skill == pytest.approx(200 / 3)
    assert rating.luck == rating.guesses[1].luck
    assert rated("cat").skill is None


def test_clues_that_clash() -> None:
    with pytest.raises(NoWordFits):
        rate(RHYMES, [Clue.parse("bat=bgg"), Clue.parse("bat=ggg")])


@settings(deadline=None, max_examples=examples(40))
@given(st.data(), games())
def test_luck_is_50_on_average(data: st.DataObject, words: WordleWords) -> None:
    guess = data.draw(st.sampled_from(words.allowed))
    solver, answers = Solver(words), words.answer_words
    first = [rate(solver, [Clue(guess, feedback(guess, answer))]).guesses[0] for answer in answers]
    assert len({one.skill for one in first}) == 1 and 0 <= first[0].skill <= 100
    if len(groups_of(guess, answers)) > 1:
        assert sum(one.luck or 0 for one in first) / len(first) == pytest.approx(50)
    else:
        assert {one.luck for one in first} == {None}
