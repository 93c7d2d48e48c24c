"""What befalls a page that is used for long: closed stores, broken lines, late answers, two tabs."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Route, expect

from app.keys import hashed_entry
from tests.e2e.serving import served
from tests.e2e.web.staging import in_background, plain_page
from tests.e2e.web.visits import WORDS, Open, Visit
from tests.pictures import SAMPLE

pytestmark = pytest.mark.e2e

GRID = "STAR/ENIL/GROP/DUET"
SECRET = "a-secret-of-alice-0123456789"
LEVEL = """async (number) => {
  const { progressOf } = await import("/static/js/levels/progress.js");
  const level = progressOf("pack", { number, words: [] });
"""
FOUND = LEVEL + "level.add('word'); }"
HAS_FOUND = LEVEL + "return level.found().has('word'); }"
CLOSED = """for (const name of ["localStorage", "sessionStorage", "indexedDB"])
  Object.defineProperty(window, name, { get() { throw new DOMException("closed", "SecurityError"); } });"""
TOO_LATE = re.compile(r"expires=\d+")


def too_late(route: Route) -> None:
    """Send a signed link as though it were of long ago."""
    route.continue_(url=TOO_LATE.sub("expires=1", route.request.url))


def test_a_browser_that_keeps_nothing_shows_the_page(visit: Open) -> None:
    opened = visit()
    opened.page.add_init_script(CLOSED)
    page = opened.go("#wordhunt")
    opened.upload(SAMPLE)
    expect(page.locator(WORDS).first).to_be_visible()
    expect(page.locator(".board img")).to_be_visible()


def test_the_game_that_was_skipped_to_is_there_after_a_reload(visit: Open) -> None:
    page = visit().go("#wordle")
    expect(page.locator(".best .word")).to_be_visible()
    page.get_by_role("link", name="Skip to the game").press("Enter")
    page.reload()
    expect(page.locator(".best .word")).to_be_visible()
    page.goto(page.url.split("#")[0] + "#main")
    expect(page.locator(".best .word")).to_be_visible()
    expect(page).to_have_url(re.compile("#wordle$"))


def test_a_job_that_fails_is_told_at_once(visit: Open) -> None:
    written = io.BytesIO()
    Image.new("RGB", (300, 200), "white").save(written, "PNG")
    opened = visit()
    page = opened.go("#wordhunt")
    followed: list[str] = []
    page.on("request", lambda request: followed.append(request.url) if "/events" in request.url else None)
    page.route("**/wordhunt/solve", in_background)
    opened.upload(written.getvalue())
    expect(page.locator(".problem")).to_contain_text("No board in the picture")
    assert len(followed) == 1


@pytest.mark.parametrize("status", [429, 502, 0])
def test_a_busy_server_does_not_end_what_it_works_on(visit: Open, status: int) -> None:
    """Without a status, the line breaks."""

    def refused(route: Route) -> None:
        if status:
            route.fulfill(status=status, body="<p>busy")
        else:
            route.abort()

    opened = visit()
    page = opened.go("#wordhunt")
    page.route("**/wordhunt/solve", in_background, times=1)
    page.route("**/jobs/*/events", refused, times=1)
    page.get_by_label("As text").fill(GRID)
    expect(page.locator(WORDS).first).to_be_visible()
    opened.complaints = [text for text in opened.complaints if "ERR_FAILED" not in text]


def test_how_long_to_wait_is_told(visit: Open) -> None:
    page = visit().go("#wordhunt")
    told = json.dumps({"code": "rate_limited", "detail": "More than 9 a minute."})
    busy = {"status": 429, "headers": {"Retry-After": "17"}, "body": told}
    page.route("**/wordhunt/solve", lambda route: route.fulfill(**busy), times=1)
    page.get_by_label("As text").fill(GRID)
    expect(page.locator(".problem")).to_contain_text("Try again in 17 seconds.")


def test_an_answer_that_breaks_off_is_no_fault_of_the_page(visit: Open) -> None:
    page = visit().go("#wordhunt")
    page.route("**/wordhunt/solve", lambda route: route.fulfill(status=200, body='{"result": {'), times=1)
    page.get_by_label("As text").fill(GRID)
    expect(page.locator(".problem")).to_contain_text("The server does not answer")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(WORDS).first).to_be_visible()


def test_a_puzzle_that_the_server_forgot_is_solved_once_more(visit: Open) -> None:
    page = visit().go(f"#wordsearch?grid={GRID}&words=star")
    page.locator("summary:visible", has_text="Download").click()
    gone = json.dumps({"code": "job_expired", "detail": "It has expired."})
    page.route("**/puzzle.svg", lambda route: route.fulfill(status=410, body=gone), times=1)
    page.get_by_role("link", name="Puzzle as SVG").click()
    expect(page.locator(".problem")).to_contain_text("forgotten")
    with page.expect_response("**/wordsearch"):
        page.get_by_role("button", name="Try again").click()
    expect(page.locator(".problem")).to_have_count(0)


def test_a_picture_is_read_while_one_looks_elsewhere(visit: Open) -> None:
    drawn = plain_page()
    opened = visit()
    page = opened.go("#wordsearch")
    held: list[Route] = []
    page.route("**/wordsearch", lambda route: held.append(route), times=1)
    with page.expect_request("**/wordsearch"):
        opened.upload(drawn.to_bytes())
    page.get_by_role("link", name="Make a puzzle").click()
    page.get_by_role("link", name="Solve").click()
    held[0].continue_()
    expect(page.get_by_label("Grid", exact=True)).to_have_value("\n".join(drawn.rows))


def test_a_rating_is_of_the_game_that_is_there(visit: Open) -> None:
    page = visit().go("#wordle?clues=crane=gybbb")
    held: list[Route] = []
    page.route("**/wordle/rate", lambda route: held.append(route), times=1)
    with page.expect_request("**/wordle/rate"):
        page.get_by_role("button", name="Rate my game").click()
    page.locator("button.mark").last.click()
    with page.expect_response("**/wordle/rate"):
        held[0].continue_()
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(page.get_by_text("Skill")).to_have_count(0)
    expect(page.get_by_role("button", name="Rate my game")).to_be_visible()


def test_two_tabs_keep_what_both_of_them_did(visit: Open) -> None:
    opened = visit(theme="light")
    page = opened.go("#levels")
    other = Visit(page.context.new_page(), opened.base)
    other.go("#levels")
    page.evaluate(FOUND, 1)
    other.page.wait_for_function(HAS_FOUND, arg=1)
    other.page.evaluate(FOUND, 2)
    found = page.evaluate("Object.keys(JSON.parse(localStorage['tilewise.levels.play']).found)")
    assert found == ["pack/1", "pack/2"]
    page.locator("#theme-button").click()
    expect(other.page.locator("#theme-button")).to_have_text("Light")
    other.page.get_by_role("link", name="Wordle").click()
    expect(other.page.locator(".best .word")).to_be_visible()
    assert page.evaluate("JSON.parse(localStorage['tilewise.page']).theme") == "light"
    assert other.complaints == []


def test_a_pack_of_another_version_does_not_spoil_the_game(visit: Open) -> None:
    page = visit().go("#levels")
    page.evaluate(
        """async () => {
          const { lastPack } = await import("/static/js/lib/store.js");
          await lastPack.set(new Blob(['{"levels": 7}']));
        }"""
    )
    page.goto(page.url.split("#")[0] + "?#levels?part=play")
    expect(page.get_by_text("There is no pack yet.")).to_be_visible()


def test_the_part_of_a_game_that_was_left_comes_back(visit: Open) -> None:
    page = visit().go("#levels?part=pack")
    make = page.get_by_role("button", name="Make the pack")
    expect(make).to_be_visible()
    page.get_by_role("link", name="Wordle").click()
    expect(page.locator(".best .word")).to_be_visible()
    page.locator("header").get_by_role("link", name="Levels").click()
    expect(make).to_be_visible()
    page.get_by_role("link", name="Words of a wheel").click()
    expect(make).to_be_hidden()
    page.go_back()
    expect(make).to_be_visible()


def test_a_key_is_asked_for_and_kept_for_the_tab(visit: Open, lexicon_cache: Path, tmp_path: Path) -> None:
    settings = {"API_KEYS": hashed_entry("alice", SECRET), "RATE_LIMIT": "none"}
    with served(lexicon_cache, log=tmp_path / "server.log", **settings) as client:
        opened = visit(base=str(client.base_url).rstrip("/"))
        page = opened.go("#wordsearch")
        dialog = page.get_by_role("dialog", name="API key")
        expect(dialog).to_be_visible()
        opened.check("key")
        dialog.get_by_role("button", name="Not now").click()
        page.get_by_role("button", name="Example").click()
        given = page.get_by_role("button", name="Give a key")
        expect(given).to_be_visible()  # once is enough: nobody could type
        given.press("Enter")
        dialog.get_by_label("Key").fill("no kéy")
        page.keyboard.press("Enter")
        expect(dialog).to_be_visible()
        dialog.get_by_label("Key").fill("wrong")
        page.keyboard.press("Enter")
        expect(dialog).to_have_accessible_description(re.compile("does not know the API key"))
        dialog.get_by_label("Key").fill(SECRET)
        dialog.get_by_role("button", name="Use it").click()
        expect(dialog).to_be_hidden()
        expect(page.locator(WORDS).first).to_be_visible()
        expect(page.locator("option", has_text="English (")).to_have_count(1)  # among the word lists
        page.locator("summary:visible", has_text="Download").click()
        link = page.get_by_role("link", name="Solution as SVG")
        page.route("**/solution.svg?*", too_late)
        with page.expect_download() as waiting:
            link.click()
        assert "<svg" in waiting.value.path().read_text()
        assert waiting.value.suggested_filename == "solution.svg"
        stranger = visit(base=opened.base).page
        address = link.evaluate("link => link.href")
        stranger.goto(address)
        expect(stranger.locator("svg .lasso").first).to_be_visible()
        assert stranger.request.get(TOO_LATE.sub("expires=1", address)).status == 401
        page.reload()
        expect(page.locator(WORDS).first).to_be_visible()
        page.get_by_role("button", name="API key").click()
        dialog.get_by_label("Key").fill("")
        dialog.get_by_role("button", name="Use it").click()
        expect(page.locator("#announcer")).to_contain_text("The key is forgotten")
        page.reload()
        expect(dialog).to_be_visible()
        page.close()
