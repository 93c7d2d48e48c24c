"""The `Prefer` header: the RFC's grammar, and patience with everything else."""

from __future__ import annotations

import asyncio
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import prefer
from tests.app.fake_jobs import FakeJobs, client_of


@pytest.mark.parametrize(
    ("headers", "stated"),
    [
        (["wait=5"], {"wait": "5"}),
        (["WAIT = 5"], {"wait": "5"}),
        (['wait="5"'], {"wait": "5"}),
        (["wait=5; foo=bar"], {"wait": "5"}),
        (["respond-async, wait=10"], {"respond-async": "", "wait": "10"}),
        # RFC 7240, section 2: lenient, priority=5 over two fields
        (["foo; bar", 'return=minimal; foo="some parameter"'], {"foo": "", "return": "minimal"}),
        (['foo=""'], {"foo": ""}),
        # a name once only: the first counts
        (["wait=1, wait=2", "wait=3"], {"wait": "1"}),
        # commas and semicolons in quotes part nothing
        (['foo="a,b;wait=9", wait=4'], {"foo": "a,b;wait=9", "wait": "4"}),
        ([r'foo="say \"no\", wait=9", wait=4'], {"foo": 'say "no", wait=9', "wait": "4"}),
        # what is no preference
        (["", ",,", "wait 5", "=5", '"', "wäit=5"], {}),
        (["a;wait=3"], {"a": ""}),
    ],
)
def test_what_is_stated(headers: list[str], stated: dict[str, str]) -> None:
    assert prefer.parse(headers) == stated


@given(st.text(alphabet='a=;," \\\t', max_size=3000))
def test_no_text_takes_long(header: str) -> None:
    started = time.process_time()
    prefer.parse([header])
    assert time.process_time() - started < 0.5


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ([], 10),
        (["wait=5; foo=bar"], 5),
        (["respond-async"], 0),
        (["respond-async", "wait=3"], 3),
        (["wait=100000"], 60),
        (["wait=99999999999"], 10),
        (["wait=-1"], 10),
        (["wait=1.5"], 10),
        (["wait=²"], 10),
        (["wait=x, respond-async"], 0),
    ],
)
def test_how_long_a_client_is_waited_for(headers: list[str], seconds: float) -> None:
    jobs = FakeJobs()

    async def send() -> None:
        async with client_of(jobs) as client:
            told = [(b"Prefer", header.encode()) for header in headers]
            await client.post("/wordhunt/solve", json={"grid": "AB"}, headers=told)

    asyncio.run(send())
    assert (jobs.waited or [0]) == [seconds]
