"""What every request passes first: its id, common headers, the log line, faults; then its size and time."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Mapping
from time import perf_counter
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import shield
from app.bodies import Room, TimedBody
from app.connections import HEAD_TOO_LARGE, LONGEST_HEAD
from app.handlers import body_too_large, problem_response
from app.problems import FAULT
from app.settings import Settings
from worker.wire import Failure

log = logging.getLogger("tilewise.request")

BODIES_AT_ONCE: Final = 16
"""Bodies of the full size that there is room for: of usual screenshots, some hundreds."""
CLIENT_LEFT: Final = 499
"""For the log alone: there is nobody to answer."""
_GOOD_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")


class RequestFrame:
    """Wraps the application; pure ASGI, so that streamed answers stay streams."""

    def __init__(self, app: ASGIApp, *, settings: Settings) -> None:
        self.app = app
        self._headers = shield.headers_for(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope["request_id"] = _request_id(scope)
        scope["answer_headers"] = {}
        answer = _Answer(scope, send, self._headers)
        try:
            await self.app(_as_get(scope), receive, answer.send)
        except ClientDisconnect:
            answer.status = CLIENT_LEFT
        except Exception as error:
            log.error("request failed", exc_info=error, extra={"request_id": scope["request_id"]})
            if answer.status:
                raise
            await problem_response(Request(scope), FAULT)(scope, receive, answer.send)
        answer.write_log()


class Gate:
    """Turns away what may not be read, and has bodies arrive in time and find room.

    It lies within the answers to other origins, so that pages there can read why they were turned away.
    """

    def __init__(self, app: ASGIApp, *, settings: Settings) -> None:
        self.app = app
        self._settings = settings
        self._room = Room(BODIES_AT_ONCE * settings.max_upload_bytes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await problem_response(Request(scope), refusal)(scope, receive, send)
            return
        settings = self._settings
        body = TimedBody(receive, self._room, seconds=settings.body_timeout, min_rate=settings.body_min_rate)
        try:
            await self.app(scope, body, send)
        finally:
            body.release()

    def _refusal(self, scope: Scope) -> Failure | None:
        # The parser of heads only sees their size when they come in pieces.
        if _head_bytes(scope) > LONGEST_HEAD:
            return HEAD_TOO_LARGE
        # The framework's own refusal by Content-Length is plain text, so ours comes before it.
        if _declared_bytes(scope) > self._settings.max_upload_bytes:
            return body_too_large(self._settings.max_upload_bytes)
        return shield.refusal_of(self._settings, scope["method"], Headers(scope=scope))


class _Answer:
    """Adds our headers to an answer and remembers what the log line needs."""

    def __init__(self, scope: Scope, send: Send, common: Mapping[str, str]) -> None:
        self.scope = scope
        self._common = common
        self.status = 0
        self._has_no_body = scope["method"] == "HEAD"
        self._send = send
        self._started = perf_counter()

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            headers["X-Request-ID"] = self.scope["request_id"]
            headers.update(self.scope["answer_headers"])
            for name, value in self._common.items():
                headers.setdefault(name, value)
            await self._send(message)
            if self._has_no_body:
                # At once: a stream ends when it hears that nobody listens, and others wait on the connection.
                await self._send({"type": "http.response.body", "body": b"", "more_body": False})
        elif not self._has_no_body:
            await self._send(message)

    def write_log(self) -> None:
        seconds = perf_counter() - self._started
        values = {
            "request_id": self.scope["request_id"],
            "method": self.scope["method"],
            "path": self.scope["path"],
            "status": self.status,
            "ms": round(seconds * 1000, 1),
        }
        log.info("request", extra=values)
        self.scope["app"].state.metrics.saw(self.scope, self.status, seconds)


def _as_get(scope: Scope) -> Scope:
    """A HEAD request as the GET whose headers it asks for."""
    return {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope


def _request_id(scope: Scope) -> str:
    """The caller's own id when it is harmless in a log, else a fresh one."""
    given = Headers(scope=scope).get("x-request-id", "")
    return given if _GOOD_ID.fullmatch(given) else secrets.token_hex(8)


def _declared_bytes(scope: Scope) -> int:
    declared = Headers(scope=scope).get("content-length", "")
    return int(declared) if declared.isascii() and declared.isdigit() else 0


def _head_bytes(scope: Scope) -> int:
    line = len(scope.get("raw_path") or b"") + len(scope["query_string"])
    return line + sum(len(name) + len(value) + len(": \r\n") for name, value in scope["headers"])
