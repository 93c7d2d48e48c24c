"""Whether letters and marks fit each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.wordle_pictures import marks_of
from worker.vision.wordle_rules import Guess, conflicts, feedback

words = st.text(alphabet="ABCDEFGH", min_size=5, max_size=5)


@given(words, words)
def test_feedback_agrees_with_counting(guess: str, answer: str) -> None:
    assert feedback(guess, answer) == marks_of(guess, answer)


@given(st.lists(words, max_size=5), words)
def test_games_have_no_conflicts(guesses: list[str], answer: str) -> None:
    played = [Guess(guess, feedback(guess, answer)) for guess in [*guesses, answer]]
    assert conflicts(played) == set()
    assert conflicts(played[:-1]) == set()


@pytest.mark.parametrize(
    ("guesses", "expected"),
    [
        # two letters right in one column
        ([("CRANE", "gbbbb"), ("SLOTH", "gbbbb")], {(0, 0), (1, 0)}),
        # one letter right and not right in one column
        ([("CRANE", "gbbbb"), ("CLOTH", "ybbbb")], {(1, 0)}),
        # ruled out, then in the word
        ([("CRANE", "bbbbb"), ("SCOUT", "bybbb")], {(1, 1)}),
        # the answer says otherwise
        ([("CRANE", "bbbbg"), ("SLOPE", "ggggg")], set()),
        ([("CRANE", "bbbgb"), ("SLOPE", "ggggg")], {(0, 3), (0, 4), (1, 3), (1, 4)}),
        # not in the word, then elsewhere in it: the first of two is marked
        ([("EERIE", "byyyg")], {(0, 0), (0, 1)}),
        ([("EERIE", "ybyyg")], set()),
        # a letter that could not be read says nothing
        ([(["", "R", "A", "N", "E"], "gbbbb"), ("SLOTH", "gbbbb")], set()),
        # clones that mark the second of two letters as well
        ([("EERIE", "ybbbg"), ("SLOPE", "ggggg")], set()),
        # more letters in the word than it has places
        ([("CRANE", "yyyyy"), ("SLOTH", "ybbbb")], {*((0, col) for col in range(5)), (1, 0)}),
        ([("CRANE", "yyyyy"), ("REACT", "yyyyb")], set()),
        ([], set()),
    ],
)
def test_conflicts(guesses: list[tuple[list[str], str]], expected: set[tuple[int, int]]) -> None:
    assert conflicts([Guess(list(letters), marks) for letters, marks in guesses]) == expected
