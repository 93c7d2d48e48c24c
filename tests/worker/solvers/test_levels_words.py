from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dictionaries import find
from tests.reference.levels import words_by_counting, words_by_permutation
from tests.selection import examples
from tests.word_lists import SPANISH, lexicon_of
from worker.errors import BadOption
from worker.lexicon import Lexicon, open_lexicon
from worker.solvers.levels_words import Engine, wheel_words
from worker.solvers.levels_words_numba import words_of_wheels

engines = pytest.mark.parametrize("engine", ["numba", "python"])
EN_WORDS = ("ether", "the", "there", "three", "tree", "tee", "her", "here", "he", "eh", "theres")


@pytest.fixture(scope="module")
def english(lexicon_cache: Path) -> Lexicon:
    return open_lexicon(find("en"), lexicon_cache)


@pytest.fixture(scope="module")
def english_words() -> list[str]:
    return [*find("en").words()]


@engines
class TestSmallLists:
    def test_long_ones_first_then_by_alphabet(self, engine: Engine) -> None:
        found = wheel_words("there", lexicon_of(EN_WORDS), engine=engine)
        assert found == ("ether", "there", "three", "here", "tree", "her", "tee", "the")

    def test_two_letters_on_request(self, engine: Engine) -> None:
        found = wheel_words("THERE", lexicon_of(EN_WORDS), 2, engine)
        assert found[-2:] == ("eh", "he")

    def test_letters_of_other_alphabets(self, engine: Engine) -> None:
        lexicon = lexicon_of(["año", "ano", "nao", "oña", "zoo"], SPANISH)
        assert wheel_words("Ñ, á o", lexicon, engine=engine) == ("año", "oña")
        assert wheel_words("nao", lexicon, engine=engine) == ("ano", "nao")

    def test_order_is_that_of_the_alphabet(self, engine: Engine) -> None:
        lexicon = lexicon_of(["ña", "oa", "na"], SPANISH)
        assert wheel_words("añon", lexicon, 2, engine) == ("na", "ña", "oa")

    @pytest.mark.parametrize("letters", ["", " ", "ab1", "x" * 21, "añb"[1:2]])
    def test_refuses_what_is_no_wheel(self, engine: Engine, letters: str) -> None:
        lexicon = lexicon_of(["abc"], "abc")
        with pytest.raises(BadOption):
            wheel_words(letters, lexicon, engine=engine)

    @settings(deadline=None, max_examples=examples(60))
    @given(
        st.sets(st.text("abñ", min_size=1, max_size=7), min_size=1, max_size=40),
        st.text("abñ", min_size=1, max_size=6),
        st.integers(1, 4),
    )
    def test_same_as_by_permutation(
        self, engine: Engine, words: set[str], letters: str, min_length: int
    ) -> None:
        found = wheel_words(letters, lexicon_of(words, "abñ"), min_length, engine)
        assert set(found) == words_by_permutation(letters, words, min_length)
        assert len(set(found)) == len(found)


@pytest.mark.slow
@pytest.mark.parametrize("size", range(3, 13))
def test_english_wheels(size: int, english: Lexicon, english_words: list[str]) -> None:
    letters = Random(size).choice([word for word in english_words if len(word) == size])
    expected = words_by_counting(letters, english_words, 2)
    assert set(wheel_words(letters, english, 2, "numba")) == expected
    assert set(wheel_words(letters, english, 2, "python")) == expected


def test_many_wheels_at_once(english: Lexicon) -> None:
    wheels = ["there", "retains", "zzz", "abdomen"]
    found = words_of_wheels([english.codes(wheel) or () for wheel in wheels], english, 3)
    signs = "".join(english.alphabet[code] for code in found.letters)
    spelled = [signs[start:end] for start, end in pairwise(found.word_first)]
    assert spelled == [english.word(int(number)) for number in found.numbers]
    for wheel, start, end in zip(wheels, found.first, found.first[1:], strict=False):
        assert sorted(spelled[start:end]) == sorted(wheel_words(wheel, english))
