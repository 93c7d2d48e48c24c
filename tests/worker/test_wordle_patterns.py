from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from worker.kernels.patterns import pattern_matrix
from worker.solvers.wordle_words import WordleWords
from worker.wordle_patterns import open_patterns

WORDS = WordleWords(["crane", "those"], ["geese", "added"])


def expected(words: WordleWords) -> np.ndarray:
    return pattern_matrix(words.codes, words.codes[words.answers])


def kept(cache: Path) -> list[Path]:
    return sorted(cache.glob("wordle-*"))


def test_the_matrix_is_mapped_the_second_time(tmp_path: Path) -> None:
    made = open_patterns(WORDS, tmp_path)
    mapped = open_patterns(WORDS, tmp_path)
    assert isinstance(mapped, np.memmap)
    assert (made == expected(WORDS)).all() and (mapped == expected(WORDS)).all()
    assert not made.flags.writeable and not mapped.flags.writeable


def test_other_answers_are_another_matrix(tmp_path: Path) -> None:
    others = WordleWords(["crane"], WORDS.allowed)
    assert open_patterns(WORDS, tmp_path).shape == (4, 2)
    assert open_patterns(others, tmp_path).shape == (4, 1)
    assert len(kept(tmp_path)) == 2


@pytest.mark.parametrize("content", [b"", b"rubbish", b"\x93NUMPY\x01\x00"])
def test_a_damaged_file_is_made_anew(tmp_path: Path, content: bytes) -> None:
    open_patterns(WORDS, tmp_path)
    (file,) = kept(tmp_path)
    whole = file.read_bytes()
    file.write_bytes(content)
    assert (open_patterns(WORDS, tmp_path) == expected(WORDS)).all()
    assert file.read_bytes() == whole


def test_a_file_cut_short_is_made_anew(tmp_path: Path) -> None:
    open_patterns(WORDS, tmp_path)
    (file,) = kept(tmp_path)
    file.write_bytes(file.read_bytes()[:-1])
    assert (open_patterns(WORDS, tmp_path) == expected(WORDS)).all()


def test_without_a_place_the_matrix_stays_in_memory(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").touch()
    assert (open_patterns(WORDS, tmp_path / "file") == expected(WORDS)).all()
    assert "stays in memory" in caplog.text
