"""The life of a job through the real server: followed, canceled in native code, repeated, drawn, expired."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np
import pytest

from tests import llm_stub as stub
from tests.brokers import eventually
from tests.drawing import encoded
from tests.e2e.serving import served
from tests.pictures import SAMPLE, SAMPLE_LETTERS

pytestmark = pytest.mark.e2e

RESULT_TTL = 10
ASYNC = {"Prefer": "respond-async"}
BOARD: dict[str, Any] = {"json": {"grid": list(SAMPLE_LETTERS)}}


def _page_of_letters() -> bytes:
    """Ten thousand letters on 36 million pixels: seconds in OpenCV, which hears no signal."""
    page, dice = np.full((6000, 6000), 255, np.uint8), random.Random(1)
    for y in range(40, 6000, 60):
        for x in range(10, 6000, 60):
            cv2.putText(page, chr(dice.randrange(65, 91)), (x, y), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (0,), 3)
    return encoded(page, ".jpg")


@pytest.fixture(scope="module")
def llm() -> Iterator[stub.Stub]:
    with stub.serving(stub.board(*SAMPLE_LETTERS)) as serving:
        yield serving


@pytest.fixture(scope="module")
def server(lexicon_cache: Path, llm: stub.Stub) -> Iterator[httpx.Client]:
    settings: dict[str, Any] = {
        "OPENAI_API_KEY": "sk-test",
        "OPENAI_BASE_URL": llm.url,
        "RESULT_TTL": str(RESULT_TTL),
    }
    with served(lexicon_cache, **settings) as client:
        yield client


@pytest.fixture(scope="module", autouse=True)
def early(server: httpx.Client) -> str:
    """A job that has ended before the tests begin, and so expires while they run."""
    job = submit(server, BOARD)
    wait(server, job)
    return job


@pytest.fixture(scope="module")
def slow() -> dict[str, Any]:
    """A request that takes seconds."""
    return {"files": {"image": ("page.jpg", _page_of_letters(), "image/jpeg")}}


def submit(server: httpx.Client, body: dict[str, Any], **headers: str) -> str:
    answer = server.post("/wordhunt/solve", **body, headers={**ASYNC, **headers})
    assert answer.status_code == 202, answer.text
    return str(answer.headers["location"])


def wait(server: httpx.Client, job: str, seconds: int = 30) -> dict[str, Any]:
    answer = server.get(job, headers={"Prefer": f"wait={seconds}"})
    assert answer.status_code == 200, answer.text
    record: dict[str, Any] = answer.json()
    return record


def running(server: httpx.Client, body: dict[str, Any]) -> str:
    job, give_up = submit(server, body), time.monotonic() + 20
    while (state := server.get(job).json()["state"]) != "started":
        assert state == "queued" and time.monotonic() < give_up
        time.sleep(0.01)
    return job


def events(server: httpx.Client, job: str, *, after: str = "", count: int = 100) -> list[dict[str, str]]:
    """The first events of the stream, each with its fields."""
    told: list[dict[str, str]] = [{}]
    with server.stream("GET", f"{job}/events", headers={"Last-Event-ID": after} if after else {}) as answer:
        assert answer.status_code in (200, 204), answer.read()
        for line in answer.iter_lines():
            if line.startswith(":"):
                continue
            if line:
                name, value = line.split(": ", 1)
                told[-1][name] = value
            elif told[-1]:
                if len(told) == count:
                    return told
                told.append({})
    return told[:-1]


def test_native_code_is_stopped_within_a_second(server: httpx.Client, slow: dict[str, Any]) -> None:
    job = running(server, slow)
    asked = time.monotonic()
    canceled = server.delete(job)
    # The only worker has to be free again, or this would wait for the whole page.
    after = server.post("/wordhunt/solve", **BOARD, headers={"Prefer": "wait=30"})
    seconds = time.monotonic() - asked
    assert (canceled.status_code, canceled.json()["state"]) == (200, "canceled")
    assert after.status_code == 200 and after.json()["attempts"] == 1
    assert seconds < 1.0, seconds
    assert server.delete(job).json() == wait(server, job) == canceled.json()


def test_who_leaves_before_the_answer_frees_the_worker(server: httpx.Client, slow: dict[str, Any]) -> None:
    for _ in range(3):
        with pytest.raises(httpx.ReadTimeout):
            server.post("/wordhunt/solve", **slow, timeout=httpx.Timeout(60, read=0.5))
    asked = time.monotonic()
    after = server.post("/wordhunt/solve", **BOARD, headers={"Prefer": "wait=30"})
    assert after.status_code == 200 and time.monotonic() - asked < 2.0


@pytest.mark.long
def test_who_left_with_a_key_gets_the_answer_later(server: httpx.Client, slow: dict[str, Any]) -> None:
    key = {"Idempotency-Key": "left", "Prefer": "wait=60"}
    with pytest.raises(httpx.ReadTimeout):
        server.post("/wordhunt/solve", **slow, headers=key, timeout=httpx.Timeout(60, read=0.5))
    answer = server.post("/wordhunt/solve", **slow, headers=key)
    assert answer.headers["idempotency-replayed"] == "true"
    assert server.get(answer.headers["content-location"]).json()["state"] in ("finished", "failed")


def test_a_queued_job_never_runs(server: httpx.Client, slow: dict[str, Any]) -> None:
    blocker = running(server, slow)
    first, second = submit(server, slow), submit(server, BOARD)
    assert [server.get(job).json()["position"] for job in (blocker, first, second)] == [None, 0, 1]
    assert server.delete(first).json()["started"] is None
    assert server.get(second).json()["position"] == 0
    server.delete(blocker)
    assert wait(server, second)["state"] == "finished"
    assert wait(server, first)["attempts"] == 0


def test_who_waits_hears_of_the_cancel(server: httpx.Client, slow: dict[str, Any]) -> None:
    answers: list[httpx.Response] = []
    key = {"Idempotency-Key": "waits"}
    job = submit(server, slow, **key)
    waiting = threading.Thread(
        target=lambda: answers.append(server.post("/wordhunt/solve", **slow, headers=key))
    )
    waiting.start()
    time.sleep(0.3)
    server.delete(job)
    waiting.join(5)
    assert (answers[0].status_code, answers[0].json()["code"]) == (409, "canceled")
    assert answers[0].json()["instance"] == job


def test_a_second_part_that_asks_an_llm_is_stopped(server: httpx.Client, llm: stub.Stub) -> None:
    form = {"files": {"image": ("sample.png", SAMPLE.read_bytes(), "image/png")}, "data": {"llm": "always"}}
    asked = len(llm.requests)
    llm.replies[:] = [stub.silence(25)]
    job, give_up = submit(server, form), time.monotonic() + 20
    while len(llm.requests) == asked:
        assert time.monotonic() < give_up
        time.sleep(0.01)
    assert server.delete(job).json()["state"] == "canceled"
    llm.replies[:] = [stub.board(*SAMPLE_LETTERS)]
    started = time.monotonic()
    record = wait(server, submit(server, form))
    assert (record["state"], record["attempts"]) == ("finished", 1)
    assert time.monotonic() - started < 10  # the first call would have taken 25 s
    assert list(record["ms"]) == ["queued", "prepare", "read", "llm", "solve", "total"]


def test_a_stream_is_taken_up_where_it_broke_off(server: httpx.Client, slow: dict[str, Any]) -> None:
    job = running(server, slow)
    seen = events(server, job, count=2)  # and the connection breaks off
    assert [json.loads(event["data"])["state"] for event in seen] == ["queued", "started"]
    server.delete(job)
    rest = events(server, job, after=seen[-1]["id"])
    assert [event["event"] for event in rest][-2:] == ["state", "result"]
    assert json.loads(rest[-1]["data"]) == server.get(job).json()
    whole = events(server, job)
    assert whole == seen + rest
    assert events(server, job, after=rest[-2]["id"]) == rest[-1:]
    assert events(server, job, after=rest[-1]["id"]) == []


def test_events_arrive_as_they_happen(server: httpx.Client, slow: dict[str, Any]) -> None:
    blocker = running(server, slow)
    job, arrived = submit(server, BOARD), []

    def follow() -> None:
        arrived.append((time.monotonic(), events(server, job)))

    following = threading.Thread(target=follow)
    following.start()
    time.sleep(0.5)
    server.delete(blocker)
    ended = wait(server, job)
    following.join(5)
    moment, told = arrived[0]
    assert time.monotonic() - moment < 1.0
    assert json.loads(told[-1]["data"])["result"] == ended["result"]


def test_the_same_key_gives_the_same_job(server: httpx.Client) -> None:
    headers = {"Idempotency-Key": "one", "Prefer": "wait=30"}
    files = {"image": ("sample.png", SAMPLE.read_bytes(), "image/png")}
    first, again = [server.post("/wordhunt/solve", files=files, headers=headers) for _ in range(2)]
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert [answer.headers.get("idempotency-replayed") for answer in (first, again)] == [None, "true"]
    other = server.post("/wordhunt/solve", json={"grid": "AB/CD"}, headers=headers)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert other.json()["details"] == {"job": first.json()["links"]["self"]}


@pytest.mark.parametrize("path", ["/wordhunt/solve", "/read"])
def test_the_overlay_is_the_picture_with_marks(server: httpx.Client, path: str) -> None:
    picture = SAMPLE.read_bytes()
    answer = server.post(path, content=picture, headers={"Content-Type": "image/png", "Prefer": "wait=30"})
    record = answer.json()
    drawn = server.get(record["links"]["overlay"])
    assert (drawn.status_code, drawn.headers["content-type"]) == (200, "image/png")
    before, after = (
        cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) for data in (picture, drawn.content)
    )
    assert before is not None and after is not None and before.shape == after.shape
    share = float(np.mean(np.any(before != after, axis=2)))
    assert 0.002 < share < 0.6
    assert server.get(record["links"]["overlay"]).content == drawn.content


def test_a_typed_board_has_no_overlay(server: httpx.Client) -> None:
    job = submit(server, BOARD)
    assert "overlay" not in wait(server, job)["links"]
    answer = server.get(f"{job}/overlay.png")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_overlay")


def test_a_record_that_is_known_is_not_sent_again(server: httpx.Client) -> None:
    job = submit(server, BOARD)
    wait(server, job)
    first = server.get(job)
    again = server.get(job, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    ms = first.json()["ms"]
    assert list(ms) == ["queued", "prepare", "solve", "total"]


def test_an_expired_job_is_told_from_one_that_never_was(server: httpx.Client, early: str) -> None:
    job = early
    eventually(lambda: server.get(job).status_code != 200, RESULT_TTL + 2)
    for path in (job, f"{job}/events", f"{job}/overlay.png"):
        answer = server.get(path)
        assert (answer.status_code, answer.json()["code"]) == (410, "job_expired")
        assert answer.json()["details"] == {"state": "expired"}
    assert server.delete(job).status_code == 410
    assert server.get("/jobs/never-was").status_code == 404
