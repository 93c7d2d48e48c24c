"""A marked grid as text: five formats byte for byte, and columns that stay straight in each."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.render import (
    Inferred,
    Layout,
    Mark,
    MarkedGrid,
    SolutionsFormat,
    grid_text,
    place_line,
    puzzle_text,
    solved_text,
)
from worker.errors import BadOption
from worker.marking import WORD_CODES
from worker.model import Grid

GOLDEN = Path(__file__).parents[1] / "data" / "wordsearch"
GARDEN = MarkedGrid(
    Grid.parse((GOLDEN / "garden.grid.txt").read_text("utf-8")),
    tuple((GOLDEN / "garden.words.txt").read_text("utf-8").splitlines()),
    (
        Mark("ROSE", 0, (0, 1, 2, 3), "e"),
        Mark("Tulip", 2, (53, 45, 37, 29, 21), "n"),
        Mark("IVY", 3, (10, 11, 12), "e"),
        Mark("FERN", 4, (16, 17, 18, 19), "e"),
        Mark("LEVEL", 5, (15, 23, 31, 39, 47), "s"),
        Mark("LEVEL", 5, (47, 39, 31, 23, 15), "n"),
        Mark("MOSS", 6, (27, 34, 41, 48), "sw"),
    ),
    missing=("birch",),
    hidden=("rosemary",),
)
ESCAPES = re.compile("\x1b\\[[0-9;]*m")


@pytest.mark.parametrize("how", SolutionsFormat)
def test_each_format_byte_for_byte(how: SolutionsFormat) -> None:
    golden = (GOLDEN / f"garden.{how}.txt").read_bytes()
    assert solved_text(GARDEN, Layout(how, hspacing=2)).encode() == golden


def marked(grid: str, *paths: tuple[int, ...]) -> MarkedGrid:
    return MarkedGrid(Grid.parse(grid), (), tuple(Mark("X", at, path, "e") for at, path in enumerate(paths)))


@pytest.mark.parametrize(
    ("layout", "text"),
    [
        (Layout(), "A B\nC D"),
        (Layout(hspacing=0), "AB\nCD"),
        (Layout(hspacing=3, vspacing=2), "A   B\n\n\nC   D"),
        (Layout(SolutionsFormat.ASTERISK), "A *\n* D"),
        (Layout(SolutionsFormat.PARENTHESES, 2), " A (B)\n(C) D"),
        (Layout(SolutionsFormat.PARENTHESES, 4, 1), " A   (B)\n\n(C)   D"),
        (Layout(SolutionsFormat.SINGLE_COLOR, 0), "A\x1b[31mB\x1b[0m\n\x1b[31mC\x1b[0mD"),
    ],
)
def test_spacing(layout: Layout, text: str) -> None:
    assert grid_text(marked("AB/CD", (1, 2)), layout) == text


def test_parentheses_have_a_margin_only_where_the_first_column_needs_one() -> None:
    assert grid_text(marked("ABC/DEF", (1, 2)), Layout(SolutionsFormat.PARENTHESES, 2)) == "A (B)(C)\nD  E  F"


def test_the_later_word_colours_a_shared_cell() -> None:
    puzzle = marked("ABC", (0, 1), (1, 2))
    first, second = WORD_CODES[:2]
    assert grid_text(puzzle, Layout(SolutionsFormat.COLOR)) == (
        f"\x1b[38;5;{first}mA\x1b[0m \x1b[38;5;{second}mB\x1b[0m \x1b[38;5;{second}mC\x1b[0m"
    )


def test_after_the_last_colour_comes_the_first() -> None:
    puzzle = MarkedGrid(Grid.parse("A"), (), (Mark("A", 24, (0,), "e"),))
    assert f"\x1b[38;5;{WORD_CODES[0]}m" in grid_text(puzzle, Layout(SolutionsFormat.COLOR))


@pytest.mark.parametrize(
    ("how", "text"),
    [
        (SolutionsFormat.NONE, "A  Qu C\nD  .  ?"),
        (SolutionsFormat.ASTERISK, "A  *  C\nD  .  ?"),
        (SolutionsFormat.SINGLE_COLOR, "A  \x1b[31mQu\x1b[0m C\nD  .  ?"),
    ],
)
def test_cells_with_two_letters_holes_and_wildcards(how: SolutionsFormat, text: str) -> None:
    assert grid_text(marked("A[Qu]C/D.?", (1,)), Layout(how)) == text


@pytest.mark.parametrize(
    ("grid", "text"),
    [
        ("\u0928\u092e\u0924\u0947/\u0915\u0916\u0917", "\u0928 * \u0924\u0947\n\u0915 \u0916 \u0917"),
        ("\u65e5\u672c/\u8a9e.", "\u65e5 *\n\u8a9e ."),
        ("\u65e5\u672c/A\u8a9e", "\u65e5 *\nA  \u8a9e"),
    ],
)
def test_signs_of_other_scripts_stand_in_straight_columns(grid: str, text: str) -> None:
    assert grid_text(marked(grid, (1,)), Layout(SolutionsFormat.ASTERISK)) == text


def test_cells_with_two_letters_in_parentheses() -> None:
    text = grid_text(marked("A[Qu]C/D.?", (1,), (3, 4)), Layout(SolutionsFormat.PARENTHESES, 2))
    assert text == " A  (Qu) C\n(D) (.)  ?"


@pytest.mark.parametrize(
    ("how", "hspacing", "vspacing", "said"),
    [
        (SolutionsFormat.PARENTHESES, 1, 0, "--hspacing 2"),
        (SolutionsFormat.PARENTHESES, 0, 0, "--hspacing 2"),
        (SolutionsFormat.NONE, -1, 0, "--hspacing"),
        (SolutionsFormat.NONE, 1, -2, "--vspacing"),
        (SolutionsFormat.NONE, 1_000_000_000, 0, "--hspacing takes 0 to 1000"),
    ],
)
def test_room_that_is_not_enough(how: SolutionsFormat, hspacing: int, vspacing: int, said: str) -> None:
    with pytest.raises(BadOption, match=said):
        Layout(how, hspacing, vspacing)


# ABCD     a 3 x 4 grid; a place is (column, row)
# EFGH
# IJKL
@pytest.mark.parametrize(
    ("mark", "line"),
    [
        (Mark("gh", 0, (6, 7), "e"), "'gh': (2, 1) through (3, 1)"),
        (Mark("IF", 0, (8, 5), "ne"), "'IF': (0, 2) through (1, 1)"),
        (Mark("A", 0, (0,), "e"), "'A': (0, 0) through (0, 0)"),
        (Mark("ABF", 0, (0, 1, 5), None), "'ABF': (0, 0) through (1, 1) by (1, 0)"),
        (
            Mark("AXCD", 0, (0, 1, 2, 3), "e", differs=True),
            "'AXCD': (0, 0) through (3, 0), where ABCD stands",
        ),
        (Mark("AXCD", 0, (0, 1, 2, 3), "e", True, inferred=True), "'AXCD': (0, 0) through (3, 0)"),
    ],
)
def test_where_a_word_lies(mark: Mark, line: str) -> None:
    assert place_line(Grid.parse("ABCD/EFGH/IJKL"), mark) == line


def test_what_was_inferred_is_told() -> None:
    cells = (Inferred(2, "C", "O", ("ABO", "BO")), Inferred(3, "", "D", ("AD",)))
    text = solved_text(MarkedGrid(Grid.parse("ABC."), inferred=cells), Layout())
    assert "\n\nInferred from the words:\n\n(2, 0): O, not C, for 'ABO', 'BO'\n" in text
    assert "\n(3, 0): D, which could not be read, for 'AD'\n" in text


def test_nothing_found_has_no_gap() -> None:
    text = solved_text(MarkedGrid(Grid.parse("A"), ("B",), missing=("B",)), Layout())
    assert text == "Solved:\n\nA\n\nCoordinates to Solutions:\n\nNot found:\n\n'B'\n"


RESULT: dict[str, Any] = {
    "letters": ["CAT", "XOX"], "rows": 2, "cols": 3,
    "words": ["cat"], "missing": [], "hidden": [], "inferred": [],
    "hits": [
        {"word": "cat", "cells": [0, 1, 2], "direction": "e", "mismatches": [], "inferred": False},
    ],
}  # fmt: skip


def test_a_result_as_the_task_answers_it() -> None:
    puzzle = MarkedGrid.from_json(RESULT)
    assert puzzle == MarkedGrid(Grid.parse("CAT/XOX"), ("cat",), (Mark("cat", 0, (0, 1, 2), "e"),))
    assert puzzle_text(puzzle, Layout(SolutionsFormat.ASTERISK)) == "C A T\nX O X\n\nWords to find:\n\ncat\n"


def test_words_that_are_there_by_chance_are_told_after_the_list() -> None:
    hits = [{**RESULT["hits"][0], "likely": False}, {**RESULT["hits"][0], "word": "tac", "likely": True}]
    puzzle = MarkedGrid.from_json({**RESULT, "words": [], "hits": hits})
    assert (puzzle.words, [mark.word for mark in puzzle.others]) == (("tac",), ["cat"])
    assert solved_text(puzzle, Layout()).endswith(
        "'tac': (0, 0) through (2, 0)\n\nOther words, perhaps by chance:\n\n'cat': (0, 0) through (2, 0)\n"
    )


def test_that_there_was_no_list_is_told() -> None:
    puzzle = MarkedGrid.from_json({**RESULT, "dictionary": {"name": "en", "sha256": ""}})
    assert puzzle.notes == ("Without a list these are words of the dictionary 'en'.",)


@pytest.mark.parametrize(
    ("message", "note"),
    [
        (
            {"letters": "THEEND", "text": "THE END", "words": ["THE", "END"], "reads": True},
            "Unused letters read: THE END",
        ),
        ({"letters": "XEND", "text": "X END", "words": ["END"], "reads": False}, "Unused letters: X END"),
        ({"letters": "", "text": "", "words": [], "reads": False}, "No letter is unused."),
    ],
)
def test_what_unused_letters_say(message: dict[str, Any], note: str) -> None:
    assert MarkedGrid.from_json({**RESULT, "message": message}).notes == (note,)


TILES = st.sampled_from(["A", "Ñ", "Ж", "", "?", "QU"])


@st.composite
def puzzles(draw: st.DrawFn) -> MarkedGrid:
    rows, cols = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    count = rows * cols
    grid = Grid(rows, cols, tuple(draw(st.lists(TILES, min_size=count, max_size=count))))
    paths = draw(st.lists(st.lists(st.integers(0, count - 1), min_size=1, max_size=5).map(tuple), max_size=4))
    return MarkedGrid(grid, (), tuple(Mark("X", at, path) for at, path in enumerate(paths)))


@given(puzzles(), st.sampled_from(SolutionsFormat), st.integers(2, 4), st.integers(0, 2))
def test_what_is_printed_can_be_typed_again(
    puzzle: MarkedGrid, how: SolutionsFormat, hspacing: int, vspacing: int
) -> None:
    text = grid_text(puzzle, Layout(how, hspacing, vspacing))
    plain = ESCAPES.sub("", text).translate(str.maketrans("()", "  "))
    rows = [line.split() for line in plain.split("\n") if line]
    assert len(text.split("\n")) == puzzle.grid.rows + vspacing * (puzzle.grid.rows - 1)
    tiles = tuple(tile for row in rows for tile in row)
    marked_cells = puzzle.numbers()
    if how is SolutionsFormat.ASTERISK:
        assert {cell for cell, tile in enumerate(tiles) if tile == "*"} == set(marked_cells)
    else:
        typed = Grid.from_rows([[f"[{tile}]" if len(tile) > 1 else tile for tile in row] for row in rows])
        assert typed == puzzle.grid


@given(puzzles(), st.integers(2, 4))
def test_columns_stay_straight_in_parentheses(puzzle: MarkedGrid, hspacing: int) -> None:
    lines = grid_text(puzzle, Layout(SolutionsFormat.PARENTHESES, hspacing)).split("\n")
    columns = {tuple(match.start() for match in re.finditer(r"[^ ()]+", line)) for line in lines}
    assert len(columns) == 1
