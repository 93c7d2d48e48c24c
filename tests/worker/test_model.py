"""The grid syntax: what is read and what is refused, for boards and for word searches."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worker.errors import BadGrid
from worker.model import SYNTAX, Grid


@pytest.mark.parametrize("text", ["A1/BC", "A&B", "A_B", "[A1]B", "+"])
def test_boards_have_letters_only(text: str) -> None:
    with pytest.raises(BadGrid, match="no letter"):
        Grid.parse(text)
    assert Grid.parse(text, any_sign=True)


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("r2d2", ("R", "2", "D", "2")),
        ("a & b", ("A", "&", "B")),
        ("1.?[2nd]", ("1", "", "?", "2ND")),
        ("\u2764\ufe0f5\u20e3", ("\u2764\ufe0f", "5\u20e3")),  # marks belong to the sign before
        ("-[an-]", ("-", "AN-")),
    ],
)
def test_word_searches_have_any_sign(text: str, tiles: tuple[str, ...]) -> None:
    assert Grid.parse(text, any_sign=True).tiles == tiles


@pytest.mark.parametrize("tile", [*"/;[]", "..", "A?", "A B", "\a", "\u200d", "\u0301", "A\u202e"])
def test_what_stands_in_no_cell(tile: str) -> None:
    with pytest.raises(BadGrid, match=r"Row 2 has .* cannot stand in a cell"):
        Grid.from_rows([["A"], [tile]], any_sign=True)


@given(st.lists(st.characters(exclude_categories=["C", "Z", "M"], exclude_characters=SYNTAX), min_size=1))
def test_printed_and_read_again(signs: list[str]) -> None:
    grid = Grid.from_rows([signs], max_side=len(signs), any_sign=True)
    assert Grid.parse(str(grid), max_side=len(signs), any_sign=True) == grid
