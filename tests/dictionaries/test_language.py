import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dictionaries import BadLanguage, NoSuchLanguage, language, languages

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


class TestFolder:
    """A further language is a folder of the data directory."""

    def test_it_is_known_beside_the_shipped_ones(self, tmp_path: Path) -> None:
        folder = write_language(tmp_path, 'title = "Quy"\nalphabet = "abcë"\n')
        quy = language("qy", tmp_path)
        assert (quy.code, quy.title, quy.alphabet, quy.folder) == ("qy", "Quy", "abcë", folder)
        assert quy.fold("CÁBË") == "cabë"
        assert sorted(languages(tmp_path)) == ["en", "es", "pt", "qy"]

    def test_it_does_not_change_a_shipped_one(self, tmp_path: Path) -> None:
        write_language(tmp_path, 'title = "Other"\nalphabet = "ab"\n', code="es")
        assert language("es", tmp_path).title == "Spanish"

    @pytest.mark.parametrize(
        "text",
        [
            "title =",
            'title = "No alphabet"\n',
            'title = "Twice"\nalphabet = "aab"\n',
            'title = "Capitals"\nalphabet = "ABC"\n',
            'title = "Decomposed"\nalphabet = "abe\u0301"\n',
            'title = "None"\nalphabet = ""\n',
            f'title = "Too many"\nalphabet = "{"".join(map(chr, range(0x3B1, 0x3B1 + 33)))}"\n',
        ],
    )
    def test_what_cannot_be_used_is_an_error_that_names_the_file(self, tmp_path: Path, text: str) -> None:
        write_language(tmp_path, text)
        with pytest.raises(BadLanguage, match=r"language\.toml"):
            language("qy", tmp_path)


def write_language(data_dir: Path, text: str, code: str = "qy") -> Path:
    folder = data_dir / "languages" / code
    folder.mkdir(parents=True)
    (folder / "language.toml").write_text(text, "utf-8")
    return folder
