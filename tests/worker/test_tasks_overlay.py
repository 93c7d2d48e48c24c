"""Drawings of jobs: the picture and the stored result go in, a PNG file comes out."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

import dictionaries
from tests.pictures import SAMPLE
from worker import wire
from worker.context import TaskContext
from worker.tasks import perform
from worker.wire import Drawing, JsonObject, Outcome, Task

READ: JsonObject = {"kind": "auto", "llm": "never"}
SOLVE: JsonObject = {
    "grid": None,
    "dictionary": dictionaries.find("en").sha256,
    "min_length": 3,
    "max_length": None,
    "points": "wordhunt",
    "order": "points",
    "limit": 3,
    "all_paths": False,
    "llm": "never",
}


@pytest.fixture
def context(tmp_path: Path, lexicon_cache: Path) -> TaskContext:
    return TaskContext(tmp_path, lexicon_cache)


def drawn(
    context: TaskContext, result: bytes | None, picture: bytes | None, drawing: Drawing = Drawing.OVERLAY
) -> Outcome:
    kept = {} if result is None else {wire.result_key("job"): result}
    request = {"job": "job", "drawing": drawing}
    return perform(Task.DRAW_OVERLAY, request, picture, replace(context, fetch=kept.get))


@pytest.mark.slow
@pytest.mark.parametrize(("task", "request_"), [(Task.READ, READ), (Task.WORDHUNT_SOLVE, SOLVE)])
def test_of_what_was_read_or_solved(task: Task, request_: JsonObject, context: TaskContext) -> None:
    picture = SAMPLE.read_bytes()
    result = perform(task, request_, picture, context).result
    outcome = drawn(context, result, picture)
    assert outcome.status == "ok" and outcome.result.startswith(b"\x89PNG")
    before, after = (_pixels(png) for png in (picture, outcome.result))
    changed = np.argwhere(np.any(before != after, axis=2))
    boxes = [cell["box"] for cell in json.loads(result)["cells"]]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    assert len(changed) > 1000
    assert changed[:, 0].min() > top * 0.9 and changed[:, 1].min() > left * 0.5


def _pixels(png: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    pixels = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    return np.asarray(pixels, np.uint8)


def test_of_a_typed_word_search(context: TaskContext) -> None:
    plan = {"words": ["CAT"], "rows": 3, "cols": 4, "shape": None, "seed": None, "letters": None}
    options = {"directions": "all", "language": None, "keep_accents": False}
    made = perform(Task.WORDSEARCH_MAKE, plan | options, None, context).result
    height, width, _ = _pixels(drawn(context, made, None).result).shape
    assert width / height == pytest.approx(5 / 4)


def test_of_a_word_search_to_print(context: TaskContext) -> None:
    plan = {"words": ["CAT"], "rows": 3, "cols": 4, "shape": None, "seed": 1, "letters": None}
    options = {"directions": "all", "language": None, "keep_accents": False}
    made = perform(Task.WORDSEARCH_MAKE, plan | options, None, context).result
    puzzle, solution = (
        _pixels(drawn(context, made, None, what).result) for what in (Drawing.PUZZLE, Drawing.SOLUTION)
    )
    assert puzzle.shape == solution.shape and len(puzzle) > len(_pixels(drawn(context, made, None).result))
    assert not np.ptp(puzzle, axis=2).any() and np.ptp(solution, axis=2).any(), "colours are marks"


@pytest.mark.parametrize(("result", "picture"), [(None, b"picture"), (b"{}", None)])
def test_of_what_is_gone(result: bytes | None, picture: bytes | None, context: TaskContext) -> None:
    assert drawn(context, result, picture).failure == wire.JOB_EXPIRED


def test_a_picture_that_cannot_be_decoded_any_more_is_an_outcome(context: TaskContext) -> None:
    result = perform(Task.READ, READ, SAMPLE.read_bytes(), context).result
    failure = drawn(context, result, b"no picture").failure
    assert failure is not None and failure.code == "not_an_image"
