"""What tasks do with an LLM: at once or in a further part, and nothing that fails is an error."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dictionaries
from tests import llm_stub as stub
from tests.drawing import encoded
from tests.kinds import sample
from worker.context import TaskContext
from worker.options import LlmOptions, SupervisorOptions, WorkerOptions
from worker.tasks import perform
from worker.wire import Further, JsonObject, Lane, Outcome, Task

BOARD = sample("wordhunt")
ROWS: list[str] = BOARD.result["letters"]
BLANK = encoded(np.full((200, 200, 3), 200, np.uint8))


@pytest.fixture
def context(tmp_path: Path, lexicon_cache: Path) -> Callable[[str], TaskContext]:
    """A context with an LLM at an address."""
    return lambda url: TaskContext(
        tmp_path, lexicon_cache, tesseract=False, llm=LlmOptions("sk-test", url, seconds=5, retries=0)
    )


def read(picture: bytes, context: TaskContext, *, llm: str = "doubtful", kind: str = "auto") -> Outcome:
    return perform(Task.READ, {"kind": kind, "llm": llm}, picture, context)


def solving(**options: Any) -> JsonObject:
    defaults = {"min_length": 3, "max_length": None, "points": "wordhunt", "order": "points", "limit": 3}
    english = dictionaries.find("en").sha256
    return {**defaults, "grid": None, "dictionary": english, "all_paths": False, "llm": "always", **options}


def result_of(outcome: Outcome) -> Any:
    assert outcome.status == "ok", outcome.failure
    return json.loads(outcome.result)


@pytest.mark.slow
def test_a_sure_board_is_not_asked_about(context: Callable[[str], TaskContext]) -> None:
    with stub.serving(stub.board(*ROWS)) as server:
        assert result_of(read(BOARD.picture, context(server.url)))["llm"] is None
        assert result_of(read(BLANK, context(server.url), llm="doubtful"))["letters"] == ROWS
    assert len(server.requests) == 1


def test_another_game_than_asked_for_is_no_question(context: Callable[[str], TaskContext]) -> None:
    with stub.serving(stub.board("STAR")) as server:
        outcome = read(sample("wordle").picture, context(server.url), llm="always", kind="wordhunt")
    assert outcome.failure and outcome.failure.details == {"seen": "wordle"}
    assert server.requests == []


@pytest.mark.slow
@pytest.mark.parametrize("task", [Task.READ, Task.WORDHUNT_SOLVE])
def test_in_parts_it_comes_to_the_same(task: Task, context: Callable[[str], TaskContext]) -> None:
    request = solving() if task is Task.WORDHUNT_SOLVE else {"kind": "wordhunt", "llm": "always"}
    other = ("Z" + ROWS[0][1:], *ROWS[1:])
    with stub.serving(stub.board(*other)) as server:
        here = context(server.url)
        at_once = result_of(perform(task, request, BOARD.picture, here))
        first = perform(task, request, BOARD.picture, replace(here, in_parts=True))
        assert first.status == "more" and isinstance(first.further, Further)
        further = first.further
        assert (further.task, further.lane) == (Task.ASK_LLM, Lane.BULK)
        told = json.loads(json.dumps(further.request))
        second = result_of(perform(further.task, told, BOARD.picture, replace(here, in_parts=True)))
    assert at_once["letters"] == list(other) and at_once["cells"][0]["source"] == "llm"
    assert at_once["cells"][0]["doubtful"], "it contradicts what the network was sure of"
    known = {"ms": None, "llm": None}
    assert second | known == at_once | known
    assert second["llm"]["why"] is None and at_once["llm"]["input_tokens"] == 1200


@pytest.mark.parametrize("reply", [stub.error(401), stub.content("nonsense"), stub.board("AB"), stub.hang_up])
def test_failures_leave_everything_as_it_was(
    reply: stub.Reply, context: Callable[[str], TaskContext]
) -> None:
    with stub.serving(reply) as server:
        seen = result_of(read(BOARD.picture, context(server.url), llm="always"))
    assert seen["letters"] == ROWS and seen["llm"]["why"]
    assert not any(cell["doubtful"] for cell in seen["cells"])


def test_no_board_and_no_answer_is_no_board(context: Callable[[str], TaskContext]) -> None:
    with stub.serving(stub.content(None, refusal="No.")) as server:
        outcome = read(BLANK, context(server.url))
    assert outcome.failure and outcome.failure.code == "grid_not_found"
    assert len(server.requests) == 1


@pytest.mark.parametrize("lost", ["picture", "key"])
def test_a_further_part_that_cannot_ask_keeps_the_board(
    lost: str, context: Callable[[str], TaskContext]
) -> None:
    here = replace(context("http://127.0.0.1:9/v1"), in_parts=True)
    further = read(BOARD.picture, here, llm="always").further
    assert isinstance(further, Further)
    there = replace(here, llm=None) if lost == "key" else here
    seen = result_of(perform(further.task, further.request, None if lost == "picture" else BLANK, there))
    assert seen["letters"] == ROWS
    assert lost in seen["llm"]["why"]


def test_worker_options_travel_whole() -> None:
    options = WorkerOptions(
        SupervisorOptions("unix:///tmp/x"), Path("/a"), Path("/b"), tesseract=False, llm=LlmOptions("sk-x")
    )
    (told,) = (value for name, value in options.to_environment().items() if name.startswith("TILEWISE"))
    assert WorkerOptions.from_json(told) == options
    assert "sk-x" not in repr(options)
