"""What Prometheus is told: requests of this process, and from the broker what all machines did together.

Several API processes tell the same of the broker, so take the maximum of those and the sum of the requests.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector
from starlette.types import Scope

from worker.counts import BEYOND, BUCKETS
from worker.lanes.overview import Overview

MEDIA_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4
_UNMATCHED: Final = "none"
_SECONDS: Final = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 60.0)
_METHODS: Final = frozenset(("GET", "HEAD", "POST", "DELETE", "OPTIONS"))

_COUNTERS: Final[Mapping[str, tuple[str, str, tuple[str, ...]]]] = {
    "jobs": ("tilewise_jobs", "Jobs that have ended.", ("task", "outcome")),
    "errors": ("tilewise_job_errors", "Jobs that failed in a worker, by their error.", ("task", "code")),
    "llm_calls": ("tilewise_llm_calls", "LLMs asked.", ("outcome",)),
    "llm_tokens": ("tilewise_llm_tokens", "Tokens of LLMs.", ("direction",)),
    "llm_dollars": ("tilewise_llm_cost_dollars", "What LLMs cost, by the prices set.", ()),
    "restarts": ("tilewise_worker_restarts", "Workers that were replaced.", ("reason",)),
}


class Metrics:
    """The requests that this process has answered."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        labels = ("method", "route")
        self._requests = Counter(
            "tilewise_http_requests",
            "Requests that were answered.",
            (*labels, "status"),
            registry=self._registry,
        )
        self._seconds = Histogram(
            "tilewise_http_request_seconds",
            "From a request's head to the end of its answer, waiting for jobs included.",
            labels,
            buckets=_SECONDS,
            registry=self._registry,
        )

    def saw(self, scope: Scope, status: int, seconds: float) -> None:
        """Count an answered request, by its route's pattern: addresses are without number."""
        route = getattr(scope.get("route"), "path", _UNMATCHED)
        method = scope["method"] if scope["method"] in _METHODS else "other"
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(method, route).observe(seconds)

    def render(self, overview: Overview | None) -> bytes:
        """The text; of the broker only that it is away when there is no overview."""
        everywhere = CollectorRegistry()
        everywhere.register(_Everywhere(overview))
        return generate_latest(self._registry) + generate_latest(everywhere)


class _Everywhere(Collector):
    def __init__(self, overview: Overview | None) -> None:
        self._overview = overview

    def collect(self) -> Iterator[Metric]:
        up = 0 if self._overview is None else 1
        yield GaugeMetricFamily("tilewise_broker_up", "Whether the job queue can be reached.", value=up)
        if self._overview is not None:
            yield from _standing(self._overview)
            yield from _counters(self._overview.counts)
            yield _stages(self._overview.counts)


def _standing(overview: Overview) -> Iterator[Metric]:
    yield GaugeMetricFamily(
        "tilewise_supervisors", "Machines with workers that are alive.", value=overview.supervisors
    )
    yield GaugeMetricFamily("tilewise_workers", "Worker processes that they keep.", value=overview.workers)
    queued = GaugeMetricFamily("tilewise_queue_depth", "Parts of jobs that wait.", labels=("lane",))
    oldest = GaugeMetricFamily(
        "tilewise_queue_oldest_seconds", "How long the next one has waited.", labels=("lane",)
    )
    running = GaugeMetricFamily("tilewise_running", "Parts of jobs that run.", labels=("lane",))
    for lane, view in overview.lanes.items():
        queued.add_metric((lane.value,), view.queued)
        oldest.add_metric((lane.value,), view.oldest_seconds)
        running.add_metric((lane.value,), view.running)
    yield from (queued, oldest, running)


def _counters(counts: Mapping[str, float]) -> Iterator[Metric]:
    families = {
        kind: CounterMetricFamily(name, text, labels=labels)
        for kind, (name, text, labels) in _COUNTERS.items()
    }
    for name, value in counts.items():
        kind, *labels = name.split("|")
        if kind in families and len(labels) == len(_COUNTERS[kind][2]):
            families[kind].add_metric(labels, value)
    yield from families.values()


def _stages(counts: Mapping[str, float]) -> Metric:
    runs: defaultdict[tuple[str, str], dict[str, float]] = defaultdict(dict)
    for name, value in counts.items():
        kind, *labels = name.split("|")
        if kind == "stage" and len(labels) == 3:
            runs[labels[0], labels[1]][labels[2]] = value
    family = HistogramMetricFamily(
        "tilewise_stage_seconds", "How long the stages of jobs took.", labels=("task", "stage")
    )
    for (task, stage), fallen in sorted(runs.items()):
        seconds = counts.get(f"stage_seconds|{task}|{stage}", 0.0)
        family.add_metric((task, stage), list(_cumulated(fallen)), seconds)
    return family


def _cumulated(fallen: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    total = 0.0
    for bound in (*map(str, BUCKETS), BEYOND):
        total += fallen.get(bound, 0.0)
        yield bound, total
