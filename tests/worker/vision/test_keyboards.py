"""Keys with letters are told from boards."""

from __future__ import annotations

import numpy as np
import pytest

from worker.vision.keyboards import is_keyboard


def texts(rows: str) -> np.ndarray[tuple[int, int], np.dtype[np.str_]]:
    return np.array([["" if letter == "." else letter for letter in row] for row in rows.split("/")])


@pytest.mark.parametrize(
    "rows",
    [
        "QWERTYUIOP/ASDFGHJKL./ZXCVBNM...",
        "AZERTYUIOP/QSDFGHJKLM/WXCVBN....",
        "WERTY/SDFGH",  # a part of one
        "QWERTYUIOP/CAC.CT.KLL/...C.T.RN.",  # the other rows stand out of line
        "QWERIYUIOP/..........",  # one key misread
        "ABCDEFG/HIJKLMN/OPQRSTU/VWXYZ..",
        "ABCDEF/GHIJKL/MNOPQR/STUVWX/.YZ...",
        "ABCDEFGHI/JKLMNOPQR/STUVWXYZ.",
        "ABCDEFGHI/JKIMNDPQR/STUVWXYZ.",  # two misread
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
