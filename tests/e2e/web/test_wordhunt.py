"""Word Hunt on the page: a screenshot, a typed board, a shared link; by mouse and by keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.web.visits import PHONE, WORDS, Open
from tests.pictures import SAMPLE

pytestmark = pytest.mark.e2e

GRID = "STAR/ENIL/GROP/DUET"


def test_a_screenshot_becomes_words_with_paths(visit: Open) -> None:
    opened = visit()
    page = opened.go("#wordhunt")
    opened.upload(SAMPLE)
    words = page.locator(WORDS)
    expect(words.first).to_be_visible()
    expect(page.locator(".board img")).to_be_visible()
    expect(page.get_by_label("As text")).to_have_value(GRID)
    words.first.click()
    expect(page.locator(".path polyline")).to_have_count(1)
    opened.check("wordhunt")
    page.reload()
    expect(words.first).to_be_visible()
    expect(page.locator(".board img")).to_be_visible()


def test_a_board_is_typed_and_its_words_gone_through_by_keys(visit: Open) -> None:
    page = visit().go("#wordhunt")
    page.get_by_role("textbox", name="Row 1, column 1").focus()
    page.keyboard.type(GRID.replace("/", ""))
    words = page.locator(WORDS)
    expect(words.first).to_be_visible()
    page.get_by_role("listbox").focus()
    page.keyboard.press("End")
    expect(words.last).to_have_attribute("aria-selected", "true")
    expect(page.locator(".path polyline")).to_have_count(1)
    page.get_by_role("textbox", name="Row 4, column 4").focus()
    before = page.locator(".figures").first.inner_text()
    page.keyboard.type("x")
    expect(page.locator(".figures").first).not_to_have_text(before)


def test_a_link_carries_the_board_to_a_phone(visit: Open) -> None:
    page = visit(size=PHONE).go(f"#wordhunt?grid={GRID}&min=5")
    expect(page.locator(WORDS).first).to_be_visible()
    assert all(len(text) >= 5 for text in page.locator(WORDS).all_inner_texts())
