import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dictionaries import NoSuchLanguage, language, languages

FOLDED = [
    ("en", "cat", "cat"),
    ("en", "CAT", "cat"),  # upper case
    ("en", "Café", "cafe"),  # a composed accent
    ("en", "Cafe\u0301", "cafe"),  # the same, decomposed
    ("en", "piñata", "pinata"),  # no letter of its own in English
    ("en", "Ærøskøbing", "aeroskobing"),  # letters that Unicode does not decompose
    ("en", "Straße", "strasse"),  # case folding, not lower case
    ("en", "\ufb01sh", "fish"),  # a ligature
    ("en", "\u0130stanbul", "istanbul"),  # dotted capital I leaves a mark behind
    ("en", "don't", None),
    ("en", "well-known", None),
    ("en", "r2d2", None),
    ("en", "жук", None),
    ("en", "a b", None),
    ("en", "\u0301", None),  # a mark without a letter
    ("en", "", None),
    ("es", "AÑO", "año"),  # a letter of its own in Spanish
    ("es", "an\u0303o", "año"),  # the same, decomposed
    ("es", "CAMIÓN", "camion"),
    ("es", "PINGÜINO", "pinguino"),
    ("pt", "Coração", "coracao"),
]


@pytest.mark.parametrize(("code", "word", "folded"), FOLDED)
def test_folding(code: str, word: str, folded: str | None) -> None:
    assert language(code).fold(word) == folded


@given(st.sampled_from(sorted(languages())), st.text(max_size=20))
def test_what_is_folded_is_of_the_alphabet_and_stays(code: str, word: str) -> None:
    tongue = language(code)
    folded = tongue.fold(word)
    if folded is not None:
        assert folded
        assert set(folded) <= set(tongue.alphabet)
        assert tongue.fold(folded) == folded


@given(st.sampled_from(sorted(languages())), st.text("aénñÑÜzÇß'", max_size=12))
def test_case_and_composition_do_not_matter(code: str, word: str) -> None:
    fold = language(code).fold
    decomposed = unicodedata.normalize("NFD", word)
    assert fold(word) == fold(word.upper()) == fold(word.lower()) == fold(decomposed)


def test_spanish_has_27_letters() -> None:
    assert len(language("es").alphabet) == 27


@pytest.mark.parametrize("code", sorted(languages()))
def test_alphabets_are_composed_lower_case_and_without_repeats(code: str) -> None:
    alphabet = language(code).alphabet
    assert alphabet == unicodedata.normalize("NFC", alphabet.lower())
    assert len(set(alphabet)) == len(alphabet)


def test_an_unknown_language_names_the_known_ones() -> None:
    with pytest.raises(NoSuchLanguage) as caught:
        language("xx")
    assert "en (English)" in caught.value.hint
