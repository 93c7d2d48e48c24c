"""Another game than the one asked for, several boards in a picture, none at all: the right error or note."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drawing import Canvas, encoded
from tests.kinds import KINDS, sample
from tests.pictures import WOOD, board_picture
from tests.wordle_pictures import screen
from worker.errors import GridNotFound
from worker.model import Box, Kind
from worker.vision.read import ReadOptions, read_picture

WRONG = [
    (Kind.WORDHUNT, Kind.WORDSEARCH),
    (Kind.WORDHUNT, Kind.WORDLE),
    (Kind.WORDLE, Kind.WORDHUNT),
    (Kind.WORDLE, Kind.WHEEL),
    (Kind.WORDSEARCH, Kind.WORDLE),
    (Kind.WHEEL, Kind.WORDHUNT),
]
"""The kind that is asked for, and the one that the picture shows."""


def side_by_side(*canvases: Canvas) -> bytes:
    height = max(canvas.shape[0] for canvas in canvases)
    return encoded(
        np.hstack([np.pad(one, ((0, height - one.shape[0]), (0, 40), (0, 0))) for one in canvases])
    )


def has_middle_of(box: Box, left: float, right: float) -> bool:
    return left < box.x + box.width / 2 < right


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_asked_for_is_read(kind: str) -> None:
    picture, result = sample(kind)
    seen = read_picture(picture, ReadOptions(kind=Kind(kind)))
    assert seen.kind == kind
    assert seen.to_grid().row_texts() == result["letters"]


@pytest.mark.parametrize(("asked", "shown"), WRONG)
def test_another_game_is_named(asked: Kind, shown: Kind) -> None:
    with pytest.raises(GridNotFound) as error:
        read_picture(sample(shown.value).picture, ReadOptions(kind=asked))
    assert error.value.details["seen"] == shown.value
    assert shown.value in str(error.value.hint)


@pytest.mark.parametrize("kind", [None, *Kind])
def test_nothing_at_all(kind: Kind | None) -> None:
    blank: Canvas = np.full((400, 300, 3), 200, np.uint8)
    with pytest.raises(GridNotFound):
        read_picture(encoded(blank), ReadOptions(kind=kind))


def test_the_other_board_is_named() -> None:
    large = board_picture(1, theme=WOOD, pitch=120, phone=False)
    small = board_picture(2, theme=WOOD, pitch=60, phone=False)
    seen = read_picture(side_by_side(large.canvas, small.canvas))
    assert str(seen.to_grid()) == "/".join(large.rows)
    (other,) = seen.others
    left = large.canvas.shape[1] + 40
    assert has_middle_of(other, left, left + small.canvas.shape[1])


def test_of_three_boards_two_are_named() -> None:
    boards = [board_picture(seed, theme=WOOD, pitch=90, phone=False) for seed in (3, 4, 5)]
    seen = read_picture(side_by_side(*(board.canvas for board in boards)))
    assert str(seen.to_grid()) in {"/".join(board.rows) for board in boards}
    assert len(seen.others) == 2


def test_a_board_beside_another_game_is_read_when_asked_for() -> None:
    board, game = (
        board_picture(6, theme=WOOD, pitch=90, phone=False),
        screen(11, cols=5, pitch=70, font="sans"),
    )
    picture = side_by_side(board.canvas, game.canvas)
    seen = {kind: read_picture(picture, ReadOptions(kind=kind)) for kind in (Kind.WORDHUNT, Kind.WORDLE)}
    assert seen[Kind.WORDHUNT].to_grid().row_texts() == list(board.rows)
    assert seen[Kind.WORDLE].to_grid().row_texts() == list(game.letters)
