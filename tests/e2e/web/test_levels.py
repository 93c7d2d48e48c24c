"""Levels on the page: words of a wheel, packs, and levels played by mouse, by touch, and by keys alone."""

from __future__ import annotations

import io
import json
import re
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from PIL import Image
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.e2e.web.visits import PHONE, Open, Visit
from tests.picture_files import saved
from tests.wheel_pictures import wheel_picture

pytestmark = pytest.mark.e2e

COUNT = 12
MANY_TIMES = 12
CHIPS = ".levels .split .chips li:visible"
LONG = 3_000
"""Levels that take far longer to make than a test to stop them."""
KEEP = """async (pack) => {
  const { lastPack } = await import("/static/js/lib/store.js");
  await lastPack.set(new Blob([pack]));
}"""
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


@dataclass
class Played:
    """A page with a pack, and the pack as the page got it."""

    visit: Visit
    pack: dict[str, Any]

    @property
    def page(self) -> Page:
        return self.visit.page

    def level(self, number: int) -> dict[str, Any]:
        """Go to a level."""
        self.page.goto(f"{self.visit.base}/#levels?part=play&level={number}")
        expect(self.page.get_by_role("spinbutton", name="Level")).to_have_value(str(number))
        expect(self.page.locator(".crossword:visible")).to_have_count(1)
        found: dict[str, Any] = self.pack["levels"][number - 1]
        return found

    def says(self, sentence: str | re.Pattern[str]) -> None:
        expect(self.page.locator(".said")).to_contain_text(sentence)


def seats_of(word: str, wheel: str) -> list[int]:
    """A seat for each letter; a letter that is there twice has two."""
    seats: list[int] = []
    for letter in word:
        seats.append(next(at for at, each in enumerate(wheel) if each == letter and at not in seats))
    return seats


def centres(page: Page, word: str, wheel: str) -> list[tuple[float, float]]:
    """Where a word's letters lie on the screen."""
    buttons = page.locator(".play .wheel button")
    boxes = [buttons.nth(seat).bounding_box() for seat in seats_of(word, wheel)]
    return [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]


@pytest.fixture(scope="module")
def stored_pack(site: httpx.Client) -> dict[str, Any]:
    """What the server makes of the page's own options."""
    asked = {"language": "en", "count": COUNT, "seed": 1, "min_letters": 4, "max_letters": 7, "max_words": 12}
    job = site.post("/levels", json=asked, headers={"Prefer": "wait=60"}).json()
    made: dict[str, Any] = site.get(job["links"]["pack"]).json()
    return made


@pytest.fixture
def played(visit: Open, stored_pack: dict[str, Any]) -> Played:
    return with_pack(visit(), stored_pack)


def with_pack(opened: Visit, pack: dict[str, Any]) -> Played:
    """A page that kept a pack which it made earlier."""
    page = opened.go("#levels")
    page.evaluate(KEEP, json.dumps(pack))
    return Played(opened, pack)


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


def test_a_level_is_played_by_keys_alone(played: Played) -> None:
    page, level = played.page, played.level(2)
    for placed in level["words"]:
        page.keyboard.type(placed["word"])
        page.keyboard.press("Enter")
        played.says(placed["display"].upper())
    played.says("Level done!")
    all_words = len(level["words"])
    expect(page.get_by_role("img", name=f"Crossword: {all_words} of {all_words} words")).to_be_visible()
    played.visit.check("levels-done")
    page.reload()
    cells = sum(len(placed["word"]) for placed in level["words"]) - level["crossings"]
    expect(page.locator(".crossword:visible .open")).to_have_count(cells)
    page.keyboard.press("Enter")
    expect(page.get_by_role("spinbutton", name="Level")).to_have_value("3")
    page.go_back()
    expect(page.get_by_role("spinbutton", name="Level")).to_have_value("2")
    page.get_by_role("link", name="Make levels").press("Enter")
    expect(page.locator(".levels-list .done")).to_have_count(1)


def test_letters_are_pressed_by_space_and_taken_back(played: Played) -> None:
    page, level = played.page, played.level(1)
    first = page.locator(".play .wheel button").first
    first.press("Space")
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".typed")).to_have_text(level["letters"][0].upper())
    page.keyboard.press("Backspace")
    expect(first).to_have_attribute("aria-pressed", "false")
    first.evaluate("(button) => button.click()")  # as screen readers do
    expect(first).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(first).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Enter")
    expect(first).to_have_attribute("aria-pressed", "false")


