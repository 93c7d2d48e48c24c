"""A job past its time limit ends, also in native code, which hears no signal; nobody else is harmed.

As `tests/worker/test_supervisor.py` has it, on a whole server.
"""

from __future__ import annotations

import random
import struct
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.e2e.serving import served

pytestmark = pytest.mark.e2e

LIMIT = 1.0
LATE = 1.5
"""Seconds after the limit, on a machine that is busy with other tests."""
WIDTH, HEIGHT = 8000, 5000


@pytest.fixture(scope="module")
def server(lexicon_cache: Path) -> Iterator[httpx.Client]:
    with served(lexicon_cache, JOB_TIMEOUT=str(LIMIT)) as client:
        yield client


def noise() -> bytes:
    """A PNG of 40 million black and white pixels, as they come."""
    bits = random.Random(1).randbytes(WIDTH // 8 * HEIGHT)
    rows = (bits[start : start + WIDTH // 8] for start in range(0, len(bits), WIDTH // 8))
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 1, 0, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 1)
    chunks = ((b"IHDR", header), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        for kind, content in chunks
    )


def solve(server: httpx.Client, **body: Any) -> httpx.Response:
    headers = {"Prefer": "wait=30", **body.pop("headers", {})}
    return server.post("/wordhunt/solve", headers=headers, **body)


def check_that_others_are_served(server: httpx.Client) -> None:
    answer = solve(server, json={"grid": "TEAS/RNIO/LDCE/SHUP"})
    assert answer.json()["attempts"] == 1
    assert answer.json()["result"]["word_count"] > 0


def test_a_picture_of_noise_ends_in_time(server: httpx.Client) -> None:
    """Minutes of work; refused, should a machine be quick enough to say so."""
    picture = noise()
    asked = time.monotonic()
    answer = solve(server, content=picture, headers={"Content-Type": "image/png"})
    assert (answer.status_code, answer.json()["code"]) in ((504, "timed_out"), (422, "grid_not_found"))
    assert time.monotonic() - asked < LIMIT + LATE
    check_that_others_are_served(server)
