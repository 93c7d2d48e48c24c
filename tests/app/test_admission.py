"""Who is let in: keys, signed links, limits, and what a server without keys does not do for other pages."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import httpx
import pytest

from app.jobs import Jobs
from app.links import sign
from app.main import create_app
from app.settings import load_settings
from tests.app.fake_jobs import JOB, FakeJobs, client_of

ALICE, BOB = "a-secret-of-alice-0123456789", "a-secret-of-bob-0123456789"
KEYS = {"api_keys": f"alice:{ALICE},bob:{BOB}", "rate_limit": "none"}
GRID: dict[str, Any] = {"json": {"grid": "AB"}}
GUARDED = [("POST", "/wordhunt/solve"), ("POST", "/read"), ("GET", f"/jobs/{JOB}")]
OPEN = ["/", "/docs", "/openapi.json", "/healthz", "/readyz", "/static/js/main.js"]


def ask(
    method: str, path: str, settings: dict[str, Any], jobs: FakeJobs | None = None, **more: Any
) -> httpx.Response:
    async def send() -> httpx.Response:
        async with client_of(jobs or FakeJobs(), **settings) as client:
            return await client.request(method, path, **more)

    return asyncio.run(send())


def key(secret: str, scheme: str = "Bearer") -> dict[str, str]:
    return {"Authorization": f"{scheme} {secret}"}


class TestKeys:
    @pytest.mark.parametrize(("method", "path"), GUARDED)
    def test_without_one(self, method: str, path: str) -> None:
        answer = ask(method, path, KEYS)
        assert (answer.status_code, answer.json()["code"]) == (401, "unauthorized")
        assert answer.headers["www-authenticate"] == 'Bearer realm="tilewise"'
        assert answer.headers["content-type"] == "application/problem+json"

    @pytest.mark.parametrize("wrong", [key("a" * 30), key(ALICE, "Basic"), key(""), {"Authorization": ALICE}])
    def test_with_a_wrong_one(self, wrong: dict[str, str]) -> None:
        answer = ask("POST", "/wordhunt/solve", KEYS, headers=wrong, **GRID)
        assert answer.status_code == 401
        assert ALICE not in answer.text

    def test_an_unknown_one_is_told_apart_from_none(self) -> None:
        answer = ask("POST", "/wordhunt/solve", KEYS, headers=key("a" * 30), **GRID)
        assert 'error="invalid_token"' in answer.headers["www-authenticate"]

    @pytest.mark.parametrize("scheme", ["Bearer", "bearer"])
    def test_with_a_right_one(self, scheme: str) -> None:
        assert ask("POST", "/wordhunt/solve", KEYS, headers=key(ALICE, scheme), **GRID).status_code == 200

    def test_the_body_of_a_stranger_is_not_read(self) -> None:
        async def endless() -> Any:
            while True:
                yield b"x" * 1000

        headers = {"Content-Type": "image/png"}
        assert ask("POST", "/read", KEYS, content=endless(), headers=headers).status_code == 401

    @pytest.mark.slow
    @pytest.mark.parametrize("path", OPEN)
    def test_what_is_open(self, path: str) -> None:
        assert ask("GET", path, KEYS).status_code == 200


@pytest.mark.slow
def test_no_body_is_read_before_the_key() -> None:
    """The framework reads a body that is a parameter of the route before it asks any dependency."""

    async def endless() -> Any:
        while True:
            yield b" " * 1000

    paths = create_app(load_settings(), cast(Jobs, FakeJobs())).openapi()["paths"]
    with_body = [path for path, methods in paths.items() if "requestBody" in methods.get("post", {})]
    assert len(with_body) >= 4
    for path in with_body:
        headers = {"Content-Type": "application/json"}
        answer = ask("POST", path.replace("{name}", "en"), KEYS, content=endless(), headers=headers)
        assert answer.status_code == 401, path


@pytest.mark.slow
def test_every_operation_but_those_that_show_nothing_needs_a_key() -> None:
    document = create_app(load_settings(), cast(Jobs, FakeJobs())).openapi()
    for path, methods in document["paths"].items():
        for operation in methods.values():
            guarded = {"key": []} in operation.get("security", [])
            assert guarded != (path in OPEN), path
            assert guarded == ("401" in operation["responses"]), path


class TestLinks:
    """With the fake's secret; what serves them needs a job's record only."""

    @staticmethod
    def link(owner: str) -> str:
        secret = asyncio.run(FakeJobs().secret())
        return sign(secret, f"/jobs/{JOB}", owner)

    def test_only_some_addresses_take_them(self) -> None:
        assert ask("GET", self.link("alice"), KEYS).status_code == 401


class TestOtherPages:
    @pytest.mark.parametrize(
        "host", ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST.", "tw.localhost"]
    )
    def test_names_of_this_machine(self, host: str) -> None:
        assert ask("GET", "/healthz", {}, headers={"Host": host}).status_code == 200

    @pytest.mark.parametrize(
        "host",
        [
            "evil.example",
            "evil.example:8000",
            "localhost.evil.example",
            "[::",
            "10.0.0.1",
            "a@localhost",
            "][",
        ],
    )
    def test_other_names_are_refused(self, host: str) -> None:
        answer = ask("GET", "/healthz", {}, headers={"Host": host})
        assert (answer.status_code, answer.json()["code"]) == (421, "wrong_host")

    @pytest.mark.parametrize("settings", [{"insecure": True}, {"api_keys": f"alice:{ALICE}"}])
    def test_a_server_for_others_has_any_name(self, settings: dict[str, Any]) -> None:
        assert ask("GET", "/healthz", settings, headers={"Host": "tilewise.example"}).status_code == 200

    @pytest.mark.parametrize(
        "origin", ["https://evil.example", "null", "http://localhost:9000", "http://[", "x"]
    )
    def test_a_foreign_page_may_send_nothing(self, origin: str) -> None:
        jobs = FakeJobs()
        answer = ask("POST", "/wordhunt/solve", {}, jobs, headers={"Origin": origin}, **GRID)
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")
        assert not jobs.submitted

    def test_its_own_page_may(self) -> None:
        headers = {"Origin": "http://localhost"}
        assert ask("POST", "/wordhunt/solve", {}, headers=headers, **GRID).status_code == 200


PAGES = {"cors_origins": "https://a.example,https://b.example"}
ASKING = {"Origin": "https://a.example", "Access-Control-Request-Method": "POST"}


class TestCors:
    def test_none_unless_configured(self) -> None:
        answer = ask("OPTIONS", "/wordhunt/solve", {"insecure": True, "rate_limit": "none"}, headers=ASKING)
        assert answer.status_code == 405
        answer = ask("GET", "/healthz", {}, headers={"Origin": "https://a.example"})
        assert not [name for name in answer.headers if name.startswith("access-control")]

    def test_a_configured_page_may_use_the_api(self) -> None:
        answer = ask("OPTIONS", "/wordhunt/solve", PAGES, headers=ASKING)
        assert answer.status_code == 200
        assert answer.headers["access-control-allow-origin"] == "https://a.example"
        headers = {"Origin": "https://a.example"}
        answer = ask("POST", "/wordhunt/solve", PAGES, headers=headers, **GRID)
        assert answer.status_code == 200
        assert "RateLimit" in answer.headers["access-control-expose-headers"]
        assert "access-control-allow-credentials" not in answer.headers

    def test_no_other_page_may(self) -> None:
        asking = {**ASKING, "Origin": "https://c.example"}
        answer = ask("OPTIONS", "/wordhunt/solve", PAGES, headers=asking)
        assert "access-control-allow-origin" not in answer.headers


@pytest.mark.slow
@pytest.mark.parametrize("path", [*OPEN, "/no", f"/jobs/{JOB}"])
def test_every_answer_has_the_headers_that_keep_browsers_from_harm(path: str) -> None:
    headers = ask("GET", path, {}).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "same-origin"
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "server" not in headers


def test_the_page_runs_no_script_but_its_files() -> None:
    answer = ask("GET", "/", {})
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["base-uri"] == policy["default-src"] == "'none'"
    assert "<script>" not in answer.text and "style=" not in answer.text and "onclick" not in answer.text
