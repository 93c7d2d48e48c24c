"""Log lines: their values, their two forms, and what never stands in them."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator

import pytest

from worker.logs import configure_logging, name_process


@pytest.fixture(autouse=True)
def own_root() -> Iterator[None]:
    """The root logger as it was before."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    root.handlers, root.level = handlers, level


def test_json_lines_carry_the_values(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("json", "info", process="api")
    logging.getLogger("tilewise.request").info("request", extra={"status": 200, "ms": 1.5})
    logging.getLogger("tilewise.request").debug("not shown")
    line = json.loads(capsys.readouterr().err)
    assert (line["event"], line["logger"], line["level"]) == ("request", "tilewise.request", "info")
    assert (line["status"], line["ms"]) == (200, 1.5)


def test_a_copy_of_a_process_has_a_name_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("json", "info", process="supervisor")
    logging.getLogger("x").info("before")
    name_process("worker.fast")
    logging.getLogger("x").info("after")
    before, after = map(json.loads, capsys.readouterr().err.splitlines())
    assert (before["process"], after["process"]) == ("supervisor", "worker.fast")
    assert before["pid"] == after["pid"] == os.getpid()


def test_without_a_terminal_the_lines_are_json(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("auto", "warning", process="api")
    logging.getLogger("x").warning("so")
    assert json.loads(capsys.readouterr().err)["event"] == "so"


@pytest.mark.parametrize("style", ["json", "console"])
def test_a_traceback_shows_no_local_variables(style: str, capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging(style, "info", process="api")  # type: ignore[arg-type]
    password = "hunter" + "2"
    try:
        raise ValueError("cause")
    except ValueError:
        logging.getLogger("x").exception("failed")
    told = capsys.readouterr().err
    assert "ValueError: cause" in told and "test_logs.py" in told
    assert password not in told
