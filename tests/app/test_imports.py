"""What a process does not load: the API no pixels or compilers, the terminal's help next to nothing."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

HEAVY = {"cv2", "numba", "openai"}


def loaded_by(statement: str) -> set[str]:
    """Top-level modules of a fresh interpreter after a statement."""
    program = f"{statement}\nimport sys\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_api_loads_neither_opencv_nor_numba_nor_openai() -> None:
    assert not loaded_by("import app.main") & HEAVY


@pytest.mark.parametrize("module", ["app.cli.commands", "worker.tasks"])
def test_the_terminal_loads_what_it_needs_when_it_needs_it(module: str) -> None:
    assert not loaded_by(f"import {module}") & (HEAVY | {"numpy", "fastapi", "pydantic", "redis", "rq"})
