"""The shipped English list: whole, small, reproducible, and wide enough."""

import hashlib
from pathlib import Path

import pytest

import dictionaries
from dictionaries import Dictionary
from dictionaries.building.__main__ import LICENCES_DIR, word_files
from dictionaries.building.english import SCOWL_DIR, SCOWL_LICENCE, read_scowl
from dictionaries.dictionary import SCOWL_LEVELS
from dictionaries.language import language
from dictionaries.packing import pack_levels

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def english() -> Dictionary:
    return dictionaries.find("en")


@pytest.fixture(scope="module")
def words(english: Dictionary) -> list[str]:
    return list(english.words())


@pytest.fixture(scope="module")
def scowl() -> Path:
    if not SCOWL_DIR.is_dir():
        pytest.skip(f"Debian's package scowl is not installed ({SCOWL_DIR})")
    return SCOWL_DIR


def test_it_has_the_words_that_its_card_says(english: Dictionary, words: list[str]) -> None:
    assert english.size == len(words) == 254_319
    assert hashlib.sha256("\n".join(words).encode()).hexdigest() == english.sha256


def test_words_are_sorted_unique_and_of_the_alphabet(english: Dictionary, words: list[str]) -> None:
    assert words == sorted(set(words))
    assert set("".join(words)) == set(english.alphabet)


def test_every_word_has_a_level(english: Dictionary, words: list[str]) -> None:
    levels = english.levels()
    assert list(levels) == words
    assert set(levels.values()) == {10, 20, 35, 40, 50, 55, 60, 70, 80}


@pytest.mark.parametrize(
    ("word", "rarity"),
    [("water", "common"), ("halberd", "familiar"), ("mizenmasts", "uncommon"), ("zyzzyva", "rare")],
)
def test_levels_tell_common_words_from_rare_ones(english: Dictionary, word: str, rarity: str) -> None:
    assert dictionaries.rarity(english.levels()[word]) == rarity


def test_building_again_gives_the_same_bytes(scowl: Path) -> None:
    levels = read_scowl(scowl)
    built = {
        **word_files(language("en"), list(levels)),
        "levels.xz": pack_levels(levels.values(), SCOWL_LEVELS),
    }
    assert {name: (language("en").folder / name).read_bytes() for name in built} == built


def test_the_licence_is_the_whole_file_of_the_package(scowl: Path) -> None:
    assert (LICENCES_DIR / "SCOWL.txt").read_bytes() == SCOWL_LICENCE.read_bytes()


def test_it_holds_nearly_all_of_enable(shared_data: Path, words: list[str]) -> None:
    """99.71 % of the words that fit on a small board; what lacks is mostly spelled with accents in SCOWL."""
    lines = (shared_data / "wordlists" / "enable2k.txt").read_text("utf-8").split()
    enable = {word for word in lines if 2 <= len(word) <= 15}
    assert len(enable) == 169_266
    assert len(enable.intersection(words)) == 168_781
