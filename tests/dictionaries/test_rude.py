"""Words that puzzles do not show by chance: there in each language, folded by whoever uses them."""

from __future__ import annotations

from pathlib import Path

import pytest

from dictionaries import build_rude, rude_words
from dictionaries.rude import RUDE_LANGUAGES


@pytest.mark.parametrize(
    ("code", "word", "count"), [("en", "damn", 1_457), ("es", "cabrón", 618), ("pt", "merda", 167)]
)
def test_each_language_has_its_list(code: str, word: str, count: int) -> None:
    words = rude_words(code)
    assert word in words and len(words) == count
    assert list(words) == sorted(set(words))
    assert all(len(word) > 2 and word.isalpha() and word == word.lower() for word in words)


def test_all_languages_together() -> None:
    assert set(rude_words()) == {word for code in RUDE_LANGUAGES for word in rude_words(code)}


def test_single_words_that_are_likely_rude_are_taken() -> None:
    source = "export const cuss = {\n  'ab cd': 2,\n  damn: 1,\n  ay: 2,\n  adult: 0,\n  'ñoño': 2,\n}\n"
    assert build_rude.rude_in(source) == ["damn", "ñoño"]


def test_without_the_package_nothing_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert build_rude.main([]) == 2
    assert "PACKAGE" in capsys.readouterr().err


def test_the_lists_are_made_again_from_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("index.js", "es.js", "pt.js"):
        (tmp_path / name).write_text("  damn: 1,\n")
    (tmp_path / "license").write_text("free")
    out = tmp_path / "out"
    out.mkdir()
    monkeypatch.setattr(build_rude, "DATA_DIR", out)
    monkeypatch.setattr(build_rude, "LICENCE", out / "cuss.txt")
    assert build_rude.main([str(tmp_path)]) == 0
    assert sorted(path.name for path in out.iterdir()) == [
        "cuss.txt",
        "en.rude.xz",
        "es.rude.xz",
        "pt.rude.xz",
    ]
