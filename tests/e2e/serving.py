"""`tilewise serve` as a person starts it, with a client."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

import httpx
import psutil

STARTED_WITHIN = 180.0
"""Seconds for the first start, which compiles the kernels and builds the word graph."""


@contextmanager
def served(cache: Path, *, log: Path | None = None, **settings: str) -> Iterator[httpx.Client]:
    """A client of a server with these settings, `OPENAI_MODEL="..."` and the like; both end afterwards.

    Args:
        log: a file for all that the server's processes write.
    """
    port = _free_port()
    # Not pytest's own directory: the broker's socket needs a short path.
    place = Path(tempfile.mkdtemp(prefix="tw-"))
    environment = {
        **{name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")},
        "TILEWISE_DATA_DIR": str(place / "data"),
        "TILEWISE_CACHE_DIR": str(cache),
        "TILEWISE_RUNTIME_DIR": str(place / "run"),
        **{f"TILEWISE_{name}": value for name, value in settings.items()},
    }
    command = [sys.executable, "-m", "app.cli", "serve", "--port", str(port), "--workers", "1"]
    with log.open("w") if log else nullcontext() as file:
        process = subprocess.Popen(command, env=environment, stdout=file, stderr=file)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=90) as client:
            _wait_until_ready(client, process)
            yield client
    finally:
        process.terminate()
        process.wait(30)
        shutil.rmtree(place)


def process_of(client: httpx.Client) -> psutil.Process:
    """The server that the client speaks with."""
    port = str(client.base_url.port)
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if {"serve", port} <= set(process.cmdline()):
                return process
    raise AssertionError("the server is not running")


def workers_of(client: httpx.Client) -> list[psutil.Process]:
    """The workers of a server, copies of their supervisor."""
    everyone = process_of(client).children(recursive=True)
    supervisors = [process for process in everyone if process.cmdline()[-2:] == ["-m", "worker"]]
    return [process for process in supervisors if process.parent() in supervisors]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_until_ready(client: httpx.Client, process: subprocess.Popen[bytes]) -> None:
    give_up = time.monotonic() + STARTED_WITHIN
    while time.monotonic() < give_up and process.poll() is None:
        with suppress(httpx.TransportError):
            answer = client.get("/readyz")
            if answer.status_code == 200 and not answer.json()["preparing"]:
                return
        time.sleep(0.05)
    raise AssertionError(f"the server is not ready (exit code {process.poll()})")
