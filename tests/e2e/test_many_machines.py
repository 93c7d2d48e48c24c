"""Several machines on one broker with a password: an API without workers, and workers that know only its URL.

Each has directories of its own, as machines have; only compiled kernels and word graphs are shared, which
take long to make and are named by what they are.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

import dictionaries
from tests.brokers import CHECKOUT, TestBroker, eventually, free_port

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(240)]

BOARDS = ["STAR/ENIL/GROP/DUET", "CATS/DOGS", "QUIZ/ZEST/XRAY/JOLT", "[Qu]A/IT"]
JOBS = 30
PROGRAM = [sys.executable, "-m", "app.cli"]


class Cluster:
    """One broker; `api` and `worker` start what runs on other machines."""

    def __init__(self, broker: TestBroker, cache: Path, place: Path) -> None:
        self.broker, self._cache, self._place = broker, cache, place
        self._machines = 0

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        self._machines += 1
        home = self._place / str(self._machines)
        environment = {
            **{name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")},
            "TILEWISE_LOG_LEVEL": "warning",
            "TILEWISE_REDIS_URL": self.broker.url,
            "TILEWISE_CACHE_DIR": str(self._cache),
            "TILEWISE_DATA_DIR": str(home / "data"),
            "TILEWISE_RUNTIME_DIR": str(home / "run"),
        }
        return subprocess.Popen([*PROGRAM, *arguments], env=environment, cwd=CHECKOUT)

    def worker(self) -> subprocess.Popen[bytes]:
        return self._start("worker", "--workers", "1")

    @property
    def api_data_dir(self) -> Path:
        return self._place / "1" / "data"

    @contextmanager
    def api(self) -> Iterator[httpx.Client]:
        port = free_port()
        process = self._start("serve", "--workers", "0", "--port", str(port))
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=90) as client:
                eventually(lambda: _answers(client), 60)
                yield client
        finally:
            _end(process)


def _answers(client: httpx.Client) -> bool:
    try:
        return client.get("/healthz").status_code == 200
    except httpx.TransportError:
        return False


def _end(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 0


@pytest.fixture(scope="module")
def cluster(lexicon_cache: Path) -> Iterator[Cluster]:
    place = Path(tempfile.mkdtemp(prefix="tw-"))
    broker = TestBroker.debian(place)
    yield Cluster(broker, lexicon_cache, place)
    broker.stop(signal.SIGKILL)
    shutil.rmtree(place)


def solved(client: httpx.Client, grid: str, **options: Any) -> dict[str, Any]:
    body = {"grid": grid, **options}
    answer = client.post("/wordhunt/solve", json=body, headers={"Prefer": "wait=60"})
    assert answer.status_code == 200, answer.text
    result: dict[str, Any] = answer.json()["result"]
    return {name: value for name, value in result.items() if name != "ms"}


def test_machines_come_and_go_and_nothing_is_lost(cluster: Cluster) -> None:
    with ExitStack() as machines:
        client = machines.enter_context(cluster.api())
        answer = client.get("/readyz")
        assert answer.status_code == 503
        assert answer.json()["details"] == {"broker": "ok", "workers": "down"}
        first, second = cluster.worker(), cluster.worker()
        machines.callback(_end_if_running, first)
        machines.callback(_end_if_running, second)
        _until_ready(client, workers=4)
        expected = [solved(client, board) for board in BOARDS]
        _lists_travel(client, cluster)

        queued = [_submit(client, number) for number in range(JOBS)]
        third = cluster.worker()
        machines.callback(_end_if_running, third)
        _end(first)  # in the middle of a job, most likely
        queued += [_submit(client, number) for number in range(JOBS, 2 * JOBS)]
        _until_ready(client, workers=4)
        _end(second)
        for number, job in enumerate(queued):
            record = client.get(job, headers={"Prefer": "wait=60"}).json()
            assert (record["state"], record["attempts"]) == ("finished", 1)
            board = expected[number % len(BOARDS)]
            counted = {(row["word_count"], row["total_points"]) for row in record["result"]["boards"]}
            assert counted == {(board["word_count"], board["total_points"])}
        _end(third)
        assert client.get("/readyz").status_code == 503


def _until_ready(client: httpx.Client, *, workers: int) -> None:
    give_up = time.monotonic() + 120
    while client.get("/readyz").json().get("workers") != workers:
        assert time.monotonic() < give_up
        time.sleep(0.2)


def _submit(client: httpx.Client, number: int) -> str:
    """A job that takes a tenth of a second; its address."""
    body = {"grids": [BOARDS[number % len(BOARDS)]] * 1000, "limit": 1}
    answer = client.post("/wordhunt/solve", json=body, headers={"Prefer": "respond-async"})
    assert answer.status_code in (200, 202)
    return str(answer.headers.get("location") or answer.headers["content-location"])


def _lists_travel(client: httpx.Client, cluster: Cluster) -> None:
    """What was uploaded, and what was imported on the API's machine, is known to workers elsewhere."""
    dictionaries.store({"star", "rats"}, name="here", language_code="en", data_dir=cluster.api_data_dir)
    answer = client.post("/dictionaries", json={"name": "sent", "words": ["star", "line"]})
    assert answer.status_code == 201
    for _ in range(4):  # each worker at least once, most likely
        assert {row["word"] for row in solved(client, BOARDS[0], dictionary="here")["words"]} == {
            "star",
            "rats",
        }
        words = solved(client, BOARDS[0], dictionary="sent")["words"]
        assert {row["word"] for row in words} == {"star", "line"}


def _end_if_running(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    process.wait(60)
