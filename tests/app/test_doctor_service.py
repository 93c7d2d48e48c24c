"""What the doctor says of a job queue, of workers and of who is let in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.cli.check import Check
from app.cli.service_checks import service_checks
from app.settings import load_settings
from tests.brokers import DEBIAN, TestBroker, eventually, on_both_brokers, supervised


def checks(tmp_path: Path, **settings: Any) -> dict[str, Check]:
    places = {"data_dir": tmp_path, "runtime_dir": tmp_path}
    return {check.name: check for check in service_checks(load_settings(**places, **settings))}


@pytest.mark.slow
@on_both_brokers
def test_a_broker_is_asked_what_it_is_and_who_works_for_it(broker: TestBroker, tmp_path: Path) -> None:
    without = checks(tmp_path, redis_url=broker.url)
    assert without["broker"].ok and not without["workers"].ok
    assert without["broker"].found.split(": ")[1].split()[0] in ("Valkey", "Redis")
    broker.submit({"do": "sleep", "seconds": 0})
    assert "1 waiting in fast" in checks(tmp_path, redis_url=broker.url)["workers"].found
    with supervised(broker.url):
        eventually(lambda: checks(tmp_path, redis_url=broker.url)["workers"].ok)
    broker.store.hold_lease("new", 30, preparing=["wordle", "levels"])
    assert checks(tmp_path, redis_url=broker.url)["workers"].found.endswith("still compiling: levels, wordle")
    assert ":" not in without["broker"].found.split("://")[1].split(": ")[0]  # no password, no port


def test_a_broker_that_forgets_is_dangerous(broker: TestBroker, tmp_path: Path) -> None:
    broker.redis.config_set("maxmemory-policy", "allkeys-lru")
    try:
        told = checks(tmp_path, redis_url=broker.url)["broker"]
    finally:
        broker.redis.config_set("maxmemory-policy", "noeviction")
    assert not told.ok and "allkeys-lru" in told.meaning


def test_a_broker_that_is_away(tmp_path: Path) -> None:
    told = checks(tmp_path, redis_url="redis://:secret@127.0.0.1:1/0")
    assert (told["broker"].ok, told["broker"].needed) == (False, True)
    assert "secret" not in str(told) and "broker's line" not in told


@on_both_brokers
def test_a_broker_that_takes_nothing(broker: TestBroker, tmp_path: Path) -> None:
    broker.redis.config_set("maxmemory", 1)
    try:
        told = checks(tmp_path, redis_url=broker.url)["broker"]
    finally:
        broker.redis.config_set("maxmemory", 0)
    assert not told.ok and "OOM" in told.found and "memory" in told.meaning


@pytest.mark.parametrize("broker", [DEBIAN], indirect=True)
@pytest.mark.parametrize("user", ["", ":wrong@"])
def test_a_broker_that_does_not_know_us(broker: TestBroker, tmp_path: Path, user: str) -> None:
    url = f"redis://{user}{broker.url.partition('@')[2]}"
    told = checks(tmp_path, redis_url=url)["broker"]
    assert not told.ok and "password" in told.meaning
    assert "wrong" not in str(told)


def test_a_line_that_others_can_read_is_named(tmp_path: Path) -> None:
    line = checks(tmp_path, redis_url="redis://queue.invalid")["broker's line"]
    assert (line.ok, line.needed) == (False, False) and "password" in line.found
    assert "broker's line" not in checks(tmp_path, redis_url="rediss://queue.invalid")


def test_without_a_broker_of_ones_own_the_bundled_one_is_there(tmp_path: Path) -> None:
    told = checks(tmp_path)
    assert told["broker"].ok and "valkey" in told["broker"].found
    assert (told["server"].ok, told["server"].needed) == (False, False)


@pytest.mark.parametrize(
    ("settings", "ok", "found"),
    [
        ({}, True, "no API keys: this machine only"),
        ({"host": "0.0.0.0"}, False, "open to anybody on 0.0.0.0"),
        ({"host": "0.0.0.0", "api_keys": "alice:a-secret-that-is-long-enough"}, True, "1 API key;"),
        ({"host": "0.0.0.0", "insecure": True}, True, "everybody"),
    ],
)
def test_who_is_let_in(settings: dict[str, Any], ok: bool, found: str, tmp_path: Path) -> None:
    access = checks(tmp_path, **settings)["access"]
    assert access.ok is ok and found in access.found
