"""The log of a whole server: one line a request and one a job under one id, and no traceback in the end."""

from __future__ import annotations

import json
import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.brokers import eventually
from tests.e2e.trees import Tree

pytestmark = pytest.mark.e2e


def log_of(tree: Tree) -> list[dict[str, Any]]:
    whole = (line for line in tree.log().splitlines(keepends=True) if line.endswith("\n"))
    lines: list[dict[str, Any]] = [json.loads(line) for line in whole]
    return lines


def lines_about(tree: Tree, request_id: str) -> list[dict[str, Any]]:
    return [line for line in log_of(tree) if line.get("request_id") == request_id]


def test_a_request_and_its_job_are_one_line_each_under_one_id(
    lexicon_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILEWISE_CACHE_DIR", str(lexicon_cache))
    with Tree(tmp_path) as tree:
        tree.ready()
        with tree.client() as client:
            body = {"grid": "CAT/DOG"}
            answer = client.post("/wordhunt/solve", json=body, headers={"X-Request-ID": "mine-42"})
            assert answer.status_code == 200
        eventually(lambda: len(lines_about(tree, "mine-42")) == 2)  # written when the answer is on its way
        request, job = sorted(lines_about(tree, "mine-42"), key=lambda line: line["process"])
        assert (request["event"], request["process"], request["status"]) == ("request", "api", 200)
        assert (job["event"], job["process"], job["outcome"]) == ("job", "worker.fast", "ok")
        assert job["job"] == answer.json()["id"] and job["stages"].keys() == {"prepare", "solve"}
        assert request["pid"] != job["pid"]
        _stop_worker(job["pid"], times=3)
        tree.process.send_signal(signal.SIGTERM)
        assert tree.process.wait(30) == 0
        assert {line["level"] for line in log_of(tree)} <= {"info", "warning"}
        assert "Traceback" not in tree.log() and "StopRequested" not in tree.log()


def _stop_worker(pid: int, times: int) -> None:
    """Tell it again and again, as a supervisor does that waits for it."""
    for _ in range(times):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
