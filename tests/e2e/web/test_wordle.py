"""Wordle on the page: typed by keys alone, clicked, from a screenshot; several boards, rules, rating."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.web.visits import PHONE, Open
from tests.wordle_games import drawn_game

pytestmark = pytest.mark.e2e


def tiles(page: Page, guess: int, board: int = 0) -> list[str]:
    """What is said of the tiles of a guess."""
    found = page.locator(f"button.mark[data-guess='{guess}'][data-board='{board}']")
    return [each.get_attribute("aria-label") or "" for each in found.all()]


def test_a_game_is_played_by_keys_alone(visit: Open) -> None:
    opened = visit()
    page = opened.go("#wordle")
    expect(page.locator(".best .word")).to_be_visible()
    page.keyboard.type("salet")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.type("00001")
    assert tiles(page, 0) == ["S, grey", "A, grey", "L, grey", "E, grey", "T, yellow"]
    page.keyboard.type("crony")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.type("00100")
    left = page.get_by_role("listbox")
    expect(left).to_contain_text("motto")
    expect(page.locator(".best")).to_contain_text("number 3")
    expect(page.locator("#announcer")).to_contain_text("Best guess:")
    best = page.locator(".best .word").text_content() or ""
    expect(page.locator(".guesses tbody tr").first).to_contain_text(best)
    page.get_by_role("button", name="Rate my game").press("Enter")
    expect(page.get_by_role("row", name="salet")).to_be_visible()
    opened.check("wordle")
    page.reload()
    expect(left).to_contain_text("motto")
    assert tiles(page, 1)[2] == "O, yellow"


def test_tiles_and_keys_are_tapped_on_a_phone(visit: Open) -> None:
    page = visit(size=PHONE).go("#wordle")
    for letter in "crane":
        page.locator(f".key[data-key='{letter}']").click()
    page.locator(".key[data-key='enter']").click()
    first = page.locator("button.mark").first
    first.click()
    first.click()
    expect(first).to_have_accessible_name("C, green")
    expect(page.locator(".key[data-key='c']")).to_have_accessible_name("C, green")
    expect(page.locator(".key[data-key='r']")).to_have_accessible_name("R, grey")
    word = page.locator(".guesses .word-button").nth(1)
    expect(page.locator(".best")).to_contain_text("number 2")
    wanted = word.inner_text().lower()
    word.click()
    expect(page.get_by_label("Guess", exact=True)).to_have_value(wanted)


def test_a_screenshot_takes_the_place_of_the_game(visit: Open) -> None:
    opened = visit()
    page = opened.go("#wordle")
    opened.upload(drawn_game(["salet", "crony"], "ditto"))
    expect(page.get_by_role("group", name="Guess 2, CRONY").first).to_be_visible()
    expect(page.get_by_role("listbox")).to_contain_text("ditto")
    assert tiles(page, 0)[4] == "T, yellow"
    page.get_by_role("button", name="Change CRONY").click()
    page.keyboard.type("frond")
    page.keyboard.press("Enter")
    assert tiles(page, 1) == ["F, grey", "R, grey", "O, yellow", "N, grey", "D, grey"]


def test_a_screenshot_of_what_cannot_be_is_shown_to_be_mended(visit: Open) -> None:
    opened = visit()
    page = opened.go("#wordle")
    opened.upload(drawn_game(["salet", "qjxzv"], "qjxzv"))
    expect(page.locator(".problem")).to_contain_text("No word fits")
    expect(page.get_by_role("group", name="Guess 2, QJXZV").first).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".best")).to_contain_text("number 2")


def test_clues_that_clash_are_shown(visit: Open) -> None:
    opened = visit()
    page = opened.go("#wordle?clues=slate=bbbby,crony=ggggg")
    expect(page.locator(".problem")).to_contain_text("No word fits")
    expect(page.locator(".wordle-row.clash")).to_have_count(2)
    opened.check("wordle-clash")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".problem")).to_have_count(0)
    expect(page.get_by_label("Guess", exact=True)).to_have_value("crony")


def test_two_boards_share_their_guesses(visit: Open) -> None:
    opened = visit()
    page = opened.go("#wordle?clues=salet=bbbby")
    page.get_by_text("Which game").click()
    page.get_by_label("Boards", exact=True).select_option("2")
    page.locator("[data-board='1'][data-place='0']").click()
    assert tiles(page, 0, 1) == ["S, yellow", "A, grey", "L, grey", "E, grey", "T, grey"]
    expect(page.get_by_role("heading", name="Board 2:")).to_be_visible()
    expect(page.get_by_text("Each board is rated as if it were the only one")).to_be_visible()
    page.get_by_role("button", name="Rate my game").click()
    expect(page.get_by_role("row", name="salet")).to_have_count(2)
    expect(page.get_by_role("heading", name="Board 2", exact=True)).to_be_visible()
    left = [row.inner_text().split() for row in page.get_by_role("row", name="salet").all()]
    assert left[0] != left[1], "other marks leave other words"
    opened.check("wordle-boards")


def test_another_language_length_and_rules(visit: Open) -> None:
    page = visit().go("#wordle?clues=salet=bbbby")
    page.get_by_text("Which game").click()
    page.get_by_label("May be guessed").select_option("hard")
    page.get_by_label("Words", exact=True).select_option("es")
    page.get_by_label("Length").select_option("4")
    expect(page.locator(".key[data-key='ñ']")).to_be_visible()
    expect(page.locator(".best")).to_contain_text("number 1")
    assert len(page.locator(".best .word").inner_text()) == 4
    page.locator(".best button").click()
    page.keyboard.press("Enter")
    expect(page.locator(".best")).to_contain_text("number 2")
    page.reload()
    expect(page.locator("button.mark")).to_have_count(4)


def test_the_end_of_a_game_is_told(visit: Open) -> None:
    page = visit().go("#wordle?clues=slate=bbbby,moped=bbbyb,fiery=ggggg")
    expect(page.locator(".best")).to_have_text("Solved in 3 guesses")
    page.goto(page.url + "?clues=" + ",".join(["robin=bbbbb"] * 5 + ["yummy=bgggg"]))
    expect(page.locator(".best")).to_have_text("Not solved: all 6 guesses are used up")
    expect(page.get_by_role("heading", name="it could have been")).to_be_visible()
    page.get_by_label("Guess", exact=True).fill("slate")
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("All 6 guesses are used up.")
    expect(page.locator("button.mark")).to_have_count(30)


def test_after_the_last_colour_the_next_guess_is_typed(visit: Open) -> None:
    page = visit().go("#wordle")
    field = page.get_by_label("Guess", exact=True)
    expect(field).to_be_visible()
    page.keyboard.type("crane")
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Guess 1, CRANE")).to_be_visible()
    page.keyboard.press("ArrowUp")
    page.keyboard.type("20111")
    expect(field).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.type("clean")
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Guess 1, CRANE")).to_be_visible()
    expect(page.get_by_role("group", name="Guess 2, CLEAN")).to_be_visible()
    page.get_by_role("button", name="Change CLEAN").focus()
    page.keyboard.press("ArrowDown")
    expect(field).to_be_focused()


def test_a_game_that_was_ended_comes_back(visit: Open) -> None:
    page = visit().go("#wordle?clues=crane=gybbb,clean=gbbgb")
    field = page.get_by_label("Guess", exact=True)
    page.get_by_role("button", name="Change CRANE").click()
    page.keyboard.type("cr")
    page.get_by_role("button", name="New game").press("Enter")
    expect(page.locator("button.mark")).to_have_count(0)
    expect(page.locator("#announcer")).to_contain_text("New game begun.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("button.mark")).to_have_count(5)
    assert tiles(page, 1) == ["C, green", "L, grey", "E, grey", "A, green", "N, grey"]
    expect(field).to_have_value("cr")
    expect(page.get_by_role("button", name="Remove")).to_be_visible()
    expect(page.get_by_role("button", name="New game")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("s")
    expect(page.get_by_role("button", name="Undo")).to_be_hidden()


def test_a_solved_game_takes_no_further_guess(visit: Open) -> None:
    page = visit().go("#wordle?clues=crane=ggggg")
    page.get_by_label("Guess", exact=True).fill("slate")
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("The game is solved")
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_label("Guess", exact=True)).to_have_value("crane")


@pytest.mark.parametrize(
    ("clues", "least"),
    [
        (";".join(["crane=bybbb,slimy=bbbbb"] * 4), 24),
        ("acknowledged=gbbbbbbbbbbb", 20),
    ],
)
def test_tiles_can_be_tapped_on_a_small_phone(visit: Open, clues: str, least: int) -> None:
    page = visit(size=(360, 740), touch=True).go(f"#wordle?clues={clues}")
    box = page.locator("button.mark").first.bounding_box()
    assert box and box["width"] >= least and abs(box["width"] - box["height"]) < 1


@pytest.mark.parametrize(
    "link", ["clues=crane=gybbb&mode=evil", "clues=crane=gybbb&dictionary=no", "clues=abc"]
)
def test_a_bad_link_does_not_spoil_the_game(visit: Open, link: str) -> None:
    page = visit().go(f"#wordle?{link}")
    expect(page.locator(".best .word")).to_be_visible()
    page.reload()
    expect(page.locator(".best .word")).to_be_visible()


def test_no_column_is_cut_off_at_any_width(visit: Open) -> None:
    page = visit().go("#wordle?clues=salet=bbbby,crony=bbybb")
    page.get_by_role("button", name="Rate my game").click()
    expect(page.get_by_role("row", name="crony")).to_be_visible()
    expect(page.locator(".wordle .scroll:visible")).to_have_count(2)
    cut = "(tables) => tables.map((table) => table.scrollWidth - table.clientWidth)"
    for width in (320, 360, 412, 480, 600, 700, 833, 1000, 1120, 1280, 1600):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.locator(".wordle .scroll").evaluate_all(cut) == [0, 0], width
