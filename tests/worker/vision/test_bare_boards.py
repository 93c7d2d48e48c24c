"""Letters without tiles: a board where they stand alone, none where they are picked out of lines of type."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from tests.drawing import Canvas, encoded
from tests.non_board_listings import advance
from tests.non_board_parts import write_left
from tests.non_boards import non_board
from tests.page_kinds import faces
from worker.errors import GridNotFound
from worker.vision.read import read_picture

pytestmark = pytest.mark.slow

PROGRAM = (
    "    LET X = Y",
    "  WHERE ID = 10",
    "    STOP",
    "    SELECT ID, NAME FROM USERS",
    "NEXT I",
    "RET",
    "SELECT ID, NAME FROM USERS",
    "    GROUP BY NAME",
    "    MOV AX, BX",
    "        END IF",
    "    MOV AX, BX",
    "IF X THEN RETURN",
    "        RET",
    "   GOTO START",
    "    REM THE END OF IT",
    "   IF X THEN RETURN",
)
"""At the end three words of three and four letters stand below each other, with a space before and behind."""
ROWS = "TSRA", "OENI", "GROP", "DUET"


def typed(lines: Sequence[str], *, height: int = 20, step: int = 36) -> Canvas:
    """Lines in type of one width, dark on light."""
    canvas, face = np.full((len(lines) * step + 40, 700, 3), 255, np.uint8), faces("typewriter")[0]
    for number, line in enumerate(lines):
        shown = line.lstrip()
        left = 20 + (len(line) - len(shown)) * advance(face, height)
        write_left(canvas, shown, left, 40 + number * step, height, (20, 20, 20), face=face)
    return canvas


@pytest.mark.parametrize("step", [30, 36, 42])
def test_words_of_a_program_are_no_board(step: int) -> None:
    with pytest.raises(GridNotFound):
        read_picture(encoded(typed(PROGRAM, step=step)))


def test_nor_are_those_of_many_short_lines() -> None:
    with pytest.raises(GridNotFound):
        read_picture(non_board("listing", 36))


@pytest.mark.parametrize("spaces", [1, 2, 3])
def test_a_board_printed_in_a_terminal(spaces: int) -> None:
    rows = [(" " * spaces).join(row) for row in ROWS]
    seen = read_picture(encoded(typed(["$ ./boggle 4 4", "", *rows, "", "$ "])))
    assert tuple(seen.to_grid().row_texts()) == ROWS
