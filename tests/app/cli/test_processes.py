"""Work on several processes: all of it is done, and errors come back as they were."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from app.cli.processes import side_by_side, usable_cores
from worker.errors import BadOption


def squared(number: int) -> tuple[int, int]:
    if number == 13:
        raise BadOption("There is no 13.", option="number")
    return number * number, os.getpid()


@pytest.mark.parametrize("processes", [1, 3])
def test_all_is_done(processes: int) -> None:
    done = list(side_by_side(squared, range(12), processes))
    assert sorted(square for square, _ in done) == [number * number for number in range(12)]
    assert (os.getpid() in {pid for _, pid in done}) == (processes == 1)


@pytest.mark.parametrize("processes", [1, 2])
def test_an_error_ends_it(processes: int) -> None:
    with pytest.raises(BadOption) as failed:
        list(side_by_side(squared, range(10, 20), processes))
    assert failed.value.message == "There is no 13." and failed.value.details == {"option": "number"}


def test_there_is_a_core() -> None:
    assert 1 <= usable_cores() <= (os.cpu_count() or 1)


def told_and_busy(number: int) -> None:
    os.write(1, f"{os.getpid()}\n".encode())
    time.sleep(60)


ENDLESS = f"""
from {__name__} import told_and_busy
from app.cli.processes import side_by_side
list(side_by_side(told_and_busy, range(3), 3))
"""


@pytest.mark.slow
def test_none_outlives_a_killed_parent() -> None:
    root = Path(__file__).parents[3]
    parent = subprocess.Popen([sys.executable, "-c", ENDLESS], stdout=subprocess.PIPE, text=True, cwd=root)
    with parent:
        assert parent.stdout is not None
        children = [psutil.Process(int(parent.stdout.readline())) for _ in range(3)]
        parent.kill()
        gone, left = psutil.wait_procs(children, timeout=20)
    assert len(gone) == 3 and not left
