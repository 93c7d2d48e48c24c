"""`tilewise serve`: broker, workers and HTTP server as one process tree.

    serve (HTTP)
    ├── valkey-server            only when no TILEWISE_REDIS_URL is set
    ├── python -m worker         supervisor: loads everything once, then forks
    │   ├── fast lane workers
    │   └── bulk lane workers
    └── python -m worker         the same, warm, in case that the other is killed

HTTP answers while the workers are still warming up; their jobs wait in the queue. On the first start the
supervisor has one more child, which compiles. Each process is tied to its parent, so that nothing stays
behind however the tree ends.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from typing import TYPE_CHECKING, Final

import uvicorn

from app.embedded import BrokerNotStarted, EmbeddedBroker
from app.greeting import greet, tell_when_prepared
from app.keys import new_secret
from app.purge import pause_for
from app.settings import BadSettings, Settings
from app.signals import ENDING, end_at_once
from app.standby import Workers
from app.workers import DRAIN_SECONDS

if TYPE_CHECKING:
    from app.jobs import Jobs

log = logging.getLogger(__name__)

BUSY: Final = 2
"""Exit code when the server cannot start: its port or its data directory is in use, or it would be open."""
WAIT_SECONDS: Final = 1.0
"""How long requests may wait for their jobs after Ctrl-C, before they are told to ask again."""
IDLE_SECONDS: Final = 75
"""How long a connection may wait for its next request: longer than clients keep theirs (httpx 5 s, nginx
60 s), since a request that is sent as the server hangs up is lost."""
HANGUP_SECONDS: Final = 5
"""How long open requests may take to end after Ctrl-C."""
STAND_BY_AFTER: Final = 5.0
"""Seconds after the first job, so that those who wait for theirs need not share the processor."""
SELF_CHECK: Final = "self check"
"""The name of its key; no other can have a space in it."""


def serve(settings: Settings) -> int:
    """Run until Ctrl-C or SIGTERM; the exit code."""
    try:
        settings.check_exposure()
    except BadSettings as error:
        print(error, file=sys.stderr)
        return BUSY
    try:
        listener = _bind(settings.host, settings.port)
    except OSError as error:
        where = f"port {settings.port} on {settings.host}"
        host_is_wrong = isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL
        option = "--host" if host_is_wrong else "--port"
        print(f"Cannot listen on {where}: {error.strerror}. Choose another with {option}.", file=sys.stderr)
        return BUSY
    try:
        asyncio.run(_Service(settings, listener).run())
    except BrokerNotStarted as error:
        print(error, file=sys.stderr)
        return BUSY
    finally:
        end_at_once()  # once more: the event loop has put back the handlers that raise
        listener.close()
    return 0


def _bind(host: str, port: int) -> socket.socket:
    """Take the port before anything is started."""
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)  # clients that come now are answered in a moment
    except OSError:
        listener.close()
        raise
    return listener


class _Server(uvicorn.Server):
    """uvicorn without signal handlers: the service ends its parts in order."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class _Service:
    def __init__(self, settings: Settings, listener: socket.socket) -> None:
        self._settings = settings
        self._listener = listener
        self._workers: Workers | None = None
        self._server: _Server | None = None
        self._jobs: Jobs | None = None
        self._greeting: asyncio.Task[None] | None = None
        self._stopping = False
        self._self_check_key = new_secret()

    async def run(self) -> None:
        """Start the parts, serve, and end them in reverse order."""
        loop = asyncio.get_running_loop()
        for signum in ENDING:
            loop.add_signal_handler(signum, self._on_signal)
        async with AsyncExitStack() as stack:
            broker_url = await self._start_broker(stack)
            if self._stopping:
                return
            if self._settings.workers:
                await self._start_workers(broker_url, stack)
            if self._stopping:
                return
            self._server = self._make_server(broker_url)
            await self._serve(self._server)

    def _on_signal(self) -> None:
        again, self._stopping = self._stopping, True
        if again and self._workers is not None:
            self._workers.hurry()
        if self._server is not None:
            self._server.force_exit = again
            self._server.should_exit = True
        if self._greeting is not None:
            self._greeting.cancel()
        if self._jobs is not None:
            asyncio.get_running_loop().call_later(WAIT_SECONDS, self._jobs.end_waits)

    async def _start_broker(self, stack: AsyncExitStack) -> str:
        if self._settings.redis_url is not None:
            return self._settings.redis_url
        place = self._settings.data_dir / "broker" / str(self._settings.port)
        lifetime = min(self._settings.result_ttl, self._settings.picture_ttl)
        broker = EmbeddedBroker(place, self._settings.runtime_dir, purge_seconds=pause_for(lifetime))
        stack.push_async_callback(broker.stop)
        await broker.start()
        return broker.url

    async def _start_workers(self, broker_url: str, stack: AsyncExitStack) -> None:
        self._workers = Workers(self._settings, broker_url)
        stack.push_async_callback(self._workers.stop, DRAIN_SECONDS + 2)
        await self._workers.start()

    def _make_server(self, broker_url: str) -> _Server:
        # Imported only now, while the workers already warm up on another core.
        from app.connections import LONGEST_HEAD, patient_for
        from app.jobs import Jobs
        from app.main import create_app
        from worker.logs import configure_logging
        from worker.memory import give_back_large_blocks

        settings = self._settings
        give_back_large_blocks()
        configure_logging(settings.log_format, settings.log_level, process="api")
        self._jobs = Jobs(
            broker_url,
            result_ttl=settings.result_ttl,
            picture_ttl=settings.picture_ttl,
            job_timeout=settings.job_timeout,
            max_open=settings.open_jobs_limit,
            max_queued=settings.max_queued_jobs,
        )
        # The self-check is a client like any other, so where keys are needed it has one of its own.
        ring = settings.api_keys.including(SELF_CHECK, self._self_check_key)
        config = uvicorn.Config(
            create_app(settings.model_copy(update={"api_keys": ring}), self._jobs),
            http=patient_for(settings.head_timeout, settings.body_min_rate),
            h11_max_incomplete_event_size=LONGEST_HEAD,
            ws="none",
            proxy_headers=bool(settings.trusted_proxies),
            forwarded_allow_ips=list(settings.trusted_proxies),
            server_header=False,
            log_config=None,
            access_log=False,
            log_level=logging.WARNING,
            timeout_keep_alive=IDLE_SECONDS,
            timeout_graceful_shutdown=HANGUP_SECONDS,
        )
        return _Server(config)

    async def _serve(self, server: _Server) -> None:
        url = _url(self._listener, self._settings.host)  # now, since uvicorn closes the socket in the end
        serving = asyncio.create_task(server.serve(sockets=[self._listener]))
        server.should_exit = self._stopping
        while not (server.started or serving.done()):
            await asyncio.sleep(0.01)
        if not self._stopping:
            key = self._self_check_key if self._settings.api_keys else ""
            self._greeting = asyncio.create_task(self._greet(url, key))
        await serving
        if self._greeting is not None:
            self._greeting.cancel()
            await asyncio.wait([self._greeting])

    async def _greet(self, url: str, key: str) -> None:
        await greet(url, key)
        if self._jobs is not None:
            await tell_when_prepared(self._jobs)
        if self._workers is not None:
            await asyncio.sleep(STAND_BY_AFTER)
            await self._workers.stand_by()


def _url(listener: socket.socket, host: str) -> str:
    """Where a client on this machine reaches the server."""
    port = listener.getsockname()[1]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
