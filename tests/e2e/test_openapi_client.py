"""A client generated from the served document: nothing left out, all of it typed, and used on the server."""

from __future__ import annotations

import asyncio
import base64
import gzip
import importlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
import schemathesis

from tests.e2e.serving import served
from tests.pictures import SAMPLE, SAMPLE_LETTERS

pytestmark = pytest.mark.e2e

CHECKOUT = Path(__file__).parents[2]
CONFIG = CHECKOUT / "tests" / "data" / "openapi-client.yaml"
CALLS = "tests.e2e.client_calls"
KEY = "a-secret-of-carol-0123456789"
GRID = "/".join(SAMPLE_LETTERS)
BINARIES = Path(sys.executable).parent


class Generated(NamedTuple):
    """What the generator made of the document."""

    place: Path
    said: str
    document: dict[str, Any]

    @property
    def package(self) -> Path:
        return self.place / "tilewise_client"


class Service(NamedTuple):
    calls: Any
    """The module with the typed calls; its types are mypy's business, see below."""
    client: Any


@pytest.fixture(scope="module")
def server(lexicon_cache: Path) -> Iterator[httpx.Client]:
    with served(lexicon_cache, API_KEYS=f"carol:{KEY}") as client:
        yield client


@pytest.fixture(scope="module")
def generated(server: httpx.Client, tmp_path_factory: pytest.TempPathFactory) -> Generated:
    place = tmp_path_factory.mktemp("generated") / "client"
    url = f"{server.base_url}/openapi.json"
    program = [sys.executable, "-m", "openapi_python_client", "generate", "--url", url]
    said = run(*program, "--config", str(CONFIG), "--output-path", str(place), cwd=place.parent)
    return Generated(place, said, server.get("/openapi.json").json())


