"""The word-search task: what a request asks for, and what its result says of typed grids and of pictures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import dictionaries
from tests.list_pages import ANIMALS, page_with_list
from worker import wordsearch_task
from worker.context import Stopwatch, TaskContext
from worker.model import Box, Kind, Point, ReadCell, ReadGrid, ScreenState
from worker.sight import Sight
from worker.tasks import draw_overlay, perform
from worker.wire import JsonObject, Outcome, Task

EN = dictionaries.find("en").sha256
PLAIN: JsonObject = {
    "grid": None, "grids": None, "max_side": 50, "words": None, "directions": "all", "overlapping": True,
    "palindromes_twice": False, "first_only": False, "wrap": False, "fuzzy": 0, "bent": False,
    "keep_accents": False, "language": None, "dictionary": EN, "dictionary_name": "en", "min_length": 4,
    "contained": True, "limit": None, "message": False, "difficulty": False, "llm": "never",
}  # fmt: skip


@pytest.fixture
def context(tmp_path: Path, lexicon_cache: Path) -> TaskContext:
    return TaskContext(tmp_path, lexicon_cache, tesseract=False)


def solve(context: TaskContext, picture: bytes | None = None, **members: Any) -> Outcome:
    return perform(Task.WORDSEARCH_SOLVE, {**PLAIN, **members}, picture, context)


def result_of(outcome: Outcome) -> Any:
    assert outcome.failure is None, outcome.failure
    return json.loads(outcome.result)


def test_a_typed_grid(context: TaskContext) -> None:
    result = result_of(solve(context, grid="LEVEL/XXXXX", words=["level", "Zoo"]))
    assert (result["kind"], result["state"], result["cells"]) == ("wordsearch", "playing", [])
    assert result["letters"] == ["LEVEL", "XXXXX"]
    (hit,) = result["hits"]
    assert (hit["word"], hit["key"], hit["palindrome"]) == ("level", "LEVEL", True)
    assert (hit["start"], hit["end"], hit["direction"], hit["cells"]) == (
        [0, 0],
        [0, 4],
        "e",
        [0, 1, 2, 3, 4],
    )
    assert "centres" not in hit
    assert result["missing"] == ["Zoo"] and result["unused"] == [5, 6, 7, 8, 9]
    assert {"solve", "total"} <= result["ms"].keys()


def test_many_grids_of_which_one_is_bad(context: TaskContext) -> None:
    puzzles = result_of(solve(context, grids=["CAT", "CA/T", "TAC"], words=["CAT"]))["puzzles"]
    assert [len(puzzle.get("hits", [])) for puzzle in puzzles] == [1, 0, 1]
    assert puzzles[1]["error"]["code"] == "ragged_grid"


@pytest.mark.parametrize(
    ("members", "code"),
    [
        ({"grid": "CAT/DO", "words": ["CAT"]}, "ragged_grid"),
        ({"grid": "CATS", "words": ["CAT"], "max_side": 3}, "grid_too_large"),
        ({"grid": "CAT", "words": ["!"]}, "bad_option"),
        ({"grid": "CAT", "words": ["CAT"], "language": "tlh"}, "bad_option"),
        ({"grid": "CAT", "words": ["CAT"], "directions": "up"}, "bad_option"),
        ({"grid": "CAT", "limit": 0}, "bad_option"),
        ({"grid": "CAT", "min_length": 0}, "bad_option"),
        ({"grid": "CAT", "dictionary": "0" * 64}, "unknown_dictionary"),
    ],
)
def test_what_cannot_be_searched(members: JsonObject, code: str, context: TaskContext) -> None:
    failure = solve(context, **members).failure
    assert failure is not None and failure.code == code and failure.hint


def test_an_unknown_language_is_answered_with_those_that_are_known(context: TaskContext) -> None:
    failure = solve(context, grid="CAT", words=["CAT"], language="tlh").failure
    assert failure is not None and "es (Spanish)" in failure.hint


def test_the_words_of_a_picture_come_from_the_request(context: TaskContext) -> None:
    page = page_with_list()
    result = result_of(solve(context, page.picture.data, words=list(ANIMALS)))
    assert result["missing"] == []
    for hit in result["hits"]:
        assert hit["centres"] == [result["cells"][cell]["centre"] for cell in hit["cells"]]


def test_words_of_a_dictionary_may_begin_alike(context: TaskContext) -> None:
    """The rules of the console are for lists."""
    result = result_of(solve(context, grid="CATS/XQZX", min_length=3, overlapping=False))
    assert {"cat", "cats"} <= {hit["word"] for hit in result["hits"]}
    assert (result["words"], result["missing"]) == ([], [])
    assert result["dictionary"] == {"name": "en", "sha256": EN}


@pytest.mark.slow
def test_without_levels_words_are_told_by_how_often_they_are_used(context: TaskContext) -> None:
    spanish = dictionaries.find("es").sha256
    result = result_of(solve(context, grid="PERRO/XXXXX/ROÑAX", min_length=4, dictionary=spanish))
    assert [hit["word"] for hit in result["hits"] if hit["word"] in ("perro", "roña")] == ["perro", "roña"]
    assert {hit["word"] for hit in result["hits"] if hit["likely"]} >= {"perro"}


def test_a_page_without_a_list_is_searched_for_the_words_of_a_dictionary(context: TaskContext) -> None:
    sight = seen("XGAZELLEX", doubtful=-1, words=())
    result = json.loads(wordsearch_task.solve_seen(PLAIN, sight, Stopwatch(), context))
    assert result["hits"][0]["word"] == "gazelle" and result["hits"][0]["likely"]
    assert result["hits"][0]["centres"][0] == [30.0, 10.0]


def seen(letters: str, *, doubtful: int, words: tuple[str, ...]) -> Sight:
    """A row of cells as a reader might give it, one of them doubtful."""
    cells = [
        ReadCell(letter, 0.9, Box(20 * at, 0, 20, 20), Point(20 * at + 10, 10), doubtful=at == doubtful)
        for at, letter in enumerate(letters)
    ]
    return Sight(ReadGrid(Kind.WORDSEARCH, ScreenState.PLAYING, 1, len(cells), tuple(cells), words=words))


def test_a_doubtful_cell_is_what_makes_a_listed_word_fit(context: TaskContext) -> None:
    sight = seen("XTICERX", doubtful=3, words=("Tiger",))
    result = json.loads(wordsearch_task.solve_seen(PLAIN, sight, Stopwatch(), context))
    assert result["words"] == ["Tiger"] and result["missing"] == []
    assert result["inferred"] == [{"cell": 3, "read": "C", "letters": "G", "words": ["Tiger"]}]
    assert [(hit["inferred"], hit["mismatches"]) for hit in result["hits"]] == [(True, [2])]


def test_a_cell_that_is_sure_stays_as_it_was_read(context: TaskContext) -> None:
    sight = seen("XTICERX", doubtful=0, words=("Tiger",))
    result = json.loads(wordsearch_task.solve_seen(PLAIN, sight, Stopwatch(), context))
    assert result["missing"] == ["Tiger"] and result["inferred"] == []


def decoded(content: bytes) -> np.ndarray:
    picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture


@pytest.mark.slow
def test_words_are_marked_on_their_picture_or_on_a_drawing(context: TaskContext) -> None:
    page = page_with_list()
    result = result_of(solve(context, page.picture.data, words=["LYNX"]))
    before = page.picture.bgr
    after = decoded(wordsearch_task.draw_marked(page.picture.data, result, context))
    changed = np.argwhere((before != after).any(axis=2))
    centres = np.array(result["hits"][0]["centres"])
    assert np.abs(changed.mean(axis=0)[::-1] - centres.mean(axis=0)).max() < 3
    assert draw_overlay(page.picture.data, result, context) == wordsearch_task.draw_marked(
        page.picture.data, result, context
    )
    drawn = decoded(wordsearch_task.draw_marked(None, result, context))
    assert drawn.shape[0] == drawn.shape[1] > 0
