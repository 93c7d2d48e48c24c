"""The rate limit on a real broker, and whom an address is counted as."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from app.jobs import BrokerUnavailable, Jobs
from app.limits import RateLimiter, client_of
from app.problems import Refused
from tests.brokers import TestBroker, redis_keys

T = TypeVar("T")


def with_limiter(url: str, rate: str, act: Callable[[RateLimiter], Awaitable[T]]) -> T:
    async def run() -> T:
        jobs = Jobs(url)
        try:
            return await act(RateLimiter(rate, jobs.pool))
        finally:
            await jobs.close()

    return asyncio.run(run())


def test_requests_are_counted_until_the_quota_is_used_up(broker: TestBroker) -> None:
    async def act(limiter: RateLimiter) -> tuple[list[dict[str, str]], Refused]:
        told = [await limiter.admit("key:alice") for _ in range(3)]
        with pytest.raises(Refused) as caught:
            await limiter.admit("key:alice")
        await limiter.admit("key:bob")
        return told, caught.value

    told, refusal = with_limiter(broker.url, "3/minute", act)
    assert [headers["RateLimit"].partition(";t=")[0] for headers in told] == [
        f'"requests";r={left}' for left in (2, 1, 0)
    ]
    assert told[0]["RateLimit-Policy"] == '"requests";q=3;w=60'
    assert refusal.failure.code == "rate_limited"
    assert "3 requests" in refusal.failure.message
    wait = int(refusal.headers["Retry-After"])
    assert 1 <= wait <= 60
    assert refusal.headers["RateLimit"] == f'"requests";r=0;t={wait}'


@pytest.mark.slow
def test_what_is_used_up_comes_back(broker: TestBroker) -> None:
    async def act(limiter: RateLimiter) -> int:
        for _ in range(2):
            await limiter.admit("key:alice")
        with pytest.raises(Refused) as caught:
            await limiter.admit("key:alice")
        await asyncio.sleep(int(caught.value.headers["Retry-After"]) + 0.2)
        return len(await limiter.admit("key:alice"))

    assert with_limiter(broker.url, "2/second", act) == 2


def test_processes_count_together_and_never_beyond_the_quota(broker: TestBroker) -> None:
    async def act(limiter: RateLimiter) -> list[bool]:
        other = Jobs(broker.url)
        limiters = [limiter, RateLimiter("20/minute", other.pool)]

        async def one(number: int) -> bool:
            try:
                await limiters[number % 2].admit("key:alice")
            except Refused:
                return False
            return True

        try:
            return await asyncio.gather(*(one(number) for number in range(100)))
        finally:
            await other.close()

    assert sum(with_limiter(broker.url, "20/minute", act)) == 20


def test_counters_have_an_end_and_a_name_of_ours(broker: TestBroker) -> None:
    with_limiter(broker.url, "20/minute", lambda limiter: limiter.admit("key:alice"))
    keys = redis_keys(broker.redis)
    assert keys and all(re.match(r"tilewise:rate:", key) for key in keys)
    assert all(0 < broker.redis.ttl(key) <= 120 for key in keys)


def test_a_broker_that_is_away_is_said_in_time() -> None:
    async def act(limiter: RateLimiter) -> None:
        with pytest.raises(BrokerUnavailable):
            await limiter.admit("key:alice")

    with_limiter("unix:///nowhere/tilewise.sock", "20/minute", act)


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("", "unknown"),
        ("a/b:c", "unknown"),
    ],
)
def test_whom_an_address_is_counted_as(address: str, client: str) -> None:
    assert client_of(address) == client
