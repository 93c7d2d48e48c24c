"""Makes the README's pictures from our own sample boards: `python -m tests.readme_pictures`."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from app.cli.outcome import context_of, settings_of_machine
from tests.pictures import SAMPLE
from worker.tasks import draw_overlay, perform
from worker.wire import Task
from worker.word_lists import find_dictionary

SOLVED = SAMPLE.with_name("sample-solved.png")

WIDTH = 480
"""Pixels across; small enough to load with the page, large enough to read the letters."""


def solved_board() -> bytes:
    """The board of the sample screenshot with its best word's path, as PNG bytes."""
    context = context_of(settings_of_machine())
    picture = SAMPLE.read_bytes()
    english = find_dictionary("en", context.data_dir)
    request = {
        "grid": None, "dictionary": english.sha256, "min_length": 3, "max_length": None,
        "points": "wordhunt", "order": "points", "limit": 1, "all_paths": False,
    }  # fmt: skip
    result = json.loads(perform(Task.WORDHUNT_SOLVE, request, picture, context).result)
    drawn = cv2.imdecode(np.frombuffer(draw_overlay(picture, result, context), np.uint8), cv2.IMREAD_COLOR)
    assert drawn is not None
    left, top, side = 90, 1075, 990
    board = cv2.resize(
        drawn[top : top + side, left : left + side], (WIDTH, WIDTH), interpolation=cv2.INTER_AREA
    )
    return cv2.imencode(".png", board, [cv2.IMWRITE_PNG_COMPRESSION, 9])[1].tobytes()


def main(target: Path = SOLVED) -> None:
    target.write_bytes(solved_board())


if __name__ == "__main__":
    main()
