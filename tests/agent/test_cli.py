"""The program as it is typed: what it refuses, how it ends, what it prints."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from agent import cli
from agent.errors import AgentError, NoBoard, NoPermission, ServiceAway, TooManyMisses
from agent.log import EventLog
from agent.outcome import exit_code, result_code, result_json, tell
from agent.ports import ScreenRect
from agent.progress import BoardSolved, Ended, WindowSeen, WordDragged
from agent.round import RoundResult

CLOSED = "http://127.0.0.1:1"


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No desktop, and files of the test's own."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.chdir(tmp_path)


def run(*words: str) -> Result:
    return CliRunner().invoke(cli.app, list(words))


@pytest.mark.parametrize("command", ["play", "calibrate"])
def test_the_mouse_is_moved_only_when_that_is_asked_for(command: str) -> None:
    result = run(command, "--title", "game")
    assert result.exit_code == 2
    assert "--live" in result.stderr and "Hint:" in result.stderr


def test_without_a_window_there_is_nothing_to_play_in() -> None:
    result = run("dry-run", "--json")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["code"] == "bad_option"
    assert run("dry-run", "--window-id", "seven").exit_code == 2
    assert run("dry-run", "--bundle-id", "com.example.game").exit_code == 2


def test_an_empty_title_is_not_any_window() -> None:
    """It is a part of every title."""
    for title in ("", " "):
        result = run("play", "--live", "--title", title, "--service", CLOSED)
        assert result.exit_code == 2 and "--title" in result.stderr


@pytest.mark.parametrize("seconds", ["0", "inf", "nan", "1e9"])
def test_a_countdown_that_never_ends_is_refused(seconds: str) -> None:
    result = run("play", "--live", "--title", "game", "--countdown", seconds, "--service", CLOSED)
    assert result.exit_code == 2 and "--countdown" in result.stderr


@pytest.mark.slow
def test_what_a_url_and_a_key_hide_is_not_shown() -> None:
    result = run("play", "--live", "--title", "game", "--service", "http://me:secret@127.0.0.1:1", "--json")
    assert result.exit_code == 2 and "127.0.0.1:1 is not reached" in result.stderr
    assert "secret" not in result.output
    result = run("play", "--live", "--title", "game", "--service", CLOSED, "--api-key", "schlüssel")
    assert result.exit_code == 2 and "API key" in result.stderr and "schlüssel" not in result.output


@pytest.mark.parametrize(
    "options", [["--max-words", "0"], ["--seconds", "9999"], ["--longest", "-1"], ["--common", "5"]]
)
def test_wishes_that_cannot_be_are_named(options: list[str]) -> None:
    result = run("dry-run", "--title", "game", *options)
    assert (result.exit_code, result.stdout) == (2, "") and "Error:" in result.stderr


@pytest.mark.slow
def test_the_service_is_asked_before_anything_else() -> None:
    result = run("play", "--live", "--title", "game", "--service", CLOSED)
    assert result.exit_code == 2 and "is not reached" in result.stderr


def test_a_picture_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("no picture")
    result = run("dry-run", "--image", "note.txt")
    assert result.exit_code == 2 and "note.txt" in result.stderr and "Hint:" in result.stderr


@pytest.mark.slow
def test_without_a_command_it_is_a_dry_run() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "agent", "--image", "absent.png"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[1])},
    )
    assert told.returncode == 2 and "absent.png" in told.stderr


@pytest.mark.slow
def test_help_loads_neither_adapters_nor_pictures() -> None:
    code = (
        "import sys; from agent import cli; "
        "cli.app(['--help'], standalone_mode=False); print('LOADED', *sys.modules)"
    )
    path = str(Path(cli.__file__).parents[1])
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}
    )
    _, _, modules = told.stdout.partition("LOADED")
    loaded = set(modules.split())
    assert "calibrate" in told.stdout
    assert not loaded & {"PIL", "httpx", "Xlib", "mss", "pyautogui", "numpy", "cv2", "worker", "app"}


def test_the_help_tells_what_exit_codes_mean_and_what_is_done_without_a_command() -> None:
    told = " ".join(run("--help").stdout.split())
    assert "Exit codes: 0 played" in told and "Without a command it is a dry run" in told


@pytest.mark.slow
def test_the_doctor_names_what_is_missing() -> None:
    result = run("doctor", "--service", CLOSED, "--json")
    assert result.exit_code == 1
    told = json.loads(result.stdout)
    checks = {check["name"]: check for check in told["checks"]}
    assert not told["ok"] and not checks["service"]["ok"] and not checks["desktop"]["ok"]
    assert checks["Python"]["ok"] and checks["profile"]["ok"] and checks["data directory"]["ok"]
    assert all(check["meaning"] for check in told["checks"] if not check["ok"])
    assert "MISSING service" in run("doctor", "--service", CLOSED).stdout


def write_log(path: Path, *, good: bool = True) -> None:
    times = iter(range(100))
    with EventLog.create(path, lambda: float(next(times))) as log:
        log.tell(WindowSeen("Phone", ScreenRect(0, 0, 100, 100)))
        log.tell(BoardSolved(("CAT",), 1, 100, 1, 100, False, ScreenRect(20, 20, 60, 60)))
        log.write("press", x=50 if good else 150, y=50)
        log.write("release", x=60, y=50)
        log.tell(WordDragged("CAT", 100, (0, 1, 2), 1, 0.3, 1.0, 60.0))
        log.tell(Ended("over", "", 1, 100, 1))


def test_a_log_is_gone_through_again(tmp_path: Path) -> None:
    write_log(tmp_path / "log")
    result = run("replay", "log")
    assert result.exit_code == 0
    assert "   2.000  Window 'Phone'" in result.stdout and "1 drag, 2 mouse events" in result.stdout
    told = json.loads(run("replay", "log", "--json").stdout)
    assert (told["drags"], told["breaches"], told["ended"]["points"]) == (1, [], 100)
    assert run("replay", "log", "--speed", "1000").exit_code == 0


def test_a_log_of_something_wrong_is_told(tmp_path: Path) -> None:
    write_log(tmp_path / "log", good=False)
    result = run("replay", "log")
    assert result.exit_code == 1 and "WRONG at 4.000 s: press at (150, 50)" in result.stdout


def test_what_is_no_log_is_refused(tmp_path: Path) -> None:
    (tmp_path / "log").write_text('{"t": 0, "event": "log", "version": 1}\n{"t": 1, "event": "press"}\n')
    for name in ("log", "absent"):
        result = run("replay", name)
        assert result.exit_code == 2 and name in result.stderr


def entry(**fields: object) -> str:
    return json.dumps({"t": 1, **fields}, ensure_ascii=False) + "\n"


BOUNDS = {"x": 0, "y": 0, "width": 100, "height": 100}
SOLVED = {
    "event": "board_solved",
    **{"letters": ["CAT"], "words": 1, "points": 9, "planned_words": 1, "planned_points": 9},
    **{"doubtful": False, "area": BOUNDS},
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        entry(event="window_seen", title="", bounds=None),
        entry(event="window_seen", title="", bounds={**BOUNDS, "x": "left"}),
        entry(event="window_seen", title=7, bounds=BOUNDS),
        entry(**{**SOLVED, "letters": None}),
        entry(**{**SOLVED, "letters": [["CAT"]]}),
        entry(**{**SOLVED, "words": "many"}),
        entry(event="phase_began", phase="dance"),
        entry(event="press", x=10**400, y=1),
        '{"t": NaN, "event": "release_all"}\n',
        '{"t": 1e999, "event": "release_all"}\n',
        '{"t": 1e300, "event": "release_all"}\n',
        f'{{"t": 1{"0" * 400}, "event": "release_all"}}\n',
        '{"t": true, "event": "release_all"}\n',
        "[" * 100_000 + "\n",
    ],
)
def test_a_log_that_was_tampered_with_is_no_crash(line: str, tmp_path: Path) -> None:
    write_log(tmp_path / "log")
    (tmp_path / "bad").write_text((tmp_path / "log").read_text() + line)
    for options in ([], ["--json"], ["--speed", "1000"]):
        result = run("replay", "bad", *options)
        # A point so far away is just outside; everything else no agent writes.
        assert (result.exit_code, "Error: bad" in result.stderr) in [(2, True)], result.output


def test_a_log_cannot_play_with_the_terminal(tmp_path: Path) -> None:
    write_log(tmp_path / "log")
    with (tmp_path / "log").open("a") as log:
        log.write(entry(event="word_judged", word="\x1b[2J", points=1, verdict="accepted",
                        total_words=1, total_points=1).replace('"t": 1', '"t": 50'))  # fmt: skip
    result = run("replay", "log")
    assert result.exit_code == 0 and "[2J" in result.stdout and "\x1b" not in result.stdout


def test_an_error_cannot_play_with_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    tell(ServiceAway("\x1b[2Jgone", hint="\x9b5n"))
    said = capsys.readouterr().err
    assert "[2Jgone" in said and "\x1b" not in said and "\x9b" not in said


def outcome(words: int, error: AgentError | None) -> RoundResult:
    return RoundResult("over", error, words, 100 * words, words, (), ())


@pytest.mark.parametrize(
    ("result", "code"),
    [
        (outcome(3, None), 0),
        (outcome(3, TooManyMisses("missed")), 0),
        (outcome(0, None), 1),
        (outcome(0, TooManyMisses("missed")), 1),
        (outcome(0, NoBoard("no board")), 1),
        (outcome(0, ServiceAway("away")), 2),
        (outcome(0, NoPermission("none")), 2),
    ],
)
def test_exit_codes(result: RoundResult, code: int) -> None:
    assert result_code(result) == code
    error = result_json(result)["error"]
    assert error is None if result.error is None else error["code"] == result.error.code


def test_every_error_says_what_to_do_or_nothing_can_be_done() -> None:
    hinted = [kind for kind in _kinds(AgentError) if not kind.__subclasses__() and kind.default_hint]
    assert len(hinted) >= 10
    codes = [kind.code for kind in _kinds(AgentError)]
    assert len(set(codes)) == len(codes)
    assert exit_code(NoBoard("")) == 1


def _kinds(kind: type[AgentError]) -> list[type[AgentError]]:
    return [kind, *(deeper for child in kind.__subclasses__() for deeper in _kinds(child))]
