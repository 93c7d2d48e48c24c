"""`tilewise read`: each game as JSON and as a person sees it, and pictures of something else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from app.cli.commands import app
from tests import llm_stub as stub
from tests.drawing import encoded
from tests.kinds import KINDS, sample
from tests.pictures import WOOD, board_picture
from tests.wordle_sheets import how_to_sheet

pytestmark = pytest.mark.slow

STEPS = ["1-grey", "2-candidates", "3-lattices", "4-cells", "5-glyphs", "6-letters"]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


@pytest.fixture
def picture_of(tmp_path: Path) -> Any:
    """The path of a kind's picture."""

    def path(kind: str) -> str:
        file = tmp_path / f"{kind}.png"
        file.write_bytes(sample(kind).picture)
        return str(file)

    return path


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_as_json(kind: str, picture_of: Any) -> None:
    result = run("read", picture_of(kind), "--json")
    assert result.exit_code == 0, result.stderr
    seen = json.loads(result.stdout)
    assert {name: seen[name] for name in sample(kind).result} == sample(kind).result
    assert seen["rows"] * seen["cols"] == len(seen["cells"])
    assert all(cell["source"] == "model" or cell["doubtful"] for cell in seen["cells"])
    assert all(bool(cell["why"]) == cell["doubtful"] for cell in seen["cells"])


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_asked_for_as_text(kind: str, picture_of: Any) -> None:
    lines = run("read", picture_of(kind), "--kind", kind).stdout.splitlines()
    result = sample(kind).result
    assert lines[0].split(": ")[1].startswith(f"{kind}, playing, ")
    plain = [line.strip().replace(" ", "") for line in lines[1:]]
    if kind == "wheel":
        assert plain[0] == f"clockwisefromthetop:{result['letters'][0]}"
        boxes = ["".join(row.replace(".", "")) for row in result["crossword"]]
        assert [row for row in plain[1:] if row] == [row for row in boxes if row]
    elif kind == "wordle":
        rows = zip(result["letters"], result["tiles"], strict=True)
        assert plain[: len(result["tiles"])] == [row.replace(".", "") + tiles for row, tiles in rows]
    else:
        assert plain[: len(result["letters"])] == result["letters"]
    if kind == "wordsearch":
        assert "wordstofind:" + ",".join(result["words"]).replace(" ", "") == "".join(
            plain[len(result["letters"]) :]
        )


@pytest.mark.parametrize("kind", ["wordle", "wheel"])
def test_other_kinds_step_by_step(kind: str, picture_of: Any, tmp_path: Path) -> None:
    steps = tmp_path / "steps"
    assert run("read", picture_of(kind), "--explain", str(steps)).exit_code == 0
    assert sorted(path.stem for path in steps.iterdir()) == STEPS


@pytest.mark.parametrize(
    ("asked", "shown", "said"),
    [
        ("wordhunt", "wordle", "a Wordle board"),
        ("wordhunt", "wheel", "a letter wheel"),
        ("wordhunt", "wordsearch", "a word-search page"),
        ("wordsearch", "wordle", "a Wordle board"),
        ("wordle", "wordhunt", "a Word Hunt board"),
        ("wordle", "wheel", "a letter wheel"),
        ("wheel", "wordsearch", "a word-search page"),
        ("wheel", "wordle", "a Wordle board"),
    ],
)
def test_another_kind_than_asked_for_is_named(asked: str, shown: str, said: str, picture_of: Any) -> None:
    result = run("read", picture_of(shown), "--kind", asked, "--json")
    error = json.loads(result.stdout)["error"]
    assert (result.exit_code, error["code"]) == (1, "grid_not_found")
    assert error["message"].endswith(f"but the picture shows {said}.")
    assert shown in error["hint"] and error["details"] == {"seen": shown}


@pytest.mark.parametrize("shown", ["wordle", "wheel"])
def test_word_hunt_is_not_played_with_the_picture_of_another_game(shown: str, picture_of: Any) -> None:
    result = run("wordhunt", picture_of(shown))
    assert result.exit_code == 1
    assert "A Word Hunt board was asked for, but the picture shows a " in result.stderr


