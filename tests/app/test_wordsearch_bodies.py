"""Bodies about word searches: what each becomes for the worker, and what is refused with which words."""

from __future__ import annotations

import base64
from typing import Any, get_args

import pytest

import dictionaries
from app.schemas.wordsearch import DirectionName, WordSearchGrid, WordSearchGrids, WordSearchMake
from tests.app.fake_jobs import FakeJobs
from tests.app.test_bodies import IMAGE, PNG, post, typed
from worker.solvers.wordsearch import COMPASS, DIRECTION_SETS
from worker.wire import JsonObject, Task

ENGLISH = dictionaries.find("en").sha256
DEFAULTS: JsonObject = {
    "grid": None, "grids": None, "max_side": 200, "words": None, "directions": "all", "overlapping": True,
    "palindromes_twice": False, "first_only": False, "wrap": False, "fuzzy": 0, "bent": False,
    "keep_accents": False, "language": None, "dictionary": ENGLISH, "dictionary_name": "en", "min_length": 4,
    "contained": True, "limit": None, "message": True, "difficulty": True,
}  # fmt: skip
PLAN: JsonObject = {
    "words": ["CAT"], "rows": None, "cols": None, "shape": None, "directions": "all", "seed": None,
    "language": None, "letters": None, "keep_accents": False,
}  # fmt: skip


def submitted(path: str = "/wordsearch", **body: Any) -> tuple[Task, JsonObject, bytes | None]:
    jobs = FakeJobs()
    response = post(path, jobs, **body)
    assert response.status_code == 200, response.text
    return jobs.submitted[0]


def test_a_worker_gets_all_that_a_request_has() -> None:
    task, request, picture = submitted(json={"grid": ["cats", "DO.G"]})
    assert (task, picture) == (Task.WORDSEARCH_SOLVE, None)
    assert request == {**DEFAULTS, "grid": "CATS/DO.G"}


@pytest.mark.parametrize("words", [["Sea Lion", "otter"], "Sea Lion; otter", "Sea Lion\notter\n"])
def test_words_are_a_list_or_one_text(words: object) -> None:
    _, request, _ = submitted(json={"grid": "AB", "words": words})
    assert request["words"] == ["Sea Lion", "otter"]


@pytest.mark.parametrize(
    ("given", "text"), [("diagonal", "diagonal"), (["e", "s"], "e,s"), ("forwards,straight",) * 2]
)
def test_directions_are_one_or_some(given: object, text: str) -> None:
    _, request, _ = submitted(json={"grid": "AB", "directions": given})
    assert request["directions"] == text


def test_every_direction_can_be_named() -> None:
    assert set(get_args(DirectionName)) == {*COMPASS, *DIRECTION_SETS}


@pytest.mark.parametrize(
    ("asked", "first_only"),
    [({}, False), ({"bent": True}, True), ({"bent": True, "first_only": False}, False)],
)
def test_bent_words_are_told_once_unless_asked(asked: JsonObject, first_only: bool) -> None:
    _, request, _ = submitted(json={"grid": "AB", **asked})
    assert request["first_only"] is first_only


def test_many_grids_go_to_the_worker_as_they_are() -> None:
    grids = ["ABCD/EFGH", ["AB", "C"], [["Qu", "B"]], "no grid!"]
    _, request, _ = submitted(json={"grids": grids, "words": ["cab"]})
    assert request == {**DEFAULTS, "grids": grids, "words": ["cab"]}


SENT = {
    "words": "TIGER; SEA LION", "directions": "e,s", "fuzzy": "1", "message": "false", "limit": "5",
    "llm": "never",
}  # fmt: skip
PARSED = {
    "words": ["TIGER", "SEA LION"], "directions": "e,s", "fuzzy": 1, "message": False, "limit": 5,
    "llm": "never",
}  # fmt: skip


def test_a_picture_comes_as_a_form_as_the_body_or_in_base64() -> None:
    wanted = (Task.WORDSEARCH_SOLVE, {**DEFAULTS, **PARSED}, PNG)
    assert submitted(files=IMAGE, data={**SENT, "language": ""}) == wanted
    assert submitted(content=PNG, params=SENT, headers={"Content-Type": "image/png"}) == wanted
    image = base64.b64encode(PNG).decode()
    assert submitted(json={**PARSED, "directions": ["e", "s"], "image": image}) == wanted


@pytest.mark.parametrize(("side", "is_short"), [(20, True), (100, False), (99, True)])
def test_large_grids_are_long_work(side: int, is_short: bool) -> None:
    grid = "/".join(["A" * side] * side)
    assert WordSearchGrid.model_validate({"grid": grid}).is_short_work is is_short
    assert WordSearchGrids.model_validate({"grids": [grid]}).is_short_work is is_short


