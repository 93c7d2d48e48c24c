"""`tilewise wordsearch`: the console program it follows, byte for byte, and all that goes beyond."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner, Result

from app.cli.commands import app
from app.render import SHORT_FORMATS, SolutionsFormat
from tests.conftest import require_tool
from tests.drawing import Canvas
from tests.kinds import sample
from tests.list_pages import ANIMALS

pytestmark = pytest.mark.slow

DATA = Path(__file__).parents[2] / "data" / "wordsearch"
GARDEN = ("-f", str(DATA / "garden.grid.txt"), "--words-file", str(DATA / "garden.words.txt"))
CAT = ("--word-search", "ACC;DAF;GTI", "--words", "CAT")
KEYS = "ABCKEFGH;IJKELMNO;PQRYSTUV;WXYWZABC;DEFOGHIJ;XLMRNOPQ;RSTDUVWX;YZASBCDE"


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, ["wordsearch", *arguments], input=stdin)


def run_json(*arguments: str, exit_code: int = 0) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == exit_code, result.stderr
    return json.loads(result.stdout)


class TestConsole:
    """What the word-search console does, exactly."""

    def test_a_typed_grid(self) -> None:
        result = run(*CAT)
        assert (result.exit_code, result.stderr) == (0, "")
        assert result.stdout == (
            "Solved:\n\nA C C\nD A F\nG T I\n\nCoordinates to Solutions:\n\n'CAT': (1, 0) through (1, 2)\n"
        )

    def test_files(self, tmp_path: Path) -> None:
        (tmp_path / "grid.txt").write_text("\n B T C\n\nDA F\r\nG\tHT\n\n")
        (tmp_path / "words.txt").write_text("BAT\nHAT\n")
        result = run(
            "--word-search-file", str(tmp_path / "grid.txt"), "--words-file", str(tmp_path / "words.txt")
        )
        assert result.stdout.endswith("'BAT': (0, 0) through (2, 2)\n'HAT': (1, 2) through (1, 0)\n")

    @pytest.mark.parametrize("how", SolutionsFormat)
    def test_each_format(self, how: SolutionsFormat) -> None:
        result = run(*GARDEN, "-h", "2", "--solutions-format", how)
        assert result.stdout_bytes == (DATA / f"garden.{how}.txt").read_bytes()
        assert result.exit_code == 1, "birch is not there"

    @pytest.mark.parametrize(("short", "name"), SHORT_FORMATS.items())
    def test_short_forms(self, short: str, name: str) -> None:
        formats = [run(*CAT, "-h2", "--solutions-format", form).stdout_bytes for form in (short, name)]
        assert formats[0] == formats[1]

    def test_of_words_that_begin_alike_only_the_shortest(self) -> None:
        words = ("-w", "KEYWORDS;KEY;KEYWORD")
        result = run("--word-search", KEYS, *words)
        assert result.exit_code == 0
        assert result.stdout.endswith(
            "'KEY': (3, 0) through (3, 2)\n\n"
            "Hidden by a shorter word (-o shows them):\n\n'KEYWORDS'\n'KEYWORD'\n"
        )
        assert run("--word-search", KEYS, *words, "-o").stdout.endswith(
            "Coordinates to Solutions:\n\n'KEYWORDS': (3, 0) through (3, 7)\n"
            "'KEY': (3, 0) through (3, 2)\n'KEYWORD': (3, 0) through (3, 6)\n"
        )

    def test_a_palindrome_is_found_in_both_directions(self) -> None:
        lines = run("--word-search", "NOON", "-w", "noon").stdout.splitlines()
        assert lines[-2:] == ["'noon': (0, 0) through (3, 0)", "'noon': (3, 0) through (0, 0)"]

    def test_words_that_are_nowhere(self) -> None:
        result = run("--word-search", "ACC;DAF;GTI", "--words", "DOG;CAT;EMU")
        assert result.exit_code == 1
        assert result.stdout.endswith("'CAT': (1, 0) through (1, 2)\n\nNot found:\n\n'DOG'\n'EMU'\n")

    def test_files_win_over_what_is_typed(self) -> None:
        assert run(*CAT, *GARDEN).stdout == run(*GARDEN).stdout

    def test_a_grid_from_standard_input(self) -> None:
        assert run("-f", "-", "-w", "CAT", stdin="ACC\nDAF\nGTI\n").stdout == run(*CAT).stdout

    def test_words_may_come_one_by_one(self) -> None:
        grid = "--word-search", "ACC;DAF;GTI"
        assert run(*grid, "-w", "CAT", "-w", "FAD").stdout == run(*grid, "-w", "CAT;FAD").stdout
        assert "Word 2 is empty" in run(*grid, "-w", "CAT", "-w", "").stderr

    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    def test_lines_end_as_any_system_ends_them(self, end: str, tmp_path: Path) -> None:
        grid, words = tmp_path / "grid.txt", tmp_path / "words.txt"
        grid.write_bytes(f"\ufeffA\tC C{end}{end}D A F{end}G T I{end}".encode())
        words.write_bytes(f"\ufeffCAT{end}FAD{end}".encode())
        result = run("-f", str(grid), "--words-file", str(words))
        assert result.stdout.endswith(
            "\nG T I\n\nCoordinates to Solutions:\n\n"
            "'CAT': (1, 0) through (1, 2)\n'FAD': (2, 1) through (0, 1)\n"
        )

    @pytest.mark.parametrize(
        ("arguments", "code", "said"),
        [
            (["--word-search", "ACC;DA;GTI", "-w", "CAT"], "ragged_grid", "Row 2 has 2 tiles"),
            (["--word-search", "ACC;D\aF;GTI", "-w", "CAT"], "bad_grid", "Row 2"),
            (["--word-search", "ACC;D[.A]F;GTI", "-w", "CAT"], "bad_grid", "'.A'"),
            (["--word-search", " ; ", "-w", "CAT"], "bad_grid", "empty"),
            (["--word-search", "ACC", "-w", "CAT;;DOG"], "bad_input", "Word 2 is empty"),
            (["--word-search", "ACC", "-w", "CAT; "], "bad_input", "Word 2 is empty"),
            (["--word-search", "ACC", "-w", ""], "bad_input", "Word 1 is empty"),
            (["--word-search", "ACC", "-w", "CAT;!"], "bad_option", "'!' has no letters"),
            ([*CAT, "--solutions-format", "parentheses"], "bad_option", "--hspacing 2"),
            ([*CAT, "-h", "-1"], "bad_option", "--hspacing"),
            ([*CAT, "-v", "-1"], "bad_option", "--vspacing"),
            ([*CAT, "--directions", "up"], "bad_option", "'up'"),
            ([*CAT, "--language", "tlh"], "bad_option", "tlh"),
            ([*CAT, "--bent", "--wrap"], "bad_option", "wrap"),
            (["-w", "CAT"], "bad_input", "grid or a picture"),
            ([*CAT, "--image", "page.png"], "bad_input", "grid or a picture"),
            (["--image", "nowhere.png"], "bad_input", "nowhere.png"),
            (["-f", "nowhere.txt", "-w", "CAT"], "bad_input", "nowhere.txt"),
            ([*CAT, "--words-file", "nowhere.txt"], "bad_input", "nowhere.txt"),
            ([*CAT, "--output", "marked.gif"], "bad_input", ".gif is no format"),
        ],
    )  # fmt: skip
    def test_bad_input(self, arguments: list[str], code: str, said: str) -> None:
        result = run(*arguments, "--json")
        error = json.loads(result.stdout)["error"]
        assert (result.exit_code, error["code"]) == (2, code)
        assert said in error["message"] and said in result.stderr

    def test_an_empty_line_of_a_word_file(self, tmp_path: Path) -> None:
        words = tmp_path / "words.txt"
        words.write_text("CAT\n\nDOG\n")
        result = run("--word-search", "ACC", "--words-file", str(words))
        assert result.exit_code == 2
        assert result.stderr.startswith(f"Error: {words}: Line 2 is empty.\nHint: ")

    @pytest.mark.parametrize("content", [b"", b"\xff\xfeC\x00A\x00"])
    def test_a_word_file_without_words(self, content: bytes, tmp_path: Path) -> None:
        (tmp_path / "words.txt").write_bytes(content)
        result = run("--word-search", "ACC", "--words-file", str(tmp_path / "words.txt"))
        assert result.exit_code == 2 and "Hint: " in result.stderr

    def test_a_wrong_format_lists_the_formats(self) -> None:
        result = run(*CAT, "--solutions-format", "bold")
        assert result.exit_code == 2
        assert "'bold' is not one of asterisk (a)" in result.stderr

    def test_help_has_no_short_form(self) -> None:
        assert "Examples:" in run("--help").stdout
        assert "--hspacing" in run("--help").stdout
        assert run("-h").exit_code == 2, "a number is missing"


@pytest.mark.parametrize(
    ("variables", "colours"),
    [
        ({"TERM": "xterm", "NO_COLOR": ""}, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
    ],
)
def test_colour_is_for_terminals(variables: dict[str, str], colours: bool) -> None:
    control, terminal = pty.openpty()
    command = [sys.executable, "-m", "app.cli", "wordsearch", *CAT]
    subprocess.run(command, stdout=terminal, env={**os.environ, **variables}, check=True, timeout=60)
    os.close(terminal)
    shown = os.read(control, 65536)
    os.close(control)
    assert (b"\x1b[38;5;" in shown) is colours


class TestBeyond:
    """Options that the console does not have."""

    @pytest.mark.parametrize(
        ("arguments", "places"),
        [
            (["--word-search", "TACO", "-w", "CAT"], [(2, 1, 0)]),
            (["--word-search", "CATCAT", "-w", "CAT"], [(0, 1, 2), (3, 4, 5)]),
            (["--word-search", "CATCAT", "-w", "CAT", "--first"], [(0, 1, 2)]),
            (["--word-search", "ATXC", "-w", "CAT", "--wrap"], [(3, 0, 1)]),
            (["--word-search", "CA;XT", "-w", "CAT", "--bent"], [(0, 1, 3)]),
            (["--word-search", "C?T", "-w", "CAT"], [(0, 1, 2)]),
            (["--word-search", "CO.;XAT", "-w", "COAT", "--bent"], [(0, 1, 4, 5)]),
            (["--word-search", "[Qu]IT", "-w", "quit"], [(0, 1, 2)]),
            (["--word-search", "R2D2", "-w", "r2-d2"], [(0, 1, 2, 3)]),
            (["--word-search", "xQ&A", "-w", "q & a"], [(1, 2, 3)]),
            (["--word-search", "SEALION", "-w", "sea-lion"], [(0, 1, 2, 3, 4, 5, 6)]),
            (["--word-search", "CAFÉ", "-w", "Cafe"], [(0, 1, 2, 3)]),
            (["--word-search", "AÑO", "-w", "año", "--language", "es"], [(0, 1, 2)]),
        ],
    )  # fmt: skip
    def test_places(self, arguments: list[str], places: list[tuple[int, ...]]) -> None:
        assert [tuple(hit["cells"]) for hit in run_json(*arguments)["hits"]] == places

    @pytest.mark.parametrize(
        "arguments",
        [
            ["--word-search", "TAC", "-w", "CAT", "--directions", "forwards"],
            ["--word-search", "CXX;XAX;XXT", "-w", "CAT", "--directions", "straight"],
            ["--word-search", "CAT", "-w", "CAT", "--directions", "s,n"],
            ["--word-search", "C.T", "-w", "CAT"],
            ["--word-search", "CAFÉ", "-w", "Cafe", "--keep-accents"],
            ["--word-search", "ANO", "-w", "año", "--language", "es"],
        ],
    )
    def test_nowhere(self, arguments: list[str]) -> None:
        result = run_json(*arguments, exit_code=1)
        assert result["hits"] == [] and len(result["missing"]) == 1

    def test_a_letter_that_differs_is_told(self) -> None:
        result = run("--word-search", "TIGXR", "-w", "TIGER", "--fuzzy")
        assert result.exit_code == 0
        assert result.stdout.endswith("'TIGER': (0, 0) through (4, 0), where TIGXR stands\n")

    def test_everything_about_a_place(self) -> None:
        result = run_json("--word-search", "BTC;DAF;GHT", "-w", "BAT")
        assert (result["kind"], result["rows"], result["cols"]) == ("wordsearch", 3, 3)
        assert result["letters"] == ["BTC", "DAF", "GHT"]
        assert result["hits"] == [
            {
                "word": "BAT", "key": "BAT", "start": [0, 0], "end": [2, 2],
                "direction": "se", "cells": [0, 4, 8],
                "palindrome": False, "mismatches": [], "inferred": False,
            }
        ]  # fmt: skip
        assert result["unused"] == [1, 2, 3, 5, 6, 7]

    def test_several_grids(self) -> None:
        grids = ("--word-search", "CAT", "--word-search", "XXX;TAC")
        assert [len(result["hits"]) for result in run_json(*grids, "-w", "CAT")] == [1, 1]
        assert run(*grids, "-w", "CAT").stdout.split("\n\nSolved:\n\n")[1].startswith("X X X\nT A C\n")

    def test_a_large_grid(self, tmp_path: Path) -> None:
        rows = ["X" * 300] * 299 + ["X" * 297 + "CAT"]
        (tmp_path / "grid.txt").write_text("\n".join(rows))
        lines = run("-f", str(tmp_path / "grid.txt"), "-w", "CAT").stdout.splitlines()
        assert lines[-1] == "'CAT': (297, 299) through (299, 299)"


class TestDictionary:
    """Without a list."""

    GRID = ("--word-search", "XELEPHANTX;QZXQJWKVXQ;JKVQXZWJKQ")

    def test_the_likely_list_comes_first(self) -> None:
        result = run_json(*self.GRID)
        assert result["hits"][0]["word"] == "elephant" and result["hits"][0]["likely"]
        assert not any(hit["likely"] for hit in result["hits"][1:])
        assert result["dictionary"]["name"] == "en"

    def test_only_likely_words_are_marked(self) -> None:
        text = run(*self.GRID, "--solutions-format", "asterisk").stdout
        assert "\nX * * * * * * * * X\n" in text
        assert text.index("'elephant': (1, 0) through (8, 0)") < text.index("Other words, perhaps by chance:")

    def test_contained_words_and_limits(self) -> None:
        words = {hit["word"] for hit in run_json(*self.GRID, "--min-length", "3")["hits"]}
        assert {"elephant", "ant"} <= words
        alone = run_json(*self.GRID, "--min-length", "3", "--not-contained")["hits"]
        assert "ant" not in {hit["word"] for hit in alone}
        limited = run_json(*self.GRID, "--min-length", "3", "--limit", "1")
        assert [hit["word"] for hit in limited["hits"]] == ["elephant"] and limited["word_total"] > 1

    def test_nothing_there(self) -> None:
        result = run("--word-search", "XQZ;ZXQ")
        assert result.exit_code == 1
        assert result.stdout.endswith(
            "Coordinates to Solutions:\n\nWithout a list these are words of the dictionary 'en'.\n"
        )

    @pytest.mark.parametrize(
        ("arguments", "code"),
        [
            (["--dictionary", "tlh"], "unknown_dictionary"),
            (["--min-length", "0"], "bad_option"),
            (["--fuzzy"], "bad_option"),
        ],
    )
    def test_bad_input(self, arguments: list[str], code: str) -> None:
        result = run(*self.GRID, *arguments, "--json")
        assert (result.exit_code, json.loads(result.stdout)["error"]["code"]) == (2, code)


class TestFigures:
    """What the rest of the grid says, and how hard it is."""

    PUZZLE = ("--word-search", "CATTH;EENDX;QZDOG", "-w", "CAT;DOG")

    def test_unused_letters_are_read(self) -> None:
        result = run_json(*self.PUZZLE, "--message")
        assert result["message"]["letters"] == "THEENDXQZ"
        assert result["message"]["words"] == ["THE", "END"]
        assert "\n\nUnused letters: THE END XQZ\n" in run(*self.PUZZLE, "--message").stdout

    def test_how_hard_it_is(self) -> None:
        figures = run_json(*self.PUZZLE, "--difficulty")["difficulty"]
        assert (figures["level"], figures["words"], figures["directions"]) == ("easy", 2, 1)
        assert "\n\nDifficulty: easy, " in run(*self.PUZZLE, "--difficulty").stdout

    def test_neither_is_told_unasked(self) -> None:
        result = run_json(*self.PUZZLE)
        assert result["message"] is None and result["difficulty"] is None


def picture_of(file: Path) -> Canvas:
    picture = cv2.imread(str(file))
    assert picture is not None
    return picture.astype(np.uint8)


class TestPublishedPuzzles:
    """Puzzles of others, with what they say of themselves."""

    @pytest.mark.parametrize(
        ("number", "missing"),
        [
            ("01", []),
            ("07", ["haskell"]),
            ("10", ["NERDS"]),
            ("11", ["paraj", "ratre"]),
            ("15", ["gato", "amor"]),
        ],
    )
    def test_words_that_are_not_there(self, number: str, missing: list[str], shared_data: Path) -> None:
        files = shared_data / "wordsearch"
        result = run_json(
            "-f", str(files / f"{number}.grid.txt"), "--words-file", str(files / f"{number}.words.txt"),
            exit_code=int(bool(missing)),
        )  # fmt: skip
        assert result["missing"] == missing

    @pytest.mark.parametrize(
        ("number", "said"), [("16", "Unused letters read: TEST"), ("17", "Unused letters: IL TEMPO LIBERO")]
    )
    def test_what_is_left_over(self, number: str, said: str, shared_data: Path) -> None:
        files = shared_data / "wordsearch"
        result = run(
            "-f",
            str(files / f"{number}.grid.txt"),
            "--words-file",
            str(files / f"{number}.words.txt"),
            "--message",
        )
        assert said in result.stdout.splitlines()


class TestPicture:
    """`--image`: the grid from a picture, and its list where Tesseract is installed."""

    @pytest.fixture
    def page(self, tmp_path: Path) -> str:
        file = tmp_path / "page.png"
        file.write_bytes(sample("wordsearch").picture)
        return str(file)

    def test_words_given(self, page: str, tmp_path: Path) -> None:
        marked = tmp_path / "marked.png"
        result = run_json("--image", page, "-w", "TIGER;POLAR BEAR", "--output", str(marked))
        assert result["letters"] == sample("wordsearch").result["letters"]
        assert [hit["word"] for hit in result["hits"]] == ["TIGER", "POLAR BEAR"]
        assert all(len(hit["centres"]) == len(hit["cells"]) for hit in result["hits"])
        assert picture_of(marked).shape == picture_of(Path(page)).shape
        assert (picture_of(marked) != picture_of(Path(page))).any()

    def test_the_list_of_the_page(self, page: str) -> None:
        require_tool("tesseract")
        result = run_json("--image", page)
        assert sorted(result["words"]) == sorted(ANIMALS)
        assert {hit["word"] for hit in result["hits"]} == set(ANIMALS)

    def test_a_blotted_letter_is_inferred_from_the_word(self, page: str, tmp_path: Path) -> None:
        before = run_json("--image", page, "-w", "TIGER")
        cell = before["hits"][0]["cells"][2]
        x, y = map(int, before["cells"][cell]["centre"])
        blotted = picture_of(Path(page))
        cv2.circle(blotted, (x, y), 13, (10, 10, 10), cv2.FILLED)
        cv2.imwrite(str(tmp_path / "blotted.png"), blotted)
        result = run("--image", str(tmp_path / "blotted.png"), "-w", "TIGER")
        row, col = divmod(cell, before["cols"])
        assert result.exit_code == 0
        assert f"\n\nInferred from the words:\n\n({col}, {row}): G, " in result.stdout
        assert f"row {row + 1}, column {col + 1} is doubtful" in result.stdout

    def test_another_game(self, tmp_path: Path) -> None:
        file = tmp_path / "wordle.png"
        file.write_bytes(sample("wordle").picture)
        result = run("--image", str(file), "-w", "CAT")
        assert result.exit_code == 1 and "Wordle" in result.stderr


class TestOutput:
    """`--output`: the format that the file's name says."""

    def test_each_format(self, tmp_path: Path) -> None:
        names = ("a.svg", "a.html", "a.txt", "a.json", "a.png", "a.JPG", "a.webp")
        files = [tmp_path / "new" / name for name in names]
        result = run(*GARDEN, *(part for file in files for part in ("--output", str(file))))
        assert result.exit_code == 1, "a word is missing, and yet the files are written"
        svg, html, text, told, png, jpeg, webp = (file.read_bytes() for file in files)
        assert ElementTree.fromstring(svg).tag.endswith("svg")
        assert html.startswith(b"<!doctype html>")
        assert text.decode() == run(*GARDEN, "--solutions-format", "none").stdout
        assert json.loads(told)["missing"] == ["birch"]
        assert (png[:4], jpeg[:2], webp[:4]) == (b"\x89PNG", b"\xff\xd8", b"RIFF")

    def test_a_text_has_the_format_asked_for(self, tmp_path: Path) -> None:
        options = ("-h2", "--solutions-format", "p", "--output", str(tmp_path / "a.txt"))
        assert run(*GARDEN, *options).stdout_bytes == (tmp_path / "a.txt").read_bytes()

    def test_several_grids_are_numbered(self, tmp_path: Path) -> None:
        grids = ("--word-search", "CAT", "--word-search", "DOG")
        run(*grids, "-w", "CAT", "--output", str(tmp_path / "a.svg"))
        assert sorted(file.name for file in tmp_path.glob("*.svg")) == ["a-1.svg", "a-2.svg"]

    def test_a_place_that_cannot_be_written(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        result = run(*CAT, "--output", str(tmp_path / "file" / "a.svg"))
        assert result.exit_code == 2 and "a.svg" in result.stderr
