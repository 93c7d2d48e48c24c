"""Strangers' requests by the thousand at the real server: no fault, no hang, no growth, no dead worker."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import psutil
import pytest

from tests import picture_files as files
from tests.e2e.serving import process_of, served, workers_of
from tests.kinds import KINDS, sample
from tests.worker.vision import test_decode_hostile as hostile

pytestmark = pytest.mark.e2e

KEY = "a-secret-of-alice-0123456789"
CONFIG = Path(__file__).parents[1] / "data" / "schemathesis.toml"
AT_ONCE = 8
MEGABYTE = 1024**2
GROWTH = 160 * MEGABYTE
"""Of a process that has met hundreds of requests and then meets thousands: lists and games take each other's
place, and the allocator has spare pages."""
CACHES = 512 * MEGABYTE
"""The same on the way there: two games of other lists alone have up to a hundred megabytes each."""
SLOWEST = 20.0
"""Seconds for one picture, with seven others before it and a machine that does other things, too."""


class Service(NamedTuple):
    client: httpx.Client
    log: Path


@pytest.fixture(scope="module")
def service(lexicon_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    log = tmp_path_factory.mktemp("log") / "log"
    settings = {"API_KEYS": f"alice:{KEY}", "RATE_LIMIT": "none", "MAX_OPEN_JOBS": "0"}
    settings |= {"WAIT_DEFAULT": "1", "WAIT_MAX": "5"}  # lest long work holds up what is sent after it
    with served(lexicon_cache, log=log, **settings) as client:
        client.headers["Authorization"] = f"Bearer {KEY}"
        for kind in KINDS:  # so that everything is loaded
            assert read(client, sample(kind).picture).status_code == 200
        for language in ("en", "es", "pt"):
            asked = {"letters": "there", "dictionary": language}
            assert client.post("/levels/words", json=asked).status_code in (200, 202)
            assert client.post("/levels", json={"language": language, "count": 1}).status_code in (200, 202)
        yield Service(client, log)


def read(client: httpx.Client, picture: bytes) -> httpx.Response:
    headers = {"Content-Type": "image/png", "Prefer": "wait=60"}
    return client.post("/read", content=picture, params={"llm": "never"}, headers=headers)


@contextmanager
def unharmed(service: Service, *, growth: int = GROWTH) -> Iterator[None]:
    """Fails when processes grow inside, or end but for a cancel, or when the log tells of a fault."""
    sizes = memory(service)
    seen = service.log.stat().st_size
    yield
    now = memory(service)
    with service.log.open("rb") as log:
        log.seek(seen)
        lines = log.readlines()
    canceled = [line for line in lines if b'"stopping worker' in line and b"was canceled" in line]
    assert len(sizes.keys() - now.keys()) <= len(canceled)
    grown = {pid: now[pid] - size for pid, size in sizes.items() if pid in now}
    assert max(grown.values()) < growth, grown
    assert service.client.get("/readyz").status_code == 200
    wrong = [line for line in lines if b"Traceback" in line or b'"level": "error"' in line]
    assert not wrong, wrong[0].decode()


def memory(service: Service) -> dict[int, int]:
    """Bytes that the server and its workers have for themselves, each by its id."""
    processes = [process_of(service.client), *workers_of(service.client)]
    return {process.pid: process.memory_full_info().uss for process in processes}


# The whole document


def fuzz(service: Service, tmp_path: Path, *, seconds: int, examples: int, seed: int) -> int:
    """Let every check of schemathesis run over every operation; how many requests it made."""
    report = tmp_path / "report.json"
    url = f"{service.client.base_url}/openapi.json"
    # DELETE cancels a job, and its record stays to be looked up, so that one check does not fit; that a
    # deleted word list is gone is shown in tests/app/test_dictionaries.py.
    how = ["--checks", "all", "--exclude-checks", "use_after_free"]
    how += ["--phases", "examples,coverage,fuzzing,stateful", "--max-time", str(seconds)]
    how += ["--max-examples", str(examples), "--seed", str(seed), "--no-shrink"]
    how += ["--header", f"Authorization: Bearer {KEY}"]
    how += ["--report", "json", "--report-json-path", str(report)]
    program = [
        sys.executable,
        "-m",
        "schemathesis.cli",
        "--config-file",
        str(CONFIG),
        "--no-color",
        "run",
        url,
    ]
    done = subprocess.run(
        [*program, *how], cwd=tmp_path, capture_output=True, text=True, timeout=seconds + 300
    )
    assert done.returncode == 0, done.stdout[-10_000:] + done.stderr[-2_000:]
    told = json.loads(report.read_text())
    assert told["operations"]["tested"] == told["operations"]["total"] > 5
    return int(told["test_cases"]["generated"])


@pytest.mark.timeout(400)
def test_the_document_holds_what_it_promises(service: Service, tmp_path: Path) -> None:
    with unharmed(service):
        made = fuzz(service, tmp_path, seconds=45, examples=20, seed=1)
    assert made > 100  # a busy machine makes no more in that time


@pytest.mark.long
def test_the_document_holds_what_it_promises_for_long(service: Service, tmp_path: Path) -> None:
    with unharmed(service, growth=CACHES):
        made, seed = fuzz(service, tmp_path, seconds=300, examples=500, seed=1), 2
    with unharmed(service):
        while made < 5_000:
            made, seed = made + fuzz(service, tmp_path, seconds=300, examples=500, seed=seed), seed + 1


# Pictures


def mutations(count: int, seed: int) -> Iterator[bytes]:
    """Damaged pictures: small ones of every format, and boards of every game."""
    rng = random.Random(seed)
    whole = [*hostile.all_files(), *(sample(kind).picture for kind in KINDS)]
    for number in range(count):
        yield hostile.mutated(whole[number % len(whole)], rng)


def send_all(service: Service, pictures: Iterator[bytes]) -> Counter[int]:
    """Send pictures, some at a time; how often each status was answered."""
    statuses: Counter[int] = Counter()

    async def send(client: httpx.AsyncClient) -> None:
        for picture in pictures:
            started = time.monotonic()
            headers = {"Content-Type": "image/png", "Prefer": "wait=60"}
            answer = await client.post("/read", content=picture, params={"llm": "never"}, headers=headers)
            assert time.monotonic() - started < SLOWEST
            while answer.status_code == 202:  # the service waits less long than this
                answer = await client.get(answer.headers["location"], headers={"Prefer": "wait=5"})
            assert answer.status_code in (200, 413, 422, 503), answer.text
            statuses[answer.status_code] += 1

    async def run() -> None:
        here, headers = service.client.base_url, service.client.headers
        async with httpx.AsyncClient(base_url=here, headers=headers, timeout=90) as client:
            await asyncio.gather(*(send(client) for _ in range(AT_ONCE)))

    asyncio.run(run())
    return statuses


def test_damaged_pictures_are_read_or_refused(service: Service) -> None:
    with unharmed(service):
        statuses = send_all(service, mutations(150, seed=1))
    assert statuses[422] > 100


@pytest.mark.long
def test_many_damaged_pictures_are_read_or_refused(service: Service) -> None:
    with unharmed(service):
        statuses = send_all(service, mutations(6_000, seed=2))
    assert statuses[200] > 20 and statuses[422] > 1_000


# Bombs


def whole_bomb() -> bytes:
    """A PNG of 20,000 x 20,000 pixels in 400 kB, with all its pixels."""
    packed, row = zlib.compressobj(9), bytes(20_001)
    content = b"".join([*(packed.compress(row * 100) for _ in range(200)), packed.flush()])
    size = (20_000).to_bytes(4, "big") * 2 + bytes([8, 0, 0, 0, 0])
    parts = (files.chunk(b"IHDR", size), files.chunk(b"IDAT", content), files.chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def claimed(form: str) -> Callable[[], bytes]:
    return lambda: hostile.claiming(form, 20_000, 20_000)


FORMS = ("png", "jpeg", "webp, animated", "gif", "heic", "avif", "bmp", "tiff")
BOMBS: dict[str, Callable[[], bytes]] = {
    "png with all its pixels": whole_bomb,
    **{form: claimed(form) for form in FORMS},
    "jpeg of thousands of scans": hostile.many_scans,
    "png with a packed profile": hostile.packed_profile,
    "tiff of a huge tile": hostile.huge_tiles,
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_costs_little(bomb: str, service: Service) -> None:
    content = BOMBS[bomb]()
    workers = workers_of(service.client)
    assert (
        read(service.client, files.in_every_form()["png"]).status_code == 422
    )  # no board, and now it is warm
    before = [peak_and_cpu(worker, reset=True) for worker in workers]
    answer = read(service.client, content)
    assert answer.status_code in (413, 422), answer.text
    for worker, (memory, cpu) in zip(workers, before, strict=True):
        most, spent = peak_and_cpu(worker)
        assert most - memory < 50 * MEGABYTE
        assert spent - cpu < 0.1 + JOB_SECONDS


JOB_SECONDS = 0.03
"""Processor time of a job that does nothing, and the clock's ticks of 10 ms."""


def peak_and_cpu(process: psutil.Process, *, reset: bool = False) -> tuple[int, float]:
    """The most bytes it has had in memory, since the last reset, and its processor time in seconds."""
    place = Path("/proc") / str(process.pid)
    if reset:
        (place / "clear_refs").write_text("5")
    lines: dict[str, Any] = dict(line.split(":", 1) for line in (place / "status").read_text().splitlines())
    times = process.cpu_times()
    return int(lines["VmHWM"].split()[0]) * 1024, times.user + times.system
