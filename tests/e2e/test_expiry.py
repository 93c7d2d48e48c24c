"""When a job has expired, nothing of its picture and its result is left in memory or on disk."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from redis import Redis

from app.greeting import SAMPLE
from tests.brokers import BUNDLED, eventually, is_on_disk, redis_keys
from tests.e2e.servers import server

pytestmark = pytest.mark.e2e

SHORTEST = {"RESULT_TTL": "10", "PICTURE_TTL": "10"}
PICTURE = SAMPLE.read_bytes()


def is_gone(redis: Redis, pattern: str) -> bool:
    return not redis_keys(redis, pattern)


def test_only_the_tombstone_stays(tmp_path: Path) -> None:
    with server(BUNDLED, tmp_path, workers=1, **SHORTEST) as (tree, broker), tree.client() as client:
        head = {"Content-Type": "image/png", "Prefer": "wait=30"}
        answer = client.post("/wordhunt/solve", content=PICTURE, headers=head)
        job = answer.json()["id"]
        result = f"tilewise:result:{job}".encode()  # the file has what is under it in a compressed form
        assert client.get(f"/jobs/{job}/overlay.png", headers={"Prefer": "wait=30"}).status_code == 200
        assert is_on_disk(PICTURE[100:500], tmp_path)
        assert is_on_disk(result, tmp_path)
        eventually(lambda: client.get(f"/jobs/{job}").status_code == 410, 20)
        eventually(lambda: not is_on_disk(PICTURE[100:500], tmp_path), 20)
        eventually(lambda: not is_on_disk(result, tmp_path), 20)
        assert not [key for key in redis_keys(broker.redis) if job in key]
        for kind in ("picture", "result", "events", "job"):
            eventually(partial(is_gone, broker.redis, f"tilewise:{kind}:*"))
        assert client.get(f"/jobs/{job}").json()["code"] == "job_expired"
        broker.redis.close()
