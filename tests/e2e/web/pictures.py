"""The page's pictures in the README, from a server of their own: `python -m tests.e2e.web.pictures`.

All that they show is drawn or typed here, or the sample board that we ship.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright

from app.greeting import SAMPLE
from tests.compiling import link_compiled
from tests.e2e.serving import served
from tests.e2e.web.visits import Theme

SIZE: Final[ViewportSize] = {"width": 1120, "height": 720}
COLOURS: Final = 128
"""Of each picture: a page has few, and the files a third of the size."""
PLACE: Final = SAMPLE.parent
ANIMALS: Final = "otter\ntiger\nzebra\npanda\nkoala\nlemur\nheron\nbison\nllama\ncamel"


def wordhunt(page: Page) -> None:
    page.locator(".wordhunt input[type=file]").first.set_input_files(SAMPLE)
    page.locator(".words [role=option]").first.click()


def wordsearch(page: Page) -> None:
    page.get_by_role("link", name="Make a puzzle").click()
    page.get_by_label("Words to hide").fill(ANIMALS)
    page.get_by_role("button", name="Make the puzzle").click()
    page.get_by_role("button", name="Show all").click()


def wordle(page: Page) -> None:
    page.locator(".best .word").wait_for()
    for guess, marks in (("salet", "00001"), ("crony", "00100")):
        page.keyboard.type(guess)
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowUp")
        page.keyboard.type(marks)
    page.locator(".best", has_text="number 3").wait_for()


def levels(page: Page) -> None:
    page.get_by_role("link", name="Make levels").click()
    page.get_by_role("button", name="Make the pack").click()
    page.get_by_role("button", name="Download").wait_for()
    page.goto(f"{page.url.split('#')[0]}#levels?part=play&level=21")
    page.get_by_role("button", name="Hint").click()
    for _ in range(6):
        page.get_by_role("button", name="Hint").click()


SCENES: Final[dict[str, tuple[Theme, Callable[[Page], None]]]] = {
    "wordhunt": ("light", wordhunt),
    "wordsearch": ("light", wordsearch),
    "wordle": ("dark", wordle),
    "levels": ("light", levels),
}


def main() -> None:
    with tempfile.TemporaryDirectory() as cache, sync_playwright() as driver:
        link_compiled(Path(cache))
        with served(Path(cache), log=Path(cache) / "server.log") as client:
            browser = driver.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            for name, (theme, play) in SCENES.items():
                page = browser.new_page(viewport=SIZE, color_scheme=theme, reduced_motion="reduce")
                page.goto(f"{client.base_url}/#{name}".replace("//#", "/#"))
                play(page)
                page.wait_for_load_state("networkidle")
                page.evaluate("scrollTo(0, 0)")
                picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB").quantize(COLOURS)
                picture.save(PLACE / f"page-{name}.png", optimize=True)


if __name__ == "__main__":
    main()
