"""`tilewise wordsearch make`: puzzles that the solver solves, on paper, in files, and the same for a seed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from app.cli.commands import app

pytestmark = pytest.mark.slow

ANIMALS = ("TIGER", "Otter", "sea lion", "LYNX")


def make(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["wordsearch", "make", *arguments])


def make_json(*arguments: str, exit_code: int = 0) -> Any:
    result = make(*arguments, "--json")
    assert result.exit_code == exit_code, result.stderr
    return json.loads(result.stdout)


def solve_json(grid: str, words: str) -> Any:
    result = CliRunner().invoke(app, ["wordsearch", "--word-search", grid, "-w", words, "-o", "--json"])
    return json.loads(result.stdout)


def test_each_word_is_found_once() -> None:
    made = make_json(*ANIMALS, "--rows", "9", "--cols", "11")
    assert (made["rows"], made["cols"], made["missing"]) == (9, 11, [])
    found = solve_json(";".join(made["letters"]), ";".join(ANIMALS))
    assert [(hit["word"], hit["cells"]) for hit in found["hits"]] == [
        (hit["word"], hit["cells"]) for hit in made["hits"]
    ]
    assert [hit["word"] for hit in found["hits"]] == list(ANIMALS)


def test_a_seed_says_which_puzzle() -> None:
    first, again, other = (make_json("CAT;DOG", "--seed", seed)["letters"] for seed in ("1", "1", "2"))
    assert first == again != other
    drawn = make_json("CAT;DOG")
    assert make_json("CAT;DOG", "--seed", str(drawn["seed"]))["letters"] == drawn["letters"]


@pytest.mark.parametrize(
    ("arguments", "rows", "cols"),
    [(["--rows", "4"], 4, None), (["--cols", "3"], None, 3), ([], None, None), (["--rows", "1"], 1, None)],
)
def test_the_size_is_as_small_as_can_be(arguments: list[str], rows: int | None, cols: int | None) -> None:
    made = make_json("CAT;DOG;EEL", *arguments)
    assert made["missing"] == []
    assert made["rows"] == (rows or made["rows"]) and made["cols"] == (cols or made["cols"])
    assert 9 <= made["rows"] * made["cols"] <= 25


def test_words_without_a_place_are_told() -> None:
    result = make("CAT", "ELEPHANT", "--rows", "4", "--cols", "4", "--seed", "1")
    assert result.exit_code == 1
    assert result.stdout.endswith("Words to find:\n\nCAT\n\nWithout a place:\n\n'ELEPHANT'\n")


def test_what_is_printed(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("CAT\nDOG\n")
    lines = make("--words-file", str(words), "--rows", "5", "--cols", "6", "-h", "2", "-v", "1").stdout.split(
        "\n"
    )
    assert [len(line) for line in lines[:9]] == [16, 0] * 4 + [16]
    assert lines[9:] == ["", "Words to find:", "", "CAT", "DOG", ""]


def test_the_solution_follows() -> None:
    text = make("CAT;DOG", "--seed", "1", "--solution", "-h2", "--solutions-format", "p").stdout
    puzzle, _, solution = text.partition("\n\nSolved:\n\n")
    assert "(" not in puzzle and solution.count("(") > 6
    assert "'CAT': " in solution and "'DOG': " in solution


def test_directions_language_and_letters() -> None:
    made = make_json(
        "año;niño", "--language", "es", "--directions", "across-down", "--seed", "4", "--rows", "8"
    )
    assert {hit["direction"] for hit in made["hits"]} <= {"e", "s"}
    assert "Ñ" in "".join(made["letters"])
    assert set("".join(make_json("CAT", "--letters", "XY", "--rows", "6")["letters"])) <= set("CATXY")


def test_a_shape_has_holes(tmp_path: Path) -> None:
    shape = tmp_path / "ring.txt"
    shape.write_text("?????\n?...?\n?...?\n?????\n")
    made = make_json("TIGER", "EEL", "--shape", str(shape), "--seed", "1")
    assert [row[1:4] for row in made["letters"]][1:3] == ["...", "..."]
    assert made["missing"] == []


def test_a_page_without_its_solution(tmp_path: Path) -> None:
    page = tmp_path / "p.html"
    assert make("CAT;DOG", "--seed", "1", "--no-solution", "--output", str(page)).exit_code == 0
    text = page.read_text("utf-8")
    assert "<li><span>DOG</span></li>" in text and 'class="lasso"' not in text and "Solution" not in text


def test_words_without_a_place_are_not_on_what_is_given_out(tmp_path: Path) -> None:
    files = [tmp_path / f"p{suffix}" for suffix in (".svg", ".txt", ".html")]
    options = [part for file in files for part in ("--output", str(file))]
    assert make("CAT", "ELEPHANT", "--rows", "4", "--cols", "4", *options).exit_code == 1
    svg, text, page = (file.read_text("utf-8") for file in files)
    assert "ELEPHANT" not in svg + text + page.partition('<section class="solution">')[0]


@pytest.mark.parametrize("solution", [False, True])
def test_files(solution: bool, tmp_path: Path) -> None:
    files = [tmp_path / f"p{suffix}" for suffix in (".svg", ".html", ".txt", ".json", ".png")]
    options = [part for file in files for part in ("--output", str(file))] + ["--solution"] * solution
    assert make("CAT;DOG", "--seed", "1", *options).exit_code == 0
    svg, html, text, told = (file.read_text("utf-8") for file in files[:4])
    assert ('class="lasso"' in svg) is solution and ">DOG</text>" in svg
    assert ("Solved:" in text) is solution
    before, _, after = html.partition('<section class="solution">')
    assert 'class="lasso"' not in before and 'class="lasso"' in after
    assert json.loads(told)["seed"] == 1
    assert files[4].read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ([], "bad_input", "no words"),
        (["CAT;;DOG"], "bad_input", "Word 2 is empty"),
        (["CAT", "!"], "bad_option", "'!' has no letters"),
        (["CAT", "--rows", "51"], "grid_too_large", "51"),
        (["CAT", "--rows", "-1", "--cols", "5"], "grid_too_large", "-1"),
        (["CAT", "--directions", "up"], "bad_option", "'up'"),
        (["CAT", "--language", "tlh"], "bad_option", "tlh"),
        (["CAT", "--letters", "?"], "bad_option", "letters"),
        (["CAT", "--shape", "nowhere.txt"], "bad_input", "nowhere.txt"),
        (["CAT", "--output", "p.gif"], "bad_input", ".gif"),
    ],
)
def test_bad_input(arguments: list[str], code: str, said: str) -> None:
    result = make(*arguments, "--json")
    error = json.loads(result.stdout)["error"]
    assert (result.exit_code, error["code"]) == (2, code)
    assert said in error["message"] and said in result.stderr


def test_options_before_make_are_not_lost_silently() -> None:
    result = CliRunner().invoke(app, ["wordsearch", "-w", "CAT", "make", "DOG"])
    assert result.exit_code == 2 and "after `make`" in result.stderr
