import lzma

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dictionaries.packing import pack_levels, pack_words, unpack_levels, unpack_words

SCALE = (10, 35, 80)
words = st.text("abñz", min_size=1, max_size=90)


@given(st.sets(words).map(sorted))
def test_packed_words_come_back(listed: list[str]) -> None:
    assert unpack_words(pack_words(listed)) == listed


@given(st.lists(st.sampled_from(SCALE)))
def test_packed_levels_come_back(levels: list[int]) -> None:
    assert list(unpack_levels(pack_levels(levels, SCALE), SCALE)) == levels


def test_a_step_takes_letters_off_and_adds_some() -> None:
    packed = pack_words(["cat", "catch", "cats", "dog"])
    assert lzma.decompress(packed).decode().split("\n") == ["0cat", "0ch", "2s", "4dog"]


def test_damaged_bytes_are_noticed() -> None:
    packed = bytearray(pack_words(["cat", "dog"]))
    packed[len(packed) // 2] ^= 0xFF
    with pytest.raises(lzma.LZMAError):
        unpack_words(bytes(packed))


def test_a_level_off_the_scale_is_refused() -> None:
    with pytest.raises(ValueError, match="not in tuple"):
        pack_levels([95], SCALE)
