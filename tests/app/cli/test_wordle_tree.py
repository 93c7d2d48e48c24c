from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from app.cli.wordle import app
from tests.reference.wordle_tree import total_of
from worker.solvers import wordle_tree

pytestmark = pytest.mark.timeout(600)
"""Compiling the search takes a quarter of a minute on a core of its own, minutes on a busy machine."""

ANSWERS = ["crane", "crate", "trace", "brace", "grace", "slate"]
ALLOWED = [*ANSWERS, "bigot", "stole"]


@pytest.fixture
def lists(tmp_path: Path) -> list[str]:
    """The options that name the lists."""
    answers, allowed = tmp_path / "answers.txt", tmp_path / "allowed.txt"
    answers.write_text("\n".join(ANSWERS))
    allowed.write_text("\n".join(ALLOWED))
    return ["--answers", str(answers), "--allowed", str(allowed)]


def tree(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["tree", *arguments])


def test_a_tree_is_told_and_written(lists: list[str], tmp_path: Path) -> None:
    out = tmp_path / "tree.json"
    ended = tree(*lists, "--start", "CRANE", "--out", str(out), "--json")
    told = json.loads(ended.stdout)
    assert ended.exit_code == 0
    assert told["proven"]
    assert told["total"] == total_of(json.loads(out.read_text()), ANSWERS, ALLOWED)
    assert (told["start"], told["answers"], told["allowed"], told["gap"]) == ("crane", 6, 8, 0)
    assert sum(told["guesses"].values()) == len(ANSWERS)


def test_the_best_start_as_text(lists: list[str]) -> None:
    ended = tree(*lists)
    assert ended.exit_code == 0
    assert "No start comes to fewer: proven." in ended.stdout
    assert "Of 8 starts 8 are shown to be no better." in ended.stdout


def test_no_tree_within_the_guesses(lists: list[str]) -> None:
    ended = tree(*lists, "--max-guesses", "2")
    assert ended.exit_code == 1
    assert "No start finds every answer within 2 guesses: proven." in ended.stdout


def test_answers_that_may_not_be_guessed(lists: list[str]) -> None:
    ended = tree("--answers", lists[1], "--allowed", lists[1][: -len("answers.txt")] + "missing.txt")
    assert ended.exit_code == 2
    Path(lists[3]).write_text("crane\nstole\n")
    ended = tree(*lists)
    assert ended.exit_code == 2
    assert "5 answers are not among the allowed words: brace, crate, grace, slate, trace." in ended.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--start", "xyzzy"), "XYZZY is not among the allowed words."),
        (("--mode", "strict"), "Trees are for easy or hard mode."),
        (("--max-guesses", "0"), "A game has 1 to 20 guesses."),
        (("--jobs", "0"), "--jobs is at least 1"),
        (("--seconds", "-1"), "--seconds is a number from 0 up, not -1."),
        (("--width", "9"), "--width is for the search of one start."),
        (("--start", "crane", "--width", "0"), "A width is 1 to 1,000, not 0."),
        (("--start", "crane", "--width", "1001"), "A width is 1 to 1,000, not 1,001."),
        (("--start", "xyzzy", "--width", "9"), "XYZZY is not among the allowed words."),
        (("--seconds", "nan"), "--seconds is a number from 0 up, not nan."),
    ],
)
def test_bad_options(lists: list[str], arguments: tuple[str, ...], told: str) -> None:
    ended = tree(*lists, *arguments)
    assert ended.exit_code == 2
    assert told in ended.stderr


@pytest.mark.slow
def test_a_proof_is_gone_on_with(lists: list[str], tmp_path: Path) -> None:
    proofs = tmp_path / "proofs.json"
    resume = ("--resume", str(proofs), "--json")
    stopped = json.loads(tree(*lists, "--seconds", "0", *resume).stdout)
    kept = json.loads(proofs.read_text())
    whole = json.loads(tree(*lists, *resume).stdout)
    assert whole["proven"] and whole["proof"]["ruled_out"] == 8
    assert whole["proof"]["states"] >= stopped["proof"]["states"]
    again = json.loads(tree(*lists, *resume).stdout)
    told = ("start", "total", "proven", "guesses")
    assert [again[name] for name in told] == [whole[name] for name in told]
    assert {*json.loads(proofs.read_text())["known"]["bounds"]} >= {*kept["known"]["bounds"]}


def test_another_game_s_proof(lists: list[str], tmp_path: Path) -> None:
    proofs = tmp_path / "proofs.json"
    tree(*lists, "--resume", str(proofs))
    kept = proofs.read_text()
    for other in (("--mode", "hard"), ("--max-guesses", "5")):
        ended = tree(*lists, *other, "--resume", str(proofs))
        assert ended.exit_code == 2 and "begun with other words, mode" in ended.stderr
    assert proofs.read_text() == kept
    for strange in (
        "no proof",
        "[]",
        '{"tilewise-tree": 2}',
        '{"tilewise-tree": 1, "asked": "", "known": []}',
    ):
        proofs.write_text(strange)
        ended = tree(*lists, "--resume", str(proofs))
        assert ended.exit_code == 2 and "is no file of proofs" in ended.stderr
        assert proofs.read_text() == strange, "it is somebody's"


def test_a_proof_of_one_start(lists: list[str]) -> None:
    ended = tree(*lists, "--start", "crane", "--resume", "x")
    assert ended.exit_code == 2 and "--resume is for the search of all starts, or with" in ended.stderr


def test_a_narrow_search_is_gone_on_with(lists: list[str], tmp_path: Path) -> None:
    kept, out = tmp_path / "kept.json", tmp_path / "tree.json"
    narrow = (*lists, "--start", "crane", "--resume", str(kept), "--json")
    stopped = tree(*narrow, "--width", "4", "--seconds", "0")
    assert stopped.exit_code in (0, 1)
    told = json.loads(tree(*narrow, "--width", "4", "--out", str(out)).stdout)
    assert told["total"] == total_of(json.loads(out.read_text()), ANSWERS, ALLOWED)
    assert told["start"] == "crane" and told["lower_bound"] <= told["total"] and told["proof"]["starts"] == 1
    again = json.loads(tree(*narrow, "--width", "4").stdout)
    assert (again["total"], again["proof"]["labels"]) <= (told["total"], told["proof"]["labels"])
    before = kept.read_text()
    ended = tree(*lists, "--start", "crate", "--resume", str(kept), "--width", "4")
    assert ended.exit_code == 2 and "begun with other words, mode, start" in ended.stderr
    whole = json.loads(before)
    spoiled: list[Any] = [
        {"yggbg": {"width": 4}},
        {"yggbg": {"width": 4, "tree": {"guess": "crane"}}},
        {"bgggg": {}},
        [1],
    ]
    for groups in spoiled:
        kept.write_text(json.dumps({**whole, "known": {"groups": groups}}))
        ended = tree(*narrow, "--width", "9")
        assert ended.exit_code == 2 and "is no file of proofs" in ended.stderr, groups


def test_lists_that_take_too_much_memory(lists: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordle_tree.check_size, "__defaults__", (47,))
    ended = tree(*lists)
    assert ended.exit_code == 2 and "6 answers and 8 allowed words are too many for a tree." in ended.stderr
