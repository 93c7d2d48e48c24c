"""What a worker may do to the world outside: speak with the broker and the LLM, run Tesseract, and no more.

A worker decodes pictures of strangers. Should one of them ever make it run code of theirs, that code is to
find neither network nor shell. An audit hook sees what Python does, and cannot be taken out again; it is no
sandbox against machine code, which is what the limits of a container are for.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies

PROGRAMS: Final = ("tesseract",)
_PORTS: Final = {"redis": 6379, "rediss": 6379, "http": 80, "https": 443}


class Confined(PermissionError):
    """A worker tried what it may not do."""


@dataclass(frozen=True, slots=True)
class Peer:
    """Whom a worker may speak with: a host and a port, or the path of a Unix socket."""

    host: str
    port: int | None = None

    @classmethod
    def of_url(cls, url: str) -> Peer:
        parts = urlsplit(url if "//" in url else f"//{url}", scheme="http")
        if parts.scheme == "unix":
            return cls(unquote(parts.path))
        return cls((parts.hostname or "localhost").lower(), parts.port or _PORTS.get(parts.scheme))


def peers_of(redis_url: str, llm_url: str | None) -> tuple[Peer, ...]:
    """The broker and, where one is set up, the LLM with the proxies on the way to it."""
    outside = [] if llm_url is None else [llm_url, *getproxies().values()]
    return tuple(Peer.of_url(url) for url in (redis_url, *outside))


def confine(peers: Iterable[Peer]) -> None:
    """From now on this process may only speak with these; for the rest of its life."""
    sys.addaudithook(_Hook(tuple(peers)))


class _Hook:
    """Called by Python before each of a few hundred kinds of acts; refuses by raising."""

    def __init__(self, peers: tuple[Peer, ...]) -> None:
        self._peers = peers
        self._names = {peer.host for peer in peers}
        self._addresses: set[Any] = set()
        checks: dict[str, Callable[..., None]] = dict.fromkeys(_FORBIDDEN, _refuse)
        checks |= {
            "socket.connect": self._check_connect,
            "socket.getaddrinfo": self._check_name,
            "subprocess.Popen": _check_program,
        }
        self._checks: Mapping[str, Callable[..., None]] = checks

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        check = self._checks.get(event)
        if check is not None:
            check(event, *arguments)

    def _check_connect(self, event: str, _: socket.socket, address: Any) -> None:
        wanted = os.fsdecode(address) if isinstance(address, str | bytes) else tuple(address[:2])
        if wanted in self._addresses:
            return
        self._addresses = self._look_up()  # a name's addresses change
        if wanted not in self._addresses:
            _refuse(event, wanted)

    def _check_name(self, event: str, host: Any, *_: object) -> None:
        name = "" if host is None else os.fsdecode(host).lower()
        if name not in self._names and name not in {address[0] for address in self._addresses}:
            _refuse(event, name)

    def _look_up(self) -> set[Any]:
        """Every address that may be connected to."""
        found: set[Any] = set()
        for peer in self._peers:
            if peer.port is None:
                found.add(peer.host)
                continue
            try:
                rows = socket.getaddrinfo(peer.host, peer.port, type=socket.SOCK_STREAM)
            except OSError:
                continue
            found |= {tuple(row[4][:2]) for row in rows} | {(peer.host, peer.port)}
        return found


def _check_program(event: str, executable: Any, *_: object) -> None:
    name = os.path.basename(os.fsdecode(executable or ""))  # noqa: PTH119 - in a hook, as little as possible
    if name.removesuffix(".exe") not in PROGRAMS:
        _refuse(event, name)


def _refuse(event: str, *what: object) -> None:
    raise Confined(f"a worker may not do this: {event} {what[-1] if what else ''}")


_FORBIDDEN: Final = (
    *("socket.bind", "socket.sendto", "socket.sendmsg"),
    *("socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo"),
    *(
        "os.system",
        "os.exec",
        "os.spawn",
        "os.posix_spawn",
        "os.fork",
        "os.forkpty",
        "os.startfile",
        "pty.spawn",
    ),
    *("ftplib.connect", "http.client.connect", "smtplib.connect", "urllib.Request"),
)
