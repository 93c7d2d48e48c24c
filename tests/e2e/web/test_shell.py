"""What all games of the page have in common: moving about, colours, pictures from anywhere, keys, outages."""

from __future__ import annotations

import base64

import httpx
import psutil
import pytest
from playwright.sync_api import Page, Response, expect

from tests.brokers import eventually
from tests.e2e.serving import process_of
from tests.e2e.web.staging import in_background
from tests.e2e.web.visits import PHONE, WORDS, Open
from tests.pictures import SAMPLE
from tests.wordle_games import drawn_game

pytestmark = pytest.mark.e2e

GAMES = ("wordhunt", "wordsearch", "wordle", "levels")
MOST_BYTES = 150_000
"""Of our own code over the wire, all games together."""
GRID = "STAR/ENIL/GROP/DUET"
LARGE = "STARE/ENILO/GROPS/DUETA/MIRES"
WITH_PICTURE = """([name, code]) => {
  const bytes = Uint8Array.from(atob(code), (sign) => sign.charCodeAt(0));
  const carried = new DataTransfer();
  carried.items.add(new File([bytes], "board.png", { type: "image/png" }));
  const where = name === "drop" ? document.querySelector(".game:not([hidden]) .drop") : document.body;
  const Kind = name === "drop" ? DragEvent : ClipboardEvent;
  const how = name === "drop" ? { dataTransfer: carried } : { clipboardData: carried };
  where.dispatchEvent(new Kind(name, { bubbles: true, cancelable: true, ...how }));
}"""


def shown(page: Page, title: str) -> None:
    """Wait until a game is there, and no other."""
    expect(page.locator(".game:visible")).to_have_count(1)
    expect(page.locator(".game:visible h1")).to_have_text(title)


def test_games_are_gone_through_and_back(visit: Open) -> None:
    page = visit().go("")
    shown(page, "Word Hunt")
    page.get_by_role("link", name="Wordle").click()
    shown(page, "Wordle")
    page.get_by_role("link", name="Word search").click()
    shown(page, "Word search")
    assert page.title() == "Word search · Tilewise"
    expect(page.locator("header [aria-current]")).to_have_text("Word search")
    page.go_back()
    shown(page, "Wordle")
    page.go_back()
    shown(page, "Word Hunt")
    page.go_forward()
    shown(page, "Wordle")
    page.goto(page.url.split("#")[0])
    shown(page, "Wordle")


def test_each_game_is_where_it_was_left(visit: Open) -> None:
    page = visit(size=PHONE).go("#wordle")
    expect(page.locator(".best .word")).to_be_visible()
    page.evaluate("scrollTo(0, 300)")
    page.evaluate("location.hash = '#wordhunt'")
    shown(page, "Word Hunt")
    assert page.evaluate("scrollY") == 0
    page.evaluate("location.hash = '#wordle'")
    shown(page, "Wordle")
    assert page.evaluate("scrollY") == 300


def test_the_page_is_light_and_stays_in_its_place(visit: Open) -> None:
    sizes: list[int] = []

    def weigh(response: Response) -> None:
        if "/static/" in response.url:
            sizes.append(int(response.headers.get("content-length", 0)))

    opened = visit()
    opened.page.on("response", weigh)
    page = opened.go("")
    for game in GAMES:
        page.goto(f"{opened.base}/#{game}")
        expect(page.locator(f".game.{game}")).to_be_visible()
    assert 20_000 < sum(sizes) < MOST_BYTES
    shifts = page.evaluate(
        """() => new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries()
             .filter((entry) => !entry.hadRecentInput).reduce((sum, entry) => sum + entry.value, 0)))
             .observe({ type: "layout-shift", buffered: true }) || setTimeout(() => resolve(0), 200))"""
    )
    assert shifts < 0.1


def test_every_game_fits_every_width(visit: Open) -> None:
    opened = visit()
    for name in GAMES:
        page = opened.go(f"#{name}")
        expect(page.locator(".game:visible h1")).to_be_visible()
        for width in (*range(320, 481, 20), 600, 768, 1024):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, width)
            first, last = (page.locator("header nav a").nth(at).bounding_box() for at in (0, -1))
            assert first and last and first["x"] >= 0 and last["x"] + last["width"] <= width, (name, width)


def test_colours_are_chosen_and_remembered(visit: Open) -> None:
    page = visit(theme="light").go("#wordhunt")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    button = page.locator("#theme-button")
    button.click()
    button.click()
    expect(button).to_have_text("Dark")
    dark = page.evaluate(ground)
    assert dark != light
    page.reload()
    expect(button).to_have_accessible_name("Colours: dark")
    assert page.evaluate(ground) == dark


def test_keys_alone_reach_the_game(visit: Open) -> None:
    page = visit().go("#wordhunt")
    shown(page, "Word Hunt")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the game")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Choose a picture")).to_be_focused()


@pytest.mark.parametrize("way", ["paste", "drop"])
def test_a_picture_comes_by_paste_or_drop(visit: Open, way: str) -> None:
    page = visit().go("#wordhunt")
    shown(page, "Word Hunt")
    page.evaluate(WITH_PICTURE, [way, base64.b64encode(SAMPLE.read_bytes()).decode()])
    expect(page.get_by_label("As text")).to_have_value(GRID)


def test_a_picture_of_another_game_is_opened_there(visit: Open) -> None:
    opened = visit()
    page = opened.go("#wordhunt")
    opened.upload(drawn_game(["salet", "crony"], "ditto"))
    problem = page.locator(".problem")
    expect(problem).to_contain_text("The picture shows a game of Wordle.")
    problem.get_by_role("button", name="Open it in Wordle").click()
    shown(page, "Wordle")
    expect(page.get_by_role("group", name="Guess 2, CRONY").first).to_be_visible()


