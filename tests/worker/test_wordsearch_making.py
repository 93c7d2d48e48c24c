"""The job of making a puzzle: its size, what it must not show, and an answer shaped as a search's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dictionaries import rude_words
from worker.context import TaskContext
from worker.model import Grid
from worker.solvers.wordsearch import solve
from worker.tasks import perform
from worker.wire import JsonObject, Outcome, Task

PLAIN: JsonObject = {
    "words": [], "rows": None, "cols": None, "shape": None, "directions": "all", "seed": 1, "language": None,
    "letters": None, "keep_accents": False,
}  # fmt: skip


@pytest.fixture
def context(tmp_path: Path, lexicon_cache: Path) -> TaskContext:
    return TaskContext(tmp_path, lexicon_cache)


def make(context: TaskContext, **members: Any) -> Outcome:
    return perform(Task.WORDSEARCH_MAKE, {**PLAIN, **members}, None, context)


def result_of(outcome: Outcome) -> Any:
    assert outcome.failure is None, outcome.failure
    return json.loads(outcome.result)


def test_an_answer_is_shaped_as_that_of_a_search(context: TaskContext) -> None:
    made = result_of(make(context, words=["Cat", "ELEPHANT"], rows=5, cols=6))
    assert (made["kind"], made["rows"], made["cols"], made["seed"]) == ("wordsearch", 5, 6, 1)
    assert made["words"] == ["Cat", "ELEPHANT"] and made["missing"] == ["ELEPHANT"]
    (hit,) = made["hits"]
    assert hit["word"] == "Cat" and len(hit["cells"]) == 3
    assert sorted([*made["unused"], *hit["cells"]]) == list(range(30))


@pytest.mark.parametrize("seed", range(3))
def test_nothing_rude_is_there_by_chance(seed: int, context: TaskContext) -> None:
    made = result_of(make(context, words=["TIGER", "OTTER"], rows=20, cols=20, seed=seed))
    assert solve(Grid.parse("/".join(made["letters"])), rude_words()).hits == ()


def test_a_word_that_contains_something_rude_may_be_asked_for(context: TaskContext) -> None:
    made = result_of(make(context, words=["GRASS"], rows=6, cols=6))
    found = solve(Grid.parse("/".join(made["letters"])), ["ass"]).hits
    assert [set(hit.cells) <= set(made["hits"][0]["cells"]) for hit in found] == [True]


@pytest.mark.parametrize(
    ("members", "code"),
    [
        ({}, "bad_option"),
        ({"words": ["CAT"], "rows": 51}, "grid_too_large"),
        ({"words": ["CAT"], "rows": 0}, "grid_too_large"),
        ({"words": ["CAT"], "rows": 0, "cols": 0}, "grid_too_large"),
        ({"words": ["CAT"], "shape": "??/?"}, "ragged_grid"),
        ({"words": ["CAT"], "shape": "??/??", "rows": 3}, "bad_grid"),
    ],
)
def test_what_cannot_be_made(members: JsonObject, code: str, context: TaskContext) -> None:
    failure = make(context, **members).failure
    assert failure is not None and failure.code == code


def test_without_a_seed_one_is_drawn_and_told(context: TaskContext) -> None:
    made = result_of(make(context, words=["TIGER", "OTTER"], seed=None))
    again = result_of(make(context, words=["TIGER", "OTTER"], seed=made["seed"]))
    assert again["letters"] == made["letters"]
