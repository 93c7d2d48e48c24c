from __future__ import annotations

import itertools
import multiprocessing
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.word_lists import ENGLISH, SPANISH, WordList, enable, lexicon_of, word_list
from worker import lexicon as lexicon_module
from worker.lexicon import DamagedLexicon, Lexicon, build_image, open_lexicon

WORDS = word_list(["cab", "cabs", "dab", "dabs", "tab", "tabs", "tablet", "a"])

few_letters = st.text("abc", min_size=1, max_size=6)
any_letters = st.text(ENGLISH, min_size=1, max_size=12)


@given(st.sets(few_letters | any_letters), st.sets(few_letters))
def test_is_a_set_of_words_in_alphabetical_order(words: set[str], others: set[str]) -> None:
    lexicon = lexicon_of(words)
    assert list(lexicon) == sorted(words)
    assert [lexicon.index(word) for word in sorted(words)] == list(range(len(words)))
    assert {word for word in others if word in lexicon} == words & others
    assert lexicon.max_length == max(map(len, words), default=0)


@given(st.sets(few_letters, min_size=1))
def test_is_minimal(words: set[str]) -> None:
    """As many nodes as there are different sets of what may follow a prefix, and as many edges as these
    need."""
    prefixes = {word[:end] for word in words for end in range(len(word))}
    endings = {frozenset(word[len(start) :] for word in words if _goes_on(word, start)) for start in prefixes}
    edges = sum(len({ending[0] for ending in node}) for node in endings)
    assert len(lexicon_of(words).edges) == edges


def _goes_on(word: str, start: str) -> bool:
    return word.startswith(start) and word != start


def test_tells_how_long_words_go_on() -> None:
    lexicon = lexicon_of(["a", "abc", "b"])
    assert lexicon.edges[:, 3].tolist() == [2, 0, 1, 0]


def test_words_have_numbers_only_where_there_are_words() -> None:
    lexicon = lexicon_of(WORDS.listed)
    for number in (-1, len(lexicon)):
        with pytest.raises(IndexError):
            lexicon.word(number)


def test_spanish_order_and_letters() -> None:
    lexicon = lexicon_of(["ñu", "nube", "oso", "año"], SPANISH)
    assert list(lexicon) == ["año", "nube", "ñu", "oso"]
    assert "ñu" in lexicon and "nu" not in lexicon


@pytest.mark.parametrize(
    ("letters", "alphabet", "codes"),
    [
        ("Qu", ENGLISH, (16, 20)),
        ("É", ENGLISH, (4,)),  # an accent that the alphabet lacks is dropped
        ("Ñ", SPANISH, (14,)),  # one that it has is kept
        ("ñ", ENGLISH, (13,)),
        ("я", ENGLISH, None),
        ("", ENGLISH, ()),
    ],
)
def test_letters_as_codes(letters: str, alphabet: str, codes: tuple[int, ...] | None) -> None:
    assert lexicon_of(["a"], alphabet).codes(letters) == codes


@pytest.mark.parametrize(
    ("words", "alphabet", "message"),
    [
        (["naïve"], ENGLISH, "outside the alphabet"),
        (["UP"], ENGLISH, "outside the alphabet"),
        (["two words"], ENGLISH, "outside the alphabet"),
        (["", "a"], ENGLISH, "empty word"),
        (["a" * 65], ENGLISH, "up to 64 letters"),
        (["a"], "".join(map(chr, range(0x430, 0x430 + 33))), "up to 32 letters"),
    ],
)
def test_refuses_lists_that_it_cannot_hold(words: list[str], alphabet: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        lexicon_of(words, alphabet)


def test_alphabet_of_32_letters_and_words_of_64() -> None:
    alphabet = "".join(map(chr, range(0x430, 0x430 + 32)))
    words = [alphabet, alphabet[::-1], alphabet * 2]
    assert sorted(lexicon_of(words, alphabet)) == sorted(words)


def test_is_built_once_and_mapped_after(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = open_lexicon(WORDS, tmp_path)
    monkeypatch.setattr(lexicon_module, "build_image", _must_not_be_called)
    again = open_lexicon(WORDS, tmp_path, verify=True)
    assert list(first) == list(again) == sorted(WORDS.listed)
    assert [path.name for path in tmp_path.iterdir()] == [f"{WORDS.sha256}-v{lexicon_module.FORMAT}.dawg"]


def _must_not_be_called(dictionary: WordList) -> bytes:
    raise AssertionError("the graph was built again")


def _cut_short(image: bytes) -> bytes:
    return image[:-1]


def _emptied(image: bytes) -> bytes:
    return b""


def _of_another_format(image: bytes) -> bytes:
    return image[:8] + b"\xff\xff\xff\xff" + image[12:]


def _of_another_list(image: bytes) -> bytes:
    return build_image(word_list(["other"]))


@pytest.mark.parametrize("damage", [_cut_short, _emptied, _of_another_format, _of_another_list])
def test_damaged_file_is_rebuilt(damage: Callable[[bytes], bytes], tmp_path: Path) -> None:
    open_lexicon(WORDS, tmp_path)
    (file,) = tmp_path.iterdir()
    file.write_bytes(damage(file.read_bytes()))
    assert list(open_lexicon(WORDS, tmp_path)) == sorted(WORDS.listed)
    assert file.read_bytes() == build_image(WORDS)


def test_changed_content_is_seen_when_verified(tmp_path: Path) -> None:
    open_lexicon(WORDS, tmp_path)
    (file,) = tmp_path.iterdir()
    image = bytearray(file.read_bytes())
    image[-3] ^= 1
    with pytest.raises(DamagedLexicon, match="checksum"):
        Lexicon(bytes(image), verify=True)
    file.write_bytes(image)
    open_lexicon(WORDS, tmp_path, verify=True)
    assert file.read_bytes() == build_image(WORDS)


def test_stays_in_memory_where_nothing_can_be_written(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no directory")
    assert "tablet" in open_lexicon(WORDS, blocked / "cache")
    assert "stays in memory" in caplog.text


def test_leaves_no_half_file_when_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert "tablet" in open_lexicon(WORDS, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_several_processes_may_build_at_once(tmp_path: Path) -> None:
    words = word_list("".join(letters) for letters in itertools.product("abcdef", repeat=5))
    context = multiprocessing.get_context("spawn")
    with context.Pool(3) as pool:
        counts = pool.map(_open_and_count, [(words, tmp_path)] * 6, chunksize=1)
    assert counts == [6**5] * 6
    assert len(list(tmp_path.iterdir())) == 1


def _open_and_count(work: tuple[WordList, Path]) -> int:
    lexicon = open_lexicon(*work, verify=True)
    return sum(1 for _ in lexicon)


@pytest.mark.timed
def test_english_list_opens_in_a_millisecond(shared_data: Path, lexicon_cache: Path) -> None:
    words = enable(shared_data)
    assert open_lexicon(words, lexicon_cache).word_count == 173_528
    assert words.sha256  # hashed once, beforehand
    assert min(_seconds_to_open(words, lexicon_cache) for _ in range(20)) < 0.001


def _seconds_to_open(words: WordList, cache_dir: Path) -> float:
    start = time.perf_counter()
    open_lexicon(words, cache_dir)
    return time.perf_counter() - start
