"""`tilewise wordle play`: games played elsewhere and here, typed line by line, and at a real terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from app.cli.commands import app
from app.cli.wordle_commands import Typed, Wish, understood
from tests.wordle_games import ALLOWED, ANSWERS
from worker.errors import BadOption

pytestmark = pytest.mark.slow


@pytest.fixture
def lists(tmp_path: Path) -> tuple[str, ...]:
    """Options for the small game."""
    for name, words in (("answers", ANSWERS), ("allowed", ALLOWED)):
        (tmp_path / name).write_text("\n".join(words))
    return "--answers", str(tmp_path / "answers"), "--allowed", str(tmp_path / "allowed")


def play(*arguments: str, typed: str) -> Result:
    lines = typed.replace(" / ", "\n") + "\n"
    return CliRunner().invoke(app, ["wordle", "play", *arguments], input=lines)


def turns(*arguments: str, typed: str, exit_code: int = 0) -> list[tuple[str, list[str]]]:
    """The guesses of a game with their marks."""
    result = play(*arguments, "--json", typed=typed)
    assert result.exit_code == exit_code, result.stderr
    return [(turn["guess"], turn["marks"]) for turn in json.loads(result.stdout)["turns"]]


class TestElsewhere:
    def test_a_game_from_the_first_guess_to_the_last(self, lists: tuple[str, ...]) -> None:
        result = play(*lists, typed="salet bbbgb / crony=01100 / joker / ggggg")
        assert result.exit_code == 0, result.stderr
        shown = result.stdout
        assert "Begin with:" in shown and "Top words:" in shown
        assert "Pattern: _ _ _ E _" in shown
        assert "Letters in the word: E R O" in shown and "Letters not in it: S A L T C N Y" in shown
        assert "12 words left, 75.00% of all" in shown and "2 words left, 12.50% of all." in shown
        assert " │ J │ O │ K │ E │ R │ ggggg" in shown
        assert "Done! Found in 3 guesses." in shown
        assert "tilewise wordle rate salet=bbbgb crony=byybb joker=ggggg" in shown

    def test_marks_alone_are_those_of_the_suggested_word(self, lists: tuple[str, ...]) -> None:
        (first, *_) = turns(*lists, typed="bbbbb / quit")
        suggested = json.loads(CliRunner().invoke(app, ["wordle", "suggest", "--json", *lists]).stdout)[
            "suggestions"
        ][0]["word"]
        assert first == (suggested, ["bbbbb"])

    def test_the_last_guess_is_taken_back(self, lists: tuple[str, ...]) -> None:
        played = turns(*lists, typed="salet bbbgb / crony bbbbb / undo / crony byybb / u / u / u / quit")
        assert played == []
        result = play(*lists, typed="salet bbbgb / undo / undo / q")
        assert "SALET is taken back." in result.stdout and "no guess to take back" in result.stderr

    def test_marks_that_no_word_fits_are_not_taken(self, lists: tuple[str, ...]) -> None:
        result = play(*lists, typed="salet bbbgb / crane ggggb / crony byybb / q")
        assert "Error: No word fits" in result.stderr and "CRANE" not in result.stdout.split("Guess 3")[1]
        assert turns(*lists, typed="salet bbbgb / crane ggggb / crony byybb / q") == [
            ("salet", ["bbbgb"]),
            ("crony", ["byybb"]),
        ]

    def test_suggestions_are_explained(self, lists: tuple[str, ...]) -> None:
        result = play(*lists, typed="salet bbbgb / why / why 2 / why joker / why crane / left / ? / q")
        assert len(re.findall(r"^.*(JOKER|POKER): ", result.stdout, re.MULTILINE)) >= 4
        assert "CRANE is none of the suggestions" in result.stderr
        assert re.search(r"(JOKER POKER|POKER JOKER)$", result.stdout, re.MULTILINE)
        assert "take the last guess back" in result.stdout

    def test_boards_that_share_the_guesses(self, lists: tuple[str, ...]) -> None:
        result = play(*lists, "--boards", "2", typed="crane ggggg bbbbg / mouse bgggg / louse ggggg")
        assert result.exit_code == 0 and "Board 1 (solved):" in result.stdout
        assert "Guess 2 of 7" in result.stdout and "Done! Found in 3 guesses." in result.stdout

    def test_out_of_guesses(self, lists: tuple[str, ...]) -> None:
        result = play(*lists, "--max-guesses", "1", typed="salet bbbgb")
        assert result.exit_code == 1
        assert "Not found in 1 guesses." in result.stdout and "It could be: " in result.stdout

    def test_the_end_of_the_input_ends_the_game(self, lists: tuple[str, ...]) -> None:
        assert turns(*lists, typed="salet bbbgb") == [("salet", ["bbbgb"])]

    def test_with_json_the_game_is_told_on_stderr(self, lists: tuple[str, ...]) -> None:
        result = play(*lists, "--json", typed="salet bbbgb / q")
        assert json.loads(result.stdout) == {
            "turns": [{"guess": "salet", "marks": ["bbbgb"]}], "boards": [["salet=bbbgb"]], "solved": False,
        }  # fmt: skip
        assert "Top words:" in result.stderr

    def test_letter_frequency_shows_its_scores(self, lists: tuple[str, ...]) -> None:
        result = play(*lists, "--strategy", "frequency", typed="crane bbbbg / q")
        assert "score" in result.stdout and re.search(r"1 [ML]OUSE .* \d{3}\.\d\d$", result.stdout, re.M)

    @pytest.mark.parametrize(
        ("level", "told"),
        [(0, []), (1, ["words left"]), (2, ["words left", "Letters to try"]),
         (3, ["words left", "Likely words"]), (4, ["words left", "Likely words", "Top words"])],
    )  # fmt: skip
    def test_levels_of_hints(self, lists: tuple[str, ...], level: int, told: list[str]) -> None:
        shown = play(*lists, "--hints", str(level), typed="salet bbbgb / q").stdout
        all_of_them = ["words left", "Letters to try", "Likely words", "Top words"]
        assert [what for what in all_of_them if what in shown] == told

    def test_more_is_told_when_it_is_asked_for(self, lists: tuple[str, ...]) -> None:
        result = play(*lists, "--hints", "0", typed="gybbb / hint / h / hint 4 / hint 7 / q")
        assert "Which word are these marks of?" in result.stderr and "no level of hints" in result.stderr
        assert "Letters to try: " in result.stdout and "Begin with:" in result.stdout


class TestHere:
    def test_a_word_is_found(self, lists: tuple[str, ...]) -> None:
        played = turns(*lists, "--answer", "joker", typed="salet / joker")
        assert played == [("salet", ["bbbgb"]), ("joker", ["ggggg"])]

    def test_a_word_is_not_found(self, lists: tuple[str, ...]) -> None:
        result = play(*lists, "--answer", "joker", "--max-guesses", "1", typed="salet")
        assert result.exit_code == 1 and "The word was JOKER." in result.stdout

    def test_only_words_of_the_game_and_no_marks(self, lists: tuple[str, ...]) -> None:
        result = play(*lists, "--answer", "joker", typed="zzzzz / salet bbbbb / sal / q")
        assert "'zzzzz' is no word of this game" in result.stderr
        assert "marked here" in result.stderr and "SAL has 3 letters" in result.stderr

    def test_hard_mode_wants_its_hints_used(self, lists: tuple[str, ...]) -> None:
        result = play(*lists, "--answer", "joker", "--mode", "hard", typed="salet / pudgy / poker / q")
        assert "PUDGY does not use all hints" in result.stderr
        assert " │ P │ O │ K │ E │ R │ bgggg" in result.stdout

    def test_a_drawn_word_is_the_same_for_the_same_seed(self, lists: tuple[str, ...]) -> None:
        first, second, other = (
            turns(*lists, "--practice", "--seed", seed, "--boards", "4", typed="crane / q") for seed in "112"
        )
        assert first == second != other

    def test_the_game_that_changes_its_mind_keeps_most_words(self, lists: tuple[str, ...]) -> None:
        played = turns(*lists, "--adversary", typed="crane / trade / grape / q")
        assert played[0][1] != ["ggggg"] and all("ggggg" not in marks for _, marks in played[:2])

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (("--practice", "--adversary"), "exclude each other"),
            (("--boards", "9"), "1 to 8 boards"),
            (("--answer", "zzzzz"), "no word of this game"),
            (("--hints", "5"), "--hints"),
        ],
    )
    def test_what_cannot_be_played(
        self, lists: tuple[str, ...], arguments: tuple[str, ...], said: str
    ) -> None:
        result = play(*lists, *arguments, typed="q")
        assert result.exit_code == 2 and said in result.stderr


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("gybbb", Typed(Wish.MARKS, "", ("gybbb",))),
        ("  21000 ", Typed(Wish.MARKS, "", ("gybbb",))),
        ("🟩🟨⬛⬛⬛", Typed(Wish.MARKS, "", ("gybbb",))),
        ("Crane", Typed(Wish.MARKS, "Crane")),
        ("crane=gybbb", Typed(Wish.MARKS, "crane", ("gybbb",))),
        ("crane GYXX-", Typed(Wish.MARKS, "crane", ("gybbb",))),
        ("undo", Typed(Wish.UNDO)),
        ("U", Typed(Wish.UNDO)),
        ("why 2", Typed(Wish.WHY, argument="2")),
        ("hint", Typed(Wish.HINT)),
        ("", Typed(Wish.HELP)),
        ("?", Typed(Wish.HELP)),
        ("q", Typed(Wish.QUIT)),
    ],
)
def test_what_a_line_means(line: str, typed: Typed) -> None:
    assert understood(line, 5, 1) == typed


def test_marks_for_each_open_board() -> None:
    assert understood("crane gybbb,bbbbb", 5, 2) == Typed(Wish.MARKS, "crane", ("gybbb", "bbbbb"))
    assert understood("gybbb bbbbb", 5, 2).marks == ("gybbb", "bbbbb")
    for wrong in ("gybbb", "crane gybbb", "crane gybbb bbbbb ggggg", "cranes", "cr4ne", "gybb"):
        with pytest.raises(BadOption):
            understood(wrong, 5, 2)


class Terminal:
    """A program at a terminal of its own."""

    def __init__(self, *command: str, **environment: str) -> None:
        self._screen, inner = pty.openpty()
        self.process = subprocess.Popen(
            command, stdin=inner, stdout=inner, stderr=inner, env={**os.environ, **environment}
        )
        os.close(inner)
        self.seen = ""

    def until(self, text: str, seconds: float = 120) -> str:
        """What is shown until a text is; fails when it does not come."""
        give_up = time.monotonic() + seconds
        while text not in self.seen:
            assert select.select([self._screen], [], [], max(0, give_up - time.monotonic()))[0], self.seen
            try:
                self.seen += os.read(self._screen, 65536).decode()
            except OSError:  # the terminal's end, on Linux
                break
        before, found, self.seen = self.seen.partition(text)
        assert found, before
        return before + found

    def type(self, line: str) -> None:
        os.write(self._screen, f"{line}\n".encode())

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._screen)


@pytest.fixture
def terminal(lists: tuple[str, ...]) -> Iterator[Any]:
    opened: list[Terminal] = []

    def start(*arguments: str, **environment: str) -> Terminal:
        command = (sys.executable, "-m", "app.cli", "wordle", "play", *lists, *arguments)
        opened.append(Terminal(*command, **{"TERM": "xterm", **environment}))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


GREEN, YELLOW = "\x1b[42m", "\x1b[43m"


class TestAtATerminal:
    def test_a_coloured_game(self, terminal: Any) -> None:
        game = terminal()
        assert "Begin with:" in game.until("(? for help): ")
        game.type("salet bbbgb")
        shown = game.until("Guess 2 of 6")
        assert re.search(re.escape(GREEN) + r"(\x1b\[1m)? E ", shown) and YELLOW not in shown
        game.until("(? for help): ")
        game.type("undo")
        assert "SALET is taken back." in game.until("Guess 1 of 6")
        game.until("(? for help): ")
        game.type("joker ggggg")
        game.until("Done! Found in 1 guess.")
        assert game.process.wait(20) == 0

    def test_without_colours_where_they_are_not_wanted(self, terminal: Any) -> None:
        game = terminal(NO_COLOR="1")
        game.until("(? for help): ")
        game.type("joker ggggg")
        assert "\x1b[" not in game.until("Done!")

    def test_ctrl_d_stops(self, terminal: Any) -> None:
        game = terminal("--hints", "0")
        game.until("(? for help): ")
        game.type("\x04")
        assert game.process.wait(20) == 0
