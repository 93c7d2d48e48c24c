"""What every request passes first: requests that break off, questions for headers alone."""

from __future__ import annotations

import asyncio
import logging
from typing import cast

import httpx
import pytest
from starlette.types import Message, Scope

from app.jobs import Jobs
from app.main import create_app
from app.settings import load_settings
from tests.app.fake_jobs import FakeJobs, client_of


@pytest.mark.parametrize("media_type", ["image/png", "application/json", "multipart/form-data; boundary=x"])
def test_a_client_that_leaves_in_mid_upload_is_one_quiet_line(
    media_type: str, caplog: pytest.LogCaptureFixture
) -> None:
    arriving: list[Message] = [
        {"type": "http.request", "body": b"--x\r\n", "more_body": True},
        {"type": "http.disconnect"},
    ]
    answered: list[Message] = []

    async def receive() -> Message:
        return arriving.pop(0)

    async def send(message: Message) -> None:
        answered.append(message)

    scope: Scope = {
        "type": "http",
        "method": "POST",
        "path": "/wordhunt/solve",
        "query_string": b"",
        "headers": [(b"content-type", media_type.encode())],
    }
    jobs = FakeJobs()
    app = create_app(load_settings(), cast(Jobs, jobs))
    with caplog.at_level(logging.INFO):
        asyncio.run(app(scope, receive, send))
    (line,) = [record for record in caplog.records if record.name != "asyncio"]
    assert (line.levelname, vars(line)["status"], line.exc_info) == ("INFO", 499, None)
    assert not answered
    assert not jobs.submitted


@pytest.mark.parametrize(
    "path", ["/", "/docs", "/healthz", "/readyz", "/jobs/fake-job", "/jobs/unknown", "/no"]
)
def test_head_is_get_without_the_body(path: str) -> None:
    async def ask() -> tuple[httpx.Response, httpx.Response]:
        async with client_of(FakeJobs()) as client:
            return await client.head(path), await client.get(path)

    head, get = asyncio.run(ask())
    assert head.status_code == get.status_code
    assert head.content == b""
    for name in ("content-type", "content-length"):
        assert head.headers[name] == get.headers[name]


def test_head_where_only_post_is_allowed() -> None:
    async def ask() -> httpx.Response:
        async with client_of(FakeJobs()) as client:
            return await client.head("/wordhunt/solve")

    answer = asyncio.run(ask())
    assert (answer.status_code, answer.headers["allow"], answer.content) == (405, "POST", b"")


@pytest.mark.parametrize(
    ("path", "allowed"),
    [("/jobs/fake-job", "HEAD, GET, DELETE"), ("/wordhunt/solve", "POST"), ("/healthz", "HEAD, GET")],
)
def test_a_wrong_method_is_told_all_that_are_right(path: str, allowed: str) -> None:
    async def ask() -> httpx.Response:
        async with client_of(FakeJobs()) as client:
            return await client.patch(path)

    answer = asyncio.run(ask())
    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)


def test_no_address_redirects() -> None:
    async def ask() -> list[int]:
        async with client_of(FakeJobs()) as client:
            paths = ("/wordhunt/solve/", "/dictionaries/", "/jobs/fake-job/", "/docs/")
            return [(await client.get(path)).status_code for path in paths]

    assert set(asyncio.run(ask())) == {404}


@pytest.mark.parametrize(("size", "status"), [(2000, 413), (1, 200)])
def test_a_page_of_another_origin_can_read_why_it_was_turned_away(size: int, status: int) -> None:
    async def ask() -> httpx.Response:
        page = "https://page.example"
        async with client_of(FakeJobs(), cors_origins=page, max_upload_bytes=1024) as client:
            headers = {"Origin": page, "Content-Type": "image/png"}
            return await client.post("/read", content=bytes(size), headers=headers)

    answer = asyncio.run(ask())
    assert answer.status_code == status
    assert answer.headers["access-control-allow-origin"] == "https://page.example"
