"""A worker's hook, in a process of its own, since it cannot be taken out again."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from collections.abc import Iterator
from socket import create_server

import pytest

from tests.brokers import CHECKOUT
from worker.confinement import Peer, peers_of


@pytest.fixture
def port() -> Iterator[int]:
    with create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def confined(code: str, redis_url: str, llm_url: str | None = None) -> str:
    """What the code prints in a confined process, or the kind of error that ends it."""
    program = f"""
import os, socket, subprocess, sys, threading, urllib.request
from worker.confinement import confine, peers_of
confine(peers_of({redis_url!r}, {llm_url!r}))
try:
{textwrap.indent(textwrap.dedent(code), "    ")}
    print("done")
except Exception as error:
    print(type(error).__name__)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=CHECKOUT, capture_output=True, text=True, timeout=60
    )
    return done.stdout.strip() or done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "code",
    [
        "socket.create_connection(('127.0.0.1', PORT), 5)",
        "socket.create_connection(('localhost', PORT), 5)",
        "socket.socket().connect(('192.0.2.1', 80))",
        "socket.socket(socket.AF_INET6).connect(('::1', PORT))",
        "socket.socket(socket.AF_UNIX).connect('/run/other.sock')",
        "socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', PORT))",
        "socket.getaddrinfo('secrets.evil.example', 53)",
        "socket.gethostbyname('secrets.evil.example')",
        "socket.socket().bind(('127.0.0.1', 0))",
        "urllib.request.urlopen('http://127.0.0.1:PORT/')",
        "os.system('true')",
        "subprocess.run('tesseract --version', shell=True)",
        "subprocess.run(['/bin/sh', '-c', 'true'])",
        "subprocess.run([sys.executable, '-c', ''])",
        "os.execv('/bin/true', ['true'])",
        "os.posix_spawn('/bin/true', ['true'], {})",
        "os.spawnv(os.P_WAIT, '/bin/true', ['true'])",
        "os.fork()",
        "import pty; pty.spawn('/bin/true')",
    ],
)  # fmt: skip
def test_what_a_worker_may_not_do(code: str, port: int) -> None:
    told = confined(code.replace("PORT", str(port)), "unix:///run/tilewise.sock")
    assert told in ("Confined", "URLError"), told


def test_an_error_that_is_caught_is_no_way_out(port: int) -> None:
    code = f"""
    for _ in range(3):
        try:
            socket.create_connection(("127.0.0.1", {port}), 5)
        except PermissionError:
            continue
        print("open")
    """
    assert confined(code, "redis://127.0.0.1:1/0") == "done"


def test_threads_are_confined_too(port: int) -> None:
    code = f"""
    def attempt():
        try:
            socket.create_connection(("127.0.0.1", {port}), 5)
            print("open")
        except PermissionError:
            print("refused")
    thread = threading.Thread(target=attempt)
    thread.start()
    thread.join()
    """
    assert confined(code, "redis://127.0.0.1:1/0") == "refused\ndone"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_the_broker_and_the_llm_are_reached(host: str, port: int) -> None:
    connecting = f"socket.create_connection(({host!r}, {port}), 5)"
    assert confined(connecting, f"redis://:password@{host}:{port}/0") == "done"
    assert confined(connecting, "unix:///run/tilewise.sock", f"http://{host}:{port}/v1") == "done"


@pytest.mark.slow
def test_tesseract_may_be_run() -> None:
    assert confined("subprocess.run(['tesseract'], capture_output=True)", "unix:///x") in (
        "done",
        "FileNotFoundError",
    )
    assert confined("subprocess.run(['/usr/bin/tesseract'], capture_output=True)", "unix:///x") in (
        "done",
        "FileNotFoundError",
    )


@pytest.mark.parametrize(
    ("url", "peer"),
    [
        ("unix:///run/tile%20wise.sock?db=1", Peer("/run/tile wise.sock")),
        ("redis://host", Peer("host", 6379)),
        ("rediss://user:p%40ss@Host:6380/0?ssl_ca_certs=/x", Peer("host", 6380)),
        ("redis://[::1]:7000/0", Peer("::1", 7000)),
        ("https://api.example/v1", Peer("api.example", 443)),
        ("http://127.0.0.1:11434/v1", Peer("127.0.0.1", 11434)),
        ("proxy:3128", Peer("proxy", 3128)),
    ],
)
def test_whom_an_address_means(url: str, peer: Peer) -> None:
    assert Peer.of_url(url) == peer


def test_proxies_are_on_the_way_to_an_llm_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy:3128")
    assert Peer("proxy", 3128) in peers_of("redis://host", "https://api.example")
    assert Peer("proxy", 3128) not in peers_of("redis://host", None)
