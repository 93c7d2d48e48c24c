"""A whole `tilewise serve`, as a person starts it, and what it leaves behind."""

from __future__ import annotations

import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import httpx
import psutil

from tests.brokers import CHECKOUT

_ORDINARY = re.compile(r'"level": "info"|^[-0-9]{10} [0-9:,]+ INFO ')
"""A line of the log that tells of no trouble, from the API or from a worker."""


class Tree:
    """A running server with all its processes; use it in a `with` statement."""

    def __init__(self, place: Path, *, port: int = 0, workers: int = 1, **settings: str) -> None:
        """Start it.

        Args:
            settings: further ones, `RESULT_TTL="5"` and the like.
        """
        self.runtime_dir = Path(tempfile.mkdtemp(prefix="tw-")) / "run"
        environment = {
            **os.environ,
            "TILEWISE_DATA_DIR": str(place),
            "TILEWISE_RUNTIME_DIR": str(self.runtime_dir),
            **{f"TILEWISE_{name}": value for name, value in settings.items()},
        }
        program = [sys.executable, "-c", "from app.cli.main import main; main()"]
        command = [*program, "serve", "--port", str(port), "--workers", str(workers)]
        self.started = time.monotonic()
        self._errors = self.runtime_dir.parent / "stderr"
        with self._errors.open("w") as errors:
            self.process = subprocess.Popen(
                command,
                env=environment,
                cwd=CHECKOUT,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                start_new_session=True,
            )
        self.root = psutil.Process(self.process.pid)
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._seen: set[psutil.Process] = set()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def line(self, seconds: float = 90) -> str:
        """The next line that it prints."""
        line = self._lines.get(timeout=seconds)
        assert line is not None, "the server ended"
        return line

    def ready(self, *, for_all_games: bool = True) -> str:
        """Its address, once workers have solved the sample, and have all kernels where those are wanted."""
        self.url = self.line().split(" at ", 1)[1].split()[0]
        self.curl = self.line().strip()
        self.self_check = self.line()
        if "warming up" in self.self_check:
            self.self_check = self.line()
        while for_all_games and self.preparing():
            time.sleep(0.05)
        self.processes()
        return self.url

    def preparing(self) -> list[str]:
        """The games that it is still compiling."""
        answer = httpx.get(f"{self.url}/readyz", trust_env=False)
        return list(answer.json()["preparing"])

    def log(self) -> str:
        """All that it and its processes have written to stderr."""
        return self._errors.read_text()

    def said_wrong(self) -> str:
        """What it has written to stderr beyond the log's ordinary lines."""
        lines = self.log().splitlines(keepends=True)
        return "".join(line for line in lines if not _ORDINARY.search(line))

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.url, trust_env=False, timeout=70)

    def processes(self) -> set[psutil.Process]:
        """Every process of the tree that was ever seen."""
        with suppress(psutil.NoSuchProcess):
            self._seen |= {self.root, *self.root.children(recursive=True)}
        return self._seen

    def named(self, word: str) -> list[psutil.Process]:
        """The processes whose command line has the word."""
        found = []
        for process in self.root.children(recursive=True):
            with suppress(psutil.NoSuchProcess, psutil.ZombieProcess):
                if any(word in part for part in process.cmdline()):
                    found.append(process)
        return found

    def supervisor(self) -> psutil.Process:
        """The one that has workers; another may stand by."""
        for process in self.named("worker"):
            if process.ppid() == self.root.pid and process.children():
                return process
        raise psutil.NoSuchProcess(0, "supervisor")  # which `eventually` waits for

    def left_running(self, seconds: float = 5) -> list[psutil.Process]:
        """Processes of the tree that have not ended by then."""
        _, alive = psutil.wait_procs(self._seen, seconds)
        return list(alive)

    def __enter__(self) -> Tree:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.processes()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(30)
        finally:
            for process in self.left_running(1):
                process.kill()
            assert self.process.stdout is not None
            self.process.stdout.close()
            sys.stderr.write(self.log())  # pytest shows it when the test failed
            shutil.rmtree(self.runtime_dir.parent, ignore_errors=True)