def test_a_level_is_played_by_mouse(played: Played) -> None:
    page = played.page
    number = next(at for at, each in enumerate(played.pack["levels"], 1) if each["bonus"])
    level = played.level(number)
    words = [level["bonus"][0], *(placed["word"] for placed in level["words"])]
    for word in words:
        (x, y), *further = centres(page, word, level["letters"])
        page.mouse.move(x, y)
        page.mouse.down()
        for to in further:
            page.mouse.move(*to, steps=3)
        page.mouse.move(5, 5)  # let go outside of the wheel
        page.mouse.up()
    played.says("Level done!")
    expect(page.locator(".bonus")).to_contain_text(level["bonus"][0])
    expect(page.locator(".bonus")).to_contain_text(f"1 of {len(level['bonus'])} bonus word")
    page.get_by_role("button", name="Start over").click()
    expect(page.locator(".crossword:visible .open")).to_have_count(0)


def swipe(fingers: CDPSession, points: list[tuple[float, float]]) -> None:
    """One finger over these points, while from the second one on a palm lies on the last one."""
    palm = {"x": points[-1][0], "y": points[-1][1], "id": 1}
    for at, (x, y) in enumerate(points):
        kind = "touchMove" if at else "touchStart"
        touching = [{"x": x, "y": y, "id": 0}, palm][: 1 if at < 2 else 2]
        if at == 2:
            beside = [{"x": points[1][0], "y": points[1][1], "id": 0}, palm]
            fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": beside})
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touching})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_level_is_played_by_touch_on_a_phone(visit: Open, stored_pack: dict[str, Any]) -> None:
    played = with_pack(visit(size=PHONE, touch=True), stored_pack)
    page, level = played.page, played.level(3)
    wheel = page.locator(".play .wheel")
    assert wheel.evaluate("(wheel) => wheel.getBoundingClientRect().bottom <= innerHeight")
    fingers = page.context.new_cdp_session(page)
    for placed in level["words"][:-1]:
        swipe(fingers, centres(page, placed["word"], level["letters"]))
        played.says(placed["display"].upper())
    last = level["words"][-1]
    for x, y in centres(page, last["word"], level["letters"]):
        page.touchscreen.tap(x, y)
    page.get_by_role("button", name="Enter").tap()
    played.says("Level done!")
    page.get_by_role("button", name="Next level").tap()
    expect(page.get_by_role("spinbutton", name="Level")).to_have_value("4")


def test_what_is_wrong_is_told_and_hints_help(played: Played) -> None:
    page, level = played.page, played.level(COUNT)
    wrong = level["letters"][0] * level["letters"].count(level["letters"][0])
    page.keyboard.type(wrong)
    page.keyboard.press("Enter")
    played.says("is not among the words")
    page.keyboard.type("q" if "q" not in level["letters"] else "z")
    played.says("on the wheel")
    hint = page.get_by_role("button", name="Hint")
    hint.click()
    expect(page.locator(".crossword:visible .open")).to_have_count(1)
    played.says("is open now")
    page.keyboard.type(level["words"][0]["word"])
    page.keyboard.press("Enter")  # tries the word, although the button has the focus
    played.says(level["words"][0]["display"].upper())
    before = page.get_by_role("list").filter(has_text="letters:").inner_text()
    page.get_by_role("button", name="Shuffle").click()
    assert page.get_by_role("list").filter(has_text="letters:").inner_text() == before
    played.visit.check("levels-play")
    while page.locator(".crossword:visible span:not(.open)").count():
        hint.click()
    played.says("Level done")
    hint.click()
    played.says("Everything is open already")


def test_after_a_level_that_is_done_enter_goes_on(played: Played) -> None:
    page, level = played.page, played.level(1)
    page.get_by_role("link", name="Play").focus()
    for placed in level["words"]:
        page.keyboard.type(placed["word"])
        page.keyboard.press("Enter")
    played.says("Level done!")
    page.keyboard.press("Enter")
    expect(page.get_by_role("spinbutton", name="Level")).to_have_value("2")


def test_back_leads_to_the_level_before(played: Played) -> None:
    page = played.page
    page.goto(f"{played.visit.base}/#levels?part=play")
    number = page.get_by_role("spinbutton", name="Level")
    expect(number).to_have_value("1")
    page.get_by_role("button", name="Next level").click()
    expect(number).to_have_value("2")
    expect(page.locator("#announcer")).to_contain_text("Level 2")
    page.go_back()
    expect(number).to_have_value("1")


def test_a_level_that_is_not_there_is_the_next_one(played: Played) -> None:
    page = played.page
    number = page.get_by_role("spinbutton", name="Level")
    for typed, meant in (("2.4", 2), ("999", COUNT), ("-3", 1)):
        played.level(5)
        number.fill(typed)
        number.press("Tab")
        expect(number).to_have_value(str(meant))
        expect(page).to_have_url(re.compile(f"level={meant}$"))
        page.goto(f"{played.visit.base}/#levels?part=play&level={typed}")
        expect(page).to_have_url(re.compile(f"level={meant}$"))
