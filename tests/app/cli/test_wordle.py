"""`tilewise wordle`: advice, ratings and trials at the terminal, in words and as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from app.cli.commands import app
from tests.wordle_games import ALLOWED, ANSWERS, drawn_game

pytestmark = pytest.mark.slow


@pytest.fixture
def lists(tmp_path: Path) -> tuple[str, ...]:
    """Options for the small game."""
    for name, words in (("answers", ANSWERS), ("allowed", ALLOWED)):
        (tmp_path / name).write_text("\n".join(words))
    return "--answers", str(tmp_path / "answers"), "--allowed", str(tmp_path / "allowed")


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, ["wordle", *arguments], input=stdin)


def run_json(*arguments: str, exit_code: int = 0, stdin: str | None = None) -> Any:
    result = run(*arguments, "--json", stdin=stdin)
    assert result.exit_code == exit_code, result.stderr
    return json.loads(result.stdout)


class TestSuggest:
    def test_as_a_person_sees_it(self, lists: tuple[str, ...]) -> None:
        result = run("suggest", "salet=bbbgb", "CRONY=01100", *lists)
        assert (result.exit_code, result.stderr) == (0, "")
        lines = result.stdout.splitlines()
        assert (
            lines[:5]
            == [
                " ┌───┬───┬───┬───┬───┐",
                " │ S │ A │ L │ E │ T │ bbbgb",
                " ├───┼───┼───┼───┼───┤",
                " │ C │ R │ O │ N │ Y │ byybb",
                " └───┴───┴───┴───┴───┘",
            ]
            or lines[:5]
        )
        assert "2 words left, 12.50% of all:" in lines
        assert any(line.startswith(" 1 ") and "ER " in line for line in lines)
        assert lines[-1].startswith(("JOKER: ", "POKER: ")) and lines[-1].endswith(".")

    @pytest.mark.parametrize(
        "marks", ["bbbgb", "BBBGB", "00020", "xxxgx", "---g-", "⬛⬛⬛🟩⬛", "⬜⬜⬜🟩⬜"]
    )
    def test_marks_in_any_form(self, lists: tuple[str, ...], marks: str) -> None:
        assert run_json("suggest", f"salet={marks}", *lists)["tiles"] == ["bbbgb"]

    def test_a_lost_game(self, lists: tuple[str, ...]) -> None:
        result = run("suggest", "salet=bbbgb", "CRONY=01100", "--max-guesses", "2", *lists)
        lines = result.stdout.splitlines()
        assert "2 words left, 12.50% of all:" in lines and "JOKER 50.0%; POKER 50.0%" in result.stdout
        assert lines[-1].startswith("The game is over: not won in 2 guesses")

    def test_a_game_that_is_won(self, lists: tuple[str, ...]) -> None:
        lines = run("suggest", "salet=bbbgb", "joker=ggggg", *lists).stdout.splitlines()
        assert lines[-2:] == ["Solved: JOKER.", "The game is over: won in 2 guesses."]

    def test_several_boards(self, lists: tuple[str, ...]) -> None:
        result = run_json("suggest", "crane=ggggg,bbbbg", "mouse=,bgggg", *lists)
        assert [board["clues"] for board in result["boards"]] == [
            ["crane=ggggg"],
            ["crane=bbbbg", "mouse=bgggg"],
        ]
        assert result["suggestions"][0]["word"] == "louse"
        shown = run("suggest", "crane=ggggg,bbbbg", *lists).stdout
        assert "Board 1:" in shown and "Solved: CRANE." in shown and "Board 2:" in shown

    def test_many_games_from_standard_input(self, lists: tuple[str, ...]) -> None:
        games = "salet=bbbgb\n\ncrane=ggggb\nsalet=bbbgb crony=byybb\n"
        told = run_json("suggest", "--states", "-", *lists, stdin=games, exit_code=1)
        assert ["error" in one for one in told] == [False, True, False]
        shown = run("suggest", "--states", "-", *lists, stdin=games)
        assert shown.exit_code == 1 and "Game 3:" in shown.stdout and "Error: No word fits" in shown.stderr

    def test_a_picture(self, lists: tuple[str, ...], tmp_path: Path) -> None:
        picture = tmp_path / "game.png"
        picture.write_bytes(drawn_game(["salet", "crony"], "joker"))
        result = run_json("suggest", str(picture), *lists)
        assert result["boards"][0]["clues"] == ["salet=bbbgb", "crony=byybb"]
        assert "JOKER" in run("suggest", str(picture), *lists).stdout

    def test_clues_that_clash(self, lists: tuple[str, ...]) -> None:
        result = run("suggest", "salet=bbbgb", "crane=ggggb", "--json", *lists)
        error = json.loads(result.stdout)["error"]
        assert (result.exit_code, error["code"]) == (1, "no_word_fits")
        assert error["details"]["clash"] == ["crane=ggggb"] and error["details"]["nearest"]
        assert "crane=ggggb" in result.stderr and "fits all but" in result.stderr

    def test_probabilities_and_past_answers(self, lists: tuple[str, ...], tmp_path: Path) -> None:
        (tmp_path / "chances").write_text("joker 3\npoker,1\n\n")
        (tmp_path / "past").write_text("joker")
        chances, past = ("--probabilities", str(tmp_path / "chances")), ("--exclude", str(tmp_path / "past"))
        left = run_json("suggest", "salet=bbbgb", *lists, *chances)["boards"][0]["left"]
        assert left == [{"word": "joker", "share": 0.75}, {"word": "poker", "share": 0.25}]
        assert run_json("suggest", "salet=bbbgb", *lists, *past)["boards"][0]["left"][0]["word"] == "poker"

    def test_a_language(self) -> None:
        result = run_json("suggest", "Camión=ygbbyb", "--dictionary", "es", "--left", "500")
        assert result["letters"] == ["CAMION"] and result["dictionary"]["name"] == "es"

    @pytest.mark.parametrize(
        ("arguments", "said", "hint"),
        [
            (("salet",), "'salet' has no marks", "salet=gybbb"),
            (("nowhere.png",), "nowhere.png: No such file", "picture"),
            (("salet=bbbgb", "crony"), "'crony' is no guess with its marks", "slate=bbbby"),
            (("salet=gg",), "has 2 marks", "one mark a letter"),
            (("salet=bbbgb,bbbbb", "crony=bbbbb"), "1 of 2 boards", "parted by commas"),
            (("salet=",), "0 of 1 boards", "crane=gybbb,,bbybb"),
            (("salet=bbbqb",), "'q'", "one mark a letter"),
            (("--boards", "9"), "1 to 8 boards", ""),
            (("--length", "13"), "3 to 12", "--length"),
            (("--top", "0"), "at least 1", ""),
            (("--states", "nowhere.txt"), "nowhere.txt", "text file"),
            (("--dictionary", "klingon"), "klingon", "dictionary list"),
            (("--dictionary", "en", "--answers", "x"), "exclude each other", ""),
            (("--answers", "nowhere.txt"), "nowhere.txt", "text file"),
            (("--max-guesses", "0"), "1 to 99", ""),
        ],
    )
    def test_what_cannot_be_asked(
        self,
        arguments: tuple[str, ...],
        said: str,
        hint: str,
        monkeypatch: pytest.MonkeyPatch,
        tmp_path: Path,
    ) -> None:
        monkeypatch.chdir(tmp_path)
        result = run("suggest", *arguments)
        assert result.exit_code == 2 and said in result.stderr and hint in result.stderr, result.stderr

    @pytest.mark.parametrize("text", ["joker", "joker x", "joker -1", "joker 1 2", "joker inf", ""])
    def test_files_that_hold_no_probabilities(
        self, lists: tuple[str, ...], text: str, tmp_path: Path
    ) -> None:
        (tmp_path / "chances").write_text(text)
        result = run("suggest", *lists, "--probabilities", str(tmp_path / "chances"))
        assert result.exit_code == 2 and "chances: " in result.stderr and "Hint: " in result.stderr


class TestRate:
    def test_bare_guesses_end_with_the_answer(self, lists: tuple[str, ...]) -> None:
        result = run_json("rate", "salet", "joker", *lists)
        assert [guess["clue"] for guess in result["guesses"]] == ["salet=bbbgb", "joker=ggggg"]
        assert run_json("rate", "salet=bbbgb", "joker=ggggg", *lists)["skill"] == result["skill"]
        shown = run("rate", "salet", "--answer", "joker", *lists).stdout.splitlines()
        assert any(line.split()[:1] == ["SALET"] for line in shown) and shown[-1].startswith("in all")

    def test_a_picture(self, lists: tuple[str, ...], tmp_path: Path) -> None:
        (tmp_path / "game.png").write_bytes(drawn_game(["salet", "joker"], "joker"))
        assert run_json("rate", str(tmp_path / "game.png"), *lists)["solved"]

    def test_guesses_against_the_rules(self, lists: tuple[str, ...]) -> None:
        shown = run("rate", "salet", "pudgy", "joker", "--mode", "hard", *lists).stdout
        assert "not allowed in hard mode" in shown

    def test_nothing_to_rate(self, lists: tuple[str, ...]) -> None:
        result = run("rate", *lists)
        assert result.exit_code == 2 and "crane=gybbb" in result.stderr


class TestTest:
    def test_as_a_person_sees_it(self, lists: tuple[str, ...]) -> None:
        result = run("test", "--strategy", "frequency", "--start", "crane", "--jobs", "1", *lists)
        lines = result.stdout.splitlines()
        assert (result.exit_code, lines[0]) == (0, "CRANE first, then by frequency, easy mode:")
        games = sum(int(line.split()[1]) for line in lines[1:7])
        assert games == len(ANSWERS) and f"Words: {games}. Found: {games}. Fails: 0." in lines
        assert any(line.startswith("Average of those found: ") for line in lines)
        assert lines[-1].startswith("Elapsed: ")

    def test_fails_are_named_and_end_with_1(self, lists: tuple[str, ...]) -> None:
        result = run("test", "--max-guesses", "2", "--start", "jumbo", "--jobs", "1", *lists)
        assert result.exit_code == 1 and "Not found: " in result.stdout

    def test_processes_come_to_the_same(self, lists: tuple[str, ...]) -> None:
        one, two = (run_json("test", "--jobs", jobs, "--mode", "hard", *lists) for jobs in "12")
        assert one["starts"] == two["starts"] and one["mode"] == "hard"

    def test_a_limit(self, lists: tuple[str, ...]) -> None:
        assert run_json("test", "--limit", "5", "--jobs", "1", *lists)["starts"][0]["games"] == 5
        for wrong in (("--limit", "0"), ("--jobs", "0"), ("--start", "zzzzz")):
            result = run("test", *wrong, *lists)
            assert result.exit_code == 2 and "Error: " in result.stderr

    def test_the_first_program_s_strategy_scored_honestly(self, shared_data: Path) -> None:
        answers = str(shared_data / "wordle" / "answers-2315.txt")
        how = ("--strategy", "frequency", "--start", "least", "--answers", answers)
        series = run_json("test", *how, exit_code=1)["starts"][0]
        assert (series["games"], series["lost"], round(series["average"], 3)) == (2315, 22, 3.697)


class TestStarts:
    def test_ranked(self, lists: tuple[str, ...]) -> None:
        result = run_json("test-starts", "salet", "JUMBO", "crane", "--jobs", "1", *lists)
        means = [one["mean"] for one in result["starts"]]
        assert result["complete"] and means == sorted(means) and len(means) == 3
        shown = run("test-starts", "--candidates", "4", "--jobs", "1", *lists).stdout.splitlines()
        assert len(shown) == 6 and "Tried 4 first guesses on 12 words, by optimal" in shown[-1]

    @pytest.mark.parametrize("option", ["--candidates", "--top"])
    def test_no_such_number(self, lists: tuple[str, ...], option: str) -> None:
        assert run("test-starts", option, "-1", *lists).exit_code == 2

    def test_gone_on_with(self, lists: tuple[str, ...], tmp_path: Path) -> None:
        ledger = tmp_path / "starts.jsonl"
        resume = ("--resume", str(ledger), "--jobs", "1")
        run_json("test-starts", "salet", *resume, *lists)
        first = ledger.read_text().splitlines()
        assert len(first) == 2
        ledger.write_text("\n".join(first) + '\n{"start": "cra')  # as a kill leaves it
        result = run_json("test-starts", "salet", "crane", *resume, *lists)
        assert {one["start"] for one in result["starts"]} == {"salet", "crane"}
        again = run_json("test-starts", "salet", "crane", *resume, *lists)
        assert again["starts"] == result["starts"]
        assert [json.loads(line)["start"] for line in ledger.read_text().splitlines()[1:]] == [
            "salet",
            "crane",
        ]

    def test_another_question_s_file(self, lists: tuple[str, ...], tmp_path: Path) -> None:
        ledger = tmp_path / "starts.jsonl"
        run("test-starts", "salet", "--resume", str(ledger), "--jobs", "1", *lists)
        result = run("test-starts", "salet", "--mode", "hard", "--resume", str(ledger), *lists)
        assert result.exit_code == 2 and "other words, rules or strategy" in result.stderr
        ledger.write_text("no ledger\nof ours")
        result = run("test-starts", "salet", "--resume", str(ledger), *lists)
        assert result.exit_code == 2 and "no file of first guesses" in result.stderr
        assert ledger.read_text() == "no ledger\nof ours", "it is somebody's"
        result = run("test-starts", "salet", "--resume", str(tmp_path / "no" / "where"), *lists)
        assert result.exit_code == 2 and "cannot be written" not in result.stdout
