"""A child process of the server that is started again when it ends by itself."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from asyncio.subprocess import DEVNULL, PIPE, STDOUT, Process
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final

log = logging.getLogger(__name__)

LONGEST_PAUSE: Final = 5.0
STEADY_SECONDS: Final = 5.0
"""A child that lived this long is started again without a pause."""
LAST_LINES: Final = 5
"""Lines that are told once more when a child ends by itself: they say why."""
LAST_WORDS_SECONDS: Final = 1.0
"""How long to wait for the end of what an ended child has written; its own children may hold the pipe."""


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
        on_line: Callable[[str], None] | None = None,
    ) -> None:
        """Say what to run.

        Args:
            on_line: told each line that it writes; without it, its errors go where ours go.
        """
        self.name = name
        self._command = list(command)
        self._environment = None if environment is None else dict(environment)
        self._keep_fds = tuple(keep_fds)
        self._before_start = before_start
        self._on_line = on_line
        self._said: deque[str] = deque(maxlen=LAST_LINES)
        self._listener: asyncio.Task[None] | None = None
        self._process: Process | None = None
        self._keeper: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    @property
    def exit_code(self) -> int | None:
        """None while it runs, or before it was started."""
        return None if self._process is None else self._process.returncode

    async def last_words(self) -> list[str]:
        """The last lines that it wrote, once it has ended."""
        if self._listener is not None:
            await asyncio.wait([self._listener], timeout=LAST_WORDS_SECONDS)
        return list(self._said)

    async def start(self) -> None:
        self._before_start()
        is_heard = self._on_line is not None
        self._process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=PIPE,  # its end is the leash where the kernel offers nothing better
            stdout=PIPE if is_heard else DEVNULL,
            stderr=STDOUT if is_heard else None,
            env=self._environment,
            pass_fds=self._keep_fds,
            start_new_session=True,
        )
        if self._process.stdout is not None and self._on_line is not None:
            self._listener = asyncio.create_task(self._listen(self._process.stdout, self._on_line))

    async def _listen(self, lines: asyncio.StreamReader, on_line: Callable[[str], None]) -> None:
        async for line in lines:
            text = line.decode(errors="replace").rstrip()
            self._said.append(text)
            on_line(text)

    def keep(self) -> None:
        """From now on start it again whenever it ends."""
        self._keeper = asyncio.create_task(self._keep())

    async def _keep(self) -> None:
        loop, pause = asyncio.get_running_loop(), 0.0
        while self._process is not None:
            started = loop.time()
            code = await self._process.wait()
            pause = 0.0 if loop.time() - started > STEADY_SECONDS else min(LONGEST_PAUSE, pause * 2 + 0.05)
            said = await self.last_words()
            values = {"said": said} if said else {}
            log.warning("the %s ended with code %s; starting it again", self.name, code, extra=values)
            self._said.clear()
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
        await self.last_words()
        if self._listener is not None:
            self._listener.cancel()
        self._process = self._listener = None

    def hurry(self) -> None:
        """Kill it, and what it started, without waiting for what they are doing."""
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
