"""The shipped Portuguese list is the package's."""

from __future__ import annotations

import pytest

from dictionaries import find
from dictionaries.building.__main__ import LICENCES_DIR
from dictionaries.building.portuguese import LICENCE, WORD_LIST, read_portuguese

pytestmark = pytest.mark.slow


def test_reading_the_package_again_gives_the_same_words() -> None:
    if not WORD_LIST.is_file():
        pytest.skip(f"Debian's package wportuguese is not installed ({WORD_LIST})")
    spellings = read_portuguese(WORD_LIST)
    assert list(spellings) == list(find("pt").words())
    assert (LICENCES_DIR / "wportuguese.txt").read_bytes() == LICENCE.read_bytes()
    shipped = find("pt").spellings()
    for word in list(spellings)[::500]:
        assert sorted(shipped.get(word, (word,))) == sorted(spellings[word])
