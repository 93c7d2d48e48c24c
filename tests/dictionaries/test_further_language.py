"""A fourth language is a folder in the data directory: nothing of it is in the program.

Quy is invented. It has an alphabet with `ë`, a list, a page that was counted, and a few verdicts.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import dictionaries
from app.cli.commands import app
from dictionaries import Fitness
from dictionaries.building.__main__ import word_files

pytestmark = pytest.mark.slow

WORDS = ["Kavë", "kave", "mulo", "múlo", "talika", "olu", "ka", "pëmpo", "Sirano"]
PAGE = "<html><body><p>Olu kavë talika mulo. Olu mulo; olu mulo sirano, Zuzu! Zuzu</p>" + "<p>olu</p>" * 90


@pytest.fixture(autouse=True)
def quy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "languages" / "qy"
    folder.mkdir(parents=True)
    (folder / "language.toml").write_text(
        'title = "Quy"\nalphabet = "aëeikloumpnrstvwyz"\n[fit]\nmin_zipf = 2.0\n', "utf-8"
    )
    (folder / "verdicts.toml").write_text('[unfit]\nname = "sirano"\n[rude]\nparts = "lika"\n', "utf-8")
    source = tmp_path / "source"
    source.mkdir()
    (source / "words.txt").write_text("\n".join(WORDS), "utf-8")
    (source / "page.html").write_text(PAGE, "utf-8")
    monkeypatch.setenv("TILEWISE_DATA_DIR", str(tmp_path))
    run("dictionary", "import", str(source), "--name", "quy-words", "--language", "qy")
    return tmp_path


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code == code, result.output
    return result.stdout


def run_json(*arguments: str, code: int = 0) -> Any:
    return json.loads(run(*arguments, "--json", code=code))


def test_words_are_folded_to_its_letters_and_shown_as_written(quy: Path) -> None:
    listed = dictionaries.find("quy-words", data_dir=quy)
    assert list(listed.words()) == ["ka", "kave", "kavë", "mulo", "olu", "pëmpo", "sirano", "talika"]
    assert dict(listed.spellings()) == {"mulo": ("mulo", "múlo")}


def test_its_rules_say_which_are_fit(quy: Path) -> None:
    fitness = Fitness.of(dictionaries.find("quy-words", data_dir=quy), data_dir=quy)
    assert fitness.fit_words() == ["kavë", "mulo", "olu"]
    assert {word: fitness.verdict(word).reasons[0].code for word in ("ka", "pëmpo", "sirano", "talika")} == {
        "ka": "too_short",
        "pëmpo": "unknown",
        "sirano": "name",
        "talika": "rude",
    }


def test_the_terminal_knows_it(quy: Path) -> None:
    run("dictionary", "check", "MÚLO", "--dictionary", "quy-words", "--why")
    found = run_json("wordhunt", "--grid", "KA/ËV", "--dictionary", "quy-words", "--min-length", "3")
    assert [row["word"] for row in found["words"]] == ["kavë"]


def test_a_list_of_its_own_bears_its_name(quy: Path) -> None:
    """Imported under its code, or built into its folder as for the shipped languages."""
    source = str(quy / "source" / "words.txt")
    run("dictionary", "import", source, "--name", "qy", "--language", "qy")
    assert dictionaries.find("qy", data_dir=quy).size == 8
    dictionaries.remove("qy", data_dir=quy)

    quyan = dictionaries.language("qy", quy)
    for name, content in word_files(quyan, ["kavë", "mulo"]).items():
        (quyan.folder / name).write_bytes(content)
    assert dictionaries.find("qy", data_dir=quy).size == 2
    assert [row["name"] for row in run_json("dictionary", "list")] == ["en", "es", "pt", "qy", "quy-words"]
    assert run_json("dictionary", "check", "mulo", "--language", "qy", "--why")["words"][0]["verdict"]["fit"]
