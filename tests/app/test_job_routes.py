"""Jobs over HTTP: tags, waiting, events as a browser reads them, cancelling, what is gone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any, cast

import httpx
import pytest
from starlette.types import Message, Scope

from app import examples
from app.jobs import JobEvent, JobRecord, Jobs
from app.main import create_app
from app.settings import load_settings
from tests.app.fake_jobs import EXPIRED_JOB, JOB, FakeJobs, client_of, make_record
from worker.wire import Failure, JobState, Task


def ask(
    jobs: FakeJobs,
    path: str = "",
    *,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    job: str = JOB,
    **more: Any,
) -> httpx.Response:
    async def send() -> httpx.Response:
        async with client_of(jobs) as client:
            return await client.request(method, f"/jobs/{job}{path}", headers=headers, **more)

    return asyncio.run(send())


def events_of(stream: str) -> list[dict[str, str]]:
    """The events as the standard reads them; comments are dropped."""
    blocks = [block.split("\n") for block in stream.split("\n\n") if block]
    fields = [dict(line.split(": ", 1) for line in block if not line.startswith(":")) for block in blocks]
    return [each for each in fields if each]


class EndlessJobs(FakeJobs):
    """Of which one job never ends."""

    ended = False

    async def follow(
        self, job_id: str, *, after: str = "0-0", heartbeat: float = 15.0
    ) -> AsyncIterator[JobEvent | None]:
        try:
            while True:
                yield TestEvents.QUEUED
                await asyncio.sleep(0.01)
        finally:
            self.ended = True


class TestGet:
    @pytest.mark.slow
    def test_a_record_that_is_known_is_not_sent_again(self) -> None:
        first = ask(FakeJobs())
        for given in (first.headers["etag"], first.headers["etag"].removeprefix("W/"), "*", '"x", W/"y", *'):
            again = ask(FakeJobs(), headers={"If-None-Match": given})
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["etag"] == first.headers["etag"]

    @pytest.mark.parametrize("given", ['W/"other"', "", "no tag at all", '"finished-1-0"x'])
    def test_another_is(self, given: str) -> None:
        answer = ask(FakeJobs(), headers={"If-None-Match": given})
        assert (answer.status_code, answer.json()["id"]) == (200, JOB)

    @pytest.mark.parametrize(
        ("prefer", "waited", "applied"),
        [
            (None, [], None),
            ("wait=7", [7.0], "wait=7"),
            ("wait=9999", [60.0], "wait=60"),
            ("respond-async", [], "respond-async"),
            ("handling=lenient", [], None),
        ],
    )
    def test_it_waits_only_when_asked_to(
        self, prefer: str | None, waited: list[float], applied: str | None
    ) -> None:
        jobs = FakeJobs(state=JobState.STARTED)
        answer = ask(jobs, headers={"Prefer": prefer} if prefer else None)
        assert jobs.waited == waited
        assert answer.headers.get("preference-applied") == applied


class TestDelete:
    def test_the_record_is_answered(self) -> None:
        answer = ask(FakeJobs(state=JobState.STARTED), method="DELETE")
        assert (answer.status_code, answer.json()["state"]) == (200, "canceled")

    def test_an_ended_job_stays_as_it_is(self) -> None:
        assert ask(FakeJobs(), method="DELETE").json()["state"] == "finished"


class TestEvents:
    QUEUED = JobEvent("1-0", "state", JobState.QUEUED, {"created": "1796029200"})
    DONE = JobEvent(
        "2-0", "state", JobState.FINISHED, {"ended": "1796029201.5", "progress": "1", "stage": ""}
    )

    def test_they_end_with_the_record(self) -> None:
        jobs = FakeJobs(events=[self.QUEUED, None, self.DONE], result=b'{"x":"\xc3\xa9"}')
        answer = ask(jobs, "/events")
        assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert answer.headers["cache-control"] == "no-store"
        queued, done, result = events_of(answer.text)
        assert queued == {
            "event": "state",
            "id": "1-0",
            "data": '{"state":"queued","created":"2026-11-30T09:00:00.000Z"}',
        }
        assert json.loads(done["data"]) == {
            "state": "finished",
            "ended": "2026-11-30T09:00:01.500Z",
            "progress": 1.0,
        }
        assert (result["event"], result["id"]) == ("result", "1-0-result")
        assert json.loads(result["data"]) == ask(jobs).json()
        assert ": ping\n\n" in answer.text

    def test_the_documented_stream_is_a_real_one(self) -> None:
        queued, *_, done, result = events_of(examples.EVENTS)
        assert queued == events_of(ask(FakeJobs(events=[self.QUEUED]), "/events").text)[0] | {
            "id": queued["id"]
        }
        assert json.loads(done["data"]).keys() == self.DONE.to_json().keys()
        assert result["id"] == f"{done['id']}-result"

    def test_without_an_end_there_is_no_result(self) -> None:
        answer = ask(FakeJobs(state=JobState.STARTED, events=[self.QUEUED]), "/events")
        assert [event["event"] for event in events_of(answer.text)] == ["state"]

    def test_a_client_that_leaves_is_followed_no_longer(self) -> None:
        jobs, left = EndlessJobs(), asyncio.Event()
        arriving: list[Message] = [{"type": "http.request", "body": b""}]

        async def receive() -> Message:
            if arriving:
                return arriving.pop()
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if b"queued" in message.get("body", b""):
                left.set()

        scope: Scope = {
            "type": "http",
            "method": "GET",
            "path": f"/jobs/{JOB}/events",
            "query_string": b"",
            "headers": [(b"host", b"localhost")],
            "asgi": {"spec_version": "2.3"},
        }
        app = create_app(load_settings(), cast(Jobs, jobs))
        asyncio.run(asyncio.wait_for(app(scope, receive, send), 5))
        assert jobs.ended

    @pytest.mark.parametrize("way", ["header", "query"])
    def test_who_had_the_result_is_told_to_stop(self, way: str) -> None:
        last = "1-0-result"
        told: dict[str, Any] = (
            {"headers": {"Last-Event-ID": last}} if way == "header" else {"params": {"last_event_id": last}}
        )
        assert ask(FakeJobs(), "/events", **told).status_code == 204

    @pytest.mark.parametrize("last", ["x", "1", "1-0-end", "-1-0", "1" * 20 + "-0", "1-0-result-result"])
    def test_an_id_that_is_none_of_ours(self, last: str) -> None:
        answer = ask(FakeJobs(), "/events", headers={"Last-Event-ID": last})
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request")


class TestGone:
    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("method", "path"),
        [
            ("GET", ""),
            ("DELETE", ""),
            *(("GET", path) for path in ("/events", "/overlay.png", "/puzzle.html", "/solution.png")),
        ],
    )
    @pytest.mark.parametrize(
        ("job", "status", "code"), [("unknown", 404, "job_not_found"), (EXPIRED_JOB, 410, "job_expired")]
    )
    def test_everywhere_alike(self, method: str, path: str, job: str, status: int, code: str) -> None:
        answer = ask(FakeJobs(), path, method=method, job=job)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert answer.headers["content-type"] == "application/problem+json"


class TestOverlay:
    def test_drawn(self) -> None:
        answer = ask(FakeJobs(picture="sha", drawing=b"\x89PNG"), "/overlay.png")
        assert (answer.status_code, answer.content) == (200, b"\x89PNG")
        assert answer.headers["content-type"] == "image/png"
        assert answer.headers["cache-control"].startswith("private")

    @pytest.mark.parametrize(
        ("jobs", "status", "code"),
        [
            (FakeJobs(), 404, "no_overlay"),
            (FakeJobs(result=b'{"kind":'), 404, "no_overlay"),
            (FakeJobs(picture="sha", state=JobState.STARTED), 409, "job_not_finished"),
            (FakeJobs(picture="sha", failure=Failure("grid_not_found", "No.")), 409, "job_not_finished"),
            (FakeJobs(picture="sha"), 503, "overlay_not_ready"),
            (FakeJobs(picture="sha", drawing=Failure("picture_expired", "No.")), 410, "picture_expired"),
        ],
    )
    def test_not_drawn(self, jobs: FakeJobs, status: int, code: str) -> None:
        answer = ask(jobs, "/overlay.png")
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert ("retry-after" in answer.headers) == (status == 503)


class TestOverlayOfTypedWordSearches:
    """A drawing of the grid, since there is no picture."""

    def record(self, task: Task, result: bytes | None) -> JobRecord:
        return make_record(JOB, task, JobState.FINISHED if result else JobState.STARTED, result=result)

    @pytest.mark.parametrize(
        ("task", "result", "has_one"),
        [
            (Task.WORDSEARCH_SOLVE, b'{"kind":"wordsearch"}', True),
            (Task.WORDSEARCH_MAKE, b'{"kind":"wordsearch"}', True),
            (Task.WORDSEARCH_SOLVE, b'{"puzzles":[]}', False),
            (Task.WORDSEARCH_SOLVE, None, False),
            (Task.WORDHUNT_SOLVE, b'{"kind":"wordhunt"}', False),
        ],
    )
    def test_linked_where_there_is_one(self, task: Task, result: bytes | None, has_one: bool) -> None:
        assert ("overlay" in self.record(task, result).links) is has_one

    @pytest.mark.parametrize(
        ("result", "status"), [(b'{"kind":"wordsearch"}', 200), (b'{"puzzles":[]}', 404), (None, 409)]
    )
    def test_drawn(self, result: bytes | None, status: int) -> None:
        state = JobState.FINISHED if result else JobState.STARTED
        jobs = FakeJobs(state=state, result=result or b"", drawing=b"\x89PNG")
        jobs.submitted.append((Task.WORDSEARCH_SOLVE, {}, None))
        assert ask(jobs, "/overlay.png").status_code == status


class TestIdempotencyKey:
    def post(self, jobs: FakeJobs, key: str) -> httpx.Response:
        async def send() -> httpx.Response:
            async with client_of(jobs) as client:
                headers = {"Idempotency-Key": key}
                return await client.post("/wordhunt/solve", json={"grid": "AB/CD"}, headers=headers)

        return asyncio.run(send())

    @pytest.mark.parametrize("state", [JobState.FINISHED, JobState.QUEUED])
    def test_a_repetition_says_so(self, state: JobState) -> None:
        jobs = FakeJobs(state=state)
        first, second = self.post(jobs, "k"), self.post(jobs, "k")
        assert "idempotency-replayed" not in first.headers
        assert second.headers["idempotency-replayed"] == "true"
        assert first.json() == second.json()

    def test_so_does_one_of_a_failed_job(self) -> None:
        jobs = FakeJobs(failure=Failure("grid_not_found", "No."))
        assert [self.post(jobs, "k").status_code for _ in range(2)] == [422, 422]
        assert self.post(jobs, "k").headers["idempotency-replayed"] == "true"

    @pytest.mark.parametrize("key", ["", " ", "two words", "x" * 256])
    def test_a_key_has_a_form(self, key: str) -> None:
        answer = self.post(FakeJobs(), key)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request")


def test_a_job_that_is_canceled_while_its_client_waits_is_a_problem() -> None:
    async def send() -> httpx.Response:
        async with client_of(FakeJobs(failure=Failure("canceled", "Canceled."))) as client:
            return await client.post("/wordhunt/solve", json={"grid": "AB/CD"})

    answer = asyncio.run(send())
    assert (answer.status_code, answer.json()["code"]) == (409, "canceled")
