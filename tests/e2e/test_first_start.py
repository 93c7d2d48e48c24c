"""A machine on which nothing is compiled: Word Hunt is answered at once, other games once they are ready."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.brokers import eventually
from tests.e2e.trees import Tree

pytestmark = pytest.mark.e2e

BOARD = {"grid": "TEAS/RNIO/LDCE/SHUP"}
OTHERS: dict[str, tuple[str, dict[str, Any]]] = {
    "wordle": ("/wordle/suggest", {"boards": [["crane=gybbb"]]}),
    "wordsearch": ("/wordsearch", {"grid": "CATX/XDOG", "words": ["cat", "dog"]}),
    "levels": ("/levels/layout", {"words": ["cat", "act", "tea"]}),
    "wordhunt": ("/wordhunt/solve", {"grids": ["CAT/DOG"]}),
}
WAIT = {"Prefer": "wait=60"}
MINUTES = 15 * 60
"""For what takes a minute of a core; the machine may be busy."""


@pytest.fixture
def tree(tmp_path: Path) -> Iterator[Tree]:
    with Tree(tmp_path / "data", workers=2, CACHE_DIR=str(tmp_path / "cache")) as tree:
        tree.ready(for_all_games=False)
        yield tree


def solved(tree: Tree, path: str, asked: dict[str, Any]) -> dict[str, Any]:
    """The record of a job that has ended well, however long that takes."""
    with tree.client() as client:
        record: dict[str, Any] = client.post(path, json=asked, headers=WAIT).raise_for_status().json()
        while record["state"] in ("queued", "started"):
            answer = client.get(f"/jobs/{record['id']}", headers=WAIT)
            record = answer.raise_for_status().json()
    assert record["state"] == "finished", record
    return record


def restarts(tree: Tree) -> list[str]:
    with tree.client() as client:
        lines = client.get("/metrics").text.splitlines()
    return [line for line in lines if line.startswith("tilewise_worker_restarts_total{")]


@pytest.mark.long
@pytest.mark.timeout(MINUTES)
def test_word_hunt_is_answered_first_and_every_game_in_the_end(tree: Tree) -> None:
    assert tree.self_check.startswith("sample board solved: ")
    assert tree.line() == "Ready for Word Hunt. Other games are compiled, once on a machine, for a minute."
    assert {"wordle", "wordsearch", "levels"} <= set(tree.preparing())
    with ThreadPoolExecutor(len(OTHERS)) as pool:
        waiting = {game: pool.submit(solved, tree, *asked) for game, asked in OTHERS.items()}
        for _ in range(5):
            assert solved(tree, "/wordhunt/solve", BOARD)["result"]["word_count"] > 100
        assert not waiting["levels"].done()
        early = {game: record.result() for game, record in waiting.items()}
    assert all(record["ms"]["compile"] > 0 for record in early.values())
    assert tree.line(MINUTES) == "Ready for all games."
    assert tree.preparing() == []
    for game in OTHERS:
        late = eventually(partial(at_once, tree, *OTHERS[game]))
        assert answer_of(late) == answer_of(early[game])
    assert restarts(tree) == []
    assert tree.said_wrong() == ""
    eventually(lambda: "standing by" in tree.log(), 60)
    tree.supervisor().kill()
    assert solved(tree, "/wordhunt/solve", BOARD)["result"]["word_count"] > 100
    assert tree.preparing() == []


def at_once(tree: Tree, path: str, asked: dict[str, Any]) -> dict[str, Any] | None:
    """The record of a job whose worker had all that it needs; None when that is still to be replaced."""
    record = solved(tree, path, asked)
    return None if "compile" in record["ms"] else record


def answer_of(record: dict[str, Any]) -> dict[str, Any]:
    """A result without the times that it took."""
    return {name: value for name, value in record["result"].items() if name != "ms"}


def test_ctrl_c_while_it_compiles(tree: Tree) -> None:
    compiler = compiler_of(tree)
    tree.process.send_signal(signal.SIGINT)
    assert tree.process.wait(15) == 0
    assert not compiler.is_running()
    assert tree.left_running() == []


def test_kill_while_it_compiles(tree: Tree) -> None:
    """Also a worker which compiles for a job ends with the server."""
    compiler = compiler_of(tree)
    with tree.client() as client:
        path, asked = OTHERS["levels"]
        job = client.post(path, json=asked, headers={"Prefer": "respond-async"}).json()["id"]
        eventually(lambda: client.get(f"/jobs/{job}").json()["stage"] == "compile", 60)
    tree.processes()
    tree.process.kill()
    assert tree.left_running() == []
    assert not compiler.is_running()


def test_a_job_that_compiles_can_be_canceled(tree: Tree) -> None:
    with tree.client() as client:
        path, asked = OTHERS["levels"]
        job = client.post(path, json=asked, headers={"Prefer": "respond-async"}).json()["id"]
        eventually(lambda: client.get(f"/jobs/{job}").json()["stage"] == "compile", 60)
        workers = set(tree.supervisor().children())
        assert client.delete(f"/jobs/{job}").json()["state"] == "canceled"
        eventually(lambda: len(workers & set(tree.supervisor().children())) == len(workers) - 1)
        assert solved(tree, "/wordhunt/solve", BOARD)["attempts"] == 1


def compiler_of(tree: Tree) -> psutil.Process:
    """The supervisor's child that stands back behind all others."""

    def found() -> psutil.Process | None:
        child = max(tree.supervisor().children(), key=lambda process: process.nice())
        return child if child.nice() > tree.root.nice() + 5 else None  # not yet, just after its start

    compiler: psutil.Process = eventually(found)
    return compiler
