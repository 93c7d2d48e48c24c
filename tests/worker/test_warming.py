"""The first warming up compiles on two cores, in processes that end; later ones find it all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.brokers import eventually
from worker import warming
from worker.leash import LINUX

pytestmark = pytest.mark.skipif(not LINUX, reason="elsewhere workers do not come from one warm process")


def test_what_is_done_beside_is_done_by_a_process_that_ends(tmp_path: Path) -> None:
    def work() -> None:
        (tmp_path / "pid").write_text(str(os.getpid()))

    with warming._beside(work):
        pass
    pid = int((tmp_path / "pid").read_text())
    assert pid != os.getpid() and not psutil.pid_exists(pid)


def test_what_fails_beside_leaves_this_process_alone(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        raise OSError("no space left")

    with warming._beside(fail):
        reached = True
    assert reached


def test_a_copy_does_not_outlive_its_parent(tmp_path: Path) -> None:
    program = (
        "import os, sys, time, pathlib\n"
        "from worker import warming\n"
        "def work():\n"
        "    pathlib.Path(sys.argv[1]).write_text(str(os.getpid()))\n"
        "    time.sleep(60)\n"
        "with warming._beside(work):\n"
        "    time.sleep(60)\n"
    )
    told = tmp_path / "pid"
    parent = subprocess.Popen([sys.executable, "-c", program, str(told)])
    try:
        eventually(lambda: told.is_file() and bool(told.read_text()))
        copy = psutil.Process(int(told.read_text()))
    finally:
        parent.kill()
        parent.wait()
    eventually(lambda: not copy.is_running() or copy.status() == psutil.STATUS_ZOMBIE)
