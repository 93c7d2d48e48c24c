"""Pictures without a board, drawn from a seed and sent as people send them.

`NON_BOARDS` has them by name. All the letters of the alphabet in a square are not among them: that *is* a
board, as far as a picture can tell. `python -m tests.non_boards DIR` draws one of each, to look at.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from tests.drawing import Canvas, camera, encoded
from tests.non_board_games import GAMES
from tests.non_board_listings import listing
from tests.non_board_papers import PAPERS
from tests.non_board_parts import Rng
from tests.non_board_screens import SCREENS
from tests.wheel_lookalikes import NO_WHEELS
from tests.wordle_sheets import SHEETS

Draw = Callable[[Rng], Canvas]


def _of_seed(draw: Callable[[int], Canvas]) -> Draw:
    return lambda rng: draw(int(rng.integers(2**31)))


NON_BOARDS: dict[str, Draw] = {
    **{draw.__name__: draw for draw in (*GAMES, *SCREENS, *PAPERS, listing)},
    **{f"wordle_{draw.__name__}": _of_seed(draw) for draw in SHEETS},
    **{f"round_{draw.__name__}": draw for draw in NO_WHEELS},
}
NAMED = (
    "empty_tray",
    "result_card",
    "score_screen",
    "logo",
    "statistics",
    "wordle_how_to_sheet",
    "wordle_statistics_sheet",
    "wordle_shared_squares",
    "wordle_keyboard",
)
"""Kinds that come from the games themselves."""


def non_board(name: str, seed: int) -> bytes:
    """The file of one picture: as drawn, scaled, saved as a JPEG, or photographed a little askew."""
    rng = np.random.default_rng([seed, *name.encode()])
    canvas = NON_BOARDS[name](rng)
    way = rng.random()
    if way < 0.25:
        return encoded(canvas)
    if way < 0.6:
        factor = float(rng.uniform(0.6, 1.3))
        size = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
        return encoded(
            np.asarray(cv2.resize(canvas, None, fx=factor, fy=factor, interpolation=size), np.uint8)
        )
    if way < 0.85:
        return encoded(canvas, ".jpg", int(rng.integers(50, 95)))
    turn, blur = float(rng.uniform(-6, 6)), float(rng.uniform(0.4, 1.2))
    return encoded(camera(canvas, rng, tilt=0.03, degrees=turn, blur=blur, noise=4, cast=True)[0], ".jpg")


if __name__ == "__main__":
    for kind in NON_BOARDS:
        Path(sys.argv[1], f"{kind}.jpg").write_bytes(
            encoded(NON_BOARDS[kind](np.random.default_rng(1)), ".jpg")
        )
