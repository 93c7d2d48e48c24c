"""The commands as a user types them; the data directory is the test's own (`isolated`)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import dictionaries
from app.cli.commands import app as program
from app.cli.dictionary import app
from app.cli.outcome import error_json
from app.settings import load_settings
from worker.errors import BadOption, UnknownDictionary
from worker.wire import failure_of

ENGLISH = dictionaries.find("en")


def run(*arguments: str, code: int = 0) -> Any:
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code == code, result.output
    return result


def run_json(*arguments: str, code: int = 0) -> Any:
    return json.loads(run(*arguments, "--json", code=code).stdout)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "list.txt"
    path.write_text("dog\nCat\ncat\ndon't\ntwo words\n", "utf-8")
    return path


class TestList:
    def test_three_languages_are_there_from_the_start(self) -> None:
        listed = run_json("list")
        assert [row["name"] for row in listed] == ["en", "es", "pt"]
        assert listed[:1] == [
            {
                "name": "en",
                "language": "en",
                "words": 254_319,
                "sha256": ENGLISH.sha256,
                "origin": "shipped",
            }
        ]

    def test_the_table_shows_imported_lists_too(self, source: Path) -> None:
        run("import", str(source), "--name", "pets")
        lines = run("list").stdout.splitlines()
        assert [line.split()[0] for line in lines] == ["name", "en", "es", "pt", "pets"]
        assert lines[1].split() == ["en", "en", "254,319", ENGLISH.sha256[:12], "shipped"]
        assert lines[4].split()[-1] == "imported"


class TestImport:
    def test_it_says_what_was_taken_and_what_was_not(self, source: Path) -> None:
        lines = run("import", str(source), "--name", "pets").stdout.splitlines()
        assert lines[0].startswith("Imported 2 words as 'pets' (")
        assert [line.strip() for line in lines[1:]] == [
            "repeated: 1",
            "left out, signs that are no letters: 1 (don't)",
            "left out, several words: 1 (two words)",
        ]

    def test_json(self, source: Path) -> None:
        answer = run_json("import", str(source), "--name", "pets")
        stored = dictionaries.find("pets", data_dir=load_settings().data_dir)
        assert answer == {
            "name": "pets",
            "language": "en",
            "words": 2,
            "sha256": stored.sha256,
            "origin": "imported",
            "repeated": 1,
            "dropped": {"signs that are no letters": 1, "several words": 1},
            "examples": {"signs that are no letters": ["don't"], "several words": ["two words"]},
        }

    def test_language(self, source: Path) -> None:
        source.write_text("AÑO\n", "utf-8")
        run("import", str(source), "--name", "mio", "--language", "es")
        assert run_json("check", "año", "--dictionary", "mio")["words"][0]["found"]

    def test_a_folder_of_texts_and_pages(self, tmp_path: Path) -> None:
        folder = tmp_path / "corpus"
        folder.mkdir()
        (folder / "book.txt").write_text("The blorp sat. A blorp! Xqzt, don't.", "utf-8")
        (folder / "page.html").write_text("<html><body><p>fa&ccedil;ade</p></body></html>", "utf-8")
        (folder / "_notes.txt").write_text("skipped skipped", "utf-8")
        answer = run_json("import", str(folder), "--name", "corpus")
        assert answer["words"] == 5  # the, blorp, sat, a, facade
        assert answer["dropped"] == {"apostrophes": 1, "seen once, and not in the language's list": 1}
        corpus = dictionaries.find("corpus", data_dir=load_settings().data_dir)
        assert dict(corpus.spellings()) == {"facade": ("façade",)}
        assert len(corpus.zipfs()) == 5

    def test_replace(self, source: Path) -> None:
        run("import", str(source), "--name", "pets")
        source.write_text("hamster\n")
        assert "--replace" in run("import", str(source), "--name", "pets", code=2).stderr
        run("import", str(source), "--name", "pets", "--replace")
        run("check", "hamster", "--dictionary", "pets")

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["none.txt", "--name", "x"], "none.txt: No such file"),
            (["FOLDER", "--name", "x"], "holds no file"),
            (["LIST", "--name", "x", "--as", "novel"], "novel"),
            (["LIST", "--name", "en"], "kept for Tilewise's own list"),
            (["LIST", "--name", "No!"], "cannot be called"),
            (["LIST", "--name", "x", "--language", "xx"], "no language 'xx'"),
            (["LIST"], "--name"),
            (["EMPTY", "--name", "x"], "no word that can be played"),
        ],
    )
    def test_bad_input(self, source: Path, arguments: list[str], message: str) -> None:
        empty = source.with_name("empty.txt")
        empty.touch()
        (folder := source.with_name("folder")).mkdir()
        (folder / "_draft.txt").write_text("cat")
        places = {"LIST": str(source), "EMPTY": str(empty), "FOLDER": str(folder)}
        result = run("import", *(places.get(word, word) for word in arguments), code=2)
        assert message in result.stderr
        assert result.stdout == ""


class TestCheck:
    @pytest.mark.slow
    def test_words_of_english_with_their_rarity(self) -> None:
        assert run("check", "Water", "zyzzyva").stdout.splitlines() == [
            "water: in en, common (SCOWL level 10)",
            "zyzzyva: in en, rare (SCOWL level 80)",
        ]

    @pytest.mark.slow
    def test_a_missing_word_makes_it_exit_1(self) -> None:
        result = run("check", "cat", "xqzt", "don't", code=1)
        assert result.stdout.splitlines()[1:] == ["xqzt: not in en", "don't: not in en"]

    @pytest.mark.slow
    def test_json(self) -> None:
        assert run_json("check", "Façade", "qqq", code=1) == {
            "dictionary": {"name": "en", "sha256": ENGLISH.sha256},
            "words": [
                {"word": "facade", "found": True, "level": 35, "rarity": "common"},
                {"word": "qqq", "found": False, "level": None, "rarity": None},
            ],
        }

    def test_an_imported_list_has_no_levels(self, source: Path) -> None:
        sha256 = run_json("import", str(source), "--name", "pets")["sha256"]
        answer = run_json("check", "cat", "--dictionary", sha256[:12])
        assert answer["words"] == [{"word": "cat", "found": True, "level": None, "rarity": None}]

    def test_a_hint_of_the_service_becomes_one_of_the_terminal(self) -> None:
        errors = {BadOption("No."): "--help", UnknownDictionary("None."): "`tilewise dictionary list`"}
        for error, said in errors.items():
            assert said in error_json(failure_of(error))["error"]["hint"]

    def test_an_unknown_dictionary_gets_a_hint(self) -> None:
        result = run("check", "cat", "--dictionary", "nope", code=2)
        assert result.stderr.splitlines() == [
            "Error: There is no word list 'nope' here.",
            "Hint: See `tilewise dictionary list`, or import one with `tilewise dictionary import`.",
        ]

    @pytest.mark.slow
    def test_why(self) -> None:
        lines = run("check", "más", "maría", "--language", "es", "--why").stdout.splitlines()
        assert lines == [
            "mas: in es, fit for players (Zipf 6.7; written más, mas)",
            "maria: in es, not fit for players (Zipf 5.1; written maría)",
            "  It is better known as a name.",
        ]

    @pytest.mark.slow
    def test_why_as_json(self) -> None:
        (answer,) = run_json("check", "om", "--why")["words"]
        assert answer["verdict"]["fit"] is False
        assert [reason["code"] for reason in answer["verdict"]["reasons"]] == ["too_short", "odd"]

    @pytest.mark.slow
    def test_a_model_that_is_not_installed_is_bad_input(self) -> None:
        assert "no_such_model" in run("check", "cat", "--nlp", "no_such_model", code=2).stderr

    def test_no_word_is_bad_input(self) -> None:
        run("check", code=2)


def test_a_setting_that_cannot_work_is_bad_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWISE_PORT", "many")
    assert "TILEWISE_PORT='many'" in run("list", code=2).stderr


def test_settings_and_dictionaries_agree_on_the_default_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TILEWISE_DATA_DIR")
    assert load_settings().data_dir == dictionaries.default_data_dir()


def test_the_module_loads_nothing_heavy() -> None:
    heavy = {"numpy", "numba", "cv2", "pydantic", "rich"}
    script = f"import sys, app.cli.dictionary; print(*({heavy!r} & set(sys.modules)))"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == ""


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["check", "cat", "--dictionary", "klingon"], "unknown_dictionary"),
        (["import", "nowhere.txt", "--name", "mine"], "bad_input"),
        (["import", "nowhere.txt", "--name", "No Name"], "bad_input"),
    ],
)
def test_errors_are_objects_too(arguments: list[str], code: str) -> None:
    error = run_json(*arguments, code=2)["error"]
    assert error["code"] == code and error["message"]
    assert "hint" in error


class TestFeedback:
    @pytest.mark.slow
    def test_reports_add_up_and_are_shown_and_forgotten(self) -> None:
        run("feedback", "en", "--accepted", "Star, tnil", "--rejected", "rin")
        told = run_json("feedback", "--accepted", "star;x-y")
        assert told["dictionary"] == {"name": "en", "sha256": ENGLISH.sha256}
        assert told["left_out"] == ["x-y"]
        assert [tuple(row.values()) for row in told["words"]] == [
            ("star", 2, 0, "accepted", True, 0.999),
            ("rin", 0, 1, "rejected", True, 0.091),
            ("tnil", 1, 0, "accepted", False, 0.84),
        ]
        assert run("feedback").stdout.splitlines() == [
            "star: accepted (taken 2, refused 0), chance 99.9%",
            "rin: rejected (taken 0, refused 1), chance 9.1%",
            "tnil: accepted (taken 1, refused 0), not in the list, chance 84.0%",
        ]
        assert run_json("feedback", "--clear")["version"] is None
        assert run("feedback").stdout == "Nothing is known of a game's words in en.\n"

    @pytest.mark.slow
    def test_boards_go_by_it_unless_they_are_not_to(self) -> None:
        board = ("wordhunt", "--grid", "STAR/ENIL/GROP/DUET", "--min-length", "9")
        usual = CliRunner().invoke(program, board).stdout
        run("feedback", "--accepted", "tonalites", "--rejected", "stereoing")
        told = CliRunner().invoke(program, board).stdout.splitlines()
        words = [line.split()[:4] for line in told if line.startswith("  ")]
        assert words == [
            ["tonalites", "2600", "99.0%", "taken"],
            ["replating", "2600", "50.0%", words[1][3]],
            ["toeplates", "2600", "50.0%", words[2][3]],
            ["stereoing", "2600", "9.1%", "refused"],
        ]
        assert told[-5:-3] == ["", "refused by the game"]
        without = CliRunner().invoke(program, [*board, "--no-feedback"]).stdout
        assert without.splitlines()[:-1] == usual.splitlines()[:-1]

    @pytest.mark.slow
    def test_a_damaged_file_is_told(self) -> None:
        folder = load_settings().data_dir / "feedback"
        run("feedback", "--accepted", "star")
        (folder / "en.txt").write_text("star\n", "utf-8")
        assert "Clear the feedback" in run("feedback", code=2).output
        answer = CliRunner().invoke(program, ["wordhunt", "--grid", "AB"])
        assert (answer.exit_code, "Clear the feedback" in answer.output) == (2, True)
        run("feedback", "--clear")
