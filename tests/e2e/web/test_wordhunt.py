"""Word Hunt on the page: a screenshot, a typed board, a shared link; by mouse and by keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.web.visits import Open
from tests.pictures import SAMPLE

pytestmark = pytest.mark.e2e


def test_a_screenshot_becomes_words_with_paths(visit: Open) -> None:
    opened = visit()
    page = opened.go("#wordhunt")
    page.set_input_files("input[type=file] >> nth=0", SAMPLE)
    words = page.get_by_role("option")
    expect(words.first).to_be_visible()
    words.first.hover()
    expect(page.locator(".path polyline")).to_have_count(1)
    expect(page.locator(".board img")).to_be_visible()
    opened.check("wordhunt-picture")
    page.reload()
    expect(words.first).to_be_visible()
    expect(page.locator(".board img")).to_be_visible()
