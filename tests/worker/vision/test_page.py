"""Word-search pages: drawn in many ways with their truth, and the steps that find their cells."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.page_kinds import KINDS, kind_of_page, to_bytes
from tests.page_pictures import DrawnPage, draw_page, outline_mask, page_picture, random_style
from tests.selection import one_in
from worker.errors import GridNotFound
from worker.model import Kind, ReadGrid
from worker.vision.read import read_picture

pytestmark = pytest.mark.slow

PLAIN: dict[str, Any] = {"lassos": 0, "markers": 0, "lower": False, "outline": "rectangle"}


def wrong_cells(drawn: DrawnPage, grid: ReadGrid) -> list[tuple[int, str, str]]:
    """Cell, truth and reading of every cell that is wrong; a grid of another size has all its cells wrong."""
    assert (grid.rows, grid.cols) == (len(drawn.rows), len(drawn.rows[0]))
    pairs = enumerate(zip("".join(drawn.rows), grid.cells, strict=True))
    return [(i, truth, cell.letters) for i, (truth, cell) in pairs if (cell.letters or ".") != truth]


@pytest.mark.parametrize("seed", one_in(3, range(8)))
def test_pages_of_many_sizes_fonts_and_rules(seed: int) -> None:
    drawn = page_picture(seed, **PLAIN)
    grid = read_picture(drawn.to_bytes(".jpg"))
    assert wrong_cells(drawn, grid) == []
    assert grid.kind is Kind.WORDSEARCH
    centres = np.array([cell.centre for cell in grid.cells]).reshape(drawn.centres.shape)
    assert np.abs(centres - drawn.centres).max() < 0.3 * min(drawn.style.step)


LARGE: dict[str, Any] = {
    **PLAIN,
    "rules": "none",
    "font": "sans",
    "step": (24, 24),
    "size": 15,
    "beside": "none",
}


def test_a_page_as_large_as_a_grid_may_be() -> None:
    drawn = page_picture(1, rows=50, cols=50, **LARGE)
    wrong = wrong_cells(drawn, read_picture(drawn.to_bytes()))
    assert len(wrong) <= 2


def test_larger_pages_are_not_read_and_said_to_be_too_large() -> None:
    drawn = page_picture(1, rows=20, cols=90, **LARGE)
    with pytest.raises(GridNotFound, match="90 or more columns; up to 64 are read"):
        read_picture(drawn.to_bytes())


@pytest.mark.parametrize(
    ("outline", "rules"),
    one_in(2, [("egg", "none"), ("egg", "lines"), ("butterfly", "lines"), ("butterfly", "none")]),
)
def test_outlines_are_kept(outline: str, rules: str) -> None:
    style = {**PLAIN, "outline": outline, "rows": 14, "cols": 15, "step": (40, 40), "size": 20}
    drawn = page_picture(3, rules=rules, beside="right", **style)
    assert wrong_cells(drawn, read_picture(drawn.to_bytes())) == []


@pytest.mark.parametrize("degrees", one_in(2, [-20.0, 7.0, 25.0, 90.0]))
def test_bent_paper_in_a_turned_photo(degrees: float) -> None:
    rng = np.random.default_rng(int(degrees) + 50)
    style = {**PLAIN, "rows": 12, "cols": 14, "step": (44, 40), "size": 20, "rules": "frame"}
    drawn = page_picture(11, **style).curled(rng, 16).photographed(rng, degrees=degrees, blur=0.7, noise=4)
    assert wrong_cells(drawn, read_picture(drawn.to_bytes(".jpg", 85))) == []


def test_a_word_list_beside_or_below_is_no_part_of_the_page() -> None:
    for beside in ("below", "right"):
        drawn = page_picture(21, beside=beside, **PLAIN, rows=10, cols=10, step=(36, 36), size=19)
        assert wrong_cells(drawn, read_picture(drawn.to_bytes())) == []


def test_white_letters_on_a_dark_page() -> None:
    style = {**PLAIN, "paper": (30, 25, 20), "ink": (235, 235, 235), "rows": 9, "cols": 12}
    drawn = page_picture(5, **style, step=(38, 38), size=18)
    assert wrong_cells(drawn, read_picture(drawn.to_bytes())) == []


@pytest.mark.parametrize("seed", one_in(2, range(4)))
def test_what_a_lasso_or_a_marker_spoils_is_doubtful(seed: int) -> None:
    style: dict[str, Any] = {
        "rows": 12,
        "cols": 12,
        "step": (40, 40),
        "size": 20,
        "outline": "rectangle",
        "lower": False,
    }
    drawn = page_picture(60 + seed, lassos=3, markers=2, **style)
    grid = read_picture(drawn.to_bytes())
    assert all(grid.cells[cell].doubtful for cell, _, _ in wrong_cells(drawn, grid))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 160))
def test_sixty_pages_as_they_come(seed: int) -> None:
    """Whatever the lot gives: no page with a wrong cell is without a doubtful one."""
    drawn = page_picture(seed)
    grid = read_picture(drawn.to_bytes(".jpg", 80))
    if (grid.rows, grid.cols) != (len(drawn.rows), len(drawn.rows[0])) or wrong_cells(drawn, grid):
        assert any(cell.doubtful for cell in grid.cells)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(20, 23))
def test_no_kind_of_page_is_wrong_without_saying_so(kind: str, seed: int) -> None:
    drawn = kind_of_page(kind, seed)
    grid = read_picture(to_bytes(drawn, seed))
    if (grid.rows, grid.cols) != (len(drawn.rows), len(drawn.rows[0])) or wrong_cells(drawn, grid):
        assert any(cell.doubtful for cell in grid.cells)


def test_lines_of_proportional_type_are_a_page() -> None:
    sides = {"rows": 10, "cols": 11, "step": (20, 34), "size": 18, "rules": "none", "beside": "nothing"}
    drawn = page_picture(4, **{**PLAIN, **sides}, proportional=True)
    grid = read_picture(drawn.to_bytes())
    assert wrong_cells(drawn, grid) == []
    centres = np.array([cell.centre for cell in grid.cells]).reshape(drawn.centres.shape)
    assert np.abs(centres - drawn.centres).max() < 0.5 * drawn.style.size


def test_words_of_one_length_are_no_page() -> None:
    sides = {"rows": 10, "cols": 6, "step": (20, 34), "size": 18, "rules": "none", "beside": "nothing"}
    drawn = page_picture(4, **{**PLAIN, **sides}, proportional=True)
    with pytest.raises(GridNotFound):
        read_picture(drawn.to_bytes())


def test_a_red_lasso_is_taken_off() -> None:
    sides: dict[str, Any] = {"rows": 12, "cols": 12, "step": (40, 40), "size": 20, "rules": "none"}
    drawn = page_picture(8, **{**PLAIN, **sides, "lassos": 3})
    assert wrong_cells(drawn, read_picture(drawn.to_bytes())) == []


def test_a_highlighter_costs_nothing() -> None:
    sides: dict[str, Any] = {"rows": 12, "cols": 12, "step": (40, 40), "size": 20}
    drawn = page_picture(9, **{**PLAIN, **sides, "markers": 5})
    grid = read_picture(drawn.to_bytes())
    assert wrong_cells(drawn, grid) == []
    assert not any(cell.doubtful for cell in grid.cells)


def test_tall_letters_of_a_lower_case_page_are_not_doubtful() -> None:
    sides: dict[str, Any] = {"rows": 14, "cols": 16, "step": (40, 40), "size": 22, "rules": "none"}
    drawn = page_picture(12, **{**PLAIN, **sides, "lower": True})
    grid = read_picture(drawn.to_bytes())
    assert wrong_cells(drawn, grid) == []
    assert sum(cell.doubtful for cell in grid.cells) <= 2


def test_drawn_outlines_leave_no_line_empty() -> None:
    for outline in ("egg", "butterfly", "rectangle"):
        inside = outline_mask(outline, 13, 9)
        assert inside.sum(axis=1).min() >= 3
        assert inside.sum(axis=0).min() >= 3


def test_drawn_pages_follow_from_their_seed() -> None:
    one, other = (draw_page(random_style(rng), rng) for rng in map(np.random.default_rng, (7, 7)))
    assert one.rows == other.rows
    assert np.array_equal(one.canvas, other.canvas)
