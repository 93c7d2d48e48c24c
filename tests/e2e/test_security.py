"""A server for others, as it is started: keys, signed links, quotas, silent logs, small bombs."""

from __future__ import annotations

import base64
import itertools
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from app.keys import hashed_entry
from tests import llm_stub as stub
from tests.brokers import eventually
from tests.e2e.serving import process_of, served, workers_of
from tests.pictures import SAMPLE as SAMPLE_FILE

pytestmark = pytest.mark.e2e

ALICE, BOB = "a-secret-of-alice-0123456789", "a-secret-of-bob-0123456789"
LLM_KEY = "sk-a-secret-of-the-llm"
QUOTA = 400
SAMPLE = SAMPLE_FILE.read_bytes()
BOARD: dict[str, Any] = {"json": {"grid": "STAR/ENIL/GROP/DUET", "limit": 1}}
PICTURE: dict[str, Any] = {"files": {"image": ("a-name-of-a-picture.png", SAMPLE, "image/png")}}


class Service(NamedTuple):
    nobody: httpx.Client
    alice: httpx.Client
    bob: httpx.Client
    log: Path


def _with_key(client: httpx.Client, key: str) -> httpx.Client:
    return httpx.Client(base_url=client.base_url, timeout=90, headers={"Authorization": f"Bearer {key}"})


@pytest.fixture(scope="module")
def service(lexicon_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    log = tmp_path_factory.mktemp("log") / "log"
    settings = {
        "API_KEYS": f"alice:{ALICE},{hashed_entry('bob', BOB)}",
        "RATE_LIMIT": f"{QUOTA}/hour",
        "MAX_OPEN_JOBS": "3",
        "OPENAI_API_KEY": LLM_KEY,
        "LOG_LEVEL": "debug",
    }
    with (
        stub.serving(stub.board("STAR", "ENIL", "GROP", "DUET")) as llm,
        served(lexicon_cache, log=log, OPENAI_BASE_URL=llm.url, **settings) as client,
        _with_key(client, ALICE) as alice,
        _with_key(client, BOB) as bob,
    ):
        yield Service(client, alice, bob, log)


def solved(client: httpx.Client, body: dict[str, Any]) -> dict[str, Any]:
    answer = client.post("/wordhunt/solve", **body, headers={"Prefer": "wait=60"})
    assert answer.status_code == 200, answer.text
    record: dict[str, Any] = answer.json()
    return record


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_job_is_seen_by_the_key_that_made_it_and_by_nobody_else(service: Service) -> None:
    here = solved(service.alice, BOARD)["links"]["self"]
    assert service.alice.get(here).status_code == 200
    assert code(service.bob.get(here)) == (404, "job_not_found")
    assert code(service.bob.delete(here)) == (404, "job_not_found")
    assert code(service.bob.get(f"{here}/events")) == (404, "job_not_found")
    assert code(service.nobody.get(here)) == (401, "unauthorized")
    assert code(service.nobody.get(f"{here}/events")) == (401, "unauthorized")


def test_a_browser_opens_links_without_a_key(service: Service) -> None:
    links = solved(service.alice, PICTURE)["links"]
    overlay = service.nobody.get(links["overlay"])
    assert (overlay.status_code, overlay.headers["content-type"]) == (200, "image/png")
    events = service.nobody.get(links["events"])
    assert (events.status_code, "event: result" in events.text) == (200, True)
    # A link is for one address, one method and one owner.
    _, _, query = links["events"].partition("?")
    other = solved(service.alice, PICTURE)["links"]["overlay"].partition("?")[0]
    assert code(service.nobody.get(f"{other}?{query}")) == (401, "unauthorized")
    assert code(service.nobody.get(links["overlay"].replace("key=alice", "key=bob"))) == (401, "unauthorized")
    assert code(service.nobody.get(f"{links['self']}?{query}")) == (401, "unauthorized")
    assert code(service.nobody.delete(f"{links['self']}?{query}")) == (401, "unauthorized")


def test_answers_tell_what_is_left_of_the_quota(service: Service) -> None:
    first, second = (service.bob.post("/wordhunt/solve", **BOARD) for _ in range(2))
    assert first.headers["RateLimit-Policy"] == f'"requests";q={QUOTA};w=3600'
    left = [int(answer.headers["RateLimit"].split(";")[1].removeprefix("r=")) for answer in (first, second)]
    assert left[0] - left[1] == 1
    assert "RateLimit" not in service.nobody.get("/healthz").headers


def test_open_jobs_are_limited_by_key(service: Service) -> None:
    def send(client: httpx.Client) -> httpx.Response:
        return client.post("/wordhunt/solve", **PICTURE, headers={"Prefer": "respond-async"})

    answers = [send(service.alice) for _ in range(12)]
    refused = [answer for answer in answers if answer.status_code != 202]
    assert refused and {code(answer) for answer in refused} == {(429, "too_many_jobs")}
    assert int(refused[0].headers["Retry-After"]) >= 1
    assert "3" in refused[0].json()["detail"]
    assert send(service.bob).status_code == 202
    eventually(lambda: send(service.alice).status_code == 202, 30)
    for answer in answers:  # so that what follows has room
        if answer.status_code == 202:
            service.alice.delete(f"/jobs/{answer.json()['id']}")


def test_the_quota_ends(service: Service) -> None:
    """The last of bob's: what follows is alice's."""
    for number in itertools.count():
        answer = service.bob.get("/jobs/none")
        if answer.status_code == 429:
            break
        assert answer.status_code == 404 and number <= QUOTA
    assert answer.json()["code"] == "rate_limited"
    assert f"{QUOTA}" in answer.json()["detail"]
    assert int(answer.headers["Retry-After"]) >= 1
    assert service.alice.get("/jobs/none").status_code == 404


def test_nothing_secret_is_written_to_the_log(service: Service) -> None:
    record = solved(service.alice, {**PICTURE, "data": {"llm": "always"}})
    encoded = base64.b64encode(SAMPLE).decode()
    solved(service.alice, {"json": {"image": encoded}})
    service.nobody.get(record["links"]["overlay"])
    service.alice.post("/wordhunt/solve", content=b"{" + SAMPLE, headers={"Content-Type": "application/json"})
    service.alice.post("/read", files={"image": ("a-name-of-a-picture.png", SAMPLE[:2000], "image/png")})
    written = service.log.read_text(errors="replace")
    assert record["id"] in written  # so the log is the right one
    for secret in (ALICE, BOB, LLM_KEY, "signature=", "a-name-of-a-picture", encoded[200:240]):
        assert secret not in written, secret
    assert "PNG" not in written and "Traceback" not in written


def test_what_the_server_keeps_is_for_its_user_alone(service: Service) -> None:
    place = Path(process_of(service.nobody).environ()["TILEWISE_RUNTIME_DIR"]).parent
    (broker,) = (place / "data" / "broker").iterdir()
    (socket,) = (place / "run").iterdir()
    for private in (broker, place / "run", socket):
        assert not stat.S_IMODE(private.stat().st_mode) & 0o077, private


def test_workers_are_not_told_the_keys(service: Service) -> None:
    for worker in workers_of(service.nobody):
        assert ALICE not in str(worker.environ())
