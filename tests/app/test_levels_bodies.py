"""What is asked about levels over HTTP: what reaches a worker, what is refused, what is made of a job."""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.app.fake_jobs import JOB, FakeJobs, client_of
from tests.level_packs import pack_bytes_of, pack_of
from worker.wire import JobState, JsonObject, Task

LAYOUT = {
    "rows": 1,
    "cols": 3,
    "words": [{"word": "cat", "row": 0, "col": 0, "across": True}],
}


def post(path: str, **body: Any) -> tuple[httpx.Response, FakeJobs]:
    async def send() -> tuple[httpx.Response, FakeJobs]:
        jobs = FakeJobs()
        async with client_of(jobs) as client:
            return await client.post(path, **body), jobs

    return asyncio.run(send())


def asked(path: str, **body: Any) -> tuple[Task, JsonObject]:
    answer, jobs = post(path, **body)
    assert answer.status_code == 200, answer.text
    task, request, _ = jobs.submitted[0]
    return task, request


def get(path: str, jobs: FakeJobs, **headers: str) -> httpx.Response:
    async def send() -> httpx.Response:
        async with client_of(jobs) as client:
            return await client.get(f"/jobs/{JOB}/{path}", headers=headers)

    return asyncio.run(send())


def jobs_of(task: Task, result: bytes, **more: Any) -> FakeJobs:
    return FakeJobs(submitted=[(task, {}, None)], result=result, **more)


@pytest.fixture
def pack_jobs(lexicon_cache: Path) -> FakeJobs:
    return jobs_of(Task.LEVELS_MAKE, pack_bytes_of(lexicon_cache))


def test_letters_and_pictures() -> None:
    task, request = asked("/levels/words", json={"letters": "there", "dictionary": "es"})
    assert task is Task.LEVELS_WORDS
    assert (request["letters"], request["min_length"], request["dictionary_name"]) == ("there", 3, "es")
    _, request = asked("/levels/words", files={"image": b"png"}, data={"min_length": "4", "llm": "never"})
    assert (request["letters"], request["min_length"], request["llm"]) == (None, 4, "never")
    task, request = asked("/levels/solve", content=b"png", headers={"Content-Type": "image/png"})
    assert task is Task.LEVELS_SOLVE and request["crossword"] is None


def test_a_crossword_as_text_or_as_rows() -> None:
    rows = ["##", "#."]
    for crossword in (rows, "##/#.", "##;#."):
        _, request = asked("/levels/solve", json={"letters": "there", "crossword": crossword})
        assert request["crossword"] == rows


def test_a_pack_goes_by_its_language() -> None:
    task, request = asked("/levels", json={"language": "pt", "count": 8000, "seed": 3})
    assert task is Task.LEVELS_MAKE
    assert (request["dictionary_name"], request["count"], request["seed"]) == ("pt", 8000, 3)
    assert request["nlp"] is None and "language" not in request


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/levels", {"count": 0}, "invalid_request"),
        ("/levels", {"count": 20_001}, "invalid_request"),
        ("/levels", {"count": "10"}, "invalid_request"),
        ("/levels", {"min_letters": 8, "max_letters": 5}, "bad_option"),
        ("/levels", {"language": "zz"}, "unknown_dictionary"),
        ("/levels", {"nlp": "model"}, "invalid_request"),
        ("/levels/words", {}, "invalid_request"),
        ("/levels/words", {"letters": "there", "min_length": 0}, "invalid_request"),
        ("/levels/solve", {"letters": "there"}, "invalid_request"),
        ("/levels/solve", {"letters": "there", "crossword": []}, "invalid_request"),
        ("/levels/layout", {"words": []}, "invalid_request"),
        ("/levels/layout", {"words": ["cat"], "method": "luck"}, "invalid_request"),
        ("/levels/layout", {"words": ["cat"] * 101}, "too_many_words"),
    ],
)
def test_what_is_refused(path: str, body: JsonObject, code: str) -> None:
    answer, jobs = post(path, json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert jobs.submitted == []


def test_the_schema() -> None:
    async def send() -> httpx.Response:
        async with client_of(FakeJobs()) as client:
            return await client.get("/levels/schema.json")

    answer = asyncio.run(send())
    assert answer.headers["content-type"] == "application/schema+json"
    assert answer.json()["$id"] == "urn:tilewise:schema:levels:1"


class TestPack:
    @pytest.mark.slow
    def test_each_kind_of_file(self, pack_jobs: FakeJobs, lexicon_cache: Path) -> None:
        pack = pack_of(lexicon_cache)
        assert get("pack.json", pack_jobs).json() == pack
        assert json.loads(gzip.decompress(get("pack.json.gz", pack_jobs).content)) == pack
        head, *levels = map(json.loads, get("pack.ndjson", pack_jobs).text.splitlines())
        assert {**head, "levels": levels} == pack
        packed = get("pack.ndjson.gz", pack_jobs)
        assert len(gzip.decompress(packed.content).splitlines()) == len(levels) + 1
        assert packed.headers["content-type"] == "application/gzip"

    @pytest.mark.slow
    def test_it_is_sent_once(self, pack_jobs: FakeJobs) -> None:
        tag = get("pack.json", pack_jobs).headers["etag"]
        again = get("pack.json", pack_jobs, **{"If-None-Match": tag})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
        assert get("pack.ndjson", pack_jobs, **{"If-None-Match": tag}).status_code == 200

    @pytest.mark.slow
    def test_its_levels_and_its_curve(self, pack_jobs: FakeJobs, lexicon_cache: Path) -> None:
        letters = pack_of(lexicon_cache)["levels"][4]["letters"]
        assert ", ".join(letters.upper()) in get("level.svg?number=5", pack_jobs).text
        assert "#" in get("level.txt", pack_jobs).text
        assert "#" not in get("level.txt?filled=true", pack_jobs).text
        assert "polyline" in get("curve.svg", pack_jobs).text
        assert get("level.svg?number=999", pack_jobs).json()["code"] == "bad_option"

    @pytest.mark.slow
    def test_drawings_are_the_workers(self, pack_jobs: FakeJobs) -> None:
        pack_jobs.drawing = b"PNG"
        for path in ("level.png?number=3&filled=true", "curve.png"):
            answer = get(path, pack_jobs)
            assert (answer.content, answer.headers["content-type"]) == (b"PNG", "image/png")

    def test_links(self, pack_jobs: FakeJobs) -> None:
        async def look() -> Any:
            async with client_of(pack_jobs) as client:
                return (await client.get(f"/jobs/{JOB}")).json()["links"]

        links = asyncio.run(look())
        assert {"pack", "level", "curve"} <= links.keys()


@pytest.mark.slow
def test_a_layout_is_drawn() -> None:
    jobs = jobs_of(Task.LEVELS_LAYOUT, json.dumps(LAYOUT).encode())
    assert get("level.txt?filled=true", jobs).text == "CAT\n"
    assert get("pack.json", jobs).json()["code"] == "no_levels"


@pytest.mark.parametrize("path", ["pack.json", "level.svg", "curve.svg"])
def test_jobs_without_levels(path: str) -> None:
    assert get(path, jobs_of(Task.WORDHUNT_SOLVE, b"{}")).json()["code"] == "no_levels"
    waiting = jobs_of(Task.LEVELS_MAKE, b"", state=JobState.STARTED)
    answer = get(path, waiting)
    assert (answer.status_code, answer.json()["code"]) == (409, "job_not_finished")
