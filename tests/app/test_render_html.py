"""A word search as a page: whole, alone, fit for paper, and every name escaped."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from app.render import Mark, MarkedGrid
from app.render_html import page, sheet
from tests.app.test_render import GARDEN
from worker.model import Grid

_VOID = {"meta", "br"}


class Reader(HTMLParser):
    """The texts of a page by the element they stand in; fails on tags that do not match."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append((self.open[-1], data.strip()))

    def of(self, tag: str) -> list[str]:
        return [text for inside, text in self.texts if inside == tag]


def test_a_solved_page_has_the_grid_the_words_and_their_places() -> None:
    seen = Reader(page(replace(GARDEN, notes=("A note.",)), title="Garden"))
    assert seen.of("h1") == ["Garden"] and "A note." in seen.of("p")
    assert "".join(seen.of("text")) == "".join(GARDEN.grid.tiles)
    cells = seen.of("td")
    assert cells[:4] == ["ROSE", "row 1, column 1", "row 1, column 4", "rightwards"]
    assert len(cells) == 4 * len(GARDEN.marks)
    assert "(not found)" in seen.of("span")


def test_a_sheet_keeps_its_solution_for_another_page() -> None:
    text = sheet(GARDEN, title="Garden")
    puzzle, _, solution = text.partition('<section class="solution">')
    Reader(text)
    assert 'class="lasso"' not in puzzle and "<td>" not in puzzle
    assert solution.count('class="lasso"') == len(GARDEN.marks)
    assert ".solution{break-before:page}" in text


@pytest.mark.parametrize("made", [page, sheet])
def test_names_are_escaped(made: type) -> None:
    puzzle = MarkedGrid(Grid.parse("AB"), ("<b>&\"'",), (Mark("<b>&\"'", 0, (0, 1), "e"),))
    seen = Reader(made(puzzle, title="</title><script>"))
    assert "script" not in [tag for tag, _ in seen.texts]
    assert "<b>&\"'" in seen.of("td")


@pytest.mark.parametrize("made", [page, sheet])
def test_a_page_needs_nothing_else(made: type) -> None:
    text = made(GARDEN)
    assert text.startswith("<!doctype html>") and 'lang="en"' in text
    assert "color-scheme:light dark" in text and "@media print" in text
    assert not re.search(r"(?:href|src|url\(|@import|<script)", text)
    assert len(re.findall(r'id="([^"]+)"', text)) == len(set(re.findall(r'id="([^"]+)"', text)))


def test_without_words_there_is_only_the_grid() -> None:
    text = page(MarkedGrid(Grid.parse("AB")))
    assert "<ul" not in text and "<table" not in text


def test_what_stands_there_instead_is_told() -> None:
    puzzle = MarkedGrid(Grid.parse("CUT"), ("CAT",), (Mark("CAT", 0, (0, 1, 2), "e", differs=True),))
    assert "CAT (CUT stands there)" in Reader(page(puzzle)).of("td")
