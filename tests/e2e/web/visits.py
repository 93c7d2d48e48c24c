"""A page that is open in a browser, as a person has it, and what is held against it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Page

SCREENSHOTS: Final = Path(__file__).resolve().parents[3] / "build" / "screenshots"
PHONE: Final = (360, 740)
DESKTOP: Final = (1280, 900)
Theme = Literal["light", "dark"]
Look = tuple[Theme, str, tuple[int, int]]
LOOKS: Final[tuple[Look, ...]] = (("dark", "phone", PHONE), ("light", "desktop", DESKTOP))
"""Colours do not depend on widths: each theme and each width once."""
WORDS: Final = ".words [role=option]"
"""The words of a list; the choices of a field are options, too."""
_REFUSALS: Final = "Failed to load resource: the server responded with a status of "
_OVERFLOW: Final = """(letters) => {
  const page = document.documentElement;
  page.style.fontSize = letters;
  const excess = page.scrollWidth - innerWidth;
  page.style.fontSize = "";
  return excess;
}"""


@dataclass
class Visit:
    """A page with all that it complained of."""

    page: Page
    base: str
    complaints: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    """Answers of the server that are errors; browsers write a line about each."""

    def __post_init__(self) -> None:
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self._asked(request.url))

    def go(self, place: str) -> Page:
        """Open `#wordle` and the like."""
        self.page.goto(f"{self.base}/{place}")
        return self.page

    def upload(self, picture: bytes | Path, *, kind: str = "image/png") -> None:
        """Choose a picture in the game that is shown."""
        content = picture if isinstance(picture, bytes) else picture.read_bytes()
        chooser = self.page.locator(".game:not([hidden]) > :not([hidden]) input[type=file]").first
        chooser.set_input_files({"name": "picture.png", "mimeType": kind, "buffer": content})

    def check(self, name: str) -> None:
        """No barrier, dark on a phone and light on a desk, and no wider than either; screenshots are kept."""
        for theme, width, (across, down) in LOOKS:
            self.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            self.page.set_viewport_size({"width": across, "height": down})
            self.keep(f"{name}-{theme}-{width}")
            assert self._overflow() <= 0, f"{name} is wider than a {width}"
            assert self._overflow(letters="130%") <= 0, f"{name} is wider than a {width} in large letters"
            found = barriers(self.page)
            assert not found, f"{name}, {theme}: " + "; ".join(found)

    def keep(self, name: str) -> None:
        """Write a screenshot."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)

    def _overflow(self, letters: str = "") -> int:
        """By how many pixels the page is wider than the window, with letters of this size."""
        excess: int = self.page.evaluate(_OVERFLOW, letters)
        return excess

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        kind = self.refusals if message.text.startswith(_REFUSALS) else self.complaints
        kind.append(message.text)

    def _asked(self, url: str) -> None:
        if not url.startswith((self.base, "blob:", "data:")):
            self.complaints.append(f"asked another host: {url}")


Open = Callable[..., Visit]
"""Opens a page of its own: `visit(theme="dark", size=PHONE)`."""


def barriers(page: Page) -> list[str]:
    """What keeps people out, by axe-core: rule, element and reason."""
    found: dict[str, Any] = Axe().run(page).response
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]
