"""Letters under a pen, read by the page's other letters."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.page_kinds import kind_of_page, to_bytes
from tests.page_pictures import page_picture
from worker.vision.read import read_picture


def shares(kind: str, seeds: range) -> tuple[float, int]:
    """Share of pages that are exact, and how many are wrong without a doubtful cell."""
    exact = unflagged = 0
    for seed in seeds:
        drawn = kind_of_page(kind, seed)
        grid = read_picture(to_bytes(drawn, seed))
        right = "".join(drawn.rows) == "".join(cell.letters or "." for cell in grid.cells)
        exact += right
        unflagged += not right and not any(cell.doubtful for cell in grid.cells)
    return exact / len(seeds), unflagged


@pytest.mark.slow
def test_a_black_ellipse_and_a_black_line_cost_no_letter() -> None:
    sides: dict[str, Any] = {"rows": 12, "cols": 12, "step": (40, 40), "size": 20, "rules": "none"}
    plain: dict[str, Any] = {"outline": "rectangle", "lower": False, "lassos": 0, "markers": 0}
    style = {
        **sides,
        **plain,
        "font": "sans",
        "beside": "nothing",
        "paper": (255, 255, 255),
        "ink": (40, 40, 40),
    }
    for marks in ({"ellipses": 4}, {"strokes": 4}):
        drawn = page_picture(6, **{**style, **marks})
        grid = read_picture(drawn.to_bytes())
        assert "".join(drawn.rows) == "".join(cell.letters for cell in grid.cells)
        assert np.mean([cell.doubtful for cell in grid.cells]) < 0.15


@pytest.mark.long
@pytest.mark.parametrize(("kind", "least"), [("ellipse", 0.85), ("pen", 0.85)])
def test_most_pages_with_pen_strokes_are_exact(kind: str, least: float) -> None:
    exact, unflagged = shares(kind, range(20))
    assert exact >= least
    assert unflagged == 0
