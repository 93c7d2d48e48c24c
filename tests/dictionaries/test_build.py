"""The build on small sources of its own, so that it is tested where scowl is not installed."""

from pathlib import Path

import pytest

from dictionaries import build
from dictionaries.packing import unpack_words

LISTS = {
    "english-words.10": "cat\ncat's\nOKed\n",
    "american-words.35": "color\n",
    "british-words.50": "colour\ncat\n",
    "variant_1-words.80": "café\nkat\n",
    "english-words.95": "catx\n",  # beyond the sizes taken
    "english-upper.10": "paris\n",  # another kind
}


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    for name, text in LISTS.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def test_plain_words_of_every_spelling_with_their_smallest_size(sources: Path) -> None:
    assert build.read_scowl(sources) == {"cat": 10, "color": 35, "colour": 50, "kat": 80}


def test_files_hold_words_levels_and_card(sources: Path) -> None:
    files = build.shipped_files(build.read_scowl(sources))
    assert sorted(files) == ["en.json", "en.levels.xz", "en.words.xz"]
    assert unpack_words(files["en.words.xz"]) == ["cat", "color", "colour", "kat"]


def test_other_sources_are_told_apart(sources: Path, capsys: pytest.CaptureFixture[str]) -> None:
    licence = str(build.LICENCES_DIR / "SCOWL.txt")
    assert build.main(["--check", "--scowl", str(sources), "--licence", licence]) == 1
    output = capsys.readouterr().out
    assert "en.words.xz  (differs)" in output
    assert "SCOWL.txt  (differs)" not in output


def test_without_sources_it_says_what_to_install(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert build.main(["--check", "--scowl", str(tmp_path / "none")]) == 2
    assert "apt-get install scowl" in capsys.readouterr().err
