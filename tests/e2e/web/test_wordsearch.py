"""Word searches on the page: typed, from a picture, from a dictionary, made, played, printed, downloaded."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.web.staging import LASTING, plain_page
from tests.e2e.web.visits import PHONE, WORDS, Open, barriers

pytestmark = pytest.mark.e2e

GRID = "TIGER\nGOODW\nRETTO\nORK.."
SIDE = 24
MANY = 200
"""As many as one puzzle hides."""
LONG = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz"
"""Wider than a phone."""


def options(page: Page) -> list[str]:
    """What is said of each word."""
    return [each.get_attribute("aria-label") or "" for each in page.locator(WORDS).all()]


def draw(page: Page, begin: tuple[int, int], end: tuple[int, int]) -> None:
    """A line from one cell to another, each a row and a column, on a grid of five columns."""
    box = page.locator(".page:visible").bounding_box()
    assert box is not None
    (x1, y1), (x2, y2) = (
        (box["x"] + (col + 0.5) * box["width"] / 5, box["y"] + (row + 0.5) * box["width"] / 5)
        for row, col in (begin, end)
    )
    page.mouse.move(x1, y1)
    page.mouse.down()
    page.mouse.move(x2, y2, steps=4)
    page.mouse.up()


def test_a_typed_puzzle_is_solved_by_keys_alone(visit: Open) -> None:
    opened = visit()
    page = opened.go("#wordsearch")
    page.get_by_label("Grid", exact=True).focus()
    page.keyboard.insert_text(GRID)
    page.keyboard.press("Tab")
    page.keyboard.insert_text(f"Tiger, otter; {LONG}")
    expect(page.locator(WORDS)).to_have_count(2)
    assert options(page) == [
        "Tiger, found: row 1, column 1, to the right",
        "otter, found: row 3, column 5, to the left",
    ]
    expect(page.locator(".search-result:visible")).to_contain_text("GOOD WORK")
    expect(page.locator(".missing")).to_contain_text(LONG)
    expect(page.locator("#announcer")).to_contain_text("2 words found, 1 not there")
    page.get_by_role("listbox").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".lassos .on")).to_have_count(1)
    opened.check("wordsearch")
    page.reload()
    expect(page.locator(WORDS)).to_have_count(2)


def test_words_lie_on_the_picture(visit: Open) -> None:
    drawn = plain_page()
    word = drawn.rows[2][3:8]
    opened = visit()
    page = opened.go("#wordsearch")
    page.get_by_label("Words", exact=True).fill(word)
    opened.upload(drawn.to_bytes())
    lasso = page.locator(".lassos rect").first
    expect(lasso).to_be_visible()
    assert page.get_by_label("Grid", exact=True).input_value().split("\n") == list(drawn.rows)
    expect(page.locator(".page:visible image")).to_be_visible()
    begin = [float(part) for part in lasso.get_attribute("transform").split("(")[1].split(")")[0].split()]  # type: ignore[union-attr]
    assert np.abs(np.array(begin) - drawn.centres[2, 3]).max() < 10
    opened.check("wordsearch-picture")
    page.reload()
    expect(page.locator(".page:visible image")).to_be_visible()


def test_two_hundred_words_are_told_apart(visit: Open) -> None:
    rng = np.random.default_rng(5)
    rows = ["".join(rng.choice(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), SIDE)) for _ in range(SIDE)]
    words = list({row[at : at + 6] for row in rows for at in range(0, SIDE - 5, 2)})[:MANY]
    opened = visit(size=PHONE)
    page = opened.go("#wordsearch")
    page.get_by_label("Words", exact=True).fill("\n".join(words))
    page.get_by_label("Grid", exact=True).fill("\n".join(rows))
    expect(page.locator(WORDS)).to_have_count(MANY)
    expect(page.locator(".search-result:visible .figures")).to_have_text(f"{MANY} of {MANY} words found")
    opened.check("wordsearch-many")


def test_without_a_list_a_dictionary_and_directions_decide(visit: Open) -> None:
    page = visit().go(f"#wordsearch?grid={GRID.replace(chr(10), '/')}")
    words = page.locator(WORDS)
    expect(words.filter(has_text="otter")).to_be_visible()
    expect(page.get_by_role("group", name="Probably hidden on purpose")).to_contain_text("tiger")
    page.locator(".wordsearch summary", has_text="Which words").click()
    page.get_by_role("button", name="Across and down").click()
    expect(words.filter(has_text="otter")).to_have_count(0)
    expect(words.filter(has_text="tiger")).to_be_visible()


def test_a_puzzle_is_made_played_printed_and_downloaded(visit: Open, tmp_path: Path) -> None:
    opened = visit()
    page = opened.go("#wordsearch")
    page.get_by_role("link", name="Make a puzzle").click()
    page.get_by_label("Words to hide").fill("tiger\n" * (MANY + 1))
    page.get_by_role("button", name="Make the puzzle").click()
    expect(page.locator(".problem:visible p")).to_have_text(
        ["Words: at most 200.", "Leave some of them out."]
    )
    page.get_by_label("Words to hide").fill("tiger\nsea lion\notter")
    page.get_by_role("button", name="Make the puzzle").click()
    expect(page.locator(WORDS)).to_have_count(3)
    expect(page.locator(".lassos g")).to_have_count(0)
    opened.check("wordsearch-made")

    page.get_by_role("listbox").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".search-result:visible .figures")).to_have_text("1 of 3 words found")
    assert options(page)[0].startswith("tiger, found: row")
    letters = page.locator(".search-result:visible .letters").text_content()
    page.reload()
    expect(page.locator(".search-result:visible .figures")).to_have_text("0 of 3 words found")
    assert page.locator(".search-result:visible .letters").text_content() == letters
    page.get_by_role("button", name="Show all").click()
    expect(page.locator(".lassos g")).to_have_count(3)

    page.locator("summary:visible", has_text="Download").click()
    for link, start in (("Puzzle as SVG", b"<svg"), ("Solution as PNG", b"\x89PNG")):
        with page.expect_download() as waiting:
            page.get_by_role("link", name=link).click()
        assert waiting.value.path().read_bytes().startswith(start)
    page.emulate_media(media="print")
    expect(page.locator("header")).to_be_hidden()
    expect(page.locator(".page:visible")).to_have_count(1)
    expect(page.get_by_role("button")).to_have_count(0)
    opened.keep("wordsearch-printed")
    page.emulate_media(media="screen")
    page.go_back()
    expect(page.get_by_role("link", name="Solve")).to_have_attribute("aria-current", "page")


def test_a_word_is_found_by_drawing_along_it(visit: Open) -> None:
    page = visit().go(f"#wordsearch?grid={GRID.replace(chr(10), '/')}&words=tiger;otter")
    leftover = page.get_by_text("GOOD WORK")
    expect(leftover).to_be_visible()
    page.get_by_role("button", name="Hide all").press("Enter")
    expect(page.locator(".lassos g")).to_have_count(0)
    expect(leftover).to_be_hidden()  # it is a word of the solution, too
    expect(page.get_by_role("button", name="Show all")).to_be_focused()
    page.evaluate(LASTING)
    draw(page, (0, 0), (2, 3))
    expect(page.locator(".toast")).to_have_text("None of the listed words lies there")
    expect(page.locator("#announcer")).to_contain_text("None of the listed words lies there")
    expect(page.locator(".hand.wrong")).to_be_visible()
    expect(page.locator(".found")).to_have_count(0)
    draw(page, (0, 0), (0, 4))
    expect(page.locator(".found")).to_have_text("tiger1:1 →")
    expect(page.locator(".hand.wrong")).to_have_count(0)
    draw(page, (0, 4), (0, 0))
    expect(page.locator(".toast").last).to_have_text("tiger is found already")
    page.get_by_role("button", name="Show all").press("Enter")
    expect(leftover).to_be_visible()
    expect(page.get_by_role("button", name="Hide all")).to_be_focused()


def test_a_puzzle_that_was_cleared_comes_back_as_it_was_left(visit: Open) -> None:
    page = visit().go(f"#wordsearch?grid={GRID.replace(chr(10), '/')}&words=tiger;otter")
    page.get_by_role("button", name="Hide all").click()
    page.get_by_role("listbox").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".found")).to_have_text("tiger1:1 →")
    clear = page.get_by_role("button", name="Clear")
    clear.press("Enter")
    grid = page.get_by_label("Grid", exact=True)
    expect(grid).to_have_value("")
    expect(page.locator(".search-result:visible")).to_have_count(0)
    expect(page.locator("#announcer")).to_contain_text("Cleared.")
    page.keyboard.press("Tab")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_focused()
    assert barriers(page) == []
    page.keyboard.press("Enter")
    expect(grid).to_have_value(GRID)
    expect(page.get_by_label("Words", exact=True)).to_have_value("tiger\notter")
    expect(page.locator(".found")).to_have_text("tiger1:1 →")
    expect(clear).to_be_focused()
    clear.press("Enter")
    page.get_by_label("Words", exact=True).press("x")
    expect(undo).to_be_hidden()
    clear.click()
    undo.click()
    expect(page.get_by_label("Words", exact=True)).to_have_value("x")
