"""Half-sent heads and bodies on real sockets, and what is no HTTP at all."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any, cast

import httpx
import pytest
import uvicorn

from app.connections import LONGEST_HEAD, patient_for
from app.jobs import Jobs
from app.main import create_app
from app.settings import load_settings
from tests.app.fake_jobs import FakeJobs
from tests.brokers import eventually

pytestmark = [pytest.mark.slow, pytest.mark.timed]

SECONDS = 0.5
LARGE = b"[" + b"1," * 10_000_000 + b"1]"
HEAD = b"POST /wordhunt/solve HTTP/1.1\r\nHost: localhost\r\n"
JSON_HEAD = HEAD + b"Content-Type: application/json\r\n"
BODY = b'{"grid": "AB"}'
WHOLE = JSON_HEAD + b"Content-Length: %d\r\n\r\n" % len(BODY) + BODY


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    settings = load_settings(head_timeout=SECONDS, body_timeout=SECONDS, body_min_rate=1000)
    config = uvicorn.Config(
        create_app(settings, cast(Jobs, FakeJobs(result=LARGE, is_endless=True))),
        http=patient_for(settings.head_timeout, 100_000),
        h11_max_incomplete_event_size=LONGEST_HEAD,
        timeout_keep_alive=2,
        log_config=None,
    )
    server = uvicorn.Server(config)
    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    eventually(lambda: server.started)
    yield listener.getsockname()[1]
    server.should_exit = True
    thread.join()
    listener.close()


@pytest.fixture
def connection(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as opened:
        yield opened


def answers(connection: socket.socket) -> bytes:
    """All that comes until the server closes the connection."""
    received = b""
    while piece := connection.recv(65536):
        received += piece
    return received


def one_answer(connection: socket.socket) -> bytes:
    """The head and the body of the next answer."""
    file = connection.makefile("rb", buffering=0)
    head = b"".join(iter(file.readline, b"\r\n"))
    length = int(head.lower().partition(b"content-length: ")[2].split()[0])
    body = b""
    while len(body) < length:
        body += file.read(length - len(body))
    return head + body


def problem_in(answer: bytes) -> dict[str, Any]:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"application/problem+json" in head
    return cast(dict[str, Any], json.loads(body))


@pytest.mark.parametrize("sent", [b"", b"POST /wordhunt", HEAD, HEAD + b"X-Long: aaa"])
def test_half_a_head_is_given_up(connection: socket.socket, sent: bytes) -> None:
    started = time.monotonic()
    connection.sendall(sent)
    assert answers(connection) == b""
    assert SECONDS * 0.8 <= time.monotonic() - started < SECONDS + 1.5


def test_a_head_that_trickles_in_is_given_up(connection: socket.socket) -> None:
    started = time.monotonic()
    with pytest.raises(OSError):
        for byte in HEAD * 100:
            connection.sendall(bytes([byte]))
            time.sleep(0.05)
    assert time.monotonic() - started < SECONDS + 1.5


def test_half_a_head_after_a_whole_request_is_given_up(connection: socket.socket) -> None:
    connection.sendall(WHOLE)
    assert b"200 OK" in one_answer(connection)
    started = time.monotonic()
    connection.sendall(b"GET /hea")
    assert b"HTTP" not in answers(connection)
    assert time.monotonic() - started < SECONDS + 1.5


def test_half_a_body_is_refused(connection: socket.socket) -> None:
    connection.sendall(JSON_HEAD + b'Content-Length: 1000\r\n\r\n{"grid"')
    answer = answers(connection)
    problem = problem_in(answer)
    assert (problem["status"], problem["code"]) == (408, "request_timeout")
    assert "0.5 s" in problem["detail"]
    assert b"connection: close" in answer.lower()


def test_a_body_that_trickles_in_is_refused(connection: socket.socket) -> None:
    connection.sendall(JSON_HEAD + b"Content-Length: 1000000\r\n\r\n")
    stop = time.monotonic() + SECONDS + 3
    with pytest.raises(OSError):
        while time.monotonic() < stop:
            connection.sendall(b"a" * 10)
            time.sleep(0.02)
    assert time.monotonic() < stop


def test_a_body_that_is_slow_but_steady_is_taken(connection: socket.socket) -> None:
    body = BODY + b" " * 2000
    connection.sendall(JSON_HEAD + b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(body))
    for start in range(0, len(body), 100):
        connection.sendall(body[start : start + 100])
        time.sleep(0.04)
    assert b"200 OK" in answers(connection)


def test_a_connection_is_kept_for_the_next_request(connection: socket.socket) -> None:
    for _ in range(3):
        connection.sendall(WHOLE)
        assert b"200 OK" in one_answer(connection)
        time.sleep(SECONDS * 1.5)


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400, "bad_request"),
        (b"GET / HTTP/1.1\r\n\r\n", 400, "bad_request"),
        (HEAD + b"Content-Length: -1\r\n\r\n", 400, "bad_request"),
        (HEAD + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400, "bad_request"),
        (HEAD + b"X: " + b"a" * 2 * LONGEST_HEAD, 431, "head_too_large"),
    ],
)
def test_what_is_no_request(connection: socket.socket, sent: bytes, status: int, code: str) -> None:
    connection.sendall(sent)
    problem = problem_in(answers(connection))
    assert (problem["status"], problem["code"]) == (status, code)


@pytest.mark.parametrize(
    "field", [b"X: " + b"a" * LONGEST_HEAD, b"\r\n".join([b"X: a"] * (LONGEST_HEAD // 4))]
)
def test_a_whole_head_that_is_too_long(connection: socket.socket, field: bytes) -> None:
    connection.sendall(
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + field + b"\r\n\r\n"
    )
    problem = problem_in(answers(connection))
    assert (problem["status"], problem["code"]) == (431, "head_too_large")


@pytest.mark.parametrize("declared", [True, False])
def test_whoever_sends_too_much_still_hears_it(port: int, declared: bool) -> None:
    piece = bytes(1024 * 1024)
    body = piece * 30 if declared else (piece for _ in range(30))
    headers = {"Content-Type": "image/png"}
    answer = httpx.post(f"http://127.0.0.1:{port}/read", content=body, headers=headers, timeout=30)
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


LARGE_ANSWER = b"GET /jobs/fake-job HTTP/1.1\r\nHost: localhost\r\n\r\n"


def test_an_answer_that_nobody_takes_is_given_up(connection: socket.socket) -> None:
    connection.sendall(LARGE_ANSWER)
    time.sleep(SECONDS * 4)
    assert len(answers(connection)) < len(LARGE)


def test_an_answer_that_is_taken_slowly_but_steadily_arrives(port: int) -> None:
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 100_000)
        connection.connect(("127.0.0.1", port))
        connection.sendall(LARGE_ANSWER)
        received = 0
        while received < len(LARGE):
            piece = connection.recv(1_000_000, socket.MSG_WAITALL)
            assert piece
            received += len(piece)
            time.sleep(SECONDS / 5)


def test_the_head_of_a_stream_ends_at_once(connection: socket.socket) -> None:
    head = b"HEAD /jobs/fake-job/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
    connection.sendall(head + b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    first, _, second = answers(connection).partition(b"\r\n\r\n")
    assert b"text/event-stream" in first
    assert second.startswith(b"HTTP/1.1 200") and second.endswith(b'{"status":"ok"}')
