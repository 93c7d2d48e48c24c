"""A marked grid as SVG: well formed, told to those who do not see it, every lasso around its cells."""

from __future__ import annotations

import re
from math import cos, radians, sin
from xml.etree import ElementTree

import pytest
from hypothesis import given

from app.render import Mark, MarkedGrid
from app.render_svg import CELL, LASSO, MARGIN, description, svg
from tests.app.test_render import GARDEN, puzzles
from worker.model import Grid

SVG = "{http://www.w3.org/2000/svg}"
# BTC
# DAF
# GHT
SMALL = MarkedGrid(
    Grid.parse("BTC/DAF/GHT"),
    ("BAT", "HAT", "DOG"),
    (Mark("BAT", 0, (0, 4, 8), "se"), Mark("HAT", 1, (7, 4, 1), "n")),
    missing=("DOG",),
)


def tree(puzzle: MarkedGrid, *, listed: bool = True) -> ElementTree.Element:
    return ElementTree.fromstring(svg(puzzle, listed=listed))


def test_it_says_what_it_shows() -> None:
    drawing = ElementTree.fromstring(svg(SMALL, title="Pets & <others>", name="p"))
    title, desc = drawing.find(f"{SVG}title"), drawing.find(f"{SVG}desc")
    assert title is not None and desc is not None
    assert drawing.get("role") == "img"
    assert drawing.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}" == "p-title p-desc"
    assert title.text == "Pets & <others>"
    assert desc.text == (
        "A grid of 3 rows and 3 columns. BAT from row 1, column 1 down to the right to row 3, column 3. "
        "HAT from row 3, column 2 upwards to row 1, column 2. DOG is not in the grid."
    )


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        (Mark("B", 0, (0,), "e"), "B at row 1, column 1."),
        (Mark("BAD", 0, (0, 4, 3), None), "BAD from row 1, column 1 along a bent path to row 2, column 1."),
    ],
)
def test_other_places_are_told_too(mark: Mark, said: str) -> None:
    assert said in description(MarkedGrid(SMALL.grid, ("B",), (mark,)))


def test_letters_stand_in_the_middle_of_their_cells() -> None:
    letters = tree(SMALL).findall(f".//{SVG}g[@class='letters']/{SVG}text")
    assert "".join(letter.text or "" for letter in letters) == "BTCDAFGHT"
    last = letters[-1]
    assert last.get("x") == last.get("y") == str(MARGIN + 2 * CELL + CELL // 2)


def test_a_hole_stays_empty_and_two_letters_share_a_cell() -> None:
    letters = tree(MarkedGrid(Grid.parse("A.[Qu]"))).findall(f".//{SVG}g[@class='letters']/{SVG}text")
    assert [letter.text for letter in letters] == ["A", "Qu"]


def ends(capsule: ElementTree.Element) -> tuple[tuple[float, float], tuple[float, float]]:
    """The centres of a capsule's two round ends."""
    match = re.fullmatch(r"rotate\((\S+) (\S+) (\S+)\)", capsule.get("transform") or "")
    assert match
    turn, x, y = map(float, match.groups())
    length = float(capsule.get("width") or 0) - LASSO
    return (x, y), (x + length * cos(radians(turn)), y + length * sin(radians(turn)))


@pytest.mark.parametrize("number", range(len(GARDEN.marks)))
def test_a_lasso_goes_from_the_first_letter_to_the_last(number: int) -> None:
    cells = GARDEN.marks[number].cells
    places = [divmod(cell, GARDEN.grid.cols) for cell in (cells[0], cells[-1])]
    expected = [(MARGIN + (col + 0.5) * CELL, MARGIN + (row + 0.5) * CELL) for row, col in places]
    capsule = tree(GARDEN).findall(f".//{SVG}rect[@class='lasso']")[number]
    for end, centre in zip(ends(capsule), expected, strict=True):
        assert end == pytest.approx(centre, abs=0.1)


def test_each_lasso_is_named() -> None:
    names = [title.text for title in tree(GARDEN).findall(f"{SVG}g/{SVG}title")]
    assert names == [mark.word for mark in GARDEN.marks]


def test_a_word_over_the_edge_has_two_lassos_and_a_bent_one_a_trail() -> None:
    wrapped = Mark("FDAF", 0, (4, 5, 3, 4), "e")
    bent = Mark("BAH", 1, (0, 4, 7), None)
    drawing = tree(MarkedGrid(SMALL.grid, ("FDAF", "BAH"), (wrapped, bent)))
    assert len(drawing.findall(f".//{SVG}rect[@class='lasso']")) == 2
    assert [line.get("points") for line in drawing.iter(f"{SVG}polyline")] == ["40,40 80,80 80,120"]


def test_the_puzzle_gives_nothing_away() -> None:
    text = svg(SMALL, marked=False)
    assert "lasso" not in text.partition("</style>")[2]
    assert "Words to find: BAT, HAT, DOG." in text
    assert "row 1" not in text and 'class="missing"' not in text


def test_missing_words_are_struck_out_in_the_list() -> None:
    listed = {text.text: text.get("class") for text in tree(SMALL).findall(f".//{SVG}g[@class='words']/*")}
    assert listed == {"BAT": None, "HAT": None, "DOG": "missing"}
    assert not tree(SMALL, listed=False).findall(f".//{SVG}g[@class='words']")


def test_a_long_word_makes_room_for_itself() -> None:
    word = "HIPPOPOTAMUS AMPHIBIUS"
    drawing = tree(MarkedGrid(SMALL.grid, (word,)))
    assert float(drawing.get("width") or 0) > 10 * len(word)


def test_it_follows_the_scheme_and_needs_nothing_else() -> None:
    text = svg(SMALL)
    assert "prefers-color-scheme:dark" in text and "@media print" in text
    assert not re.search(r"(?:href|src|url|@import|<script)", text)


@given(puzzles())
def test_any_puzzle_is_well_formed_and_inside_of_its_frame(puzzle: MarkedGrid) -> None:
    drawing = tree(puzzle)
    _, _, width, height = map(float, (drawing.get("viewBox") or "").split())
    for text in drawing.iter(f"{SVG}text"):
        assert 0 < float(text.get("x") or -1) < width
        assert 0 < float(text.get("y") or -1) < height
