from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.worker.kernels.second_process import printed_without_compiling
from worker import kernels


@pytest.fixture
def before_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if no kernel had been imported yet."""
    monkeypatch.delitem(sys.modules, "worker.kernels.compiled", raising=False)
    monkeypatch.setattr(kernels, "_chosen", [])


@pytest.mark.usefixtures("before_loading")
def test_machine_code_lies_in_the_chosen_directory(tmp_path: Path) -> None:
    kernels.use_cache(tmp_path / "cache")
    assert kernels.cache_directory() == tmp_path / "cache" / f"kernels-{kernels.sources_digest()}"


@pytest.mark.usefixtures("before_loading")
def test_changed_sources_have_a_directory_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "walk.py").write_text("one")
    monkeypatch.setattr(kernels, "_SOURCES", tmp_path)
    before = kernels.cache_directory()
    (tmp_path / "walk.py").write_text("two")
    assert kernels.cache_directory() != before


@pytest.mark.usefixtures("before_loading")
def test_machine_code_is_kept_for_the_process_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("no directory")
    kernels.use_cache(tmp_path / "cache")
    directory = kernels.cache_directory()
    assert directory.is_dir()
    assert tmp_path not in directory.parents


@pytest.mark.slow
def test_a_second_process_compiles_nothing(lexicon_cache: Path) -> None:
    solve = (
        "from tests.word_lists import lexicon_of; from worker.model import Grid;"
        "from worker.solvers.wordhunt import solve_json;"
        "print(solve_json(Grid.parse('CAT'), lexicon_of(['cat']), engine='numba').word_count)"
    )
    assert printed_without_compiling(solve, lexicon_cache).splitlines()[-1] == "1"


def test_the_package_alone_loads_neither_numba_nor_numpy() -> None:
    script = "import sys, worker.kernels; print('numba' in sys.modules, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert done.stdout == "False False\n"
