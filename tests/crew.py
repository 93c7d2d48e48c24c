"""Workers with small, odd tasks of their own, so that tests of the service need no picture and no solver.

As a program it is `python -m worker` with these tasks. A request says what to do, such as
`{"do": "sleep", "seconds": 1}`.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from worker.lanes.parts import Desk, PartFunction
from worker.options import OPTIONS_VARIABLE, WorkerOptions
from worker.process import run_spawned
from worker.supervisor import Supervisor
from worker.wire import Envelope, Failure, Fan, Further, JsonObject, Lane, Outcome, Task

SPAWN_COMMAND = [sys.executable, "-m", "tests.crew"]


def echo(request: JsonObject, picture: bytes | None, desk: Desk) -> Outcome:
    """The best task in the world: tells what it was given, who did it and what he knows."""
    told = {
        "request": request,
        "picture": None if picture is None else len(picture),
        "pid": os.getpid(),
        "knows": _LEARNED,
    }
    return Outcome("ok", json.dumps(told).encode())


def sleep(request: JsonObject, picture: bytes | None, desk: Desk) -> Outcome:
    """Takes its time, in ten steps that it reports."""
    for step in range(10):
        time.sleep(request["seconds"] / 10)
        desk.report(f"step {step}", step / 10)
    return echo(request, picture, desk)


def refuse(request: JsonObject, picture: bytes | None, desk: Desk) -> Outcome:
    """An expected failure."""
    return Outcome("error", failure=Failure("bad_grid", "No.", "Yes.", {"row": 1}))


def raise_error(request: JsonObject, picture: bytes | None, desk: Desk) -> Outcome:
    """A bug."""
    raise RuntimeError("a bug")


def die(request: JsonObject, picture: bytes | None, desk: Desk) -> Outcome:
    """Kills its worker as long as the file `lives` has a number above 0, and counts it down."""
    lives = Path(request["lives"])
    left = int(lives.read_text())
    if left > 0:
        lives.write_text(str(left - 1))
        os.kill(os.getpid(), signal.SIGKILL)
    return echo(request, picture, desk)


def go_on(request: JsonObject, picture: bytes | None, desk: Desk) -> Outcome:
    """Leaves the rest, another deed, to a further part on the bulk lane."""
    return Outcome("more", further=Further(Task.READ, Lane.BULK, {"do": request["then"]}, 30))


def fan_out(request: JsonObject, picture: bytes | None, desk: Desk) -> Outcome:
    """Leaves the rest to as many parts as there are `deeds`, and one that puts their answers together."""
    join = Further(Task.READ, Lane.BULK, {"do": request.get("join", "join")}, 30)
    shares = {name: request[name] for name in ("begin", "end") if name in request}
    fan = Fan(Task.READ, Lane.BULK, tuple(request["deeds"]), request.get("limit", 30), join, **shares)
    return Outcome("more", further=fan)


def join(request: JsonObject, picture: bytes | None, desk: Desk) -> Outcome:
    """Tells what the parts before have answered."""
    return Outcome("ok", b"[" + b",".join(desk.answers()) + b"]")


def hang(request: JsonObject, picture: bytes | None, desk: Desk) -> Outcome:
    """Sits in native code for half an hour, and hears no signal but SIGKILL."""
    signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals))
    hashlib.pbkdf2_hmac("sha256", b"", b"", 2**31 - 1)
    return echo(request, picture, desk)


def eat(request: JsonObject, picture: bytes | None, desk: Desk) -> Outcome:
    """Takes memory, and keeps it when told to."""
    meal = bytes(1024 * 1024 * request["megabytes"])
    if request.get("keep"):
        _KEPT.append(bytearray(meal))
    return echo(request, picture, desk)


def call(request: JsonObject, picture: bytes | None, desk: Desk) -> Outcome:
    """Tries to reach the world outside."""
    socket.create_connection((request["host"], request["port"]), 5).close()
    return echo(request, picture, desk)


_KEPT: list[bytearray] = []
_LEARNED: list[str] = []
"""The games that this process has loaded."""
_DEEDS: Mapping[str, Callable[[JsonObject, bytes | None, Desk], Outcome]] = {
    "echo": echo,
    "sleep": sleep,
    "refuse": refuse,
    "raise": raise_error,
    "die": die,
    "hang": hang,
    "go_on": go_on,
    "fan_out": fan_out,
    "join": join,
    "eat": eat,
    "call": call,
}


def _do(envelope: Envelope, picture: bytes | None, desk: Desk) -> Outcome:
    return _DEEDS[envelope.request["do"]](envelope.request, picture, desk)


class TestCrew:
    """What the supervisor is given instead of the real tasks.

    Its games are named by the files `*.game` in a directory. Compiling one takes until there is its `*.may`,
    and leaves a `*.compiled`.
    """

    __test__ = False
    functions: Mapping[str, PartFunction] = {Task.READ.value: _do}

    def __init__(self, place: Path = Path("unused")) -> None:
        self._place = place

    @property
    def games(self) -> Sequence[str]:
        return sorted(path.stem for path in self._place.glob("*.game"))

    def load(self) -> None:
        pass

    def is_compiled(self, game: str) -> bool:
        return (self._place / f"{game}.compiled").exists()

    def learn(self, game: str) -> None:
        while not (self._place / f"{game}.may").exists():
            time.sleep(0.01)
        (self._place / f"{game}.compiled").touch()
        _LEARNED.append(game)


def main() -> int:
    options = WorkerOptions.from_json(os.environ[OPTIONS_VARIABLE])
    crew = TestCrew(options.cache_dir)
    run_spawned(crew)
    return Supervisor(options.supervisor, crew, SPAWN_COMMAND).run()


if __name__ == "__main__":
    sys.exit(main())
