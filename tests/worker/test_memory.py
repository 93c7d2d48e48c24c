"""What a process gives back of the memory that it needs no more."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.brokers import CHECKOUT
from worker.memory import resident

PROGRAM = """
from worker.memory import give_back_large_blocks, resident
give_back_large_blocks()
before = resident()
bytearray(30_000_000)  # freed at once; from now on glibc would keep such blocks in its heap
held = [(bytes(b"x" * 20_000_000), bytearray(100_000)) for _ in range(6)]
small = [each[1] for each in held]
del held
print(resident() - before)
"""


@pytest.mark.skipif(not resident(), reason="the size of a process cannot be told here")
def test_large_blocks_go_back_to_the_system() -> None:
    told = subprocess.run([sys.executable, "-c", PROGRAM], cwd=CHECKOUT, capture_output=True, check=True)
    assert int(told.stdout) < 15_000_000
