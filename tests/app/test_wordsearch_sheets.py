"""Word searches as documents over HTTP: without marks, with them, and what is none."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest

from app import examples, wordsearch_examples
from tests.app.fake_jobs import JOB, FakeJobs, client_of
from tests.app.test_job_routes import ask
from worker.wire import Failure, JobState, Task

pytestmark = pytest.mark.slow

MADE: dict[str, Any] = {**wordsearch_examples.MADE, "missing": ["Walrus"]}
MADE["words"] = [*MADE["words"], "Walrus", "<b>"]
SECRET = "a-secret-of-alice-0123456789"


def jobs_of(
    result: Any = MADE, *, task: Task = Task.WORDSEARCH_MAKE, drawing: bytes | Failure | None = b"\x89PNG"
) -> FakeJobs:
    state = JobState.STARTED if result is None else JobState.FINISHED
    jobs = FakeJobs(state=state, result=json.dumps(result, separators=(",", ":")).encode(), drawing=drawing)
    jobs.submitted.append((task, {}, None))
    return jobs


def document(name: str, **query: Any) -> httpx.Response:
    answer = ask(jobs_of(), f"/{name}", params=query)
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"].startswith("private")
    return answer


def test_a_puzzle_has_no_marks_and_only_words_that_are_there() -> None:
    text, drawing, page = (document(f"puzzle.{kind}").text for kind in ("txt", "svg", "html"))
    assert text.startswith("T T O N\n") and text.endswith("Words to find:\n\nTiger\nOtter\nSea Lion\n<b>\n")
    for drawn in (drawing, page):
        assert "Sea Lion" in drawn and "Walrus" not in drawn and "&lt;b&gt;" in drawn
        assert 'class="lasso"' not in drawn and "Solution" not in drawn and "row 1" not in drawn


def test_a_solution_has_them_and_says_where_the_words_are() -> None:
    text, drawing, page = (document(f"solution.{kind}").text for kind in ("txt", "svg", "html"))
    assert "'Tiger': (0, 0) through (0, 4)\n" in text and "'Walrus'" in text
    assert drawing.count('class="lasso"') == page.count('class="lasso"') == 3
    assert "Sea Lion from row 7, column 4 upwards to row 1, column 4." in drawing


@pytest.mark.parametrize(
    ("kind", "media_type"),
    [("txt", "text/plain"), ("svg", "image/svg+xml"), ("html", "text/html"), ("png", "image/png")],
)
def test_kinds(kind: str, media_type: str) -> None:
    for name in ("puzzle", "solution"):
        answer = document(f"{name}.{kind}")
        assert answer.headers["content-type"].startswith(media_type)
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "script-src" not in answer.headers["content-security-policy"]


def test_how_text_is_written() -> None:
    assert document("puzzle.txt", hspacing=0, vspacing=1).text.startswith("TTON\n\nIOTO\n")
    marked = document("solution.txt", hspacing=2, solutions_format="parentheses").text
    assert "(T) T (O)(N)" in marked
    narrow = ask(jobs_of(), "/solution.txt", params={"solutions_format": "parentheses"})
    assert (narrow.status_code, narrow.json()["code"]) == (422, "bad_option")


@pytest.mark.parametrize("name", ["puzzle", "solution"])
@pytest.mark.parametrize("kind", ["html", "png"])
@pytest.mark.parametrize(
    ("jobs", "status", "code"),
    [
        (jobs_of(task=Task.WORDHUNT_SOLVE), 404, "no_puzzle"),
        (jobs_of({"puzzles": []}, task=Task.WORDSEARCH_SOLVE), 404, "no_puzzle"),
        (jobs_of(None), 409, "job_not_finished"),
    ],
)
def test_what_is_none(jobs: FakeJobs, status: int, code: str, kind: str, name: str) -> None:
    answer = ask(jobs, f"/{name}.{kind}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize(
    ("drawing", "status"), [(None, 503), (Failure("bad_option", "The grid is too large for a picture."), 422)]
)
def test_a_picture_that_cannot_be_had(drawing: Failure | None, status: int) -> None:
    assert ask(jobs_of(drawing=drawing), "/puzzle.png").status_code == status


def test_a_kind_that_there_is_not() -> None:
    answer = ask(jobs_of(), "/puzzle.gif")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request")


def test_links_lead_there() -> None:
    links = ask(jobs_of()).json()["links"]
    files = {name: path for name, path in links.items() if name.startswith(("puzzle", "solution"))}
    assert {name: path.rpartition("/")[2] for name, path in files.items()} == {
        "puzzle": "puzzle.html",
        "puzzle_svg": "puzzle.svg",
        "puzzle_png": "puzzle.png",
        "puzzle_txt": "puzzle.txt",
        "solution": "solution.html",
        "solution_svg": "solution.svg",
        "solution_png": "solution.png",
        "solution_txt": "solution.txt",
    }
    for path in files.values():
        assert document(path.rpartition("/")[2]).content
    shown = examples.finished(Task.WORDSEARCH_MAKE, wordsearch_examples.MADE)["links"]
    assert {name: path.replace(examples.JOB, JOB) for name, path in shown.items()} == links


def test_only_one_puzzle_is_linked() -> None:
    links = ask(jobs_of({"puzzles": []})).json()["links"]
    assert not any(name.startswith(("puzzle", "solution")) for name in links)


def test_links_open_without_a_key() -> None:
    async def follow() -> list[httpx.Response]:
        keys = {"api_keys": f"alice:{SECRET}", "rate_limit": "none"}
        async with client_of(jobs_of(), **keys) as client:
            job = await client.get(f"/jobs/{JOB}", headers={"Authorization": f"Bearer {SECRET}"})
            links = job.json()["links"].items()
            return [await client.get(path) for name, path in links if name not in ("self", "events")]

    answers = asyncio.run(follow())
    assert [answer.status_code for answer in answers] == [200] * 9, "the overlay and all files"
