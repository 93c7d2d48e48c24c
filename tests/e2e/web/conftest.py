"""One server and one browser for all tests of the page; each test opens pages of its own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.conftest import require_tool
from tests.e2e.serving import served
from tests.e2e.web.packs import COUNT, Played, with_pack
from tests.e2e.web.visits import DESKTOP, Open, Theme, Visit

PATIENCE = 15_000
"""Milliseconds: the machine may be busy."""


@pytest.fixture(scope="package")
def site(lexicon_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of the server that the browser speaks with."""
    with served(lexicon_cache, log=tmp_path_factory.mktemp("web") / "server.log") as client:
        yield client


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    # The one without a window's frame is a third lighter.
    chromium = shutil.which("chromium-headless-shell") or require_tool("chromium")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as driver:
        # Containers let no program make the namespaces that the sandbox wants.
        yield driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])


@pytest.fixture
def visit(site: httpx.Client, browser: Browser) -> Iterator[Open]:
    """Opens pages; in the end none of them may have complained, or asked another host."""
    visits: list[Visit] = []

    def visited(
        *, theme: Theme = "light", size: tuple[int, int] = DESKTOP, base: str = "", touch: bool = False
    ) -> Visit:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=theme,
            has_touch=touch,
            reduced_motion="reduce",
            accept_downloads=True,
            permissions=["clipboard-read", "clipboard-write"],
        )
        context.set_default_timeout(PATIENCE)
        made = Visit(context.new_page(), base or str(site.base_url).rstrip("/"))
        visits.append(made)
        return made

    yield visited
    for made in visits:
        made.page.context.close()
    assert [text for made in visits for text in made.complaints] == []


@pytest.fixture(scope="package")
def stored_pack(site: httpx.Client) -> dict[str, Any]:
    """What the server makes of the page's own options."""
    asked = {"language": "en", "count": COUNT, "seed": 1, "min_letters": 4, "max_letters": 7, "max_words": 12}
    job = site.post("/levels", json=asked, headers={"Prefer": "wait=60"}).json()
    made: dict[str, Any] = site.get(job["links"]["pack"]).json()
    return made


@pytest.fixture
def played(visit: Open, stored_pack: dict[str, Any]) -> Played:
    return with_pack(visit(), stored_pack)
