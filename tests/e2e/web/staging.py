"""What tests of the page put on: a plain picture of a word search, answers that come late or are changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route

from tests.page_pictures import DrawnPage, page_picture

LASTING = """() => {
  const { setTimeout } = window;
  window.setTimeout = (action, wait = 0) => (wait < 2000 ? setTimeout(action, wait) : 0);
}"""
"""What is shown for a moment stays."""
PLAIN: dict[str, Any] = {
    "lower": False, "outline": "rectangle", "rules": "none", "beside": "nothing", "lassos": 0, "ellipses": 0,
    "markers": 0, "strokes": 0, "uneven": 0.0, "proportional": False,
}  # fmt: skip


def plain_page() -> DrawnPage:
    """Letters in rows and columns, and nothing else."""
    return page_picture(4, rows=10, cols=12, step=(40, 40), size=22, font="sans", **PLAIN)


def in_background(route: Route) -> None:
    """Have the job of a request followed by its events, however soon it is done."""
    route.continue_(headers={**route.request.headers, "prefer": "respond-async"})


def doubting(*cells: int) -> Callable[[Route], None]:
    """A handler by whose answer letters that were read well are in doubt."""

    def handle(route: Route) -> None:
        answer = route.fetch(headers={**route.request.headers, "prefer": "wait=30"})
        told = answer.json()
        found = told.get("result", told)
        for cell in cells:
            found["cells"][cell]["doubtful"] = True
        route.fulfill(response=answer, body=json.dumps(told))

    return handle
