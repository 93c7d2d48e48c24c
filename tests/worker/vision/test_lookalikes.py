"""Keys, answer sheets and lines of type are told from boards."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drawing import encoded
from tests.non_board_games import noughts_and_crosses
from worker.errors import GridNotFound
from worker.vision.lookalikes import (
    has_spaces,
    has_words,
    is_answer_sheet,
    is_chart,
    is_keyboard,
    is_noughts_and_crosses,
    is_of_few_signs,
)
from worker.vision.read import read_picture


def texts(rows: str) -> np.ndarray[tuple[int, int], np.dtype[np.str_]]:
    return np.array([["" if letter == "." else letter for letter in row] for row in rows.split("/")])


@pytest.mark.parametrize(
    "rows",
    [
        "QWERTYUIOP/ASDFGHJKL./ZXCVBNM...",
        "AZERTYUIOP/QSDFGHJKLM/WXCVBN....",
        "QWERTZU.OPU/ASDFGH.KLOA/..YXCVBNM..",  # the last row further right
        "WERTY/SDFGH",  # a part of one
        "QWERTYUIOP/CAC.CT.KLL/...C.T.RN.",  # the other rows stand out of line
        "QWERIYUIOP/..........",  # one key misread
        "ABCDEFG/HIJKLMN/OPQRSTU/VWXYZ..",
        "ABCDEF/GHIJKL/MNOPQR/STUVWX/.YZ...",
        "ABCDEFGHI/JKLMNOPQR/STUVWXYZ.",
        "ABCDEFGHI/JKIMNDPQR/STUVWXYZ.",  # two misread
        "QWE.TYU../ASAF.HJXL/ZXC.BNMI.",  # keys missing and misread
        "ABCDEF/GHIJKL/MNOPQR/STUVWX",  # the last row unseen
        "ABCDEF/HIJKLM/OPQRST/VWXYZI",
        "DEF/JKL/PQR/VWX",  # the middle of it, in rows of six
    ],
)
def test_keys(rows: str) -> None:
    assert is_keyboard(texts(rows))


@pytest.mark.parametrize(
    "rows",
    [
        "STAR/ENIL/GROP/DUET",
        "ABCD/EFGH/IJKL/MNOP",
        "ABCDE/FGHIJ/KLMNO/PQRST/UVWXY",  # a board may be made up like this
        "ABCDEF/GHIJKL/MNOPQR/STUVWX/YZABCD/EFGHIJ",
        "WORDS/ARISE/QUILT",
    ],
)
def test_boards(rows: str) -> None:
    assert not is_keyboard(texts(rows))


def test_answer_sheets() -> None:
    assert is_answer_sheet(texts("ABCD/ABCD/.B.D/A.CD/ABCD/ABCD/A.CD"))
    assert is_answer_sheet(texts("AB./.BC/ABC/ABC/AEC/ABC"))


@pytest.mark.parametrize("rows", ["STAR/ENIL/GROP/DUET", "ABCD/ABCD/ABCD", "ABAB/BABA/ABAB/BABA/ABAB/BABA"])
def test_rows_that_differ_are_none(rows: str) -> None:
    assert not is_answer_sheet(texts(rows))


def test_spaces_between_words() -> None:
    lines = texts("IF.TOTAL.IS.NONE/SEND.THE.FIRST.A/FOR.EACH.ROW.DO./PRINT.IT.AND.END")
    assert has_spaces(lines != "")


def test_a_hole_in_a_page_is_no_space() -> None:
    filled = np.ones((12, 12), bool)
    filled[4:7, 4:9] = filled[0, :2] = False
    assert not has_spaces(filled)


@pytest.mark.parametrize(
    "lines",
    [
        "....IF.A/IMPORT.O/PRINTIF./FOR.I.IN/RETURN.X/RETURN.X",  # one word or two a line
        "MOV.AX/ADD.CX/CMP.AL/RET.../NOP.../JMP.LO",  # all stand below each other
    ],
)
def test_a_few_words_a_line(lines: str) -> None:
    filled = texts(lines) != ""
    assert has_words(filled)
    assert not has_spaces(filled)


@pytest.mark.parametrize(
    "rows",
    [
        "AB....CD/ABC..DEF/ABCDEFGH/ABCDEFGH/ABCDEFGH/.BCDEFG./..CDEF../...DE...",  # a heart
        "ABCDEFGH/ABCDEFGH/ABC..FGH/ABC..FGH/ABCDEFGH/ABCDEFGH/ABCDEFGH/ABCDEFGH",  # a hole
    ],
)
def test_an_outline_has_no_words(rows: str) -> None:
    assert not has_words(texts(rows) != "")


@pytest.mark.parametrize("rows", ["OLOL/LOOO/LLOO/LOLL", "ZAZBZC/AZBZCZ/.ZAZB./ZBZAZC"])
def test_digits_and_boxes_taken_for_letters(rows: str) -> None:
    assert is_of_few_signs(texts(rows))


@pytest.mark.parametrize("rows", ["...ABCDE/..G.JJKZ/...OPQR./STU..X..", "ABCD/EFGH/IJKL"])
def test_charts_of_the_alphabet(rows: str) -> None:
    assert is_chart(texts(rows))


@pytest.mark.parametrize("rows", ["STAR/ENIL/GROP/DUET", "MOON/TREE/LAKE/SUNS"])
def test_boards_are_neither(rows: str) -> None:
    assert not is_chart(texts(rows))
    assert not is_of_few_signs(texts(rows))


@pytest.mark.parametrize("rows", ["XOX/OXO/XXO", "X..O/.OXX/OO.X"])
def test_noughts_and_crosses_are_no_board(rows: str) -> None:
    assert is_noughts_and_crosses(texts(rows))


@pytest.mark.parametrize("rows", ["XOB/OXO", "OXOXOX/XOXOXO/OXXOOX", ".../..."])
def test_other_boards_with_o_and_x_are_boards(rows: str) -> None:
    assert not is_noughts_and_crosses(texts(rows))


@pytest.mark.slow
def test_a_drawn_game_of_noughts_and_crosses_is_refused() -> None:
    for seed in range(6):
        with pytest.raises(GridNotFound):
            read_picture(encoded(noughts_and_crosses(np.random.default_rng(seed))))
