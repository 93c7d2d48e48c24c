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

from app.jobs import Jobs
from app.main import create_app
from app.problems import PROBLEM_MEDIA_TYPE
from app.settings import Settings
from tests.app.fake_jobs import FakeJobs, client_of

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


def test_the_document_is_the_committed_one() -> None:
    assert document() == json.loads(COPY.read_text("utf-8")), __doc__


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


def _examples() -> Iterator[Any]:
    for path, methods in DOCUMENT["paths"].items():
        bodies = methods.get("post", {}).get("requestBody", {}).get("content", {})
        for media_type, body in bodies.items():
            for name, example in body.get("examples", {}).items():
                yield pytest.param(path, media_type, example["value"], id=f"{path} {name}")


@pytest.mark.parametrize(("path", "media_type", "value"), list(_examples()))
def test_an_example_of_a_body_is_taken_as_it_stands(path: str, media_type: str, value: Any) -> None:
    async def send() -> int:
        async with client_of(FakeJobs()) as client:
            answer = await client.post(path, content=json.dumps(value), headers={"Content-Type": media_type})
            return answer.status_code

    assert asyncio.run(send()) == 200


@pytest.mark.parametrize("path", ["/wordhunt/solve", "/read"])
def test_pictures_can_be_sent_as_a_form_or_as_the_body(path: str) -> None:
    content = DOCUMENT["paths"][path]["post"]["requestBody"]["content"]
    form = content["multipart/form-data"]["schema"]
    assert form["required"] == ["image"] and form["properties"]["image"]["format"] == "binary"
    assert content["image/png"]["schema"]["format"] == "binary"


if __name__ == "__main__":
    COPY.write_text(json.dumps(document(), indent=1, ensure_ascii=False) + "\n", "utf-8")
