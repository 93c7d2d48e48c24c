from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dictionaries
from dictionaries import language
from dictionaries.spelling import Spellings, pack_spellings, unpack_spellings


@pytest.mark.parametrize(
    ("word", "spellings", "line"),
    [
        ("camion", ["camión"], "1ó"),
        ("acao", ["ação"], "2ç1ã"),
        ("mas", ["más", "mas"], "1á ="),
        ("gato", ["gato"], ""),
        ("gato", [], ""),
        ("contrarrevoluciones", ["contrárrevoluciones"], "=á"),  # the fourteenth letter from the end
        ("strasse", ["straße", "strasse"], "!straße ="),  # folded to another number of letters
    ],
)
def test_packing(word: str, spellings: list[str], line: str) -> None:
    assert pack_spellings(word, spellings) == line
    assert unpack_spellings(word, line) == tuple(spellings or [word])


@given(st.lists(st.text("aáàãeéoõcçnñß", min_size=1, max_size=90), min_size=1, max_size=4, unique=True))
def test_what_is_packed_comes_out_again(spellings: list[str]) -> None:
    folded = [language("pt").fold(spelling) or "" for spelling in spellings]
    same = [spelling for spelling, word in zip(spellings, folded, strict=True) if word == folded[0]]
    assert unpack_spellings(folded[0], pack_spellings(folded[0], same)) == tuple(same)


def test_only_words_that_are_written_otherwise_have_an_entry() -> None:
    spellings = Spellings(["camion", "gato", "mas"], ["1ó", "", "1á ="])
    assert dict(spellings) == {"camion": ("camión",), "mas": ("más", "mas")}
    assert len(spellings) == 2
    assert "gato" not in spellings and "perro" not in spellings


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "word", "spellings"),
    [
        ("es", "mas", ("más", "mas")),
        ("es", "camion", ("camión",)),
        ("pt", "acao", ("ação",)),
        ("pt", "avo", ("avó", "avô")),
    ],
)
def test_shipped_spellings(code: str, word: str, spellings: tuple[str, ...]) -> None:
    assert dictionaries.find(code).spellings()[word][: len(spellings)] == spellings


@pytest.mark.slow
@pytest.mark.parametrize("code", ["es", "pt"])
def test_every_spelling_folds_to_its_word(code: str) -> None:
    tongue, listed = language(code), dictionaries.find(code).spellings()
    for word in islice(listed, 0, None, 200):
        assert {tongue.fold(spelling) for spelling in listed[word]} == {word}
        assert len(set(listed[word])) == len(listed[word])
