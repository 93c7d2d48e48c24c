"""What is typed, pasted and linked, and what those who listen or go by keys make of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.web.staging import doubting, plain_page
from tests.e2e.web.visits import WORDS, Open
from tests.pictures import SAMPLE

pytestmark = pytest.mark.e2e

GRID = "STAR/ENIL/GROP/DUET"
ACUTE, CIRCUMFLEX = "\N{ACUTE ACCENT}", "\N{MODIFIER LETTER CIRCUMFLEX ACCENT}"
CELLS = """(field) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", "S\\tT\\nE\\tN");
  clipboardData.items.add(new File(["cells"], "cells.png", { type: "image/png" }));
  return field.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }));
}"""
"""What a spreadsheet copies: text, and a picture of it. Whether the browser is left to put the text in."""


def compose(page: Page, accent: str, letter: str) -> None:
    """A dead key and its letter, as input methods send them."""
    session = page.context.new_cdp_session(page)
    session.send("Input.imeSetComposition", {"text": accent, "selectionStart": 1, "selectionEnd": 1})
    session.send("Input.insertText", {"text": letter})


@pytest.mark.parametrize("game", ["wordhunt", "wordsearch"])
def test_cells_of_a_spreadsheet_are_text(visit: Open, game: str) -> None:
    page = visit().go(f"#{game}")
    field = page.get_by_label("Words" if game == "wordsearch" else "As text", exact=True)
    left = field.evaluate(CELLS)
    if game == "wordhunt":
        expect(field).to_have_value("ST/EN")
    else:
        assert left
    expect(page.locator(".problem")).to_have_count(0)


def test_a_letter_in_doubt_is_confirmed_by_typing_it(visit: Open) -> None:
    opened = visit()
    page = opened.go("#wordhunt")
    page.route("**/wordhunt/solve", doubting(5), times=1)
    opened.upload(SAMPLE)
    note = page.get_by_text("may be read wrong")
    expect(note).to_be_visible()
    page.get_by_role("textbox", name="Row 2, column 2").press("n")
    expect(note).to_be_hidden()
    page.reload()
    expect(page.locator(WORDS).first).to_be_visible()
    expect(note).to_be_hidden()


def test_letters_in_doubt_are_gone_through_by_keys(visit: Open) -> None:
    opened = visit()
    page = opened.go("#wordsearch")
    page.route("**/wordsearch", doubting(3, 15, 20), times=1)
    opened.upload(plain_page().to_bytes())
    fields = page.locator("input.doubt")
    expect(fields).to_have_count(3)
    fields.first.focus()
    page.keyboard.type("X")
    page.keyboard.press("Tab")
    expect(fields).to_have_count(2)
    expect(fields.first).to_be_focused()
    page.keyboard.type("Y")
    page.keyboard.press("Enter")
    expect(fields).to_have_count(1)
    expect(fields.first).to_be_focused()
    page.keyboard.type("[")
    page.keyboard.press("Enter")
    rows = page.get_by_label("Grid", exact=True)
    expect(rows).to_be_focused()
    text: str = rows.input_value()
    assert (text[3], text.split("\n")[1][3], text.split("\n")[1][8]) == ("X", "Y", ".")


def test_signs_of_the_syntax_are_no_letters_of_a_board(visit: Open) -> None:
    page = visit().go(f"#wordhunt?grid={GRID}")
    tile = page.get_by_role("textbox", name="Row 1, column 2")
    for sign in "/;[]":
        tile.press(sign)
    expect(tile).to_have_value("T")
    expect(page.get_by_label("As text")).to_have_value(GRID)
    tile.evaluate(CELLS.replace(r"S\tT\nE\tN", "[Qu]x"))
    expect(page.get_by_label("As text")).to_have_value("S[Qu]XR/ENIL/GROP/DUET")


def test_an_accent_finds_its_letter(visit: Open) -> None:
    page = visit().go(f"#wordhunt?grid={GRID}")
    page.get_by_role("textbox", name="Row 1, column 1").focus()
    compose(page, ACUTE, "é")
    compose(page, "~", "ñ")
    compose(page, ACUTE, ACUTE)  # an accent alone is no letter
    expect(page.get_by_role("textbox", name="Row 1, column 3")).to_be_focused()
    expect(page.get_by_label("As text")).to_have_value(GRID.replace("ST", "ÉÑ"))
    expect(page.get_by_role("textbox", name="Row 1, column 3")).to_have_value("A")
    page.goto(f"{page.url.split('#')[0]}#wordle?clues=&dictionary=es")
    guess = page.get_by_label("Guess", exact=True)
    guess.press_sequentially("ca")
    compose(page, "~", "ñ")
    expect(page.locator(".typing").nth(2)).to_have_text("ñ")
    compose(page, CIRCUMFLEX, CIRCUMFLEX)
    guess.blur()
    page.dispatch_event("body", "keydown", {"key": "Dead"})
    expect(guess).to_be_focused()
    guess.press_sequentially("on")
    expect(guess).to_have_value("cañon")


def test_the_clock_is_not_said_each_second(visit: Open) -> None:
    page = visit().go(f"#wordhunt?grid={GRID}")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("timer")).to_be_visible()
    expect(page.locator("output, [role=status]").filter(has_text="1:")).to_have_count(0)


def test_who_types_is_not_interrupted_by_each_answer(visit: Open) -> None:
    page = visit().go(f"#wordhunt?grid={GRID}")
    expect(page.locator("#announcer")).to_contain_text("659 words")
    page.evaluate(
        """() => {
          window.said = 0;
          const counting = new MutationObserver(() => (window.said += 1));
          counting.observe(document.getElementById("announcer"), { childList: true });
        }"""
    )
    page.get_by_role("textbox", name="Row 1, column 1").focus()
    page.keyboard.type("starline", delay=300)
    expect(page.locator("#announcer")).not_to_contain_text("659 words")
    assert page.evaluate("window.said") <= 2


def test_one_word_is_one_word(visit: Open) -> None:
    page = visit().go("#wordhunt?grid=CAT")
    figures = page.locator(".figures")
    expect(figures).to_contain_text("1 word ")
    page.get_by_label("As text").fill("XQZ")
    expect(figures).to_contain_text("No word of the list lies on this board.")


def test_a_link_of_a_word_search_brings_its_options(visit: Open) -> None:
    page = visit().go("#wordsearch?grid=TIGER/OXXXX&words=tigor&fuzzy=true&directions=e,s")
    expect(page.locator(WORDS)).to_have_count(1)
    page.locator("summary:visible", has_text="Which words").click()
    expect(page.get_by_label("One letter may be wrong")).to_be_checked()
    expect(page.get_by_role("button", name="to the right", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(page.get_by_role("button", name="to the left", exact=True)).to_have_attribute(
        "aria-pressed", "false"
    )
    page.get_by_role("button", name="Share").click()
    link = page.evaluate("navigator.clipboard.readText()")
    page.goto(page.url.split("#")[0] + "#wordsearch?grid=TIGER/OXXXX&words=tigor")
    expect(page.locator(WORDS)).to_have_count(0)
    expect(page.get_by_label("One letter may be wrong")).not_to_be_checked()
    page.goto(link)
    expect(page.locator(WORDS)).to_have_count(1)


def test_a_link_of_a_game_that_has_not_begun_brings_its_length(visit: Open) -> None:
    page = visit().go("#wordle?clues=&length=7")
    expect(page.locator(".typing")).to_have_count(7)
    page.get_by_role("button", name="Share").click()
    assert "length=7" in page.evaluate("navigator.clipboard.readText()")


def test_after_a_guess_is_removed_the_next_one_is_typed(visit: Open) -> None:
    page = visit().go("#wordle?clues=crane=gybbb,slate=bbbbb")
    page.get_by_role("button", name="Change CRANE").click()
    page.get_by_role("button", name="Remove").press("Enter")
    expect(page.get_by_role("group", name="Guess 1, SLATE")).to_be_visible()
    expect(page.get_by_label("Guess", exact=True)).to_be_focused()


def test_the_letters_of_a_language_are_there_after_a_reload(visit: Open) -> None:
    page = visit().go("#wordle?clues=&dictionary=es")
    page.route("**/dictionaries", lambda _: None)  # as if they took long
    page.reload()
    expect(page.locator(".key[data-key='ñ']")).to_be_visible()


def test_copying_without_tls_leaves_the_focus(visit: Open) -> None:
    opened = visit()
    opened.page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page = opened.go(f"#wordhunt?grid={GRID}")
    share = page.get_by_role("button", name="Share")
    share.press("Enter")
    expect(page.locator(".toast")).to_be_visible()
    expect(share).to_be_focused()
