"""The job of finding the best tree, whole and in parts."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.reference.wordle_tree import least_total, total_of
from tests.wordle_games import ALLOWED, ANSWERS, SMALL
from worker import wordle_proving
from worker.context import TaskContext
from worker.tasks import perform
from worker.wire import Fan, JsonObject, Outcome, Task

pytestmark = pytest.mark.timeout(600)
"""Compiling the search takes a quarter of a minute on a core of its own, minutes on a busy machine."""

EVERYTHING = [*ANSWERS, *ALLOWED]


@pytest.fixture
def context(tmp_path: Path, lexicon_cache: Path) -> TaskContext:
    return TaskContext(tmp_path, lexicon_cache, tesseract=False)


def asked(**members: Any) -> JsonObject:
    return {**SMALL, "start": None, "max_guesses": 6, "seconds": 1, **members}


def result_of(outcome: Outcome) -> Any:
    assert outcome.failure is None, outcome.failure
    return json.loads(outcome.result)


def untimed(result: JsonObject) -> JsonObject:
    return {**result, "ms": None}


@pytest.mark.parametrize("mode", ["easy", "hard"])
def test_the_best_start(mode: str, context: TaskContext) -> None:
    whole = result_of(perform(Task.WORDLE_TREE, asked(mode=mode), None, context))
    assert whole["proven"] and whole["gap"] == 0 and whole["proof"]["ruled_out"] == len(EVERYTHING)
    assert whole["total"] == least_total(ANSWERS, EVERYTHING, 6, hard=mode == "hard")
    assert whole["total"] == total_of(whole["tree"], ANSWERS, EVERYTHING, hard=mode == "hard")


def test_parts_side_by_side_come_to_the_same(context: TaskContext, monkeypatch: pytest.MonkeyPatch) -> None:
    """The words are so much alike that a look at the groups does not do."""
    monkeypatch.setattr(wordle_proving, "PART_STARTS", 5)
    alike = (
        *("batch", "botch", "butch", "cater", "catch", "catty", "cinch", "coach", "conch", "couch", "ditch"),
        *("dutch", "fetch", "hatch", "hitch", "hutch", "latch", "march", "match", "notch", "patch", "pitch"),
        *("ranch", "retch", "watch", "witch"),
    )
    request = asked(answers=[*alike], allowed=None, max_guesses=8)
    fan = perform(Task.WORDLE_TREE, request, None, replace(context, in_parts=True)).further
    assert isinstance(fan, Fan) and len(fan.requests) > 1
    assert all(1 <= len(part["starts"]) <= 5 and part["below"] > 79 for part in fan.requests)
    answers = [perform(fan.task, part, None, context).result for part in fan.requests]
    joining = replace(context, answers=lambda: answers)
    told = result_of(perform(fan.join.task, fan.join.request, None, joining))
    assert told["proven"] and told["total"] == total_of(told["tree"], alike, alike)
    assert untimed(told) == untimed(result_of(perform(Task.WORDLE_TREE, request, None, context)))


def test_a_given_start(context: TaskContext) -> None:
    told = result_of(perform(Task.WORDLE_TREE, asked(start="CRANE"), None, replace(context, in_parts=True)))
    assert told["start"] == told["tree"]["guess"] == "crane" and told["proof"]["starts"] == 1
    assert told["total"] == least_total(ANSWERS, EVERYTHING, 6, start="crane")


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({"start": "xyzzy"}, "XYZZY is not among the allowed words."),
        ({"mode": "strict"}, "easy or hard"),
        ({"max_guesses": 0}, "1 to 20"),
        ({"answers": ["abc", "abcd"]}, "one length"),
    ],
)
def test_what_makes_no_tree(context: TaskContext, members: JsonObject, said: str) -> None:
    failure = perform(Task.WORDLE_TREE, asked(**members), None, context).failure
    assert failure is not None and failure.code == "bad_option" and said in failure.message


def test_lists_that_take_too_much_memory(context: TaskContext, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordle_proving, "_MOST_CELLS", 100)
    failure = perform(Task.WORDLE_TREE, asked(), None, context).failure
    assert failure is not None and "too many for a tree" in failure.message
