"""Children end with their parent, in both ways: by the kernel's signal, and by the end of a pipe."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.brokers import CHECKOUT, eventually
from worker.leash import LINUX

pytestmark = pytest.mark.e2e

_PARENT = """
import signal, subprocess, sys, time
from worker.leash import leashed
sleeper = [sys.executable, "-c", "import time; time.sleep(60)"]
child = subprocess.Popen(leashed(sleeper, signal.SIGTERM), stdin=subprocess.PIPE)
print(child.pid, flush=True)
time.sleep(60)
"""

_WITHOUT_KERNEL = """
import sys
from worker import leash
leash.LINUX = False
sys.exit(leash.main(sys.argv[1:]))
"""

_WATCHING = """
import os, time
from worker import leash
leash.LINUX = False
leash.die_with_parent(os.getppid())
print("watching", flush=True)
time.sleep(60)
"""


def python(*arguments: str) -> list[str]:
    return [sys.executable, "-c", *arguments]


def test_child_ends_with_its_parent() -> None:
    with subprocess.Popen(python(_PARENT), stdout=subprocess.PIPE, cwd=CHECKOUT) as parent:
        assert parent.stdout is not None
        child = psutil.Process(int(parent.stdout.readline()))
        eventually(lambda: "leash.py" not in " ".join(child.cmdline()) or not LINUX)
        parent.kill()
    psutil.wait_procs([child], 5)
    assert not child.is_running()


def test_child_of_a_parent_that_is_gone_already(tmp_path: Path) -> None:
    if not LINUX:
        pytest.skip("only the kernel's way can miss the parent's end")
    program = "from worker.leash import die_with_parent; die_with_parent(1); print('alive')"
    told = subprocess.run(python(program), stdout=subprocess.PIPE, cwd=CHECKOUT, check=False)
    assert (told.returncode, told.stdout) == (-signal.SIGKILL, b"")


def test_without_the_kernel_the_end_of_the_pipe_counts() -> None:
    sleeper = python("import time; time.sleep(60)")
    command = [*python(_WITHOUT_KERNEL), str(os.getpid()), str(int(signal.SIGTERM)), *sleeper]
    with subprocess.Popen(command, stdin=subprocess.PIPE, cwd=CHECKOUT) as keeper:
        (child,) = eventually(lambda: psutil.Process(keeper.pid).children())
        assert keeper.stdin is not None
        keeper.stdin.close()
        keeper.wait(5)
    assert not child.is_running()


def test_without_the_kernel_signals_are_passed_on() -> None:
    sleeper = python("import time; time.sleep(60)")
    command = [*python(_WITHOUT_KERNEL), str(os.getpid()), str(int(signal.SIGTERM)), *sleeper]
    with subprocess.Popen(command, stdin=subprocess.PIPE, cwd=CHECKOUT) as keeper:
        (child,) = eventually(lambda: psutil.Process(keeper.pid).children())
        time.sleep(0.1)
        keeper.terminate()
        assert keeper.wait(5) == -signal.SIGTERM % 256
    assert not child.is_running()


def test_without_the_kernel_a_process_watches_its_own_pipe() -> None:
    command = python(_WATCHING)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=CHECKOUT) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdout.readline()
        child.stdin.close()
        assert child.wait(5) == -signal.SIGKILL
