"""Word Hunt on the page: a screenshot, a typed board, a shared link; by mouse and by keyboard alone."""

from __future__ import annotations

import io

import httpx
import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.e2e.web.staging import LASTING
from tests.e2e.web.visits import PHONE, WORDS, Open, barriers
from tests.pictures import SAMPLE

pytestmark = pytest.mark.e2e

GRID = "STAR/ENIL/GROP/DUET"
LARGE = "STARE/ENILO/GROPS/DUETA/MIRES"
"""Has more words than a list shows at once."""
PASTE = """(element, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", text);
  const how = { bubbles: true, cancelable: true, clipboardData };
  return element.dispatchEvent(new ClipboardEvent("paste", how));
}"""


def tile(page: Page, row: int, col: int) -> Locator:
    return page.get_by_role("textbox", name=f"Row {row}, column {col}")


def paste(where: Locator, text: str) -> bool:
    """Whether the browser is left to put the text in by itself."""
    return bool(where.evaluate(PASTE, text))


def test_a_screenshot_becomes_words_with_paths(visit: Open) -> None:
    opened = visit()
    page = opened.go("#wordhunt")
    opened.upload(SAMPLE)
    words = page.locator(WORDS)
    expect(words.first).to_be_visible()
    expect(page.locator(".board img")).to_be_visible()
    expect(page.get_by_label("As text")).to_have_value(GRID)
    words.first.click()
    expect(page.locator(".board .path polyline")).to_have_count(1)
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
    expect(page.locator(".board .path polyline")).to_have_count(1)
    page.get_by_role("textbox", name="Row 4, column 4").focus()
    before = page.locator(".figures").first.inner_text()
    page.keyboard.type("x")
    expect(page.locator(".figures").first).not_to_have_text(before)


def test_a_link_carries_the_board_to_a_phone(visit: Open) -> None:
    page = visit(size=PHONE).go(f"#wordhunt?grid={GRID}&min=5")
    expect(page.locator(WORDS).first).to_be_visible()
    assert all(len(text) >= 5 for text in page.locator(WORDS).all_text_contents())


def test_many_words_are_there_soon_and_can_be_reached_at_once(visit: Open) -> None:
    page = visit().go(f"#wordhunt?grid={LARGE}")
    words = page.locator(WORDS)
    expect(words.first).to_be_visible()
    page.get_by_role("listbox").focus()
    page.keyboard.press("End")
    expect(words.last).to_have_attribute("aria-selected", "true")
    expect(words.last).to_be_in_viewport()
    count = int(page.locator(".figures b").first.inner_text().replace(",", ""))
    assert count == words.count() > 1000
    assert len(set(words.all_text_contents())) == count


PASTED = {
    "STAR\nENIL\r\nGROP\nDUET\n": GRID,
    "star enil grop duet": GRID,
    "S\tT\tA\nE\tN\tI": "STA/ENI",
    "STARENILGROPDUET": GRID,
    "[Qu]AR/N\u0303IL": "[Qu]AR/ÑIL",
}


def test_a_pasted_board_is_the_whole_board(visit: Open) -> None:
    page = visit().go("#wordhunt")
    as_text = page.get_by_label("As text")
    for text, grid in PASTED.items():
        for where in (tile(page, 2, 2), as_text):
            assert not paste(where, text)
            expect(as_text).to_have_value(grid)
            as_text.fill("")
            expect(tile(page, 1, 1)).to_have_value("")


def test_a_few_pasted_letters_go_from_tile_to_tile(visit: Open) -> None:
    page = visit().go(f"#wordhunt?grid={GRID}")
    paste(tile(page, 2, 3), "xyz")
    expect(page.get_by_label("As text")).to_have_value("STAR/ENXY/ZROP/DUET")


def test_a_board_of_any_size_keeps_its_letters(visit: Open) -> None:
    page = visit().go(f"#wordhunt?grid={GRID}")
    shape = page.get_by_role("combobox", name="Board")
    shape.select_option("5x5")
    expect(page.get_by_label("As text")).to_have_value("STAR /ENIL /GROP /DUET /     ")
    shape.select_option("free")
    page.get_by_role("spinbutton", name="Rows").fill("2")
    page.keyboard.press("Tab")
    expect(page.locator(".board .tile")).to_have_count(10)
    expect(page.get_by_label("As text")).to_have_value("STAR /ENIL ")
    shape.select_option("cross")
    expect(page.locator(".board .tile.hole")).to_have_count(4)


def test_typing_goes_over_the_holes_of_a_board(visit: Open) -> None:
    page = visit().go("#wordhunt")
    shape = page.get_by_role("combobox", name="Board")
    shape.select_option("donut")
    page.keyboard.type("abcde")
    page.reload()
    expect(shape).to_have_value("donut")
    tile(page, 2, 3).focus()
    page.keyboard.type("fghijklmnopqrstu")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.type("xyz")
    paste(tile(page, 1, 4), "123")
    expect(page.get_by_label("As text")).to_have_value(".AB1./23FGH/IJ.KL/MNOPQ/.RXZ.")


