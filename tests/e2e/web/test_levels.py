"""Levels on the page: the words of a wheel, and packs; how they are played is another matter."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import httpx
import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.e2e.web.packs import COUNT, with_pack
from tests.e2e.web.visits import Open
from tests.picture_files import saved
from tests.wheel_pictures import wheel_picture

pytestmark = pytest.mark.e2e

MANY_TIMES = 12
CHIPS = ".levels .split .chips li:visible"
LONG = 3_000
"""Levels that take far longer to make than a test to stop them."""
OWN_WORDS = (
    "rate tear tare stare tears rates seat eats east teas rest star arts "
    "tars rats rat tar art ear era are sea eat tea ate"
)
PATIENCE = 60_000
"""Milliseconds for the first pack, when the machine is busy."""


def letters(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Letters of the wheel")


def chips(page: Page) -> list[str]:
    """The words of a wheel, without what only screen readers say."""
    return [text.removesuffix(" (rare)") for text in page.locator(CHIPS).all_text_contents()]


def ask_for(page: Page, count: int) -> None:
    """Begin a pack of small levels."""
    page.get_by_role("spinbutton", name="Levels").fill(str(count))
    page.get_by_role("button", name="Make the pack").click()


def test_words_of_a_typed_wheel(visit: Open) -> None:
    opened = visit()
    page = opened.go("#levels")
    letters(page).fill("t h e, r e")
    expect(page.locator(".levels")).to_contain_text("9 common")
    assert {"there", "three", "ether", "tree"} <= set(chips(page))
    assert all(len(word) >= 3 for word in chips(page))
    expect(page.locator("#announcer")).to_contain_text("words, 9 common")
    page.get_by_text("Its crossword", exact=True).click()
    page.get_by_label("Rows of the crossword").fill("T#E##\n..#..\n..#..")
    expect(page.get_by_role("img", name="The filled crossword")).to_contain_text("there", ignore_case=True)
    opened.check("levels-words")
    page.get_by_role("combobox", name="Letters at least").select_option("5")
    expect(page.locator(CHIPS)).to_have_count(3)
    page.reload()
    expect(page.locator(CHIPS)).to_have_count(3)
    expect(page.get_by_role("img", name="The filled crossword")).to_be_visible()
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(CHIPS)).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(CHIPS)).to_have_count(3)
    expect(letters(page)).to_have_value("t h e, r e")


def test_a_link_carries_a_wheel(visit: Open) -> None:
    page = visit().go("#levels?letters=there&dictionary=en&min=5")
    expect(page.locator(".levels .split .chips")).to_contain_text("three")
    page.get_by_role("button", name="Share").click()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith("#levels?letters=there&dictionary=en&min=5")


def test_a_picture_of_a_wheel_and_its_crossword(visit: Open) -> None:
    drawn = wheel_picture(3, sizes=((540, 1170),), swipe="", count=6)
    opened = visit()
    page = opened.go("#levels")
    opened.upload(drawn.to_bytes(), kind="image/jpeg")
    expect(letters(page)).to_have_value(drawn.letters)
    assert page.get_by_label("Rows of the crossword").input_value().split("\n") == list(drawn.crossword)
    filled = page.get_by_role("img", name="The filled crossword")
    expect(filled.locator(".open")).to_have_count(sum(row.count("#") for row in drawn.crossword))
    expect(page.locator(".seen-wheel ellipse")).to_have_count(6)
    opened.check("levels-picture")
    page.reload()
    expect(filled).to_be_visible()
    expect(page.locator(".seen-wheel img")).to_be_visible()
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".seen-wheel img")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".seen-wheel ellipse")).to_have_count(6)
    expect(filled).to_be_visible()
    letters(page).fill(drawn.letters[:-1])
    expect(page.get_by_label("Rows of the crossword")).not_to_be_empty()


def test_a_picture_that_the_browser_cannot_show_is_drawn(visit: Open) -> None:
    drawn = wheel_picture(3, sizes=((540, 1170),), swipe="", count=6)
    photo = saved(Image.open(io.BytesIO(drawn.to_bytes())), "HEIF", quality=95)
    opened = visit()
    page = opened.go("#levels")
    opened.upload(photo, kind="image/heic")
    expect(letters(page)).to_have_value(drawn.letters)
    expect(page.locator(".levels .wheel button:visible")).to_have_count(6)
    expect(page.locator(".seen-wheel img")).to_have_count(0)


def test_a_fault_of_the_crossword_takes_nothing_from_the_words(visit: Open) -> None:
    page = visit().go("#levels?letters=there&crossword=ZZZ")
    expect(page.locator(".levels")).to_contain_text("9 common")
    expect(page.get_by_role("heading", name="The crossword")).to_be_visible()
    expect(page.locator(".problem")).to_have_count(0)
    page.get_by_label("Rows of the crossword").fill("T # E # #\n. . #\n. . #")
    expect(page.get_by_role("img", name="The filled crossword")).to_contain_text("there", ignore_case=True)


def test_levels_are_made_of_an_imported_list(visit: Open, site: httpx.Client) -> None:
    asked = {"name": "few-words", "language": "en", "words": OWN_WORDS.split()}
    site.post("/dictionaries", json=asked).raise_for_status()
    page = visit().go("#levels?part=pack")
    lists = page.get_by_role("combobox", name="Words", exact=True)
    lists.select_option(label="few-words, English (25 words)")
    ask_for(page, 1)
    expect(page.locator(".levels-list li")).to_have_count(1, timeout=PATIENCE)
    site.delete("/dictionaries/few-words").raise_for_status()
    page.reload()
    expect(lists).to_have_value("en")


def test_a_picture_without_a_wheel_is_told(visit: Open) -> None:
    opened = visit()
    page = opened.go("#levels")
    opened.upload(b"no picture")
    expect(page.locator(".problem")).to_contain_text("Not a readable picture")


def test_a_pack_is_made_shown_and_kept(visit: Open, stored_pack: dict[str, Any]) -> None:
    opened = visit()
    page = opened.go("#levels?part=pack")
    ask_for(page, COUNT)
    expect(page.locator(".levels-list li")).to_have_count(COUNT, timeout=PATIENCE)
    expect(page.locator("#announcer")).to_contain_text(f"{COUNT} levels made")
    expect(page.get_by_role("img", name=re.compile("Difficulty by level: from .* of 100"))).to_be_visible()
    expect(page.locator(".levels-list li").first).to_contain_text(stored_pack["levels"][0]["letters"].upper())
    opened.check("levels-pack")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download").click()
    assert json.loads(waiting.value.path().read_text()) == stored_pack
    page.reload()
    expect(page.locator(".levels-list li")).to_have_count(COUNT)
    page.locator(".levels-list a").nth(4).click()
    expect(page.get_by_role("spinbutton", name="Level")).to_have_value("5")
    page.go_back()
    expect(page.locator(".levels-list")).to_be_visible()


def test_many_levels_are_gone_through_by_pages(visit: Open, stored_pack: dict[str, Any]) -> None:
    levels = [{**level, "tier": "expert"} for level in stored_pack["levels"] * MANY_TIMES]
    numbered = [{**level, "number": at} for at, level in enumerate(levels, 1)]
    tiers = [{"name": "expert", "difficulty": 70, "levels": len(levels)}]
    curve = [[1, 10], [len(levels), 90]]
    opened = visit()
    with_pack(opened, {**stored_pack, "levels": numbered, "tiers": tiers, "curve": curve})
    page = opened.go("#levels?part=pack")
    first = page.locator(".levels-list li").first
    expect(first).to_have_text(re.compile("^1 "))
    page.get_by_role("button", name="Later levels").click()
    expect(first).to_have_text(re.compile("^61 "))
    expect(page.get_by_role("region", name="Levels").get_by_text("Levels 61 to 120")).to_be_visible()
    expect(page.locator("#announcer")).to_contain_text("Levels 61 to 120")
    page.locator(".levels .curve").click(position={"x": 2, "y": 20})
    expect(first).to_have_text(re.compile("^1 "))
    page.locator(".levels .curve").click(position={"x": 600, "y": 20})
    expect(first).to_have_text(re.compile("^61 "))
    page.get_by_role("button", name="expert").click()
    expect(page.get_by_role("button", name="Earlier levels")).to_be_disabled()
    opened.check("levels-pages")


def test_making_a_pack_goes_on_over_a_reload_and_is_stopped(visit: Open, site: httpx.Client) -> None:
    opened = visit()
    page = opened.go("#levels?part=play")
    page.get_by_role("link", name="Make one").click()
    with page.expect_response("**/levels") as begun:
        ask_for(page, LONG)
    job = begun.value.json()["id"]
    bar = page.get_by_role("progressbar", name="Progress")
    expect(bar).to_be_visible()
    expect(page.locator(".work")).to_contain_text("Laying out the crosswords", timeout=PATIENCE)
    opened.check("levels-making")
    page.reload()
    expect(bar).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(bar).to_have_count(0)
    expect(page.get_by_role("button", name="Make the pack")).to_be_focused()
    expect(page.locator("#announcer")).to_contain_text("Stopped")
    assert site.get(f"/jobs/{job}").json()["state"] == "canceled"


def test_fewer_letters_at_most_than_at_least_are_not_sent(visit: Open) -> None:
    page = visit().go("#levels?part=pack")
    page.get_by_role("spinbutton", name="Letters at least").fill("9")
    page.get_by_role("button", name="Make the pack").click()
    expect(page.get_by_role("spinbutton", name="Letters at most")).to_be_focused()
    expect(page.get_by_role("progressbar")).to_have_count(0)
