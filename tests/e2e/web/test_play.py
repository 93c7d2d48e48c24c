"""Levels that are played on the page: by mouse, by touch, and by keys alone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.e2e.web.packs import COUNT, Played, with_pack
from tests.e2e.web.visits import PHONE, Open

pytestmark = pytest.mark.e2e


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


@pytest.mark.parametrize("size", [(320, 568), (375, 667), (390, 664), (412, 780)])
def test_crossword_and_wheel_are_in_one_window(
    visit: Open, stored_pack: dict[str, Any], size: tuple[int, int]
) -> None:
    """Of the lowest windows that phones of these widths have between their bars."""
    played = with_pack(visit(size=size, touch=True), stored_pack)
    for number in (1, COUNT):
        played.level(number)
        for part in (".wheel", ".crossword"):
            box = played.page.locator(f".play {part}").bounding_box()
            assert box and box["y"] >= 0 and box["y"] + box["height"] <= size[1], (number, part)


def test_a_level_is_played_by_touch_on_a_phone(visit: Open, stored_pack: dict[str, Any]) -> None:
    played = with_pack(visit(size=PHONE, touch=True), stored_pack)
    page, level = played.page, played.level(3)
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


def test_who_zooms_in_sees_larger_letters(visit: Open, stored_pack: dict[str, Any]) -> None:
    """At 400 % a desk's window is as wide as a small phone, and far lower."""
    played = with_pack(visit(size=(320, 256)), stored_pack)
    page, level = played.page, played.level(3)
    wheel = page.locator(".play .wheel").bounding_box()
    cell = page.locator(".crossword:visible span").first.bounding_box()
    assert wheel and cell
    assert wheel["width"] >= 170
    assert cell["height"] * max(level["rows"], level["cols"]) >= 130


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
