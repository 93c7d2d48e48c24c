"""For those who run the service: alive, ready, figures."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from app.jobs import BrokerUnavailable, Jobs
from app.metrics import MEDIA_TYPE, Metrics
from tests.app.fake_jobs import FakeJobs, client_of
from tests.brokers import TestBroker, eventually, supervised, workers_of
from worker.counts import Tally, count_llm, count_stages
from worker.lanes.overview import LaneView, Overview, overview_command, read_overview
from worker.wire import JobState, Lane

IDLE = LaneView(0, 0.0, 0)
READY = {"status": "ok", "broker": "ok", "workers": 2, "preparing": []}


def get(path: str, jobs: FakeJobs | None = None, before: Iterable[str] = ()) -> httpx.Response:
    async def send() -> httpx.Response:
        async with client_of(jobs or FakeJobs()) as client:
            for earlier in before:
                await client.get(earlier)
            return await client.get(path)

    return asyncio.run(send())


def samples(text: str) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def sample(text: str, name: str, **labels: str) -> float | None:
    return samples(text).get((name, frozenset(labels.items())))


def test_a_process_that_lives_says_so_whatever_else_is_down() -> None:
    response = get("/healthz", FakeJobs(broken=BrokerUnavailable("away"), has_workers=False))
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


def test_a_service_that_can_work_says_how_many_do() -> None:
    response = get("/readyz")
    assert (response.status_code, response.json()) == (200, READY)


def test_a_new_machine_says_what_it_is_still_compiling() -> None:
    ready = get("/readyz", FakeJobs(preparing=("wordle", "levels"))).json()
    assert ready == {**READY, "preparing": ["levels", "wordle"]}


@pytest.mark.parametrize(
    ("jobs", "parts"),
    [
        (FakeJobs(broken=BrokerUnavailable("away")), {"broker": "down", "workers": "unknown"}),
        (FakeJobs(has_workers=False), {"broker": "ok", "workers": "down"}),
    ],
)
def test_a_service_that_cannot_says_which_part_is_down(jobs: FakeJobs, parts: dict[str, str]) -> None:
    response = get("/readyz", jobs)
    problem = response.json()
    assert (response.status_code, problem["code"], problem["details"]) == (503, "not_ready", parts)
    assert int(response.headers["retry-after"]) > 0


def test_requests_are_counted_by_the_pattern_of_their_route() -> None:
    response = get("/metrics", before=["/healthz", "/jobs/fake-job", "/jobs/other", "/no/such", "/healthz"])
    assert response.headers["content-type"] == MEDIA_TYPE
    counted = {
        (labels["route"], labels["status"]): value
        for (name, told), value in samples(response.text).items()
        if name == "tilewise_http_requests_total" and (labels := dict(told))
    }
    assert counted == {
        ("/healthz", "200"): 2,
        ("/jobs/{job_id}", "200"): 1,
        ("/jobs/{job_id}", "404"): 1,
        ("none", "404"): 1,
    }
    assert sample(response.text, "tilewise_http_request_seconds_count", method="GET", route="/healthz") == 2


def test_without_a_broker_there_are_still_figures() -> None:
    response = get("/metrics", FakeJobs(broken=BrokerUnavailable("away")))
    assert response.status_code == 200
    assert sample(response.text, "tilewise_broker_up") == 0
    assert sample(response.text, "tilewise_workers") is None


def test_what_the_workers_counted() -> None:
    tally = Tally()
    count_stages(tally.add, "read", {"read": 95.0, "solve": 0.4})
    count_stages(tally.add, "read", {"read": 2_000_000.0})
    count_llm(tally.add, {"why": None, "input_tokens": 900, "output_tokens": 40, "cost": 0.5})
    count_llm(tally.add, {"why": "busy", "input_tokens": 0, "output_tokens": 0, "cost": 0.0})
    counts: dict[str, Any] = {name: by for _, _, name, by in tally.commands()}
    counts |= {"jobs|read|finished": 2.0, "restarts|timed_out": 1.0, "of a later version|x": 1.0}
    text = Metrics().render(Overview({Lane.FAST: LaneView(3, 1.5, 1)}, 1, 4, (), counts)).decode()
    assert sample(text, "tilewise_jobs_total", task="read", outcome="finished") == 2
    assert sample(text, "tilewise_worker_restarts_total", reason="timed_out") == 1
    assert sample(text, "tilewise_llm_calls_total", outcome="failed") == 1
    assert sample(text, "tilewise_llm_tokens_total", direction="input") == 900
    assert sample(text, "tilewise_llm_cost_dollars_total") == 0.5
    stage = {"task": "read", "stage": "read"}
    assert sample(text, "tilewise_stage_seconds_bucket", le="0.03", **stage) == 0
    assert sample(text, "tilewise_stage_seconds_bucket", le="0.1", **stage) == 1
    assert sample(text, "tilewise_stage_seconds_bucket", le="+Inf", **stage) == 2
    assert sample(text, "tilewise_stage_seconds_sum", **stage) == pytest.approx(2000.095)
    assert sample(text, "tilewise_queue_oldest_seconds", lane="fast") == 1.5
    assert sample(text, "tilewise_workers") == 4


def overview(broker: TestBroker) -> Overview:
    async def ask() -> Overview:
        jobs = Jobs(broker.url)
        try:
            (reply,) = await jobs.ask([overview_command()])
            return read_overview(reply)
        finally:
            await jobs.close()

    return asyncio.run(ask())


def test_an_empty_service(broker: TestBroker) -> None:
    assert overview(broker) == Overview({Lane.FAST: IDLE, Lane.BULK: IDLE}, 0, 0, (), {})


@pytest.mark.slow
def test_a_service_at_work(broker: TestBroker) -> None:
    for _ in range(3):
        broker.submit({"do": "echo"})
    waiting = overview(broker).lanes[Lane.FAST]
    assert waiting.queued == 3 and 0 <= waiting.oldest_seconds < 60
    with supervised(broker.url) as supervisor:
        job = broker.submit({"do": "refuse"})
        assert broker.ends(job) is JobState.FAILED
        seen = overview(broker)
        assert (seen.supervisors, seen.workers, seen.lanes[Lane.FAST].queued) == (1, 2, 0)
        assert (seen.counts["jobs|read|finished"], seen.counts["jobs|read|failed"]) == (3, 1)
        running = broker.submit({"do": "sleep", "seconds": 60})
        eventually(lambda: overview(broker).lanes[Lane.FAST].running == 1)
        eventually(lambda: broker.field(running, "attempts") == "1")
        for worker in workers_of(supervisor):
            worker.kill()
        eventually(lambda: overview(broker).counts.get("restarts|died") == 2)
    assert overview(broker).supervisors == 0
