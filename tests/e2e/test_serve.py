"""`tilewise serve` as a person meets it: start, use, Ctrl-C, kill, and start again."""

from __future__ import annotations

import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from tests.brokers import eventually
from tests.conftest import require_tool
from tests.e2e.trees import Tree
from tests.selection import one_in

pytestmark = pytest.mark.e2e

BOARD = {"grid": "TEAS/RNIO/LDCE/SHUP"}


@pytest.fixture
def tree(tmp_path: Path) -> Iterator[Tree]:
    with Tree(tmp_path) as tree:
        yield tree


def test_the_printed_lines_are_true(tree: Tree) -> None:
    curl = require_tool("curl")
    url = tree.ready()
    assert tree.self_check.startswith("sample board solved: ")
    command = [curl, "-sS", *shlex.split(tree.curl)[1:]]
    record = json.loads(subprocess.run(command, capture_output=True, check=True, timeout=60).stdout)
    words = record["result"]["word_count"]
    assert tree.self_check.startswith(f"sample board solved: {words} words, ")
    assert httpx.get(f"{url}/docs", trust_env=False).status_code == 200


def test_ctrl_c_leaves_nothing(tree: Tree) -> None:
    tree.ready()
    assert len(tree.processes()) >= 5  # HTTP, broker, supervisor, a worker for each lane
    pressed = time.monotonic()
    tree.process.send_signal(signal.SIGINT)
    assert tree.process.wait(15) == 0
    assert time.monotonic() - pressed < 5
    assert tree.left_running() == []
    assert not tree.runtime_dir.exists()


def test_ctrl_c_while_it_starts(tree: Tree) -> None:
    tree.line()
    tree.processes()
    tree.process.send_signal(signal.SIGINT)
    assert tree.process.wait(15) == 0
    assert tree.left_running() == []
    assert not tree.runtime_dir.exists()


# In both runs early and late ones, and both signals.
@pytest.mark.parametrize("tenths", one_in(4, [2, 4, 8, 6, 12, 10, 20, 15]))
def test_a_signal_at_any_moment_of_the_start(tree: Tree, tenths: int) -> None:
    time.sleep(tenths / 10)
    tree.processes()
    tree.process.send_signal(signal.SIGINT if tenths % 4 else signal.SIGTERM)
    assert tree.process.wait(15) == 0
    assert tree.said_wrong() == ""
    assert tree.left_running() == []
    assert not tree.runtime_dir.exists()


@pytest.mark.long
def test_second_start_is_quick(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Tree(tmp_path) as first:
        first.ready()
    with Tree(tmp_path) as tree:
        tree.line()
        answered = time.monotonic() - tree.started
        tree.line()
        tree.line()
        solved = time.monotonic() - tree.started
    with capsys.disabled():
        sys.stdout.write(f"\nsecond start: HTTP after {answered:.2f} s, first board after {solved:.2f} s\n")
    assert answered < 15  # 3 s on an idle machine
    assert solved < 30  # 6 s on an idle machine


def test_busy_port(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with Tree(tmp_path, port=port) as tree:
            assert tree.process.wait(20) == 2
    assert list(tmp_path.iterdir()) == []  # nothing was started


def test_two_servers_on_different_ports(tmp_path: Path) -> None:
    with Tree(tmp_path, port=free_port()) as one, Tree(tmp_path, port=free_port()) as other:
        for tree in (one, other):
            tree.ready()
            assert tree.self_check.startswith("sample board solved")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def test_it_mends_itself(tree: Tree) -> None:
    """Workers, supervisor and broker are killed one after the other under a server that goes on."""
    tree.ready()
    with tree.client() as client:
        for victim in (worker_of, broker_of, Tree.supervisor):
            if victim is Tree.supervisor:
                eventually(lambda: "standing by" in tree.log(), 30)
            victim(tree).kill()
            killed = time.monotonic()
            eventually(lambda: solved_now(client))
            assert time.monotonic() - killed < 1.0, victim
    tree.processes()
    tree.process.kill()  # while the next one begins to stand by
    assert tree.left_running() == []


def worker_of(tree: Tree) -> psutil.Process:
    return tree.supervisor().children()[0]


def broker_of(tree: Tree) -> psutil.Process:
    (broker,) = tree.named("valkey-server")
    return broker


def solved_now(client: httpx.Client) -> bool:
    answer = client.post("/wordhunt/solve", json=BOARD, headers={"Prefer": "wait=60"})
    assert answer.status_code in (200, 503), answer.text
    return answer.status_code == 200


def test_server_process_is_light(tree: Tree) -> None:
    tree.ready()
    loaded = Path(f"/proc/{tree.root.pid}/maps")
    if not loaded.exists():
        pytest.skip("there is no /proc on this system")
    text = loaded.read_text()
    assert os.sep in text
    assert not [name for name in ("/cv2/", "llvmlite", "/numba/") if name in text]
