"""How a job's end becomes an answer, and what every answer has."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import httpx
import pytest
from starlette.types import Message

from app.jobs import BrokerUnavailable, JobRecord, Jobs
from app.main import create_app
from app.settings import load_settings
from tests.app.fake_jobs import JOB, FakeJobs, client_of
from worker.wire import Failure, JobState

GRID = {"grid": "ABCD/EFGH"}


def ask(
    jobs: FakeJobs,
    method: str = "POST",
    path: str = "/wordhunt/solve",
    *,
    headers: Mapping[str, str] | None = None,
) -> httpx.Response:
    async def send() -> httpx.Response:
        async with client_of(jobs) as client:
            body: dict[str, Any] = {"json": GRID} if method == "POST" else {}
            return await client.request(method, path, headers=headers, **body)

    return asyncio.run(send())


def test_a_finished_job_is_answered_with_its_record() -> None:
    response = ask(FakeJobs(result=b'{"words":[]}'))
    assert response.status_code == 200
    assert response.headers["content-location"] == f"/jobs/{JOB}"
    assert response.json()["result"] == {"words": []}


def test_a_job_that_takes_longer_is_answered_with_its_address() -> None:
    response = ask(FakeJobs(state=JobState.STARTED))
    assert response.status_code == 202
    assert response.headers["location"] == f"/jobs/{JOB}"
    assert int(response.headers["retry-after"]) > 0
    assert response.json()["state"] == "started"


@pytest.mark.parametrize("failure", [None, Failure("grid_not_found", "What went wrong.", "What to do.")])
def test_who_would_not_wait_always_gets_an_address(failure: Failure | None) -> None:
    """Also when the job is so quick that it is over by then: clients count on one kind of answer."""
    response = ask(FakeJobs(failure=failure), headers={"Prefer": "respond-async"})
    assert response.status_code == 202
    assert response.headers["location"] == f"/jobs/{JOB}"
    assert response.headers["preference-applied"] == "respond-async"


@pytest.mark.parametrize(
    ("code", "status"),
    [("grid_not_found", 422), ("image_too_large", 413), ("internal_error", 500), ("timed_out", 504)],
)
def test_a_failed_job_is_answered_with_its_problem(code: str, status: int) -> None:
    failure = Failure(code, "What went wrong.", "What to do.", {"row": 1})
    response = ask(FakeJobs(failure=failure))
    problem = response.json()
    assert (response.status_code, problem["code"]) == (status, code)
    assert problem["instance"] == f"/jobs/{JOB}"
    assert (problem["detail"], problem["hint"]) == ("What went wrong.", "What to do.")
    assert problem["details"] == {"row": 1}


@pytest.mark.parametrize(
    ("prefer", "waited"),
    [
        (None, [10.0]),
        ("wait=3", [3.0]),
        ("Wait = 3", [3.0]),
        ("respond-async, wait=3", [3.0]),
        ("wait=100000", [60.0]),
        ("respond-async", []),
        ("wait=0", []),
        ("wait=soon, handling=lenient", [10.0]),
    ],
)
def test_the_client_says_how_long_to_wait(prefer: str | None, waited: list[float]) -> None:
    jobs = FakeJobs()
    ask(jobs, headers=None if prefer is None else {"Prefer": prefer})
    assert jobs.waited == waited


@dataclass
class SlowJobs(FakeJobs):
    """Jobs that run until they are canceled."""

    state: JobState = JobState.STARTED

    async def wait(self, job_id: str, seconds: float, *, owner: str = "") -> JobRecord:
        await asyncio.sleep(3600)
        return await self.get(job_id)


@pytest.mark.parametrize(
    ("headers", "state"),
    [({}, JobState.CANCELED), ({"Idempotency-Key": "mine"}, JobState.STARTED)],
    ids=["without a key", "with one"],
)
def test_nobody_waits_for_a_job_whose_client_has_left(
    headers: dict[str, str], state: JobState, caplog: pytest.LogCaptureFixture
) -> None:
    async def act() -> None:
        messages: list[Message] = [
            {"type": "http.request", "body": b'{"grid": "AB"}'},
            {"type": "http.disconnect"},
        ]
        sent: list[Message] = []

        async def receive() -> Message:
            return messages.pop(0)

        async def send(message: Message) -> None:
            sent.append(message)

        await app(scope, receive, send)
        assert not sent

    jobs = SlowJobs()
    app = create_app(load_settings(), cast(Jobs, jobs))
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/wordhunt/solve",
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")]
        + [(name.lower().encode(), value.encode()) for name, value in headers.items()],
    }
    with caplog.at_level(logging.INFO, "tilewise.request"):
        asyncio.run(act())
    assert jobs.state is state and len(jobs.submitted) == 1
    assert [vars(record)["status"] for record in caplog.records] == [499]


def test_get_shows_a_failed_job_as_a_record() -> None:
    response = ask(FakeJobs(failure=Failure("grid_not_found", "No board.")), "GET", f"/jobs/{JOB}")
    assert (response.status_code, response.json()["state"]) == (200, "failed")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/jobs/unknown", 404, "job_not_found"),
        ("GET", "/nowhere", 404, "not_found"),
        ("GET", "/static/../settings.py", 404, "not_found"),
        ("GET", "/wordhunt/solve", 405, "method_not_allowed"),
        ("DELETE", "/healthz", 405, "method_not_allowed"),
    ],
)
def test_unknown_addresses_and_methods_are_problems_too(
    method: str, path: str, status: int, code: str
) -> None:
    response = ask(FakeJobs(), method, path)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert response.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [("POST", "/wordhunt/solve", "broker_unavailable"), ("GET", "/readyz", "not_ready")],
)
def test_a_broker_that_is_away_is_said_with_when_to_come_back(method: str, path: str, code: str) -> None:
    response = ask(FakeJobs(broken=BrokerUnavailable("redis://user:secret@host")), method, path)
    assert (response.status_code, response.json()["code"]) == (503, code)
    assert int(response.headers["retry-after"]) > 0
    assert "secret" not in response.text


def test_a_fault_is_logged_under_the_request_id_and_not_told(caplog: pytest.LogCaptureFixture) -> None:
    response = ask(FakeJobs(broken=ValueError("/home/someone/secret")), headers={"X-Request-ID": "mine-1"})
    problem = response.json()
    assert (response.status_code, problem["code"], problem["request_id"]) == (500, "internal_error", "mine-1")
    assert "secret" not in response.text
    logged = next(record for record in caplog.records if record.exc_info)
    assert "secret" in caplog.text
    assert vars(logged)["request_id"] == "mine-1"


@pytest.mark.parametrize("given", [None, "two\tparts", "x" * 65, "<script>"])
def test_a_request_gets_an_id_of_ours_unless_it_brings_a_harmless_one(given: str | None) -> None:
    headers = {} if given is None else {"X-Request-ID": given}
    made = ask(FakeJobs(), "GET", "/healthz", headers=headers).headers["x-request-id"]
    assert made != given and made.isalnum()
