"""A pack of levels that a page has, and how it is played there."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.web.visits import Visit

COUNT = 12
KEEP = """async (pack) => {
  const { lastPack } = await import("/static/js/lib/store.js");
  await lastPack.set(new Blob([pack]));
}"""


@dataclass
class Played:
    """A page with a pack, and the pack as the page got it."""

    visit: Visit
    pack: dict[str, Any]

    @property
    def page(self) -> Page:
        return self.visit.page

    def level(self, number: int) -> dict[str, Any]:
        """Go to a level."""
        self.page.goto(f"{self.visit.base}/#levels?part=play&level={number}")
        expect(self.page.get_by_role("spinbutton", name="Level")).to_have_value(str(number))
        expect(self.page.locator(".crossword:visible")).to_have_count(1)
        found: dict[str, Any] = self.pack["levels"][number - 1]
        return found

    def says(self, sentence: str | re.Pattern[str]) -> None:
        expect(self.page.locator(".said")).to_contain_text(sentence)


def with_pack(opened: Visit, pack: dict[str, Any]) -> Played:
    """A page that kept a pack which it made earlier."""
    page = opened.go("#levels")
    page.evaluate(KEEP, json.dumps(pack))
    return Played(opened, pack)
