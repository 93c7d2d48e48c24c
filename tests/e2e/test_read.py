"""Every kind of picture through the real server, with an LLM in a second part of the same job."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import numpy as np
import pytest

from tests import llm_stub as stub
from tests.drawing import encoded
from tests.e2e.serving import served
from tests.kinds import KINDS, sample

pytestmark = pytest.mark.e2e

BOARD = sample("wordhunt")
ROWS: list[str] = BOARD.result["letters"]


class Service(NamedTuple):
    client: httpx.Client
    llm: stub.Stub

    def post(self, path: str, picture: bytes, **fields: str) -> httpx.Response:
        files = {"image": ("picture.png", picture, "image/png")}
        return self.client.post(path, files=files, data=fields, headers={"Prefer": "wait=60"})

    def result(self, path: str, picture: bytes, **fields: str) -> dict[str, Any]:
        response = self.post(path, picture, **fields)
        assert response.status_code == 200, response.text
        record: dict[str, Any] = response.json()
        assert (record["state"], record["attempts"], record["progress"]) == ("finished", 1, 1.0)
        result: dict[str, Any] = record["result"]
        return result


@pytest.fixture(scope="module")
def service(lexicon_cache: Path) -> Iterator[Service]:
    with (
        stub.serving(stub.board(*ROWS)) as llm,
        served(lexicon_cache, OPENAI_API_KEY="sk-test", OPENAI_BASE_URL=llm.url, LLM_RETRIES="0") as client,
    ):
        yield Service(client, llm)


@pytest.fixture
def blank() -> bytes:
    return encoded(np.full((200, 200, 3), 200, np.uint8))


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind(kind: str, service: Service) -> None:
    for asked in ("auto", kind):
        result = service.result("/read", sample(kind).picture, kind=asked, llm="never")
        assert {name: result[name] for name in sample(kind).result} == sample(kind).result


def test_another_kind_than_asked_for(service: Service) -> None:
    response = service.post("/wordhunt/solve", sample("wordle").picture)
    problem = response.json()
    assert (response.status_code, problem["code"]) == (422, "grid_not_found")
    assert problem["details"] == {"seen": "wordle"} and "Wordle" in problem["detail"]


def test_every_cell_is_asked_of_an_llm_before_the_board_is_solved(service: Service) -> None:
    service.llm.replies[:] = [stub.board(*ROWS)]
    asked = len(service.llm.requests)
    result = service.result("/wordhunt/solve", BOARD.picture, llm="always", limit="3")
    plain = service.result("/wordhunt/solve", BOARD.picture, llm="never", limit="3")
    assert len(service.llm.requests) == asked + 1
    assert result["llm"]["why"] is None and result["llm"]["cost"] == pytest.approx(0.000228)
    assert (result["letters"], result["words"]) == (ROWS, plain["words"])
    assert plain["llm"] is None


def test_without_a_board_an_llm_reads_the_picture_and_all_is_doubtful(service: Service, blank: bytes) -> None:
    service.llm.replies[:] = [stub.board("STAR", "ENIL")]
    result = service.result("/read", blank)
    assert result["letters"] == ["STAR", "ENIL"]
    assert all(cell["doubtful"] and cell["source"] == "llm" for cell in result["cells"])


@pytest.mark.parametrize("reply", [stub.error(500), stub.error(429), stub.content("no JSON"), stub.hang_up])
def test_when_the_llm_fails_the_job_ends_as_without_it(
    reply: stub.Reply, service: Service, blank: bytes
) -> None:
    service.llm.replies[:] = [reply]
    result = service.result("/read", BOARD.picture, llm="always")
    assert result["letters"] == ROWS and result["llm"]["why"]
    response = service.post("/read", blank)
    assert (response.status_code, response.json()["code"]) == (422, "grid_not_found")


def test_every_kind_of_real_picture(service: Service, shared_data: Path) -> None:
    screens = shared_data / "screens"
    seen: dict[str, str] = {}
    for label in json.loads((screens / "labels.json").read_text("utf-8")):
        picture = (screens / label["file"]).read_bytes()
        if label["kind"] in ("wordhunt", "wordsearch", "wordle", "wordscapes") and label["kind"] not in seen:
            result = service.result("/read", picture, llm="never")
            seen[label["kind"]] = result["kind"]
            assert result["letters"] == label["letters"]
            assert result["tiles"] == label.get("tiles", [])
    assert seen == {
        "wordhunt": "wordhunt",
        "wordsearch": "wordsearch",
        "wordle": "wordle",
        "wordscapes": "wheel",
    }
