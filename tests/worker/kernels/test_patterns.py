from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.reference.wordle import feedback_of, keeps_hints, marks_of
from worker.kernels.patterns import MOST_LETTERS, feedback_type, hard_allowed, pattern_matrix

LETTERS = "abcde"


def codes(words: Sequence[str]) -> NDArray[np.uint8]:
    return np.array([[ord(letter) for letter in word] for word in words], np.uint8)


@st.composite
def word_lists(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """Guesses and answers of one length, of few letters, so that many are repeated."""
    length = draw(st.integers(1, MOST_LETTERS))
    words = st.lists(st.text(LETTERS, min_size=length, max_size=length), min_size=1, max_size=6)
    return draw(words), draw(words)


@pytest.mark.slow
@settings(deadline=None)
@given(word_lists())
def test_matrix_is_the_slow_feedback(lists: tuple[list[str], list[str]]) -> None:
    guesses, answers = lists
    matrix = pattern_matrix(codes(guesses), codes(answers))
    assert matrix.dtype == feedback_type(len(guesses[0]))
    assert matrix.tolist() == [[feedback_of(guess, answer) for answer in answers] for guess in guesses]


@settings(deadline=None)
@given(word_lists())
def test_hard_mode_is_the_slow_rule(lists: tuple[list[str], list[str]]) -> None:
    guesses, answers = lists
    marks = marks_of(guesses[0], answers[0])
    mask = np.ones(len(guesses), np.bool_)
    hard_allowed(codes(guesses), codes(guesses[:1])[0], feedback_of(guesses[0], answers[0]), mask)
    assert mask.tolist() == [keeps_hints(word, guesses[0], marks) for word in guesses]


def test_hard_mode_only_ever_forbids() -> None:
    mask = np.zeros(2, np.bool_)
    hard_allowed(codes(["crane", "slate"]), codes(["crane"])[0], 0, mask)
    assert not mask.any()


@pytest.mark.parametrize(("length", "feedbacks"), [(3, 27), (5, 243), (6, 729), (11, 177_147), (12, 531_441)])
def test_every_feedback_has_room(length: int, feedbacks: int) -> None:
    assert np.iinfo(feedback_type(length)).max >= feedbacks - 1
    word = codes(["abcdefghijkl"[:length]])
    assert pattern_matrix(word, word).tolist() == [[feedbacks - 1]]


def test_no_words_no_feedback() -> None:
    some, none = codes(["crane"]), np.empty((0, 5), np.uint8)
    assert pattern_matrix(none, some).shape == (0, 1)
    assert pattern_matrix(some, none).shape == (1, 0)
