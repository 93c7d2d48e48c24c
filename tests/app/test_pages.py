"""The page and its files: whole, packed, asked for again only when they changed, and from this host alone."""

from __future__ import annotations

import asyncio
import gzip
import re
from functools import cache
from pathlib import Path, PurePosixPath

import httpx
import pytest
from fastapi import FastAPI

from tests.app.fake_jobs import FakeJobs, app_of, client_to

WEB = Path(__file__).resolve().parents[2] / "app" / "web"
PAGES = ("/", "/docs")
SWAGGER = "vendor/swagger-ui"
MODULES = sorted(path.relative_to(WEB).as_posix() for path in (WEB / "js").rglob("*.js"))
OURS = [*MODULES, *(f"css/{path.name}" for path in sorted((WEB / "css").glob("*.css")))]
MOST_KILOBYTES = 150
"""Of our own code over the wire."""


@cache
def application() -> FastAPI:
    return app_of(FakeJobs())


@cache
def fetched(path: str, **headers: str) -> tuple[int, bytes, dict[str, str]]:
    async def ask() -> httpx.Response:
        async with client_to(application()) as client:
            return await client.get(path, headers=headers)

    answer = asyncio.run(ask())
    return answer.status_code, answer.content, dict(answer.headers)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_and_all_its_files_are_there(path: str) -> None:
    status, content, headers = fetched(path)
    assert status == 200 and headers["content-type"].startswith("text/html")
    assert "default-src 'none'; script-src 'self'" in headers["content-security-policy"]
    files = re.findall(r'(?:src|href)="(/static/[^"]+)"', content.decode())
    assert len(files) >= 4
    for file in files:
        assert fetched(file)[0] == 200, file


@pytest.mark.parametrize("path", [*PAGES, *(f"/static/{name}" for name in OURS)])
def test_nothing_comes_from_another_host(path: str) -> None:
    text = fetched(path)[1].decode().replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"""["'(](https?:)?//""", text)


@pytest.mark.parametrize("name", MODULES)
def test_every_module_that_is_imported_is_there(name: str) -> None:
    text = (WEB / name).read_text("utf-8")
    for asked in re.findall(r"""(?:from|import\()\s*["'](\.[^"']+)["']""", text):
        path = (WEB / PurePosixPath(name).parent / asked).resolve()
        assert path.is_file(), asked
        assert fetched(f"/static/{path.relative_to(WEB).as_posix()}")[0] == 200


def test_our_own_code_is_light() -> None:
    sent = ["/", *(f"/static/{name}" for name in OURS)]
    sizes = [len(gzip.compress(fetched(path)[1])) for path in sent]
    assert sum(sizes) < MOST_KILOBYTES * 1000


@pytest.mark.parametrize("path", ["/", "/static/js/main.js", f"/static/{SWAGGER}/swagger-ui-bundle.js"])
def test_files_are_packed_for_those_who_take_that_and_sent_once(path: str) -> None:
    status, plain, headers = fetched(path, **{"Accept-Encoding": "identity"})
    assert (status, headers["cache-control"]) == (200, "no-cache") and "content-encoding" not in headers
    status, unpacked, packed = fetched(path, **{"Accept-Encoding": "gzip"})
    assert packed["content-encoding"] == "gzip" and unpacked == plain
    assert int(packed["content-length"]) < len(plain) / 1.5
    again = fetched(path, **{"If-None-Match": headers["etag"]})
    assert again[:2] == (304, b"") and again[2]["etag"] == headers["etag"]


@pytest.mark.parametrize("name", ["../settings.py", "js/../../settings.py", "js", "index.html", ""])
def test_nothing_else_is_served(name: str) -> None:
    assert fetched(f"/static/{name}")[0] == 404
