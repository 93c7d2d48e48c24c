from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dictionaries import language
from worker.errors import BadOption
from worker.solvers.wordsearch_words import fold, letters_of, search_words, signs_of, split_letters


@pytest.mark.parametrize(
    ("word", "folded"),
    [
        ("cat", "CAT"),
        ("New York", "NEWYORK"),  # spaces
        ("merry-go-round", "MERRYGOROUND"),  # hyphens
        ("don't", "DONT"),
        ("don\u2019t", "DONT"),  # a typographic apostrophe
        ("o\u02bcclock", "OCLOCK"),  # a modifier letter that looks like one
        ("rock \N{EN DASH} pop!", "ROCKPOP"),
        ("Crème brûlée", "CREMEBRULEE"),
        ("Cre\u0300me", "CREME"),  # marks apart from their letters
        ("año", "ANO"),
        ("straße", "STRASSE"),
        ("STRA\u1e9eE", "STRASSE"),
        ("ægir", "AEGIR"),
        ("œuvre", "OEUVRE"),
        ("Łódź", "LODZ"),
        ("smørrebrød", "SMORREBROD"),
        ("İstanbul", "ISTANBUL"),
        ("k\u0131z", "KIZ"),
        ("\ufb01n", "FIN"),  # a ligature
        ("Άλφα", "ΑΛΦΑ"),
        ("λόγος", "ΛΟΓΟΣ"),  # the last sigma is a sigma
        ("йод", "ЙОД"),  # another letter, not an accented one
        ("ёлка", "ЕЛКА"),
        ("שָׁלוֹם", "שלום"),  # without vowel points
        ("كِتَاب", "كتاب"),
        ("がく", "がく"),
        ("हिन्दी", "हिन्दी"),  # vowel signs are no accents
        ("Route 66", "ROUTE66"),
        ("--", ""),
    ],
)
def test_words_as_people_write_them(word: str, folded: str) -> None:
    assert fold(word) == folded


@pytest.mark.parametrize(
    ("word", "signs", "letters"),
    [
        ("R2-D2", "", "R 2 D 2"),
        ("AT&T", "&", "A T & T"),
        ("AT&T", "+", "A T T"),
        ("c++ \N{EN DASH} ü", "+", "C + + U"),
        ("5 €", "€", "5 €"),
        ("a+\u0338b", "+", "A +\u0338 B"),  # a mark belongs to the sign before it
        ("ab\u2764\ufe0f", "\u2764", "A B \u2764\ufe0f"),
    ],
)
def test_signs_that_stand_in_the_grid_stay_in_words(word: str, signs: str, letters: str) -> None:
    assert list(split_letters(fold(word, signs=frozenset(signs)))) == letters.split()


@pytest.mark.parametrize(
    ("tiles", "signs"),
    [
        (["A", "Ñ", "7", "QU"], ""),
        (["", "?", "A"], ""),
        (["&", "A", "+"], "&+"),
        (["AN-", "-ING"], ""),  # where words begin and end, that is no letter
        (["-", "L·L", "_"], "-·_"),
        (["कि", "\u2764\ufe0f"], "\u2764"),
    ],
)
def test_signs_of_a_grid(tiles: list[str], signs: str) -> None:
    assert signs_of(frozenset(tiles)) == frozenset(signs)


def test_the_spanish_n_with_its_tilde_is_a_letter() -> None:
    assert fold("año, camión", language("es")) == "AÑOCAMION"
    assert fold("año, camión", language("pt")) == "ANOCAMION"


def test_accents_kept() -> None:
    assert fold("Crème brûlée", keep_accents=True) == "CRÈMEBRÛLÉE"
    assert fold("Straße", keep_accents=True) == "STRASSE"
    assert fold("ægir", keep_accents=True) == "ÆGIR"


@given(st.text(max_size=20))
def test_folding_twice_changes_nothing(word: str) -> None:
    folded = fold(word)
    assert fold(folded) == folded
    assert "".join(letters_of(folded)) == folded == "".join(split_letters(folded))


def test_a_vowel_sign_belongs_to_its_letter() -> None:
    assert split_letters("किताब") == ("कि", "ता", "ब")
    assert split_letters("ABC") == ("A", "B", "C")


def test_each_word_once() -> None:
    found = search_words(["Cat", "cat", "C.A.T.", "dog"])
    assert [(word.word, word.key) for word in found] == [("Cat", "CAT"), ("dog", "DOG")]


def test_a_word_without_letters() -> None:
    with pytest.raises(BadOption, match="'--'"):
        search_words(["cat", "--"])
