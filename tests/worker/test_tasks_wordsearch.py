"""Word searches as clients send them, through the task that solves them: puzzles of others, published."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import dictionaries
from app.schemas.wordsearch import WordSearchGrid, WordSearchGrids, WordSearchPicture
from app.schemas.wordsearch_places import WordSearchBatch, WordSearchResult
from tests.list_pages import page_with_list
from tests.worker.solvers.test_wordsearch_boards import ABSENT, BENT, MESSAGES, NUMBERS, Puzzle, puzzle
from worker.context import TaskContext
from worker.tasks import perform
from worker.wire import JsonObject, Task

pytestmark = pytest.mark.slow

ENGLISH = dictionaries.find("en").sha256


@pytest.fixture
def context(tmp_path: Path, lexicon_cache: Path) -> TaskContext:
    return TaskContext(tmp_path, lexicon_cache)


def result_of(request: JsonObject, context: TaskContext, picture: bytes | None = None) -> Any:
    outcome = perform(Task.WORDSEARCH_SOLVE, request, picture, context)
    assert outcome.failure is None, outcome.failure
    return json.loads(outcome.result)


@pytest.mark.parametrize(
    "asked", [{"words": "cat;zoo"}, {}, {"bent": True, "min_length": 3}, {"words": "cots", "fuzzy": 1}]
)
def test_an_answer_is_as_the_documentation_says(asked: JsonObject, context: TaskContext) -> None:
    options = WordSearchGrid.model_validate({"grid": "CATS/XO?D/LEVE/[Qu]ITE", **asked})
    request = options.to_request(name="en", sha256=ENGLISH, grid=str(options.to_grid()))
    result = result_of(request, context)
    told = WordSearchResult.model_validate(result, extra="forbid")
    assert told.model_dump(mode="json", exclude_unset=True) == result and told.hits
    many = result_of({**request, "grid": None, "grids": ["CATS", "A/BC"]}, context)
    assert (
        WordSearchBatch.model_validate(many, extra="forbid").model_dump(mode="json", exclude_unset=True)
        == many
    )


def test_so_is_one_about_a_picture(context: TaskContext) -> None:
    options = WordSearchPicture.model_validate({"words": "TIGER;ZOO", "llm": "never"})
    request = options.to_request(name="en", sha256=ENGLISH)
    result = result_of(request, context, page_with_list().picture.data)
    told = WordSearchResult.model_validate(result, extra="forbid")
    assert told.model_dump(mode="json", exclude_unset=True) == result
    assert told.hits[0].centres and told.missing == ["ZOO"]


def checked(given: Puzzle, number: str, result: Any) -> None:
    assert {*result["missing"]} == ABSENT.get(number, set())
    for word, published in given.places.items():
        found = [(*hit["start"], *hit["end"]) for hit in result["hits"] if hit["word"] == word]
        assert sorted(found) == sorted(published), word
    if number in MESSAGES:
        assert result["message"]["letters"] == MESSAGES[number]
    for hit in result["hits"]:
        assert "".join(given.grid.tiles[cell] for cell in hit["cells"]) == hit["key"]
        assert (hit["direction"] is None) == (number in BENT)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_published_puzzle(number: str, shared_data: Path, context: TaskContext) -> None:
    given = puzzle(shared_data, number)
    options = WordSearchGrid.model_validate(
        {"grid": given.grid.row_texts(), "words": given.words, "bent": number in BENT}, strict=True
    )
    request = options.to_request(name="en", sha256=ENGLISH, grid=str(options.to_grid()))
    checked(given, number, result_of(request, context))


def test_several_published_puzzles_at_once(shared_data: Path, context: TaskContext) -> None:
    """All lists in one: what one puzzle hides, another may have by chance, so only its own words count."""
    numbers = [number for number in NUMBERS if number not in BENT]
    given = [puzzle(shared_data, number) for number in numbers]
    words = [word for each in given for word in each.words]
    options = WordSearchGrids.model_validate(
        {"grids": [*(each.grid.row_texts() for each in given), "CA/T"], "words": words}, strict=True
    )
    request = options.to_request(name="en", sha256=ENGLISH, grids=options.grids)
    *puzzles, bad = result_of(request, context)["puzzles"]
    assert bad["error"]["code"] == "ragged_grid"
    for number, each, result in zip(numbers, given, puzzles, strict=True):
        assert {*each.words} & {*result["missing"]} == ABSENT.get(number, set())
