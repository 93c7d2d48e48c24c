"""Word Hunt jobs that go by what a game said of words."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import dictionaries
from dictionaries import Feedback
from tests.pictures import SAMPLE, SAMPLE_LETTERS
from worker.context import TaskContext
from worker.tasks import perform
from worker.wire import Outcome, Task, dictionary_key, heard_key

BOARD = "/".join(SAMPLE_LETTERS)
TOLD = Feedback().and_heard(["planter", "tnil"], ["replating", "the"])


@pytest.fixture
def context(tmp_path: Path, lexicon_cache: Path) -> TaskContext:
    told = {heard_key(TOLD.sha256): TOLD.packed()}
    return TaskContext(tmp_path, lexicon_cache, fetch=told.get)


def solve(
    context: TaskContext, picture: bytes | None = None, dictionary: str = "en", **options: Any
) -> Outcome:
    request = {
        **{"min_length": 3, "max_length": None, "points": "wordhunt", "order": "points", "limit": None},
        **{"all_paths": False, "grid": None, "feedback": None, "chances": False, **options},
        "dictionary": dictionary if len(dictionary) > 2 else dictionaries.find(dictionary).sha256,
    }
    return perform(Task.WORDHUNT_SOLVE, request, picture, context)


def result_of(outcome: Outcome) -> Any:
    assert outcome.failure is None, outcome.failure
    return json.loads(outcome.result)


@pytest.mark.slow
def test_refused_words_come_last_and_accepted_ones_first(context: TaskContext) -> None:
    usual = result_of(solve(context, grid=BOARD))
    told = result_of(solve(context, grid=BOARD, feedback=TOLD.sha256))
    rows = {row["word"]: row for row in told["words"]}
    assert (told["words"][-1]["word"], usual["words"][0]["word"]) == ("replating", "replating")
    assert rows["replating"] | {"path": None} == {
        **{"word": "replating", "points": 2600, "path": None},
        **{"chance": 0.091, "level": 80, "game": "rejected"},
    }
    sevens = [row["word"] for row in told["words"] if row["points"] == 1800]
    assert sevens[0] == "planter" and sevens[1:] == sorted(sevens[1:])
    assert rows.keys() - {row["word"] for row in usual["words"]} == {"tnil"} <= rows.keys()
    assert {name: rows["tnil"].get(name) for name in ("chance", "game", "level")} == {
        **{"chance": 0.84, "game": "accepted", "level": None},
    }
    assert told["word_count"] == usual["word_count"] + 1
    assert told["total_points"] == usual["total_points"] + 400
    assert told["feedback"] == TOLD.sha256 and "feedback" not in usual
    assert not any("chance" in row or "game" in row for row in usual["words"])


@pytest.mark.slow
def test_batches_and_pictures_go_by_it_too(context: TaskContext) -> None:
    alone = result_of(solve(context, grid=BOARD, feedback=TOLD.sha256))["words"]
    batch = result_of(solve(context, grids=[BOARD, "AB/C"], feedback=TOLD.sha256))
    assert batch["boards"][0]["words"] == alone and "error" in batch["boards"][1]
    assert batch["feedback"] == TOLD.sha256
    seen = result_of(solve(context, SAMPLE.read_bytes(), feedback=TOLD.sha256))
    assert [{name: value for name, value in row.items() if name != "centres"} for row in seen["words"]] == [
        *alone
    ]


@pytest.mark.slow
def test_chances_are_told_when_asked_for(context: TaskContext) -> None:
    words = result_of(solve(context, grid=BOARD, chances=True))["words"]
    english = dictionaries.WordIndex.of(dictionaries.find("en"))
    assert [row["word"] for row in words] == [
        row["word"] for row in result_of(solve(context, grid=BOARD))["words"]
    ]
    for row in words:
        assert row["chance"] == english.prior(row["word"])
        assert row["level"] == english.look_up(row["word"]).level
        assert "game" not in row


def test_chances_of_a_list_whose_alphabet_goes_another_way_than_code_points(context: TaskContext) -> None:
    # By code points año stands behind aoz, in the alphabet before it.
    common = {"ano": 0.5, "año": 1.0, "aoz": 2.0, "oña": 3.0, "ozo": 3.5}
    mine = dictionaries.store(
        {*common}, name="mine", language_code="es", data_dir=context.data_dir, zipfs=common
    )
    words = result_of(solve(context, grid="AÑO/ZOA/OAN", dictionary=mine.sha256, chances=True))["words"]
    assert {row["word"]: row["chance"] for row in words} == {
        word: pytest.approx(0.6 + zipf / 10) for word, zipf in common.items()
    }


def test_a_list_that_knows_nothing_of_its_words(context: TaskContext) -> None:
    tongue = dictionaries.language("en")
    sha256 = dictionaries.content_hash(["net", "ten"])
    sent = {dictionary_key(sha256): dictionaries.pack_words_of(tongue, sha256, ["net", "ten"])}
    away = replace(context, fetch=lambda key: sent.get(key) or context.fetch(key))
    words = result_of(solve(away, grid="TEN", dictionary=sha256, chances=True))["words"]
    assert [(row["word"], row["chance"]) for row in words] == [("net", 0.9), ("ten", 0.9)]
    # `tnil` and `the` are not on the board.
    assert result_of(solve(away, grid="TEN", dictionary=sha256, feedback=TOLD.sha256))["word_count"] == 2


def test_a_version_that_is_no_longer_kept_is_an_outcome(context: TaskContext) -> None:
    outcome = solve(context, grid=BOARD, feedback="0" * 64)
    assert outcome.failure is not None and outcome.failure.code == "unknown_dictionary"
