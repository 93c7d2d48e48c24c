"""Results as JSON: nothing of what was read is lost on the way to a further part or to who draws it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worker.model import Box, CellSource, Grid, Kind, Point, ReadCell, ReadGrid, ScreenState
from worker.results import board_json, is_solved, read_from_json, read_json, typed_json

PIXELS = st.integers(0, 5000)
BOXES = st.builds(Box, PIXELS, PIXELS, PIXELS, PIXELS)
CELLS = st.builds(
    ReadCell,
    st.sampled_from(["", "A", "QU", "Ñ", "OVER-"]),
    st.integers(0, 10_000).map(lambda share: share / 10_000),
    BOXES,
    st.builds(Point, PIXELS.map(float), PIXELS.map(lambda x: x + 0.5)),
    st.sampled_from(CellSource),
    st.booleans(),
    st.none() | st.text(),
)


@st.composite
def grids(draw: st.DrawFn) -> ReadGrid:
    rows, cols = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    texts = st.lists(st.text(max_size=5), max_size=3).map(tuple)
    return ReadGrid(
        draw(st.sampled_from(Kind)),
        draw(st.sampled_from(ScreenState)),
        rows,
        cols,
        tuple(draw(st.lists(CELLS, min_size=rows * cols, max_size=rows * cols))),
        tiles=draw(texts),
        words=draw(texts),
        crossword=draw(texts),
        start=draw(st.none() | BOXES),
        score=draw(st.none() | st.integers(0, 10_000)),
        score_box=draw(st.none() | BOXES),
        others=draw(st.lists(BOXES, max_size=2).map(tuple)),
        ms=draw(st.dictionaries(st.text(max_size=5), PIXELS.map(float), max_size=2)),
    )


@pytest.mark.slow
@given(grids())
def test_what_was_read_survives_json(seen: ReadGrid) -> None:
    assert read_from_json(json.loads(json.dumps(read_json(seen, seen.ms)))) == seen


@given(grids())
def test_words_found_are_told_from_words_printed(seen: ReadGrid) -> None:
    solved = {**board_json(seen, seen.ms), "words": [{"word": "tea", "path": [0]}], "word_count": 1}
    assert is_solved(solved) and not is_solved(read_json(seen, seen.ms))
    assert read_from_json(solved).words == ()
    assert read_from_json(solved).cells == seen.cells


def test_a_typed_board_has_every_member_of_a_read_one() -> None:
    typed = typed_json(Grid.parse("AB/[Qu]."), {})
    assert typed.keys() == board_json(ReadGrid(Kind.WORDHUNT, ScreenState.UNKNOWN), {}).keys()
    assert typed["letters"] == ["AB", "[Qu]."]
