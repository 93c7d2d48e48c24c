"""The OpenAPI document: the same as the committed copy, whole, and its examples work as they stand.

After a wanted change, `python -m tests.app.test_openapi` renews the copy; tell it in `CHANGELOG.md`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from pydantic import BaseModel

import dictionaries
from app import examples, levels_examples, wordle_examples, wordsearch_examples
from app.jobs import Jobs
from app.main import create_app
from app.problems import PROBLEM_MEDIA_TYPE
from app.schemas.feedback import FeedbackTaken, GameFeedback, GameReports
from app.schemas.jobs import ProblemDetails
from app.schemas.levels import LevelLayout, LevelPack, LevelSolveTyped, LevelWordsLetters
from app.schemas.levels_results import LevelLayoutJob, LevelSolveJob, LevelWordsJob, PackJob
from app.schemas.lists import CheckedWords, DictionaryList, StoredDictionary
from app.schemas.pictures import ReadJob
from app.schemas.records import Job
from app.schemas.wordhunt import WordHuntGrid, WordHuntJob
from app.schemas.wordle import WordleGame, WordlePlayed, WordleTrial
from app.schemas.wordle_results import WordleJob, WordleRatingJob, WordleTrialJob
from app.schemas.wordle_tree import WordleTreeJob, WordleTreePlan
from app.schemas.wordsearch import WordSearchGrid, WordSearchMake
from app.schemas.wordsearch_places import WordSearchJob, WordSearchMakeJob
from app.settings import Settings
from tests.app.fake_jobs import FakeJobs, client_of
from worker.context import TaskContext
from worker.tasks import perform
from worker.wire import JsonObject, Task

COPY = Path(__file__).resolve().parent.parent / "data" / "openapi.json"


def document() -> dict[str, Any]:
    made = create_app(Settings(), cast(Jobs, FakeJobs())).openapi()
    return cast(dict[str, Any], json.loads(json.dumps(made)))


DOCUMENT = document()
OPERATIONS = [
    pytest.param(operation, id=operation["operationId"])
    for path in DOCUMENT["paths"].values()
    for operation in path.values()
]


@pytest.mark.slow
def test_the_document_is_the_committed_one() -> None:
    assert document() == json.loads(COPY.read_text("utf-8")), __doc__


@pytest.mark.slow
def test_the_document_is_made_once() -> None:
    """It takes half a second, and anybody may ask for it."""
    app = create_app(Settings(), cast(Jobs, FakeJobs()))
    assert app.openapi() is app.openapi()


def test_every_reference_leads_somewhere() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    for reference in _references(DOCUMENT):
        assert reference.removeprefix("#/components/schemas/") in schemas


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for inner in value.values():
            yield from _references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _references(inner)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_operation_says_what_it_does_and_how_it_can_fail(operation: dict[str, Any]) -> None:
    assert operation["summary"] and operation["description"]
    for status, response in operation["responses"].items():
        assert response["description"]
        assert (PROBLEM_MEDIA_TYPE in response.get("content", {})) == (int(status) >= 400)


def test_the_examples_of_jobs_are_whole() -> None:
    """The framework leaves out nulls."""
    answers = DOCUMENT["paths"]["/wordhunt/solve"]["post"]["responses"]
    finished = examples.finished(Task.WORDHUNT_SOLVE, examples.WORDHUNT_RESULT)
    assert answers["200"]["content"]["application/json"]["example"] == finished
    shown = DOCUMENT["paths"]["/jobs/{job_id}"]["get"]["responses"]["200"]["content"]["application/json"]
    assert shown["examples"] == json.loads(json.dumps(examples.JOBS))


def _examples() -> Iterator[Any]:
    for path, methods in DOCUMENT["paths"].items():
        bodies = methods.get("post", {}).get("requestBody", {}).get("content", {})
        for media_type, body in bodies.items():
            for name, example in body.get("examples", {}).items():
                yield pytest.param(path, media_type, example["value"], id=f"{path} {name}")


@pytest.mark.parametrize(("path", "media_type", "value"), list(_examples()))
def test_an_example_of_a_body_is_taken_as_it_stands(
    path: str, media_type: str, value: Any, tmp_path: Path
) -> None:
    async def send() -> int:
        async with client_of(FakeJobs(), data_dir=tmp_path) as client:
            answer = await client.post(path, content=json.dumps(value), headers={"Content-Type": media_type})
            return answer.status_code

    assert asyncio.run(send()) in (200, 201)


def test_the_example_of_an_answer_is_what_its_body_gives(lexicon_cache: Path) -> None:
    options = WordHuntGrid.model_validate(examples.GRID_BODIES["rows"]["value"])
    english = dictionaries.find(options.dictionary).sha256
    request = options.to_request(name="en", sha256=english, grid=str(options.to_grid()))
    assert answered(Task.WORDHUNT_SOLVE, request, lexicon_cache) == untimed(examples.WORDHUNT_RESULT)


def answered(task: Task, request: JsonObject, lexicon_cache: Path) -> JsonObject:
    outcome = perform(task, request, None, TaskContext(Path("unused"), lexicon_cache))
    return untimed(json.loads(outcome.result))


def untimed(result: JsonObject) -> JsonObject:
    return {**result, "ms": None}


def test_the_example_of_a_word_search_is_what_its_body_gives(lexicon_cache: Path) -> None:
    options = WordSearchGrid.model_validate(wordsearch_examples.BODIES["list"]["value"])
    english = dictionaries.find(options.dictionary).sha256
    request = options.to_request(name="en", sha256=english, grid=str(options.to_grid()))
    assert answered(Task.WORDSEARCH_SOLVE, request, lexicon_cache) == untimed(wordsearch_examples.RESULT)


def test_the_example_of_a_made_word_search_is_what_its_body_gives(lexicon_cache: Path) -> None:
    plan = WordSearchMake.model_validate(wordsearch_examples.MAKE_BODIES["animals"]["value"])
    assert answered(Task.WORDSEARCH_MAKE, plan.to_request(), lexicon_cache) == untimed(
        wordsearch_examples.MADE
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("task", "model", "body", "result"),
    [
        (
            Task.WORDLE_SUGGEST,
            WordleGame,
            wordle_examples.BODIES["guesses"],
            wordle_examples.RESULT,
        ),
        (Task.WORDLE_RATE, WordlePlayed, wordle_examples.RATE_BODIES["answer"], wordle_examples.RATING),
        (
            Task.WORDLE_EVALUATE,
            WordleTrial,
            wordle_examples.TRIAL_BODIES["openings"],
            wordle_examples.TRIAL_RESULT,
        ),
        (
            Task.WORDLE_TREE,
            WordleTreePlan,
            wordle_examples.TREE_BODIES["lists"],
            wordle_examples.TREE_RESULT,
        ),
    ],
)
def test_the_examples_about_wordle_are_what_their_bodies_give(
    task: Task,
    model: type[WordleGame | WordlePlayed | WordleTrial | WordleTreePlan],
    body: JsonObject,
    result: JsonObject,
    lexicon_cache: Path,
) -> None:
    request = model.model_validate(body["value"]).to_request(name=None, sha256=None)
    assert answered(task, request, lexicon_cache) == untimed(result)


@pytest.mark.slow
def test_the_examples_about_levels_are_what_their_bodies_give(lexicon_cache: Path) -> None:
    english, spanish = ({"name": code, "sha256": dictionaries.find(code).sha256} for code in ("en", "es"))
    wheel = LevelWordsLetters.model_validate(levels_examples.WORDS_BODIES["letters"]["value"])
    crossword = LevelSolveTyped.model_validate(levels_examples.SOLVE_BODIES["typed"]["value"])
    layout = LevelLayout.model_validate(levels_examples.LAYOUT_BODIES["words"]["value"])
    pack = LevelPack.model_validate(levels_examples.PACK_BODIES["small"]["value"])
    for task, request, told in (
        (Task.LEVELS_WORDS, wheel.to_request(**english, llm="never"), levels_examples.WORDS),
        (Task.LEVELS_SOLVE, crossword.to_request(**english, llm="never"), levels_examples.SOLVED),
        (Task.LEVELS_LAYOUT, layout.to_request(), levels_examples.LAYOUT),
        (Task.LEVELS_MAKE, pack.to_request(**spanish), levels_examples.PACK),
    ):
        assert answered(task, request, lexicon_cache) == untimed(told)


@pytest.mark.parametrize(
    ("model", "example"),
    [
        (WordHuntJob, examples.finished(Task.WORDHUNT_SOLVE, examples.WORDHUNT_RESULT)),
        (WordSearchJob, examples.finished(Task.WORDSEARCH_SOLVE, wordsearch_examples.RESULT)),
        (WordSearchMakeJob, examples.finished(Task.WORDSEARCH_MAKE, wordsearch_examples.MADE)),
        (WordleJob, examples.finished(Task.WORDLE_SUGGEST, wordle_examples.RESULT)),
        (WordleRatingJob, examples.finished(Task.WORDLE_RATE, wordle_examples.RATING)),
        (WordleTrialJob, examples.finished(Task.WORDLE_EVALUATE, wordle_examples.TRIAL_RESULT)),
        (WordleTreeJob, examples.finished(Task.WORDLE_TREE, wordle_examples.TREE_RESULT)),
        (LevelWordsJob, examples.finished(Task.LEVELS_WORDS, levels_examples.WORDS)),
        (LevelSolveJob, examples.finished(Task.LEVELS_SOLVE, levels_examples.SOLVED)),
        (LevelLayoutJob, examples.finished(Task.LEVELS_LAYOUT, levels_examples.LAYOUT)),
        (PackJob, examples.finished(Task.LEVELS_MAKE, levels_examples.PACK_HEAD)),
        (ReadJob, examples.finished(Task.READ, examples.READ_RESULT)),
        (Job, examples.queued(Task.READ)),
        (Job, examples.canceled(Task.READ)),
        (StoredDictionary, examples.STORED_DICTIONARY),
        (DictionaryList, examples.DICTIONARIES),
        (CheckedWords, examples.CHECKED_WORDS),
        (FeedbackTaken, examples.FEEDBACK_TAKEN),
        (GameFeedback, examples.FEEDBACK),
        (ProblemDetails, examples.RAGGED_GRID),
    ],
)
def test_an_example_has_every_member_of_its_model(model: type[BaseModel], example: dict[str, Any]) -> None:
    parsed = model.model_validate(example, extra="forbid")
    assert parsed.model_dump(mode="json", exclude_unset=True) == example


@pytest.mark.slow
def test_the_examples_about_word_lists_are_what_their_bodies_give(tmp_path: Path) -> None:
    async def send() -> list[Any]:
        async with client_of(FakeJobs(), data_dir=tmp_path) as client:
            listed = await client.get("/dictionaries")
            stored = await client.post("/dictionaries", json=examples.LIST_BODIES["words"]["value"])
            checked = await client.post("/dictionaries/en/check", json={"words": ["cat", "catt"]})
            reports = GameReports.model_json_schema()["examples"][0]
            taken = await client.post("/dictionaries/en/feedback", json=reports)
            shown = await client.get("/dictionaries/en/feedback")
            return [answer.json() for answer in (listed, stored, checked, taken, shown)]

    assert asyncio.run(send()) == [
        examples.DICTIONARIES,
        examples.STORED_DICTIONARY,
        examples.CHECKED_WORDS,
        examples.FEEDBACK_TAKEN,
        examples.FEEDBACK,
    ]


def test_the_example_of_a_problem_is_what_its_cause_gives() -> None:
    async def send() -> Any:
        async with client_of(FakeJobs()) as client:
            headers = {"X-Request-ID": examples.RAGGED_GRID["request_id"]}
            return (await client.post("/wordhunt/solve", json={"grid": "ABCD/EFG"}, headers=headers)).json()

    assert asyncio.run(send()) == examples.RAGGED_GRID


@pytest.mark.parametrize(
    "path",
    [
        "/wordhunt/solve",
        "/wordsearch",
        "/wordle/suggest",
        "/wordle/rate",
        "/levels/words",
        "/levels/solve",
        "/read",
    ],
)
def test_pictures_can_be_sent_as_a_form_or_as_the_body(path: str) -> None:
    content = DOCUMENT["paths"][path]["post"]["requestBody"]["content"]
    name = content["multipart/form-data"]["schema"]["$ref"].rpartition("/")[2]
    form = DOCUMENT["components"]["schemas"][name]
    assert form["required"] == ["image"] and form["properties"]["image"]["format"] == "binary"
    assert content["image/png"]["schema"]["format"] == "binary"


if __name__ == "__main__":
    COPY.write_text(json.dumps(document(), indent=1, ensure_ascii=False) + "\n", "utf-8")
