"""The page in a real browser: what it weighs, how soon it is seen, how soon a result is painted.

    weight and first view   of each game, from an empty cache on loopback: bytes over the wire, milliseconds
                            until something is painted and until the game stands, layout shift (0 is none)
    a board's result        5x5, typed: milliseconds from the answer's arrival until the words that fit into
                            the list are painted, and until the rest of them is there, too

Times are on the clock, in one browser process on this machine; medians of several visits.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from tests.benchmarks.table import Table, Unavailable
from tests.compiling import link_compiled
from tests.e2e.serving import served

CHROMIUM: Final = Path("/usr/bin/chromium")
GAMES: Final = ("wordhunt", "wordsearch", "wordle", "levels")
VISITS: Final = 7
BOARDS: Final = (
    "STARE/ENILO/GROPS/DUETA/MIRES",
    "PLANE/TRIES/OCEAN/MUSIC/DREAM",
    "SATIN/ERODE/LINGO/POTES/CARDS",
)
_SEEN: Final = """() => new Promise(resolve => {
  let shift = 0;
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => {
    const files = performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"));
    const ours = files.filter(file => !file.name.includes("/dictionaries"));
    resolve({
      bytes: ours.reduce((sum, file) => sum + file.transferSize, 0),
      first: performance.getEntriesByName("first-contentful-paint")[0].startTime,
      stands: window.stands,
      shift,
    });
  }, 300);
})"""
_STANDS: Final = """
new MutationObserver((_, observer) => {
  if (!document.querySelector(".game h1")) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.stands = performance.now(); }));
}).observe(document, { childList: true, subtree: true });
"""
_PAINTED: Final = """board => new Promise(resolve => {
  const words = document.querySelector(".wordhunt .words");
  new MutationObserver((_, observer) => {
    if (!words.querySelector("[role=option]")) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => {
      const painted = performance.now();
      const files = performance.getEntriesByType("resource");
      const answer = files.filter(file => file.name.endsWith("/wordhunt/solve")).at(-1);
      const all = Number(document.querySelector(".wordhunt .figures b").textContent.replaceAll(",", ""));
      const complete = () => {
        if (words.querySelectorAll("[role=option]").length < all) return requestAnimationFrame(complete);
        const after = (moment) => moment - answer.responseEnd;
        setTimeout(() => resolve({ first: after(painted), all: after(performance.now()) }));
      };
      complete();
    }));
  }).observe(words, { childList: true });
  location.hash = `#wordhunt?grid=${board}`;
})"""

_CLEARED: Final = """() => {
  document.querySelector(".wordhunt .words").replaceChildren();
  location.hash = "#wordhunt";
}"""


def tables() -> Iterator[Table]:
    if not CHROMIUM.is_file():
        raise Unavailable("Debian's chromium is not installed")
    with tempfile.TemporaryDirectory() as cache, sync_playwright() as driver:
        link_compiled(Path(cache))
        with served(Path(cache), log=Path(cache) / "server.log") as client:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            base = str(client.base_url).rstrip("/")
            yield first_views(browser, base)
            yield results(browser, base)


def first_views(browser: Browser, base: str) -> Table:
    columns = ("game", "kB over the wire", "first paint ms", "stands ms", "aim ms", "layout shift")
    table = Table("weight and first view", columns)
    for game in GAMES:
        seen = [_visited(browser, f"{base}/#{game}") for _ in range(VISITS)]
        middle = {name: median(one[name] for one in seen) for name in seen[0]}
        figures = f"{middle['bytes'] / 1000:.1f}", f"{middle['first']:.0f}", f"{middle['stands']:.0f}"
        table.add(game, *figures, "< 1000", f"{max(one['shift'] for one in seen):.3f}")
    return table


def _visited(browser: Browser, address: str) -> dict[str, float]:
    page = _opened(browser)
    page.goto(address)
    page.locator(".game h1").wait_for()
    seen: dict[str, float] = page.evaluate(_SEEN)
    page.context.close()
    return seen


def results(browser: Browser, base: str) -> Table:
    columns = ("board", "words", "seen ms after the answer", "aim ms", "all ms", "checksum")
    table = Table("a board's result", columns)
    page = _opened(browser)
    page.goto(f"{base}/#wordhunt")
    page.locator(".game h1").wait_for()
    for board in BOARDS:
        painted: list[dict[str, Any]] = []
        for _ in range(VISITS):
            painted.append(page.evaluate(_PAINTED, board))
            page.evaluate(_CLEARED)
        page.evaluate(_PAINTED, board)
        words = _words(page)
        checksum = hashlib.sha256(" ".join(words).encode()).hexdigest()[:8]
        first, whole = (f"{median(one[name] for one in painted):.1f}" for name in ("first", "all"))
        table.add(board, len(words), first, "< 30", whole, checksum)
    return table


def _opened(browser: Browser) -> Page:
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    page.add_init_script(_STANDS)
    return page


def _words(page: Page) -> list[str]:
    return page.locator(".wordhunt .words [role=option]").all_text_contents()
