"""The broker is away: every request says so in time, and all goes on by itself when it is back."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.brokers import BUNDLED, DEBIAN, TestBroker, eventually
from tests.e2e.servers import server
from tests.e2e.trees import Tree
from tests.selection import one_in

pytestmark = pytest.mark.e2e

BOARD = {"grid": "TEAS/RNIO/LDCE/SHUP"}
IN_TIME = 2.0


def asked(client: httpx.Client, method: str, path: str, **told: Any) -> httpx.Response:
    """The answer, which has to come within two seconds."""
    started = time.monotonic()
    answer = client.request(method, path, **told)
    assert time.monotonic() - started < IN_TIME
    return answer


def asked_at_once(client: httpx.Client, *requests: tuple[str, str, dict[str, Any]]) -> list[httpx.Response]:
    with ThreadPoolExecutor(len(requests)) as threads:
        return list(threads.map(lambda told: asked(client, told[0], told[1], **told[2]), requests))


@pytest.mark.parametrize("kind", one_in(2, [BUNDLED, DEBIAN]))
def test_a_kill_of_the_whole_tree_leaves_the_jobs_to_the_next(
    kind: str, running_brokers: Callable[[str], TestBroker], tmp_path: Path
) -> None:
    settings = {} if kind == BUNDLED else {"REDIS_URL": running_brokers(kind).url}
    with Tree(tmp_path, **settings) as tree:  # type: ignore[arg-type]
        tree.ready()
        for process in tree.named("worker"):
            process.suspend()  # so that the job is still queued when all is killed
        with tree.client() as client:
            answer = client.post("/wordhunt/solve", json=BOARD, headers={"Prefer": "respond-async"})
            assert answer.status_code == 202
        tree.process.kill()
        assert tree.left_running() == []
    with Tree(tmp_path, **settings) as tree:  # type: ignore[arg-type]
        tree.ready()
        with tree.client() as client:
            where = answer.headers["Location"]
            assert client.get(where, headers={"Prefer": "wait=20"}).json()["state"] == "finished"


@pytest.mark.parametrize("kind", one_in(2, [DEBIAN, BUNDLED]))
def test_a_broker_that_hangs_and_one_that_dies(kind: str, tmp_path: Path) -> None:
    with server(kind, tmp_path, workers=1) as (tree, broker), tree.client() as client:
        early = client.post("/wordhunt/solve", json=BOARD, headers={"Prefer": "wait=30"}).json()
        hanging = broker.process
        hanging.suspend()
        try:
            *answers, ready = asked_at_once(
                client,
                ("POST", "/wordhunt/solve", {"json": BOARD}),
                ("GET", f"/jobs/{early['id']}", {}),
                ("DELETE", f"/jobs/{early['id']}", {}),
                ("GET", "/readyz", {}),
            )
            for answer in answers:
                assert (answer.status_code, answer.json()["code"]) == (503, "broker_unavailable")
                assert int(answer.headers["Retry-After"]) > 0
            assert (ready.status_code, ready.json()["details"]["broker"]) == (503, "down")
            assert asked(client, "GET", "/healthz").status_code == 200
        finally:
            hanging.resume()
        for is_killed in (False, True):
            if is_killed:
                broker.kill()
            eventually(lambda: client.get("/readyz").status_code == 200)
            late = client.post("/wordhunt/solve", json=BOARD, headers={"Prefer": "wait=30"})
            assert late.json()["result"]["words"] == early["result"]["words"]
            assert client.get(f"/jobs/{early['id']}").json()["result"] == early["result"]
        broker.redis.close()
