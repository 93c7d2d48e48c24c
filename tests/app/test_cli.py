"""The terminal program: what it prints, where, and how it exits."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from app.cli.commands import app
from app.cli.wordhunt import path_text
from tests.pictures import WOOD, board_picture

pytestmark = pytest.mark.slow

BOARD = "STAR/ENIL/GROP/DUET"
SAMPLE = Path(__file__).resolve().parents[2] / "app" / "data" / "sample-board.png"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def run_json(*arguments: str, exit_code: int = 0) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == exit_code, result.stderr
    return json.loads(result.stdout)


HEAVY = {"cv2", "fastapi", "numba", "numpy", "openai", "PIL", "redis", "rq", "uvicorn"}
"""Packages that take a tenth of a second or more to load."""


def packages_loaded(*arguments: str) -> set[str]:
    """What a fresh process of `tilewise ARGUMENTS` imports, by the interpreter's own report."""
    program = [sys.executable, "-X", "importtime", "-m", "app.cli", *arguments]
    told = subprocess.run(program, capture_output=True, text=True, check=True).stderr
    return {line.rpartition("|")[2].strip() for line in told.splitlines()}


def test_help_names_every_command() -> None:
    shown = run("--help").stdout
    for command in ("wordhunt", "read", "serve", "worker", "dictionary", "doctor"):
        assert command in shown


def test_version() -> None:
    assert run("--version").stdout.startswith("tilewise 0.")


def test_a_typed_board_is_solved_as_json() -> None:
    result = run_json("wordhunt", "--grid", BOARD)
    assert (result["kind"], result["state"], result["rows"], result["cols"]) == ("wordhunt", "playing", 4, 4)
    assert result["letters"] == BOARD.split("/")
    assert result["cells"] == []
    assert result["word_count"] == len(result["words"]) > 50
    assert result["total_points"] == sum(found["points"] for found in result["words"])
    assert result["dictionary"]["name"] == "en"
    assert {"solve", "total"} <= result["ms"].keys()
    for found in result["words"]:
        spelled = "".join(BOARD.replace("/", "")[cell] for cell in found["path"])
        assert spelled.lower() == found["word"]
        assert "centres" not in found


def test_plain_output_shows_the_board_then_words_by_length() -> None:
    lines = run("wordhunt", "--grid", BOARD).stdout.splitlines()
    assert lines[:4] == ["S T A R", "E N I L", "G R O P", "D U E T"]
    lengths = [int(line.split()[0]) for line in lines if line.endswith(" letters")]
    assert lengths == sorted(lengths, reverse=True)
    assert any(line.split()[:2] == ["star", "400"] for line in lines)
    assert "words" in lines[-1] and "points" in lines[-1]


@pytest.mark.parametrize(
    ("path", "cols", "text"),
    [
        ([0, 1, 5], 4, "1,1 →↓"),
        ([5, 0, 4, 8, 9, 6], 4, "2,2 ↖↓↓→↗"),
        ([5, 7], 3, "2,3 ↙"),
        ([3], 4, "1,4 "),
    ],
)
def test_a_path_is_a_start_and_arrows(path: list[int], cols: int, text: str) -> None:
    assert path_text(path, cols) == text


def test_options_reach_the_solver() -> None:
    result = run_json(
        "wordhunt", "--grid", BOARD, "--min-length", "4", "--max-length", "5", "--points", "0,0,0,7,9",
        "--order", "easy", "--limit", "5", "--all-paths",
    )  # fmt: skip
    assert len(result["words"]) == 5 < result["word_count"]
    assert all(found["points"] == 7 and len(found["word"]) == 4 for found in result["words"])
    assert all(found["path"] in found["paths"] for found in result["words"])


@pytest.mark.parametrize(
    ("arguments", "exit_code", "code", "said"),
    [
        (["--grid", "ABCD/EF"], 2, "ragged_grid", "Row 2"),
        (["--grid", "AB/C1"], 2, "bad_grid", "'1'"),
        (["--grid", BOARD, "--min-length", "0"], 2, "bad_input", "--min-length"),
        (["--grid", BOARD, "--points", "scrabble"], 2, "bad_input", "--points"),
        (["--grid", BOARD, "--dictionary", "klingon"], 2, "unknown_dictionary", "klingon"),
        (["--grid", BOARD, "--overlay", "out.png"], 2, "bad_input", "picture"),
        (["nowhere.png"], 2, "bad_input", "nowhere.png"),
        (["nowhere.png", "--grid", BOARD], 2, "bad_input", "either"),
        ([], 2, "bad_input", "either"),
        ([__file__], 2, "not_an_image", "picture"),
    ],
)
def test_bad_input_is_told_with_a_hint(arguments: list[str], exit_code: int, code: str, said: str) -> None:
    result = run("wordhunt", *arguments, "--json")
    assert result.exit_code == exit_code
    assert said in result.stderr and "Hint: " in result.stderr
    error = json.loads(result.stdout)["error"]
    assert error["code"] == code and said in error["message"] and error["hint"]


