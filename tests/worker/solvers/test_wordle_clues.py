from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reference.wordle import keeps_hints, marks_of
from worker.errors import BadOption
from worker.solvers.wordle_clues import Clue, Mode, fitting, may_guess
from worker.solvers.wordle_feedback import feedback

WORDS = st.text("abc", min_size=4, max_size=4)


def test_a_clue_is_read_and_written() -> None:
    clue = Clue.parse(" CRANE = GY--b ")
    assert clue == Clue("crane", int("21000", 3))
    assert str(clue) == "crane=gybbb"
    assert not clue.solved
    assert Clue.parse("año=ggg").solved


@pytest.mark.parametrize(
    "text",
    ["crane", "=gybbb", "crane=", "cr4ne=gybbb", "crane=gybb", "ab=gy", "abcdefghijklm=bbbbbbbbbbbbb"],
)
def test_what_is_no_clue(text: str) -> None:
    with pytest.raises(BadOption):
        Clue.parse(text)


def test_feedback_out_of_range() -> None:
    with pytest.raises(BadOption):
        Clue("crane", 243)


@given(WORDS, WORDS, WORDS)
def test_modes(guess: str, answer: str, word: str) -> None:
    clues = [Clue(guess, feedback(guess, answer))]
    assert may_guess(word, clues, Mode.EASY)
    assert may_guess(word, clues, Mode.HARD) == keeps_hints(word, guess, marks_of(guess, answer))
    assert may_guess(word, clues, Mode.STRICT) == (word in fitting([word], clues))
    assert may_guess(answer, clues, Mode.STRICT)


@given(WORDS, WORDS, WORDS)
def test_strict_allows_no_more_than_hard(guess: str, answer: str, word: str) -> None:
    clues = [Clue(guess, feedback(guess, answer))]
    assert may_guess(word, clues, Mode.HARD) or not may_guess(word, clues, Mode.STRICT)


def test_strict_keeps_greys_and_yellow_places() -> None:
    clues = [Clue.parse("speed=ybybb")]
    assert may_guess("tests", clues, Mode.HARD)
    assert not may_guess("space", clues, Mode.STRICT)  # s where it was yellow, p grey
    assert may_guess("reset", clues, Mode.HARD) and not may_guess("eases", clues, Mode.STRICT)
