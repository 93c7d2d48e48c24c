from __future__ import annotations

import numpy as np
import pytest

from worker.errors import BadOption
from worker.solvers.wordle_words import WordleWords


def test_answers_may_be_guessed() -> None:
    words = WordleWords(["those", "crane"], ["geese"])
    assert words.allowed == ("crane", "geese", "those")
    assert words.answer_words == ("crane", "those")
    assert words.columns.tolist() == [0, -1, 1]
    assert words.priors.tolist() == [0.5, 0, 0.5]
    assert (words.length, len(words), words.number["those"]) == (5, 3, 2)


def test_letters_of_any_alphabet() -> None:
    words = WordleWords(["año", "ano", "ωδή"])
    assert words.encode(["año"]).tolist() == [words.codes[words.number["año"]].tolist()]
    assert words.encode(["año"]).tolist() != words.encode(["ano"]).tolist()
    strange = words.encode(["xya"])[0]
    assert not np.isin(strange[:2], words.codes).any() and strange[2] in words.codes


def test_weights_are_likelihoods() -> None:
    words = WordleWords(["crane", "those"], ["geese", "added"], {"crane": 6, "geese": 2})
    assert dict(zip(words.allowed, words.priors.tolist(), strict=True)) == {
        "added": 0, "crane": 0.75, "geese": 0.25, "those": 0,
    }  # fmt: skip
    assert words.answer_words == ("crane", "those")


def test_lengths_that_do_not_go_together_are_told() -> None:
    with pytest.raises(BadOption) as caught:
        WordleWords(["crane", "cat"], ["geese"])
    assert "3 or 5 letters" in caught.value.hint


def test_the_largest_numbers_are_weights() -> None:
    assert WordleWords(["crane", "those"], [], {"crane": 1e308, "those": 1e308}).priors.tolist() == [0.5, 0.5]


@pytest.mark.parametrize(
    ("answers", "allowed", "weights"),
    [
        ([], ["crane"], None),
        ([], [], None),
        (["crane", "cran"], [], None),
        (["ab"], [], None),
        (["abcdefghijklm"], [], None),
        (["crane"], [], {"crane": -1}),
        (["crane"], [], {"crane": 0}),
        (["crane"], [], {"crane": float("nan")}),
        (["crane"], [], {"those": 1}),
        ([chr(0x4E00 + 3 * at) + chr(0x4E01 + 3 * at) + chr(0x4E02 + 3 * at) for at in range(100)], [], None),
    ],
)
def test_what_makes_no_game(answers: list[str], allowed: list[str], weights: dict[str, float] | None) -> None:
    with pytest.raises(BadOption):
        WordleWords(answers, allowed, weights)