def run(*command: str, cwd: Path, **environment: str) -> str:
    """What a program says that ends well; it finds the tools of this environment."""
    path = f"{BINARIES}{os.pathsep}{os.environ['PATH']}"
    everything = {**os.environ, "PATH": path, **environment}
    done = subprocess.run(
        command, cwd=cwd, env=everything, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout[-5_000:] + done.stderr[-5_000:]
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def service(server: httpx.Client, generated: Generated) -> Iterator[Service]:
    sys.path.insert(0, str(generated.place))
    try:
        calls = importlib.import_module(CALLS)
        with calls.client_of(str(server.base_url), KEY) as client:
            yield Service(calls, client)
    finally:
        sys.path.remove(str(generated.place))
        for name in [name for name in sys.modules if name == CALLS or name.startswith("tilewise_client")]:
            del sys.modules[name]


def test_the_served_document_is_valid(generated: Generated) -> None:
    schemathesis.openapi.from_dict(generated.document).validate()


def test_nothing_is_left_out(generated: Generated) -> None:
    """The generator warns of what it cannot express, and goes on without it."""
    assert generated.said.split() == ["Generating", str(generated.place)], generated.said
    operations = {
        f"{operation['tags'][0] if 'tags' in operation else 'default'}/{operation['operationId']}.py"
        for path in generated.document["paths"].values()
        for operation in path.values()
    }
    api = generated.package / "api"
    made = {str(path.relative_to(api)) for path in api.glob("*/*.py")}
    assert {name for name in made if not name.endswith("__init__.py")} == operations


def test_every_answer_with_a_body_has_a_type(generated: Generated) -> None:
    untyped = re.compile(r"cast\(Any, None\)|response_\d+ = response\.json\(\)$", re.MULTILINE)
    for path in generated.document["paths"].values():
        for operation in path.values():
            empty = [told for told in operation["responses"].values() if "content" not in told]
            (module,) = generated.package.glob(f"api/*/{operation['operationId']}.py")
            assert len(untyped.findall(module.read_text())) == len(empty), module


def test_every_schema_has_a_name_of_its_own(generated: Generated) -> None:
    """What a generator has to name itself, it names after the place: two places, two types of one thing."""
    names = {path.stem for path in (generated.package / "models").glob("*.py")} - {"__init__"}
    assert not [name for name in names if re.search(r"_type_\d|_body$|_json_|_files_", name)]
    assert len(names) < 1.15 * len(generated.document["components"]["schemas"])


@pytest.mark.timeout(300)
def test_the_client_and_its_use_are_typed(generated: Generated) -> None:
    """mypy --strict, with nothing ignored that concerns the client."""
    said = run(
        *(sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(generated.place / "mypy")),
        *("--config-file=", "-p", "tilewise_client", "-m", CALLS),
        cwd=CHECKOUT,
        MYPYPATH=str(generated.place),
    )
    assert said.startswith("Success: no issues found"), said


def test_a_typed_board(service: Service) -> None:
    result = service.calls.words_of_grid(service.client, GRID, points=(0, 0, 0, 7, 9))
    assert result.letters == list(SAMPLE_LETTERS)
    lengths = [len(found.word) for found in result.words]
    assert lengths == sorted(lengths, reverse=True) and lengths[-1] == 4
    assert {found.points for found in result.words} == {7, 9}


def test_a_picture_in_each_way(service: Service) -> None:
    picture = SAMPLE.read_bytes()
    text = base64.b64encode(picture).decode()
    jobs = service.calls.jobs_of_picture(service.client, picture, picture, text, points=(0, 0, 1, 2))
    answers = [[(found.word, found.points, found.path) for found in job.result.words] for job in jobs]
    assert answers[0] == answers[1] == answers[2]
    assert {points for _, points, _ in answers[0]} == {1, 2}
    assert service.calls.overlay(service.client, jobs[0].id).startswith(b"\x89PNG")
    assert service.calls.read(service.client, picture).result.letters == list(SAMPLE_LETTERS)


def test_many_boards(service: Service) -> None:
    result = service.calls.batch(service.client, [GRID, "AB/C", "CAT"])
    first, ragged, last = result.boards
    assert first.word_count > 50 and ragged.error.code == "ragged_grid"
    assert [found.word for found in last.words] == ["cat"]


def test_boards_side_by_side(service: Service) -> None:
    url = str(service.client._base_url)
    results = asyncio.run(service.calls.words_side_by_side(url, KEY, ("CAT", "DOG")))
    words = [[found.word for found in result.words] for result in results]
    assert words[0] == ["cat"] and "dog" in words[1]


def test_word_searches(service: Service) -> None:
    job = service.calls.found_words(service.client, "CATX/XDOG", ["cat", "dog", "emu"])
    assert [(hit.word, hit.cells, hit.direction.value) for hit in job.result.hits] == [
        ("cat", [0, 1, 2], "e"),
        ("dog", [5, 6, 7], "e"),
    ]
    assert job.result.missing == ["emu"]
    made = service.calls.made_puzzle(service.client, ["tiger", "otter"])
    assert {hit.word.lower() for hit in made.result.hits} == {"tiger", "otter"}
    files = service.calls.sheets(service.client, made.id)
    assert files["puzzle.png"].startswith(b"\x89PNG") and files["solution.png"].startswith(b"\x89PNG")
    assert b"<svg" in files["solution.svg"] and b"<html" in files["solution.html"]
    assert b"tiger" in files["solution.txt"].lower()


def test_wordle(service: Service) -> None:
    told = service.calls.advice(service.client, ["crane=gybbb"]).result
    assert len(told.suggestions) == 3 and told.strategy.value == "entropy"
    assert all(left.word.startswith("c") for left in told.boards[0].left)
    rated = service.calls.rating(service.client, ["crane", "slate"], "slate").result
    assert rated.solved and [guess.clue for guess in rated.guesses][-1] == "slate=ggggg"
    words = ["crane", "slate", "plate", "grape"]
    (series,) = service.calls.trial(service.client, words, "crane").result.starts
    assert series.won == 4 and sum(series.histogram.additional_properties.values()) == 4
    best = service.calls.tree(service.client, words)
    assert best.proven and best.total <= series.total


def test_wheels_and_layouts(service: Service) -> None:
    words = service.calls.wheel_words(service.client, "there").result.words
    assert {"there", "three", "ether"} <= {word.word for word in words}
    laid = service.calls.layout(service.client, ["meal", "male", "elm"]).result
    assert laid.missing == [] and {placed.word for placed in laid.words} == {"meal", "male", "elm"}
    solved = service.calls.crossword(service.client, "pkra", ["####", "A...", "###."]).result
    assert solved.solutions == 1 and all(slot.certain for slot in solved.slots)


def test_a_pack_is_followed_and_fetched(service: Service) -> None:
    queued = service.calls.queued_pack(service.client, 5)
    assert queued.result is None
    job = service.calls.ended(service.client, queued.id)
    assert job.state.value == "finished" and type(job.result).__name__ == "PackHead"
    files = service.calls.pack_files(service.client, job.id)
    pack = json.loads(files["pack.json"])
    assert len(pack["levels"]) == 5 == job.result.options.count
    assert json.loads(gzip.decompress(files["pack.json.gz"])) == pack
    assert len(files["pack.ndjson"].splitlines()) == 6
    assert files["curve.png"].startswith(b"\x89PNG") and files["level.txt"].strip()
    assert "levels" in json.loads(service.calls.pack_format(service.client))["properties"]
    events = service.calls.events(service.client, job.id)
    assert "event: progress" in events and "event: result" in events.rpartition("\nid: ")[0]
    assert service.calls.is_unchanged(service.client, job.id)


def test_a_job_is_canceled(service: Service) -> None:
    queued = service.calls.queued_pack(service.client, 5_000)
    assert service.calls.canceled(service.client, queued.id).state.value == "canceled"
    assert service.calls.ended(service.client, queued.id).error.code == "canceled"


def test_a_job_that_is_looked_up_has_the_result_of_its_kind(service: Service, generated: Generated) -> None:
    """Not one that looks alike: the generated code takes the first of all results that fits."""
    models = importlib.import_module("tilewise_client.models")
    kinds = set()
    for path in generated.document["paths"].values():
        answer = path.get("post", {}).get("responses", {}).get("200", {}).get("content", {})
        record = answer.get("application/json", {}).get("example", {})
        if "task" in record:
            (name, *_) = re.findall(r"schemas/(\w+)", json.dumps(answer["application/json"]["schema"]))
            of_its_kind = getattr(models, name).from_dict(record).result
            assert type(models.Job.from_dict(record).result) is type(of_its_kind), record["task"]
            kinds.add(type(of_its_kind))
    assert len(kinds) == 12


def test_a_problem_has_its_fields(service: Service) -> None:
    problem = service.calls.refusal(service.client, "ABCD/EFG")
    assert (problem.status, problem.code) == (422, "ragged_grid")
    assert problem.hint and problem.type_ == "urn:tilewise:problem:ragged_grid"
    assert service.calls.refused_job(service.client, "no-such-job").code == "job_not_found"
    with service.calls.client_of(str(service.client._base_url), "nobody-s-key-0123456789") as stranger:
        assert service.calls.refusal(stranger, GRID).status == 401


def test_a_key_makes_one_job(service: Service) -> None:
    job, replayed = service.calls.once(service.client, "only-once", GRID)
    assert not replayed
    assert service.calls.once(service.client, "only-once", GRID) == (job, True)
    assert service.calls.refusal(service.client, "CAT", key="only-once").code == "idempotency_key_reused"


def test_word_lists_and_feedback(service: Service) -> None:
    calls, client = service
    stored = calls.uploads(client, ["cat", "dog", "c4t"])
    assert len({each.sha256 for each in stored}) == 1 and {each.words for each in stored} == {2}
    mine = {card.name for card in calls.lists(client).dictionaries if card.origin.value == "uploaded"}
    assert mine == {"by-json", "by-form", "by-body"}
    cat, emu = calls.looked_up(client, "by-form", ["CAT", "emu"]).words
    assert (cat.word, cat.found, emu.found) == ("cat", True, False)
    assert [calls.deleted(client, name).value for name in ("by-form", "by-body", "by-json")] == [204] * 3
    assert calls.reported(client, "rin").rejected in (0, 1)
    assert [word.word for word in calls.heard(client).words] == ["rin"]
    assert calls.forgotten(client).value == 204 and calls.heard(client).words == []


def test_how_the_service_is(service: Service) -> None:
    health, readiness, figures = service.calls.health(service.client)
    assert health.status == "ok" and readiness.workers >= 1 and readiness.preparing == []
    assert "tilewise_jobs" in figures