def test_a_link_brings_its_options_along(visit: Open) -> None:
    page = visit().go(f"#wordhunt?grid={GRID}&dictionary=es&min=5&order=word&points=boggle")
    page.locator("summary:visible").click()
    expect(page.get_by_role("spinbutton", name="Letters at least")).to_have_value("5")
    expect(page.get_by_role("combobox", name="Order")).to_have_value("word")
    expect(page.get_by_role("combobox", name="Points")).to_have_value("boggle")
    expect(page.get_by_role("combobox", name="Word list")).to_have_value("es")
    page.get_by_role("button", name="Share").click()
    link = page.evaluate("navigator.clipboard.readText()")
    assert all(part in link for part in ("dictionary=es", "min=5", "order=word", "points=boggle"))


def test_words_that_the_game_refused_are_told_apart(visit: Open, site: httpx.Client) -> None:
    words = ["star", "grip", "line", "duet"]
    asked = {"name": "refused-words", "language": "en", "words": words}
    site.post("/dictionaries", json=asked).raise_for_status()
    site.post("/dictionaries/refused-words/feedback", json={"rejected": ["grip"] * 5}).raise_for_status()
    opened = visit()
    page = opened.go(f"#wordhunt?grid={GRID}&dictionary=refused-words")
    refused = page.get_by_role("option", name="grip, probably refused")
    refused.click()
    expect(refused).to_have_accessible_name(
        "grip, probably refused: row 3, column 1, then right, up right, down right"
    )
    expect(page.get_by_role("status").filter(has_text="4 words")).to_have_count(1)
    expect(page.get_by_text("Struck: the game probably refuses the word.")).to_be_visible()
    page.evaluate(LASTING)
    page.get_by_role("button", name="Copy").click()
    expect(page.locator(".toast")).to_have_text("Words copied")
    assert barriers(page) == []
    site.delete("/dictionaries/refused-words").raise_for_status()


def test_the_largest_board_is_no_wider_than_a_phone(visit: Open) -> None:
    grid = "/".join(["QZXJKVWQZX" * 3] * 30)
    page = visit(size=PHONE).go(f"#wordhunt?grid={grid}")
    expect(page.locator(".board .tile")).to_have_count(900)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    last = tile(page, 30, 30).bounding_box()
    below = page.get_by_role("combobox", name="Board").bounding_box()
    assert last and below and last["y"] + last["height"] <= below["y"]


def test_a_picture_that_fails_does_not_lie_below_the_board_of_another(visit: Open) -> None:
    opened = visit()
    page = opened.go("#wordhunt")
    opened.upload(SAMPLE)
    expect(page.locator(WORDS).first).to_be_visible()
    shown = page.locator(".board img")
    width = shown.evaluate("image => image.naturalWidth")
    opened.upload(blank_picture((300, 200)))
    expect(page.locator(".problem")).to_contain_text("No board in the picture")
    expect(page.locator(".problem")).not_to_contain_text("--grid")
    page.reload()
    expect(page.locator(WORDS).first).to_be_visible()
    assert shown.evaluate("image => image.decode().then(() => image.naturalWidth)") == width


def test_a_photo_larger_than_the_service_reads_is_made_smaller(visit: Open) -> None:
    with Image.open(SAMPLE) as picture:
        large = picture.convert("RGB").resize((4600, round(4600 / picture.width * picture.height)))
    kept = io.BytesIO()
    large.save(kept, "JPEG", quality=90)
    assert large.width * large.height > 40_000_000
    opened = visit()
    page = opened.go("#wordhunt")
    opened.upload(kept.getvalue(), kind="image/jpeg")
    expect(page.get_by_label("As text")).to_have_value(GRID)


def test_the_path_is_seen_beside_the_words_on_a_phone(visit: Open) -> None:
    opened = visit(size=PHONE, touch=True)
    page = opened.go("#wordhunt")
    opened.upload(SAMPLE)
    word = page.locator(WORDS).first
    expect(word).to_be_in_viewport()
    word.click()
    expect(page.locator(".lens .path polyline").first).to_be_in_viewport()
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".rehearsal .lens")).to_be_visible()
    expect(page.locator(".rehearsal .lens .on")).not_to_have_count(0)
    opened.check("wordhunt-swipe")


def blank_picture(size: tuple[int, int]) -> bytes:
    written = io.BytesIO()
    Image.new("RGB", size, "white").save(written, "PNG")
    return written.getvalue()


def test_letters_that_share_a_tile_fit_into_it(visit: Open) -> None:
    page = visit(size=PHONE).go("#wordhunt?grid=[Qu]A[Ter]S/[Inter][Nat]E[Ional]/[Mm]S.[Wwww]")
    expect(page.locator(".board .tile").nth(4)).to_have_value("INTER")
    fits = "(tiles) => tiles.map((tile) => tile.scrollWidth <= tile.clientWidth)"
    assert page.locator(".board .tile").evaluate_all(fits) == [True] * 12
