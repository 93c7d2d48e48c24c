"""A child process of the server that is started again when it ends by itself."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final

log = logging.getLogger(__name__)

LONGEST_PAUSE: Final = 5.0
STEADY_SECONDS: Final = 5.0
"""A child that lived this long is started again without a pause."""


class Child:
    """A process in a session of its own, so that Ctrl-C reaches only the server, which ends it in order.

    Start it from the main thread: its leash (`worker.leash`) hangs on the thread that started it.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        keep_fds: Sequence[int] = (),
        before_start: Callable[[], None] = lambda: None,
    ) -> None:
        self.name = name
        self._command = list(command)
        self._environment = None if environment is None else dict(environment)
        self._keep_fds = tuple(keep_fds)
        self._before_start = before_start
        self._process: Process | None = None
        self._keeper: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    @property
    def exit_code(self) -> int | None:
        """None while it runs, or before it was started."""
        return None if self._process is None else self._process.returncode

    async def start(self) -> None:
        self._before_start()
        self._process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=PIPE,  # its end is the leash where the kernel offers nothing better
            stdout=DEVNULL,
            env=self._environment,
            pass_fds=self._keep_fds,
            start_new_session=True,
        )

    def keep(self) -> None:
        """From now on start it again whenever it ends."""
        self._keeper = asyncio.create_task(self._keep())

    async def _keep(self) -> None:
        loop, pause = asyncio.get_running_loop(), 0.0
        while self._process is not None:
            started = loop.time()
            code = await self._process.wait()
            pause = 0.0 if loop.time() - started > STEADY_SECONDS else min(LONGEST_PAUSE, pause * 2 + 0.05)
            log.warning("the %s ended with code %s; starting it again", self.name, code)
            await asyncio.sleep(pause)
            try:
                await self.start()
            except OSError as error:
                log.error("the %s cannot be started: %s", self.name, error)

    async def stop(self, seconds: float) -> None:
        """Ask it to end, and kill it when it has not after `seconds`."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.wait([self._keeper])
            self._keeper = None
        if self._process is None:
            return
        if self._process.returncode is None:
            self._process.terminate()
        try:
            await asyncio.wait_for(self._process.wait(), seconds)
        except TimeoutError:
            log.warning("the %s does not end; killing it", self.name)
            self.hurry()
            await self._process.wait()
        self._process = None

    def hurry(self) -> None:
        """Kill it, and what it started, without waiting for what they are doing."""
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
