"""On a new machine workers take jobs while the games are compiled, and are replaced when they are."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.brokers import TestBroker, eventually, supervised, workers_of
from worker.lanes.overview import Overview, overview_command, read_overview
from worker.wire import JobState, Lane

pytestmark = pytest.mark.e2e
both_ways = pytest.mark.parametrize("start", ["fork", "spawn"])


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Chess and go, neither of which is compiled."""
    for game in ("chess", "go"):
        (tmp_path / f"{game}.game").touch()
    return tmp_path


def echo(broker: TestBroker, lane: Lane = Lane.FAST) -> dict[str, Any]:
    job = broker.submit({"do": "echo"}, lane=lane)
    assert broker.ends(job, 30) is JobState.FINISHED
    return dict(json.loads(broker.result(job)))


def overview(broker: TestBroker) -> Overview:
    return read_overview(broker.store.ask(overview_command()))


def restarts(broker: TestBroker) -> list[str]:
    return [name for name in overview(broker).counts if name.startswith("restarts")]


@both_ways
def test_jobs_are_done_while_games_are_compiled(broker: TestBroker, games: Path, start: str) -> None:
    with supervised(broker.url, start=start, place=games) as supervisor:
        assert [echo(broker, lane)["knows"] for lane in Lane] == [[], []]
        assert overview(broker).preparing == ("chess", "go")
        assert len(workers_of(supervisor)) == 3
        (games / "chess.may").touch()
        eventually(lambda: overview(broker).preparing == ("go",))
        (games / "go.may").touch()
        eventually(lambda: overview(broker).preparing == ())
        eventually(lambda: len(workers_of(supervisor)) == 2)
        if start == "fork":
            eventually(lambda: [echo(broker, lane)["knows"] for lane in Lane] == [["chess", "go"]] * 2)
        assert restarts(broker) == []


@both_ways
def test_what_is_compiled_is_known_from_the_start(broker: TestBroker, games: Path, start: str) -> None:
    for game in ("chess", "go"):
        (games / f"{game}.may").touch()
        (games / f"{game}.compiled").touch()
    with supervised(broker.url, start=start, place=games) as supervisor:
        assert [echo(broker, lane)["knows"] for lane in Lane] == [["chess", "go"]] * 2
        assert len(workers_of(supervisor)) == 2


def test_a_worker_makes_way_after_its_job(broker: TestBroker, games: Path) -> None:
    with supervised(broker.url, start="fork", place=games) as supervisor:
        before = echo(broker)["pid"]
        job = broker.submit({"do": "sleep", "seconds": 1.0})
        eventually(lambda: broker.store.state(job) is JobState.STARTED)
        for game in ("chess", "go"):
            (games / f"{game}.may").touch()
        eventually(lambda: echo(broker, Lane.BULK)["knows"] == ["chess", "go"])
        assert broker.store.state(job) is JobState.STARTED
        assert broker.ends(job) is JobState.FINISHED
        assert json.loads(broker.result(job))["pid"] == before
        assert broker.field(job, "attempts") == "1"
        assert echo(broker)["knows"] == ["chess", "go"]
        assert not psutil.pid_exists(before)
        assert len(workers_of(supervisor)) == 2
        assert restarts(broker) == []


@both_ways
def test_sigterm_does_not_wait_for_the_compiler(broker: TestBroker, games: Path, start: str) -> None:
    with supervised(broker.url, start=start, place=games) as supervisor:
        echo(broker)
        children = supervisor.children()
        supervisor.terminate()
        assert supervisor.wait(3) == 0
        assert not any(child.is_running() for child in children)


@both_ways
def test_the_compiler_does_not_outlive_its_supervisor(broker: TestBroker, games: Path, start: str) -> None:
    with supervised(broker.url, start=start, place=games) as supervisor:
        echo(broker)
        children = supervisor.children()
        assert len(children) == 3
        supervisor.kill()
        _, alive = psutil.wait_procs(children, 5)
        assert alive == []


def gives_way(process: psutil.Process, other: psutil.Process) -> bool:
    return bool(process.nice() > other.nice())


def test_without_its_compiler_the_service_goes_on(broker: TestBroker, games: Path) -> None:
    with supervised(broker.url, start="fork", place=games) as supervisor:
        workers = {echo(broker, lane)["pid"] for lane in Lane}
        for _ in range(2):
            (compiler,) = eventually(lambda: [c for c in supervisor.children() if c.pid not in workers])
            eventually(partial(gives_way, compiler, supervisor))
            assert overview(broker).preparing == ("chess", "go")
            compiler.kill()
            eventually(partial(is_gone, compiler))
        eventually(lambda: overview(broker).preparing == ())
        assert {echo(broker, lane)["pid"] for lane in Lane} == workers


def is_gone(process: psutil.Process) -> bool:
    return not process.is_running()
