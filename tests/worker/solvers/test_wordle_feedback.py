from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reference.wordle import feedback_of
from worker.errors import BadOption
from worker.kernels.patterns import pattern_matrix
from worker.solvers.wordle_feedback import (
    Squares,
    all_green,
    feedback,
    feedback_squares,
    feedback_text,
    marks_of,
    parse_feedback,
)
from worker.solvers.wordle_words import WordleWords


def test_every_published_case(shared_data: Path) -> None:
    lines = (shared_data / "wordle" / "feedback-cases.tsv").read_text("utf-8").splitlines()
    rows = list(csv.DictReader(lines, delimiter="\t"))
    assert len(rows) == 212
    for row in rows:
        guess, answer, pattern = row["guess"], row["answer"], row["pattern"]
        assert feedback_text(feedback(guess, answer), len(guess)) == pattern, row
        words = WordleWords([answer], [guess])
        matrix = pattern_matrix(words.encode([guess]), words.encode([answer]))
        assert matrix[0, 0] == parse_feedback(pattern, len(guess)), row


@given(st.data(), st.integers(3, 12))
def test_feedback_is_that_of_the_plain_rule(data: st.DataObject, length: int) -> None:
    word = st.text("aábcñ", min_size=length, max_size=length)
    guess, answer = data.draw(word), data.draw(word)
    assert feedback(guess, answer) == feedback_of(guess, answer)


@pytest.mark.parametrize(
    "text",
    [
        "gybbb", "GYBBB", "21000", "gyx--", "g y b b b", "GY___", "2 1 . . .",
        "\U0001f7e9\U0001f7e8\u2b1b\u2b1b\u2b1b",  # dark
        "\U0001f7e9\U0001f7e8\u2b1c\u2b1c\u2b1c",  # light
        "\U0001f7e7\U0001f7e6\u2b1b\u2b1b\u2b1b",  # high contrast
        "\U0001f7e7\U0001f7e6\u2b1c\u2b1c\u2b1c",
        "\U0001f7e9\U0001f7e8\u2b1b\ufe0f\u2b1b\ufe0f\u2b1b\ufe0f",  # as some phones write it
    ],
)  # fmt: skip
def test_ways_to_write_it(text: str) -> None:
    assert parse_feedback(text, 5) == int("21000", 3)


@pytest.mark.parametrize(
    ("text", "told"), [("gybb", "4 marks"), ("", "0 marks"), ("gybbq", "'q'"), ("gybb3", "'3'")]
)
def test_what_is_no_feedback(text: str, told: str) -> None:
    with pytest.raises(BadOption, match=told):
        parse_feedback(text, 5)


@given(st.data(), st.integers(3, 12), st.sampled_from(Squares))
def test_text_and_squares_can_be_read_back(data: st.DataObject, length: int, squares: Squares) -> None:
    code = data.draw(st.integers(0, all_green(length)))
    assert parse_feedback(feedback_text(code, length), length) == code
    assert parse_feedback(feedback_squares(code, length, squares), length) == code
    assert len(marks_of(code, length)) == length
