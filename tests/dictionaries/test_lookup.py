"""Looking words up."""

from __future__ import annotations

from pathlib import Path

import pytest

import dictionaries
from dictionaries import Looked, WordIndex


@pytest.fixture(scope="module")
def english() -> WordIndex:
    return WordIndex.of(dictionaries.find("en"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("cat", Looked("cat", True, 10, "common")),
        ("DÔG", Looked("dog", True, 10, "common")),
        ("catt", Looked("catt", False, None, None)),
        ("zzzz", Looked("zzzz", False, None, None)),  # beyond the last word
        ("two words", Looked("two words", False, None, None)),
        ("", Looked("", False, None, None)),
    ],
)
def test_words_of_english(asked: str, expected: Looked, english: WordIndex) -> None:
    assert english.look_up(asked) == expected


@pytest.mark.slow
def test_every_word_of_a_list_is_found(english: WordIndex) -> None:
    levels = dictionaries.find("en").levels()
    for word in list(levels)[::5000]:
        looked = english.look_up(word)
        assert (looked.found, looked.level) == (True, levels[word])


def test_an_imported_list_knows_no_levels(tmp_path: Path) -> None:
    mine = dictionaries.store({"cat"}, name="mine", language_code="en", data_dir=tmp_path)
    for source in (mine, dictionaries.unpack_list(dictionaries.pack_list(mine))):
        assert WordIndex.of(source).look_up("Cat") == Looked("cat", True, None, None)
