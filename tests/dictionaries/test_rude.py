"""Words that puzzles do not show by chance: there in each language, folded by whoever uses them."""

from __future__ import annotations

import pytest

from dictionaries import rude_words
from dictionaries.rude import RUDE_LANGUAGES


@pytest.mark.parametrize(
    ("code", "word", "count"), [("en", "damn", 1_807), ("es", "cabrón", 640), ("pt", "merda", 310)]
)
def test_each_language_has_its_list(code: str, word: str, count: int) -> None:
    words = rude_words(code)
    assert word in words and len(words) == count
    assert list(words) == sorted(set(words))
    assert all(len(word) > 2 and word.isalpha() and word == word.lower() for word in words)


def test_all_languages_together() -> None:
    assert set(rude_words()) == {word for code in RUDE_LANGUAGES for word in rude_words(code)}
