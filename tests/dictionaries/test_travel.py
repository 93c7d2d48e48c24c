"""Word lists as bytes on their way to another machine."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import dictionaries
from dictionaries import DamagedList, pack_list, unpack_list


def test_a_list_arrives_as_it_was_sent(tmp_path: Path) -> None:
    sent = dictionaries.store({"tac", "cafe"}, name="mine", language_code="en", data_dir=tmp_path)
    arrived = unpack_list(pack_list(sent))
    assert list(arrived.words()) == list(sent.words()) == ["cafe", "tac"]
    assert (arrived.sha256, arrived.language, arrived.alphabet) == (sent.sha256, "en", sent.alphabet)


def test_the_same_words_are_the_same_bytes_whatever_they_are_called(tmp_path: Path) -> None:
    one = dictionaries.store({"cat"}, name="one", language_code="en", data_dir=tmp_path)
    two = dictionaries.store({"cat"}, name="two", language_code="en", data_dir=tmp_path)
    assert pack_list(one) == pack_list(two)


@pytest.mark.slow
def test_shipped_lists_travel_too() -> None:
    english = dictionaries.find("en")
    assert sum(1 for _ in unpack_list(pack_list(english)).words()) == english.size


@pytest.mark.parametrize(
    "packed",
    [
        b"",
        b"no gzip",
        gzip.compress(b"no card\ncat"),
        gzip.compress(b'{"language": "en", "sha256": "00"}\ncat'),
        gzip.compress(b'{"language": "en", "alphabet": "act", "sha256": "00"}\ncat')[:-9],
    ],
    ids=["empty", "not gzip", "no card", "no alphabet", "cut short"],
)
def test_damage_is_noticed(packed: bytes) -> None:
    with pytest.raises(DamagedList):
        unpack_list(packed)


def test_other_words_than_the_hash_names_are_noticed() -> None:
    arrived = unpack_list(gzip.compress(b'{"language": "en", "alphabet": "act", "sha256": "00"}\ncat'))
    with pytest.raises(DamagedList):
        arrived.words()
