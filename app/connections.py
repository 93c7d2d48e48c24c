"""Connections that send half a request, or take an answer too slowly, are ended; broken heads get a document.

uvicorn waits for ever for the rest of a request's head, and for a client to read what is written to it; its
keep-alive time only covers idle connections.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from app.problems import PROBLEM_MEDIA_TYPE, problem_body
from worker.wire import Failure

LONGEST_HEAD: Final = 32 * 1024
"""Bytes of a request's first line and headers; ours have a few hundred."""


def patient_for(seconds: float, min_rate: int) -> type[H11Protocol]:
    """The protocol for uvicorn with so much patience for a request's head, and for each piece of an answer.

    Args:
        min_rate: bytes a second that a client has to take while an answer waits for it.
    """
    return type("PatientProtocol", (PatientProtocol,), {"head_seconds": seconds, "min_rate": min_rate})


class PatientProtocol(H11Protocol):
    """HTTP/1.1 with a time limit for heads and a least rate for answers."""

    head_seconds = 10.0
    min_rate = 16 * 1024
    _head_timer: asyncio.TimerHandle | None = None
    _reader_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_watching()
        self._stop_watching_reader()
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Have the timer run while a head is awaited, from its first byte on."""
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_watching()
        elif self._head_timer is None:
            self._head_timer = self.loop.call_later(self.head_seconds, self._give_up)

    def _stop_watching(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_reader()

    def resume_writing(self) -> None:
        self._stop_watching_reader()
        super().resume_writing()

    def _watch_reader(self) -> None:
        """Look whether the client takes what waits for it, as long as that is much."""
        waiting = self.transport.get_write_buffer_size()
        self._reader_timer = self.loop.call_later(self.head_seconds, self._check_reader, waiting)

    def _check_reader(self, before: int) -> None:
        taken = before - self.transport.get_write_buffer_size()
        if taken < self.min_rate * self.head_seconds:
            self.transport.abort()  # closing would wait for the client
        else:
            self._watch_reader()

    def _stop_watching_reader(self) -> None:
        if self._reader_timer is not None:
            self._reader_timer.cancel()
            self._reader_timer = None

    def _give_up(self) -> None:
        self._head_timer = None
        if not self.transport.is_closing():
            # No answer: whoever sends half a head does not wait for one, and a body's rest has had its own.
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP, as a problem document; called while the parser's error is handled."""
        error = sys.exc_info()[1]
        too_long = isinstance(error, h11.RemoteProtocolError) and error.error_status_hint == 431
        failure = HEAD_TOO_LARGE if too_long else Failure("bad_request", f"{msg}", "Send HTTP/1.1.")
        body = problem_body(failure, instance="about:blank")
        content = json.dumps(body).encode()
        headers = [
            (b"content-type", PROBLEM_MEDIA_TYPE.encode()),
            (b"content-length", str(len(content)).encode()),
            (b"connection", b"close"),
        ]
        self._send(h11.Response(status_code=body["status"], headers=headers, reason=b""))
        self._send(h11.Data(data=content))
        self._send(h11.EndOfMessage())
        self.transport.close()

    def _send(self, event: Any) -> None:
        self.transport.write(self.conn.send(event) or b"")


HEAD_TOO_LARGE: Final = Failure(
    "head_too_large",
    f"The request's first line and headers may have {LONGEST_HEAD:,} bytes.",
    "Send options in the body, and fewer headers.",
    {"max_bytes": LONGEST_HEAD},
)
