"""A server on the loopback that answers chat completions as a test wants them, for the real client."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

USAGE = {"prompt_tokens": 1200, "completion_tokens": 80, "total_tokens": 1280}

Reply = Callable[[BaseHTTPRequestHandler], None]


@dataclass
class Stub:
    """What was asked, and what to answer: one reply a request, the last one again and again."""

    replies: list[Reply]
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    url: str = ""

    def next_reply(self) -> Reply:
        return self.replies[min(len(self.requests), len(self.replies)) - 1]


@contextmanager
def serving(*replies: Reply) -> Iterator[Stub]:
    stub = Stub(list(replies))

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            stub.requests.append({"path": self.path, **json.loads(body)})
            stub.headers.append({name.lower(): value for name, value in self.headers.items()})
            stub.next_reply()(self)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    stub.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield stub
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def board(*rows: str, finish: str = "stop") -> Reply:
    """An answer in the form asked for; a row is a string of one-letter tiles."""
    return content(json.dumps({"rows": [{"cells": list(row)} for row in rows]}), finish=finish)


def content(text: str | None, *, finish: str = "stop", refusal: str | None = None) -> Reply:
    message = {"role": "assistant", "content": text, "refusal": refusal}
    return completion([{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}])


def completion(choices: list[dict[str, Any]]) -> Reply:
    head = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "stub"}
    return body(json.dumps({**head, "choices": choices, "usage": USAGE}))


def body(text: str, *, status: int = 200, media_type: str = "application/json") -> Reply:
    def reply(handler: BaseHTTPRequestHandler) -> None:
        encoded = text.encode()
        handler.send_response(status)
        handler.send_header("Content-Type", media_type)
        handler.send_header("Content-Length", str(len(encoded)))
        if status == 429:
            handler.send_header("retry-after-ms", "10")
        handler.end_headers()
        handler.wfile.write(encoded)

    return reply


def error(status: int) -> Reply:
    return body(json.dumps({"error": {"message": "no", "type": "stub", "code": None}}), status=status)


def silence(seconds: float) -> Reply:
    return lambda handler: time.sleep(seconds)


def drip(seconds: float) -> Reply:
    """A byte every twentieth of a second: no single read ever times out."""

    def reply(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "application/json")
        handler.end_headers()
        try:
            for _ in range(int(seconds * 20)):
                handler.wfile.write(b" ")
                handler.wfile.flush()
                time.sleep(0.05)
        except OSError:  # the client has gone
            pass

    return reply


def hang_up(handler: BaseHTTPRequestHandler) -> None:
    handler.close_connection = True
    handler.connection.close()
