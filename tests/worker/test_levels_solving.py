"""Solved crosswords: all solutions are counted, of several one of words that players know is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import dictionaries
from worker.context import TaskContext
from worker.tasks import perform
from worker.wire import Task

pytestmark = pytest.mark.slow


def solved(cache: Path, letters: str, *rows: str, language: str = "en") -> dict[str, Any]:
    request = {
        "letters": letters,
        "crossword": list(rows),
        "dictionary": dictionaries.find(language).sha256,
        "dictionary_name": language,
        "llm": "never",
    }
    outcome = perform(Task.LEVELS_SOLVE, request, None, TaskContext(Path("unused"), cache))
    result: dict[str, Any] = json.loads(outcome.result)
    return result


def test_of_several_solutions_a_known_word_is_told(lexicon_cache: Path) -> None:
    result = solved(lexicon_cache, "there", "####")
    (slot,) = result["slots"]
    assert result["solutions"] == slot["word_count"] > 3 and result["complete"]
    assert {"ethe", "tehr", "here", "tree"} <= set(slot["words"]) and not slot["certain"]
    assert slot["word"] in ("here", "thee", "tree")
    assert result["grid"] == [slot["word"].upper()]
    assert slot["word"] not in {each["word"] for each in result["bonus"]}


def test_a_word_that_nobody_knows_makes_the_others_no_rarer(lexicon_cache: Path) -> None:
    first, other = solved(lexicon_cache, "there", "ETH#", "....", "####")["slots"]
    assert first["word"] == "ethe" and other["word"] in ("here", "thee", "tree")


def test_letters_that_stand_there_are_kept(lexicon_cache: Path) -> None:
    result = solved(lexicon_cache, "there", "T###", "..#.", "..#.")
    across, down = result["slots"]
    assert across["given"] == "T###" and across["word"][0] == "t"
    assert across["word"][2] == down["word"][0]


def test_accents_of_letters_that_stand_there_are_for_show(lexicon_cache: Path) -> None:
    for given in ("####Ó#", "####O\u0301#", "CAMIÓN"):
        result = solved(lexicon_cache, "camión", given, language="es")
        assert result["grid"] == ["CAMION"] and not result["blank"]
    assert solved(lexicon_cache, "caño", "##ñ#", language="es")["grid"] == ["CAÑO"]


def test_a_word_that_the_list_lacks_is_left_blank(lexicon_cache: Path) -> None:
    result = solved(lexicon_cache, "there", "#####", "Q....", "#....")
    assert result["blank"] >= 1
    assert any(slot["word"] is None for slot in result["slots"])