def test_a_pipe_without_end_is_not_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWISE_MAX_UPLOAD_BYTES", "1024")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    written: list[int] = []

    def pour() -> None:
        with suppress(BrokenPipeError), pipe.open("wb", buffering=0) as tap:
            written.extend(tap.write(bytes(65536)) for _ in range(64))

    source = threading.Thread(target=pour)
    source.start()
    result = run("wordhunt", str(pipe), "--json")
    source.join(30)
    assert len(written) < 8
    assert json.loads(result.stdout)["error"]["code"] == "image_too_large"
    assert result.exit_code == 2 and "TILEWISE_MAX_UPLOAD_BYTES" in result.stderr


def test_a_large_file_is_refused_by_its_first_bytes(tmp_path: Path) -> None:
    large = tmp_path / "large.png"
    with large.open("wb") as file:
        file.truncate(200 * 2**20)  # sparse
    seen = run_json("read", str(SAMPLE), str(large), exit_code=2)
    assert seen[0]["state"] == "playing"
    assert seen[1]["error"]["code"] == "image_too_large"


def test_a_directory_is_named_once(tmp_path: Path) -> None:
    result = run("read", str(tmp_path))
    assert result.exit_code == 2
    assert result.stderr.splitlines()[0] == f"Error: {tmp_path}: Is a directory."


def test_no_word_is_nothing_found() -> None:
    assert run_json("wordhunt", "--grid", "XX/XX", exit_code=1)["words"] == []
    assert "No word" in run("wordhunt", "--grid", "XX/XX").stdout


def test_a_bad_setting_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWISE_PORT", "eighty")
    result = run("wordhunt", "--grid", BOARD)
    assert result.exit_code == 2
    assert "TILEWISE_PORT='eighty'" in result.stderr


def test_the_sample_is_read_and_solved(tmp_path: Path) -> None:
    overlay = tmp_path / "seen.png"
    result = run_json("wordhunt", str(SAMPLE), "--overlay", str(overlay))
    assert len(result["cells"]) == 16
    assert overlay.read_bytes().startswith(b"\x89PNG")
    for found in result["words"]:
        assert found["centres"] == [result["cells"][cell]["centre"] for cell in found["path"]]


def test_what_read_prints_can_be_typed_again() -> None:
    seen = run_json("read", str(SAMPLE))
    typed = run_json("wordhunt", "--grid", "/".join(seen["letters"]))
    assert [w["word"] for w in typed["words"]] == [
        w["word"] for w in run_json("wordhunt", str(SAMPLE))["words"]
    ]


def test_read_prints_an_object_a_picture_and_tells_the_worst() -> None:
    seen = run_json("read", str(SAMPLE), __file__, exit_code=2)
    assert seen[0]["state"] == "playing"
    assert seen[1]["error"]["code"] == "not_an_image"
    plain = run("read", str(SAMPLE))
    assert plain.exit_code == 0 and "playing, 4 x 4" in plain.stdout


def test_doctor_says_what_is_missing_and_what_that_means() -> None:
    report = run_json("doctor")
    checks = {check["name"]: check for check in report["checks"]}
    assert report["ok"]
    assert {
        "Python",
        "packages",
        "broker",
        "cache_dir",
        "dictionaries",
        "Tesseract",
        "LLM",
    } <= checks.keys()
    assert all(check["ok"] or check["meaning"] for check in checks.values())
    assert "en (" in checks["dictionaries"]["found"]


def test_doctor_says_whether_helpers_are_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWISE_TESSERACT", "false")
    monkeypatch.setenv("TILEWISE_OPENAI_API_KEY", "sk-secret")
    monkeypatch.setenv("TILEWISE_OPENAI_BASE_URL", "http://127.0.0.1:11434/v1")
    report = run_json("doctor")
    checks = {check["name"]: check for check in report["checks"]}
    assert report["ok"] and not checks["Tesseract"]["ok"]
    assert checks["Tesseract"]["found"] == "switched off"
    assert checks["LLM"]["ok"] and "http://127.0.0.1:11434/v1" in checks["LLM"]["found"]
    assert "sk-secret" not in json.dumps(report)