@pytest.mark.parametrize("kind", ["auto", *KINDS])
def test_nothing_there(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "sky.png"
    file.write_bytes(encoded(np.linspace(90, 200, 3 * 300 * 500).reshape(500, 300, 3).astype(np.uint8)))
    result = run("read", str(file), "--kind", kind, "--json")
    error = json.loads(result.stdout)["error"]
    assert (result.exit_code, error["code"]) == (1, "grid_not_found")
    assert "found in the picture" in error["message"] and error["hint"] and "details" not in error


def test_two_boards_the_other_one_is_named(tmp_path: Path) -> None:
    boards = [board_picture(seed, theme=WOOD, pitch=80, phone=False) for seed in (1, 2)]
    file = tmp_path / "result.png"
    file.write_bytes(encoded(np.hstack([one.canvas for one in boards])))
    seen = json.loads(run("read", str(file), "--json").stdout)
    assert tuple(seen["letters"]) in [one.rows for one in boards]
    assert len(seen["others"]) == 1
    x, y, width, height = seen["others"][0]
    assert f"another board at {x}, {y}, {width} x {height} pixels" in run("read", str(file)).stdout


def test_the_sheet_that_explains_wordle(tmp_path: Path) -> None:
    file = tmp_path / "sheet.png"
    file.write_bytes(encoded(how_to_sheet(1)))
    seen = json.loads(run("read", str(file), "--json").stdout)
    assert (seen["kind"], seen["state"], seen["letters"]) == ("wordle", "how-to-play", [])


def test_a_picture_without_a_board_is_explained_and_a_text_is_not(tmp_path: Path) -> None:
    picture, text = tmp_path / "even.png", tmp_path / "text.png"
    picture.write_bytes(encoded(np.full((300, 300, 3), 200, np.uint8)))
    text.write_text("no picture")
    for file, code, steps in ((picture, 1, STEPS[:3]), (text, 2, [])):
        directory = tmp_path / f"steps of {file.stem}"
        result = run("read", str(file), "--explain", str(directory), "--json")
        assert (result.exit_code, result.stderr.startswith(f"Error: {file}: ")) == (code, True)
        assert "error" in json.loads(result.stdout)
        assert sorted(path.stem for path in directory.glob("*.png")) == steps


def test_a_fault_inside_is_told_as_one(picture_of: Any, tmp_path: Path, monkeypatch: Any) -> None:
    def fail(*_: object) -> None:
        raise ValueError("a fault")

    monkeypatch.setattr("worker.vision.read.read_picture", fail)
    result = run("read", picture_of("wordhunt"), "--explain", str(tmp_path / "steps"), "--json")
    error = json.loads(result.stdout)["error"]
    assert (result.exit_code, error["code"]) == (2, "internal_error")
    assert "job" not in error["hint"] and error["hint"] in result.stderr
    assert not (tmp_path / "steps").exists()


class TestLlm:
    """With a key in the environment, an LLM is asked at once: a terminal has no lanes."""

    @pytest.mark.parametrize("command", [["read"], ["wordhunt"], ["wordsearch", "--image"]])
    def test_without_a_key_nothing_is_asked(self, command: list[str], picture_of: Any) -> None:
        picture = picture_of("wordsearch" if "wordsearch" in command else "wordhunt")
        always, unsaid = (run(*command, picture, *llm, "--json") for llm in (["--llm", "always"], []))
        assert json.loads(always.stdout).get("llm") is None
        assert "TILEWISE_OPENAI_API_KEY is not set" in always.stderr
        assert not unsaid.stderr

    def test_every_cell(self, picture_of: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        rows = sample("wordhunt").result["letters"]
        with stub.serving(stub.board(*rows)) as server:
            monkeypatch.setenv("TILEWISE_OPENAI_API_KEY", "sk-test")
            monkeypatch.setenv("TILEWISE_OPENAI_BASE_URL", server.url)
            monkeypatch.setenv("TILEWISE_OPENAI_MODEL", "small-eye")
            seen = json.loads(run("read", picture_of("wordhunt"), "--llm", "always", "--json").stdout)
            text = run("read", picture_of("wordhunt"), "--llm", "always").stdout
            never = json.loads(run("read", picture_of("wordhunt"), "--llm", "never", "--json").stdout)
            sure = json.loads(run("read", picture_of("wordhunt"), "--json").stdout)
        assert seen["letters"] == rows
        assert seen["llm"]["model"] == server.requests[0]["model"] == "small-eye"
        assert (seen["llm"]["input_tokens"], seen["llm"]["output_tokens"]) == (1200, 80)
        assert "asked small-eye, 1,280 tokens, $0.0002" in text
        assert never["llm"] is None and sure["llm"] is None, "nothing was doubtful"
        assert len(server.requests) == 2
