"""What every test may lean on: reference data, tools, directories of its own, and no skip in CI."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.compiling import compile_kernels, link_compiled
from tests.shared_data import VARIABLE as SHARED_DATA
from tests.shared_data import shared_data_dir

pytest_plugins = ["tests.brokers"]

REQUIRE_ALL = "TILEWISE_REQUIRE_ALL"
# `make test` tries a quarter of the examples that `make test-long` does, `--hypothesis-profile full`.
settings.register_profile("full", max_examples=100, deadline=None)
settings.register_profile("some", max_examples=25, deadline=None)
settings.load_profile("some")


def require_tool(name: str) -> str:
    """The path of a program that the test needs; skips, naming it, where it is not installed."""
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"the program {name!r} is not installed")
    return path


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The reference pictures, boards and lists; nothing of them is part of the project."""
    path = shared_data_dir()
    if not path.is_dir():
        pytest.skip(f"the reference data is not at {path} ({SHARED_DATA} names another place)")
    return path


@pytest.fixture(scope="session")
def lexicon_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache directory that the whole run shares: building the English word graph takes seconds.

    Machine code takes a minute, so it is kept from run to run, named by what it was made from.
    """
    cache = tmp_path_factory.mktemp("cache")
    link_compiled(cache)
    return cache


def pytest_configure() -> None:
    """What runs the tests in the background may ignore these, and so would all that they start."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Servers start with compiled kernels, which takes a minute once on a machine: no test's own."""
    if not session.config.option.collectonly and any(map(_needs_servers, session.items)):
        compile_kernels()


@pytest.fixture(autouse=True)
def isolated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, lexicon_cache: Path) -> None:
    """Own data and runtime directories, the run's cache, no settings or proxies of the machine."""
    for name in list(os.environ):
        if name.lower().endswith("_proxy") or _is_setting(name):
            monkeypatch.delenv(name)
    monkeypatch.setenv("TILEWISE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("TILEWISE_CACHE_DIR", str(lexicon_cache))


def _is_setting(name: str) -> bool:
    kept = (REQUIRE_ALL, SHARED_DATA)
    return name.startswith("OPENAI_") or (name.startswith("TILEWISE_") and name not in kept)


def _needs_servers(item: pytest.Item) -> bool:
    return item.get_closest_marker("e2e") is not None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Where everything is installed on purpose, a skip hides a test that nobody runs: make it a failure."""
    report = yield
    if os.environ.get(REQUIRE_ALL) == "1" and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"{REQUIRE_ALL}=1 allows no skips, yet: {reason}"
    return report
