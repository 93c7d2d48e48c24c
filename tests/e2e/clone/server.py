"""Brings the page to a browser on this machine, gives it its word list, and keeps what it tells.

By hand: `python -m tests.e2e.clone.server`, then open the address it prints, with options of `options.js`.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlencode

PAGE = Path(__file__).parent
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}

Entry = dict[str, Any]
"""What the page tells: `kind` and more. Times are this machine's clock, in seconds (`time.time()`).

    opened   tiles, words                            the page is ready
    started  at                                      START was pressed
    gesture  pressed, released, moves, cells, word, verdict, points, score, words
    stray    at, x, y, state                         a press neither on START nor on the running board
    unseen   at, x, y                                a press too soon after the last release
    over     at, score, words                        the time is up
"""


class CloneServer:
    """Serves one page on a free loopback port, until it is closed."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = "\n".join(words).encode()
        self._log: list[Entry] = []
        self._told = threading.Condition()
        self._http = _Server(self)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def __enter__(self) -> CloneServer:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def address(self, **options: str | float) -> str:
        """Of a page with these options."""
        return f"http://127.0.0.1:{self._http.server_port}/?{urlencode(options)}"

    def entries(self, kind: str) -> list[Entry]:
        """What the page told so far of this kind."""
        with self._told:
            return [entry for entry in self._log if entry["kind"] == kind]

    def told(self, entries: list[Entry]) -> None:
        with self._told:
            self._log += entries
            self._told.notify_all()

    def wait_for(self, kind: str, *, count: int = 1, within: float = 30.0) -> Entry:
        """The entry of this kind and number, when it is told."""
        self.wait_until(lambda: len(self.entries(kind)) >= count, f"{kind} {count}", within=within)
        return self.entries(kind)[count - 1]

    def wait_until(self, holds: Callable[[], bool], what: str, *, within: float = 30.0) -> None:
        """Until something holds of the log."""
        give_up = time.monotonic() + within
        with self._told:
            while not holds():
                if not self._told.wait(give_up - time.monotonic()) and not holds():
                    raise AssertionError(f"the page did not tell of {what} within {within:g} s: {self._log}")


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, clone: CloneServer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.clone = clone


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        name = self.path.partition("?")[0].lstrip("/") or "index.html"
        file = PAGE / name
        if name == "words":
            self._answer(self._clone.words, "text/plain")
        elif file.parent == PAGE and file.suffix in TYPES and file.is_file():
            self._answer(file.read_bytes(), TYPES[file.suffix])
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers["Content-Length"]))
        self._clone.told(json.loads(content))
        self._answer(b"", "text/plain")

    @property
    def _clone(self) -> CloneServer:
        return cast(_Server, self.server).clone

    def _answer(self, content: bytes, media_type: str) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", f"{media_type}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Nothing on the terminal."""


def main() -> None:
    from dictionaries import shelf

    with CloneServer(shelf.find("en").words()) as server:
        print(server.address(), flush=True)  # noqa: T201
        threading.Event().wait()


if __name__ == "__main__":
    main()