def test_doctor_finds_misspelt_settings_and_unwritable_places(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TILEWISE_MAXPIXELS", "1")
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("TILEWISE_CACHE_DIR", str(blocked / "below"))
    report = run_json("doctor", exit_code=1)
    bad = {check["name"] for check in report["checks"] if not check["ok"]}
    assert {"TILEWISE_MAXPIXELS", "cache_dir"} <= bad


def test_workers_alone_need_to_know_the_queue() -> None:
    result = run("worker")
    assert result.exit_code == 2
    assert "TILEWISE_REDIS_URL" in result.stderr


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (("worker", "--redis-url", "redis://localhost", "--workers", "0"), "no work"),
        (("worker", "--redis-url", "http://localhost"), "cannot be used"),
        (("serve", "--workers", "0"), "TILEWISE_REDIS_URL"),
    ],
)
def test_who_does_the_jobs_has_to_be_clear(line: tuple[str, ...], told: str) -> None:
    result = run(*line)
    assert result.exit_code == 2
    assert told in result.stderr


@pytest.mark.parametrize("arguments", [["--help"], ["wordhunt", "--grid", BOARD]])
def test_a_cold_start_loads_nothing_heavy(arguments: list[str]) -> None:
    loaded = packages_loaded(*arguments)
    assert "typer" in loaded and not loaded & HEAVY


def in_shell(line: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """A line for bash in which $TILEWISE is the program."""
    environment = {**os.environ, "TILEWISE": f"{sys.executable} -m app.cli", **variables}
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, env=environment, timeout=60)


def test_a_closed_pipe_is_a_quiet_end() -> None:
    ended = in_shell(f"{{ sleep 0.2; $TILEWISE wordhunt --grid {BOARD}; }} | true; exit ${{PIPESTATUS[0]}}")
    assert (ended.stdout, ended.stderr, ended.returncode) == ("", "", 141)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full to write to")
@pytest.mark.parametrize("command", ["--help", "dictionary list", f"wordhunt --grid {BOARD} --json"])
def test_output_that_cannot_be_written_is_one_line(command: str) -> None:
    ended = in_shell(f"$TILEWISE {command} > /dev/full")
    assert ended.returncode == 2
    assert ended.stderr == "Error: The output cannot be written: No space left on device.\n"


@pytest.mark.parametrize(
    ("variables", "colours"),
    [
        ({"TERM": "xterm", "NO_COLOR": ""}, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
        ({"TERM": "dumb", "NO_COLOR": ""}, False),
    ],
)
def test_colours_are_for_terminals_that_want_them(variables: dict[str, str], colours: bool) -> None:
    control, terminal = pty.openpty()
    command = [sys.executable, "-m", "app.cli", "wordhunt", "--grid", "CAT", "--limit", "1"]
    subprocess.run(command, stdout=terminal, env={**os.environ, **variables}, check=True, timeout=60)
    os.close(terminal)
    shown = os.read(control, 65536)
    os.close(control)
    assert b"3 letters" in shown
    assert (b"\x1b[" in shown) is colours


def test_a_wrong_choice_lists_the_choices() -> None:
    said = run("wordhunt", "--grid", BOARD, "--order", "zz").stderr
    assert "'--order': 'zz' is not one of 'points', 'length', 'word', 'easy'" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--port", "99999"], "--port 99999 cannot be used"),
        (["--host", "192.0.2.1"], "TILEWISE_API_KEYS"),
        (["--insecure", "--host", "192.0.2.1"], "Choose another with --host."),
        (["--insecure", "--host", "nowhere.invalid"], "Choose another with --host."),
    ],
)
def test_serve_names_the_option_that_cannot_work(
    arguments: list[str], said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    result = run("serve", "--port", "0", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr + capfd.readouterr().err


@pytest.mark.parametrize(
    ("name", "start"), [("seen.jpg", b"\xff\xd8\xff"), ("seen.WEBP", b"RIFF"), ("seen.png", b"\x89PNG")]
)
def test_an_overlay_has_the_format_of_its_name(name: str, start: bytes, tmp_path: Path) -> None:
    board = tmp_path / "board"
    board.write_bytes(board_picture(2, theme=WOOD, pitch=60, phone=False).to_bytes())
    assert run("read", str(board), "--overlay", str(tmp_path / name)).exit_code == 0
    assert (tmp_path / name).read_bytes().startswith(start)


@pytest.mark.parametrize("name", ["seen.heic", "seen"])
@pytest.mark.parametrize("command", ["read", "wordhunt"])
def test_an_overlay_of_another_format_is_refused(command: str, name: str, tmp_path: Path) -> None:
    result = run(command, str(SAMPLE), "--overlay", str(tmp_path / name))
    assert result.exit_code == 2
    assert "--overlay" in result.stderr and ".png" in result.stderr
    assert not (tmp_path / name).exists()