def test_many_words_are_long_work() -> None:
    few, many = ({"words": ["CAT"] * count} for count in (20, 21))
    assert WordSearchMake.model_validate(few).is_short_work
    assert not WordSearchMake.model_validate(many).is_short_work


@pytest.mark.parametrize(
    ("asked", "further"),
    [
        ({}, {}),
        ({"rows": 5, "seed": 7, "language": "es"}, {"rows": 5, "seed": 7, "language": "es"}),
        ({"shape": ["?.?", "???"], "directions": ["e", "s"]}, {"shape": "?.?/???", "directions": "e,s"}),
    ],
)
def test_a_plan_for_a_puzzle(asked: JsonObject, further: JsonObject) -> None:
    sent = submitted("/wordsearch/make", json={"words": ["CAT"], **asked})
    assert sent == (Task.WORDSEARCH_MAKE, {**PLAN, **further}, None)


@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        ({"json": {}}, "invalid_request", "grid: field required"),
        ({"json": {"grid": "AB/C"}}, "ragged_grid", "Row 2"),
        ({"json": {"grid": "A" * 201}}, "grid_too_large", "200"),
        ({"json": {"grid": 7}}, "invalid_request", "200 x 200"),
        ({"json": {"grids": ["A"] * 1001}}, "too_many_grids", "1000"),
        ({"json": {"grids": ["A"], "grid": "A"}}, "invalid_request", "grid"),
        ({"json": {"grid": "AB", "words": []}}, "invalid_request", "words"),
        ({"json": {"grid": "AB", "words": " ; "}}, "invalid_request", "words"),
        ({"json": {"grid": "AB", "words": 7}}, "invalid_request", "words"),
        ({"json": {"grid": "AB", "words": ["A"] * 10_001}}, "too_many_words", "10000"),
        ({"json": {"grid": "AB", "words": ["A" * 201]}}, "word_too_long", "200"),
        ({"json": {"grid": "AB", "words": "A;" * 60_000}}, "word_too_long", "100000"),
        ({"json": {"grid": "AB", "directions": "up"}}, "invalid_request", "across-down"),
        ({"json": {"grid": "AB", "directions": []}}, "invalid_request", "across-down"),
        ({"json": {"grid": "AB", "fuzzy": 2}}, "invalid_request", "less than or equal to 1"),
        ({"json": {"grid": "AB", "bent": True, "wrap": True}}, "invalid_request", "wrap"),
        ({"json": {"grid": "AB", "language": "Spanish"}}, "invalid_request", "language"),
        ({"json": {"grid": "AB", "limit": 0}}, "invalid_request", "limit"),
        ({"json": {"grid": "AB", "min_length": 201}}, "invalid_request", "200"),
        ({"json": {"grid": "AB", "dictionary": "klingon"}}, "unknown_dictionary", "klingon"),
        ({"json": {"grid": "AB", "llm": "never"}}, "invalid_request", "llm"),
        ({"json": {"image": "AAAA", "grid": "AB"}}, "invalid_request", "grid"),
        ({"files": IMAGE, "data": {"words": "A" * 201}}, "word_too_long", "200"),
        ({"files": IMAGE, "data": {"wrap": "perhaps"}}, "invalid_request", "wrap"),
    ],
)
def test_what_cannot_be_searched(body: dict[str, Any], code: str, said: str) -> None:
    refused("/wordsearch", body, code, said)


@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        ({"json": {}}, "invalid_request", "words: field required"),
        ({"json": {"words": []}}, "invalid_request", "words"),
        ({"json": {"words": ["CAT"] * 201}}, "too_many_words", "200"),
        ({"json": {"words": ["C" * 201]}}, "word_too_long", "200"),
        ({"json": {"words": ["CAT"], "rows": 51}}, "grid_too_large", "50"),
        ({"json": {"words": ["CAT"], "cols": 0}}, "invalid_request", "cols"),
        ({"json": {"words": ["CAT"], "shape": "??/?"}}, "ragged_grid", "Row 2"),
        ({"json": {"words": ["CAT"], "seed": -1}}, "invalid_request", "seed"),
        ({"json": {"words": ["CAT"], "letters": ""}}, "invalid_request", "letters"),
        (typed(b"CAT", "text/plain"), "unsupported_media_type", "text/plain"),
    ],
)
def test_what_cannot_be_made(body: dict[str, Any], code: str, said: str) -> None:
    refused("/wordsearch/make", body, code, said)


def refused(path: str, body: dict[str, Any], code: str, said: str) -> None:
    jobs = FakeJobs()
    problem = post(path, jobs, **body).json()
    assert problem["code"] == code and said in problem["detail"], problem
    assert not jobs.submitted