def test_an_empty_file_is_told_in_plain_words(visit: Open) -> None:
    opened = visit()
    page = opened.go("#wordsearch")
    opened.upload(b"")
    expect(page.locator(".problem:visible")).to_contain_text("Not a readable picture")


def test_what_is_no_picture_is_told_in_plain_words(visit: Open) -> None:
    opened = visit(size=PHONE)
    page = opened.go("#wordhunt")
    opened.upload(b"no picture")
    problem = page.locator(".problem")
    expect(problem).to_contain_text("Not a readable picture")
    expect(problem.get_by_role("button", name="Try again")).to_be_visible()
    expect(page.locator("#announcer")).to_contain_text("Not a readable picture")
    opened.check("problem")


@pytest.mark.parametrize("name", ["toString", "__proto__", "constructor"])
def test_an_address_of_no_game_shows_one(visit: Open, name: str) -> None:
    page = visit().go(f"#{name}")
    shown(page, "Word Hunt")


def test_what_was_kept_of_another_kind_is_left_out(visit: Open) -> None:
    page = visit().go("#wordhunt")
    kept = {"grid": GRID, "order": "evil", "min_length": 1e9, "dictionary": 7, "points": None}
    page.evaluate("kept => localStorage.setItem('tilewise.wordhunt', JSON.stringify(kept))", kept)
    page.evaluate("localStorage.setItem('tilewise.wordle', '[1, 2]')")
    page.reload()
    expect(page.locator(WORDS).first).to_be_visible()
    page.goto(page.url.split("#")[0] + "#wordle")
    expect(page.locator(".best .word")).to_be_visible()


HOLD = """() => {
  const { fetch } = window;
  window.fetch = async (path, how) => {
    const answer = await fetch(path, how);
    if (how?.method === "POST" && !window.held) await new Promise((resolve) => (window.held = resolve));
    return answer;
  };
}"""
"""The answer to the first question waits until it is let go."""


def test_an_older_answer_never_follows_a_newer_one(visit: Open) -> None:
    page = visit().go("#wordhunt")
    page.evaluate(HOLD)
    page.get_by_label("As text").fill(LARGE)
    eventually(lambda: page.evaluate("Boolean(window.held)"))
    page.get_by_label("As text").fill(GRID)
    expect(page.locator(".figures")).to_contain_text("659 words")
    page.evaluate("window.held()")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(page.locator(".figures")).to_contain_text("659 words")


def test_work_for_an_older_question_is_canceled(visit: Open) -> None:
    page = visit().go("#wordhunt")
    page.route("**/wordhunt/solve", in_background, times=1)
    page.route("**/jobs/*/events", lambda _: None)  # as if it took long
    with page.expect_response("**/wordhunt/solve") as first:
        page.get_by_label("As text").fill(LARGE)
    job = first.value.json()["id"]
    with page.expect_request(lambda request: request.method == "DELETE") as ended:
        page.get_by_label("As text").fill(GRID)
    assert ended.value.url.endswith(f"/jobs/{job}")
    expect(page.locator(".figures")).to_contain_text("659 words")


def test_work_is_canceled_when_its_page_goes_away(visit: Open) -> None:
    page = visit().go("#wordhunt")
    page.route("**/wordhunt/solve", in_background, times=1)
    page.route("**/jobs/*/events", lambda _: None)  # as if it took long
    with page.expect_request("**/jobs/*/events") as followed:
        page.get_by_label("As text").fill(LARGE)
    job = followed.value.url.split("/")[-2]
    with page.expect_request(lambda request: request.method == "DELETE") as ended:
        page.evaluate("dispatchEvent(new Event('pagehide'))")
    assert ended.value.url.endswith(f"/jobs/{job}")


def test_stopping_is_told_and_leaves_no_older_answer(visit: Open) -> None:
    page = visit().go(f"#wordhunt?grid={GRID}")
    expect(page.locator(WORDS).first).to_be_visible()
    page.evaluate(HOLD)
    page.get_by_label("As text").fill(LARGE)
    page.get_by_role("button", name="Stop").press("Enter")
    expect(page.locator("#announcer")).to_contain_text("Stopped")
    expect(page.locator(WORDS)).to_have_count(0)
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_focused()
    again.press("Enter")
    expect(page.locator(WORDS).first).to_be_visible()
    expect(page.locator("body")).not_to_be_focused()


def broker_of(site: httpx.Client) -> psutil.Process:
    (broker,) = [each for each in process_of(site).children(recursive=True) if each.name() == "valkey-server"]
    return broker


def test_an_outage_is_told_and_mended_by_trying_again(visit: Open, site: httpx.Client) -> None:
    page = visit().go("#wordhunt")
    shown(page, "Word Hunt")
    broker = broker_of(site)
    broker.suspend()
    try:
        page.get_by_label("As text").fill(GRID)
        problem = page.locator(".problem")
        expect(problem).to_contain_text("The job queue cannot be reached")
    finally:
        broker.resume()
    problem.get_by_role("button", name="Try again").click()
    expect(page.locator(WORDS).first).to_be_visible()


def test_no_network_at_all_is_told(visit: Open) -> None:
    opened = visit()
    page = opened.go("#wordhunt")
    shown(page, "Word Hunt")
    page.context.set_offline(True)
    page.get_by_label("As text").fill(GRID)
    expect(page.locator(".problem")).to_contain_text("The server does not answer")
    page.get_by_role("link", name="Wordle").click()
    expect(page.locator(".problem:visible")).to_contain_text("could not be loaded")
    page.context.set_offline(False)
    page.get_by_role("button", name="Load again").click()
    shown(page, "Wordle")
    assert all("ERR_INTERNET_DISCONNECTED" in text for text in opened.complaints)
    opened.complaints.clear()
